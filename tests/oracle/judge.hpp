// What a model's properties come to on a naive graph, and how short and calm the evidence can be.
#pragma once

#include "oracle/naive_graph.hpp"

namespace conclave::naive {

struct Finding {
  std::size_t steps = 0;  // of a lasso: of its stem
  std::size_t switches = 0;
  bool lasso = false;
};

// By node and property, and the evidence for what is violated.
struct Judgement {
  std::array<std::optional<Finding>, most_properties> violations;
  std::array<std::set<NaiveGraph::Node>, most_properties> at;  // executions that come here violate it
  NaiveGraph::Nodes ends_well;                                 // if it ends here
  NaiveGraph::Nodes doomed;                                    // from where no execution ends well
  NaiveGraph::Nodes led;                                       // some process is leader
  NaiveGraph::Nodes deserted;                                  // nobody is left who could be
  std::vector<std::uint32_t> predicates;                       // Checker::predicates

  bool says(unsigned bit, NaiveGraph::Node node) const { return predicates[node] >> bit & 1U; }
};

Judgement judge(const Checker&, const NaiveGraph&);

}  // namespace conclave::naive
