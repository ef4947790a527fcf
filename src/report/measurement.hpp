// What `measure` found: the exact costs of an algorithm for each number of processes, beside what its source
// claims of them.
#pragma once

#include <string>
#include <vector>

#include "author/claim.hpp"
#include "report/run.hpp"
#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave {

enum class Mark {
  equal,     // exactly the formula
  within,    // inside the bound
  violated,  // neither
  partial,   // not every order was explored, so nothing can be said
  quotient,  // of an asymptotic claim: figure / formula
};

struct Checked {
  Claim claim;
  Mark mark = Mark::partial;
  Rational value;                  // of the formula
  std::optional<Rational> figure;  // that was measured; nothing: unbounded, or partial
};

// Of one cost, for one number of processes.
struct MeasuredRow {
  const Scenario* scenario = nullptr;  // in Measurement::runs
  int processes = 0;
  Rational orders;
  bool complete = false;
  CostResult cost;
  std::vector<Checked> claims;  // as in the table
};

// One cost for one set of initiators.
struct MeasuredTable {
  Initiators initiators;
  std::string cost;  // as Costs names it
  std::vector<Claim> claims;
  std::vector<MeasuredRow> rows;
};

struct Measurement {
  std::vector<Run> runs;  // one for each set of initiators; of one model
  std::vector<MeasuredTable> tables;
  double seconds = 0;

  bool complete() const;
  bool violated() const;  // some claim is
};

// costs: those wanted; empty: messages, what claims speak of, and time. Kinds: all of them, too.
Measurement tabulate(std::vector<Run>, const std::vector<std::string>& costs, bool by_kind);

std::string describe(const Measurement&, const Terminal&);
std::string to_csv(const Measurement&);
std::string to_svg(const Measurement&);
Json to_json(const Measurement&, const std::vector<Trace>& witnesses);

// "max = n(n+1)/2".
std::string describe(const Claim&);

}  // namespace conclave
