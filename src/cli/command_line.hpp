// The `conclave` command: reads the command line, runs a command, and turns errors into one line and a
// status.
#pragma once

namespace conclave {

// Returns the exit status.
int run_command_line(int argc, char** argv);

}  // namespace conclave
