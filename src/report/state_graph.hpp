// State graphs as text for other tools: for Graphviz, as pictures, and in the format of Aldebaran, which
// mCRL2, CADP and LTSmin read. Each takes the graphs of instances one by one, so that only one is in memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/instances.hpp"
#include "scenario/scenario.hpp"
#include "trace/state_space.hpp"

namespace conclave {

// Graphviz. Each instance is a cluster. A configuration is a box with the variables of every process and what
// is on its way; the initial one is grey, a quiescent one has two borders, and these are dashed where not
// everyone has decided. What is marked is red.
class DotGraph {
 public:
  void add(const Scenario&, const Instance&, StateSpace&);
  // The remarks stand at the top, as comments.
  std::string finish(const std::string& name, const std::vector<std::string>& remarks) const;
  std::size_t bytes() const { return body_.size(); }

 private:
  std::string body_;
  std::uint64_t nodes_ = 0;
  std::uint64_t clusters_ = 0;
};

// Aldebaran. It has one initial state: of several instances, each begins with a step out of a state of its
// own, which chooses the instance.
class AutGraph {
 public:
  explicit AutGraph(bool several) : several_(several), nodes_(several ? 1 : 0) {}
  void add(const Scenario&, const Instance&, StateSpace&);
  std::string finish() const;
  std::size_t bytes() const { return body_.size(); }

 private:
  bool several_;
  std::string body_;
  std::uint64_t nodes_;
  std::uint64_t edges_ = 0;
};

// As in "identifiers 2,1; 0 starts; on 0–1, 1–2".
std::string instance_words(const Scenario&, const Instance&);

}  // namespace conclave
