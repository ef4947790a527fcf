// What `measure` found as a page: the tables and the plot of it, and for each extreme an execution that
// attains it as a diagram. It is a single HTML file, as that of a check (report/page.hpp).
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "report/measurement.hpp"
#include "trace/trace.hpp"

namespace conclave {

// An execution, and the extremes that it attains.
struct WitnessPart {
  struct Attains {
    std::size_t table = 0;  // in Measurement::tables
    std::size_t row = 0;    // of that table
    Extreme extreme{};
  };
  Trace trace;
  std::vector<Attains> attains;
};

// The witnesses of a page: an execution that attains several extremes is there once.
class WitnessParts {
 public:
  // A page of more executions would take long to load.
  static constexpr std::size_t most = 40;

  void add(Trace, WitnessPart::Attains);
  // A limit was reached before an execution was found.
  void miss() { ++missed_; }
  const std::vector<WitnessPart>& parts() const { return parts_; }
  // How many executions there was no room for.
  std::size_t left_out() const { return left_out_; }
  std::size_t missed() const { return missed_; }

 private:
  std::vector<WitnessPart> parts_;
  std::vector<std::string> keys_;  // of each part: the execution as text
  std::size_t left_out_ = 0;
  std::size_t missed_ = 0;
};

// `command` is what reproduces the page.
std::string page_of(const Measurement&, const WitnessParts&, const std::string& command);

}  // namespace conclave
