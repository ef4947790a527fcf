// What is left when memory is out. When an allocation fails, the reserve is given back and the run is told
// that a limit was reached, so that it ends politely: it goes on until it polls the limits, and there is
// memory for words and files.
#pragma once

#include "program/limits.hpp"

namespace conclave {

// There is one at a time, as long as a run lasts.
class Reserve {
 public:
  explicit Reserve(Limits&);
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;
  ~Reserve();
};

}  // namespace conclave
