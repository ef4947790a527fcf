// What `measure` found: the exact costs of an algorithm for each number of processes, beside what its source
// claims of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "author/claim.hpp"
#include "author/rational.hpp"
#include "engine/run/check.hpp"
#include "program/json.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"
#include "trace/trace.hpp"

namespace conclave {

// How a measured figure compares with what a formula gives.
enum class Mark {
  equal,      // it is that
  within,     // it is inside the bound
  violated,   // it is neither
  partial,    // nothing can be said, because not every order was explored
  undecided,  // it lies between two bounds, and so does what the formula gives
  quotient,   // of an asymptotic claim only figure / formula can be told
  no_value,   // the formula has none, as in a division by 0
  not_asked,  // no instance is one of those of which the claim speaks
};

struct Checked {
  Claim claim;
  Mark mark = Mark::not_asked;
  std::string why_no_value{};
  // What the formula gives, and what was measured. Where the formula gives several values, because it reads
  // more than the number of processes, these are of the case that decides the mark: of the worst one, and
  // among equals of the one with the largest value.
  Rational value{};
  std::optional<Bounds> figure{};  // nothing: it is unbounded, or partial
  Rational least_value{};          // of all values, this is the least
  Instance at_min{};               // of the case that decides: where it costs least, and most
  Instance at_max{};
};

// One cost for one number of processes.
struct MeasuredRow {
  const Scenario* scenario = nullptr;  // in Measurement::runs
  int processes = 0;
  Rational orders;
  bool complete = false;
  bool misses_event = false;  // as in CheckResult
  CostResult cost;
  std::vector<Checked> claims;  // as in the table
};

// One cost for one set of initiators.
struct MeasuredTable {
  Initiators initiators;
  std::string cost;  // as Costs names it; of a class of messages its label, as in "phase 1"
  std::vector<Claim> claims;
  std::vector<MeasuredRow> rows;  // of a class: for those numbers of processes for which it has messages
  bool is_share = false;          // it is of a class

  bool is_time() const { return cost == "time"; }
  bool is_kind() const;  // does it count the messages of one kind, or of one class?
};

struct Measurement {
  std::vector<Run> runs;                   // of one model, one for each set of initiators
  std::optional<Distributed> distributed;  // what was asked of distributions
  std::vector<MeasuredTable> tables;
  double seconds = 0;

  const Scenario& scenario() const { return runs.front().scenarios.front(); }
  bool complete() const;
  bool violated() const;  // is some claim violated?
};

// A table for each of the costs and sets of initiators. If no costs are given, they are messages, time, those
// that the source's claims speak of and, by_kind, the messages of each kind. Behind them come the classes of
// messages, if these are counted apart.
Measurement tabulate(std::vector<Run>, const std::vector<std::string>& costs, bool by_kind,
                     std::optional<Distributed>);

std::string describe(const Measurement&, const Terminal&);
std::string to_csv(const Measurement&);
std::string to_svg(const Measurement&);
Json to_json(const Measurement&, const std::vector<Trace>& witnesses);

// "max = n(n+1)/2".
std::string describe(const Claim&);
// What was measured of a cost; nothing: it is unbounded.
std::optional<Bounds> measured_figure(const CostResult&, Statistic);

}  // namespace conclave
