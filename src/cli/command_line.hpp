// The `conclave` command: reads the command line, runs a command, and turns errors into one line and a
// status.
#pragma once

namespace conclave {

class Wire;

// Returns the exit status. On a wire there are several processes, all with the same command line. One of them
// runs the command; if it is a check, the others help.
int run_command_line(int argc, char** argv, Wire* wire = nullptr);

}  // namespace conclave
