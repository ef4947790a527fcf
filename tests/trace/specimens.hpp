// Counterexamples to test with: found here, by the checker itself.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "trace/trace.hpp"

namespace conclave {

// The options as `check` would read them, with two threads and every property, through all instances.
CheckOptions asked(const std::string& model, const std::string& processes, const std::string& ids,
                   const std::string& network, const std::string& initiators);

// The counterexample to each violated property, as `check --keep-going` has them.
std::vector<Trace> counterexamples(const CheckOptions&);

// A stem (safety) and a lasso (termination), both with several processes and messages.
const Trace& stem_specimen();
const Trace& lasso_specimen();

// What `show` and `replay` do with the text of a trace file.
struct Reception {
  bool shown = false;     // `show` prints it
  bool followed = false;  // `replay` follows it to the end
  bool violated = false;  // and confirms the violation
  std::string refusal;    // what the first that refuses says
};
Reception reception_of(const std::string& text);
inline Reception reception_of(const Json& file) { return reception_of(file.dump()); }

}  // namespace conclave
