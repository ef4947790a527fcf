#include "mpi/mpi_wire.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

namespace conclave {

struct MpiWire::Sent {
  std::string text;
  MPI_Request request = MPI_REQUEST_NULL;
};

MpiWire::MpiWire(int* argc, char*** argv) {
  int provided = 0;
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &number_);
  MPI_Comm_size(MPI_COMM_WORLD, &processes_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
  MPI_Comm_size(here, &processes_here_);
  MPI_Comm_free(&here);
}

MpiWire::~MpiWire() {
  for (int other = 1; number_ == 0 && other < processes_; ++other) send(other, R"({"quit":true})");
  forget_sent(true);
  MPI_Finalize();
}

void MpiWire::send(int to, const std::string& text) {
  forget_sent(false);
  Sent& sent = sent_.emplace_back();
  sent.text = text;
  MPI_Isend(sent.text.data(), static_cast<int>(sent.text.size()), MPI_CHAR, to, 0, MPI_COMM_WORLD,
            &sent.request);
}

std::optional<Wire::Message> MpiWire::receive() {
  int there = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Improbe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &message, &status);
  if (there == 0) return {};
  int size = 0;
  MPI_Get_count(&status, MPI_CHAR, &size);
  Message received{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Mrecv(received.text.data(), size, MPI_CHAR, &message, MPI_STATUS_IGNORE);
  return received;
}

void MpiWire::abort() {
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort();
}

void MpiWire::forget_sent(bool wait) {
  std::erase_if(sent_, [&](Sent& sent) {
    int done = 0;
    MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    while (wait && done == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      MPI_Test(&sent.request, &done, MPI_STATUS_IGNORE);
    }
    return done != 0;
  });
}

}  // namespace conclave
