// The folder mpi: the command for several processes that MPI starts (`mpirun conclave-openmpi ...`). It is
// not part of the usual build: CONCLAVE_MPI=ON makes it, once for each MPI that is installed.
//
// This file: the wire between these processes.
#pragma once

#include <list>
#include <optional>
#include <string>

#include "engine/run/wire.hpp"

namespace conclave {

// There is one in a program, and it lives as long as main(). Nothing is waited for actively: MPI is only
// asked when somebody sends or receives.
class MpiWire final : public Wire {
 public:
  MpiWire(int* argc, char*** argv);
  MpiWire(const MpiWire&) = delete;
  MpiWire& operator=(const MpiWire&) = delete;
  // Number 0 tells the others to quit.
  ~MpiWire() override;

  int number() const override { return number_; }
  int processes() const override { return processes_; }
  int processes_here() const override { return processes_here_; }
  void send(int to, const std::string& text) override;
  std::optional<Message> receive() override;
  // Ends all processes at once.
  [[noreturn]] void abort() override;

 private:
  struct Sent;
  void forget_sent(bool wait);

  int number_ = 0;
  int processes_ = 1;
  int processes_here_ = 1;
  std::list<Sent> sent_;  // what may still be on its way
};

}  // namespace conclave
