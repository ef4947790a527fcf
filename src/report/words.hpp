// Numbers and choices of a scenario in words, as every report of ours has them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "author/rational.hpp"
#include "engine/run/check.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

std::string words(const Initiators&);           // "everyone initiates"
std::string words(const Down&);                 // "place 0 is down"; empty if nobody is
std::string who_starts(const Scenario&);        // both, but nobody starts where nobody ever sleeps
std::string drawn_words(const Identifiers&);    // " drawn from 1..7"; empty if there are n
std::string identifier_words(const Scenario&);  // "every identifier order"; "anonymous processes"
std::string words(Fairness);                    // "weak fairness"
std::string words(const Reduction&);            // "reduced by symmetry", "no reduction"
std::string_view name(Refusal::Of);             // as --reduction has it
std::string words(const Refusal&);  // "not by symmetry, because receive chooses ports by their numbers"
std::string words(const Faults&);   // "no faults", "up to 2 losses"
std::string circumstances(const Scenario&);  // "place 0 is down, up to 2 losses, ", or nothing
std::string parameters(const Scenario&);     // ", direction up"

// A number in decimal digits with spaces: "1 234 567".
std::string grouped(std::uint64_t number);
std::string grouped(const Rational& whole);
// "1 order", "2 orders".
std::string plural(const std::string& count, std::string_view one, std::string_view many);
std::string bytes(std::size_t count);  // "512 MiB"
struct RunLimits {
  std::size_t memory = 0;  // bytes of the whole program
  std::size_t depth = 0;   // steps of an execution
  double seconds = 0;      // 0: no limit
};
// What ended a run that had these limits: "the time limit of 5 s was reached".
std::string words(StopReason, const RunLimits&);
// A cost that is absent is "unbounded".
std::string bound(const std::optional<std::int64_t>&);
std::string exact(const std::optional<Rational>&);  // "17/2 = 8.500"
std::string decimals(const Rational& probability);  // six of them, or more if it is tiny
std::string exact(const std::optional<Bounds>&);    // the same, or "[8.499999, 8.500001]"
// Of a number from 0 to 10^12: six decimals, never above the number, and never below.
std::string rounded_down(const Rational&);
std::string rounded_up(const Rational&);

}  // namespace conclave
