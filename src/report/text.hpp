// Results and traces in words, for people.
#pragma once

#include <string>

#include "report/run.hpp"
#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave {

// The verdict, what it covers, the counts and the messages.
std::string describe(const Run&, const Terminal&);

// One execution: a lane for each process that takes a step; a block for each step where lanes do not fit the
// width.
std::string describe(const Trace&, const Terminal&);
// The same in two lines: what is violated, and the command that shows it.
std::string describe_briefly(const Trace&, const Terminal&);

std::string words(const Initiators&);                           // "everyone initiates"
std::string words(const Identifiers&);                          // "every identifier order"
std::string words(Fairness);                                    // "weak fairness"
std::string words(const Reduction&);                            // "reduced by symmetry", "no reduction"
std::string words(const Faults&);                               // "no faults", "up to 2 losses"
std::string parameters(const Scenario&);                        // ", direction up"
std::string bound(const std::optional<std::int64_t>&);          // nothing: "unbounded"
std::string exact(const std::optional<Rational>&);  // "17/2 = 8.500"
// 1234567 as "1 234 567".
std::string grouped(std::uint64_t number);
std::string bytes(std::size_t bytes);

}  // namespace conclave
