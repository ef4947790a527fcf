// Counterexamples and witnesses to test with: found here, by the checker itself.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "trace/trace.hpp"

namespace conclave {

// The options as `check` would read them, with two threads and every property, through all instances.
CheckOptions asked(const std::string& model, const std::string& processes, const std::string& ids,
                   const std::string& network, const std::string& initiators);

// What the options say of one kind of fault, by the name that it has in files: "loss", "byzantine".
std::string& budget(CheckOptions&, const std::string& name);

// The counterexample to each violated property, as `check --keep-going` has them.
std::vector<Trace> counterexamples(const CheckOptions&);

// A stem (safety) and a lasso (termination), both with several processes and messages.
const Trace& stem_specimen();
const Trace& lasso_specimen();

// A loss, a crash, a duplicate (and a graph of a family), an exception (the same), and a parameter.
const std::vector<Trace>& strange_specimens();

// Lock step: rounds in which nothing happens and a Byzantine process that is silent; and between them every
// kind of event that a round has.
const std::vector<Trace>& round_specimens();

// The execution that options.witness asks for.
Trace witness_of(const CheckOptions& options);

// What `show` and `replay` do with the text of a trace file.
struct Reception {
  bool shown = false;      // `show` prints it
  bool followed = false;   // `replay` follows it to the end
  bool confirmed = false;  // and confirms what it shows: the violation, or the cost
  std::string refusal;     // what the first that refuses says
};
Reception reception_of(const std::string& text);
inline Reception reception_of(const Json& file) { return reception_of(file.dump()); }
bool is_one_line(const std::string& refusal);

}  // namespace conclave
