#include "cli/command_line.hpp"
#include "mpi/mpi_wire.hpp"

int main(int argc, char** argv) {
  conclave::MpiWire wire(&argc, &argv);
  return conclave::run_command_line(argc, argv, &wire);
}
