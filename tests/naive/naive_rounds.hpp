// Lock step: all that the adversary may do in one round, and every answer to the processes' choices.
#pragma once

#include "naive/naive_checker.hpp"

namespace conclave::naive {

class Rounds final : public Checker {
 public:
  using Checker::Checker;

  std::vector<Transition> transitions(const Configuration&) const override;
  bool has_chains() const override { return false; }

 private:
  // A round in the making. Each phase turns one draft into all those that it may become.
  struct Draft;
  using Drafts = std::vector<Draft>;
  struct Post;

  std::vector<Flight> in_flight(const Configuration&) const override;
  bool exchanges() const { return program().timing() == Timing::exchange; }
  bool halted(const Configuration&, int process) const;  // of those who are not gone
  Edge channel(int sender, const Sending&) const;
  int receiver(const Configuration&, const Edge&) const;
  Findings findings(const Configuration&, int process) const;

  Drafts plans(const Configuration&) const;  // who crashes, recovers, or starts though it need not
  bool runs(const Draft&, int process) const;
  Drafts sends(const Draft&, int process) const;
  Drafts goes_out(const Draft&, const std::vector<Post>&) const;
  Drafts forges(const Draft&, const Edge&) const;
  Drafts arrives(const Draft&, std::size_t post) const;
  Drafts takes(const Draft&, int process) const;
  Transition end(const Draft&) const;
};

}  // namespace conclave::naive
