// Lock step: all that the adversary may do in one round, and every answer to the processes' choices.
#pragma once

#include <span>

#include "oracle/naive_checker.hpp"

namespace conclave::naive {

class Rounds final : public Checker {
 public:
  using Checker::Checker;

  std::vector<Transition> transitions(const Configuration&) const override;
  bool has_chains() const override { return false; }

 private:
  // A round in the making. Each phase turns one draft into all those that it may become; that may be many.
  struct Draft;
  using Drafts = std::vector<Draft>;
  struct Post;
  static constexpr std::size_t most_drafts = 10'000;

  std::vector<Flight> in_flight(const Configuration&) const override;
  bool exchanges() const { return program().timing() == Timing::exchange; }
  bool halted(const Configuration&, int process) const;  // of those who are not gone
  Edge channel(int sender, const Sending&) const;
  int receiver(const Configuration&, const Edge&) const;
  Findings findings(const Configuration&, int process) const;

  Drafts plans(const Configuration&) const;  // who crashes, recovers, or starts though it need not
  bool runs(const Draft&, int process) const;
  void send(Draft&, int process, Drafts& next) const;
  void go_out(Draft&, std::span<const Post>, Drafts& next) const;
  void forge(Draft&, const Edge&, Drafts& next) const;
  void arrive(Draft&, std::size_t post, Drafts& next) const;
  void take(Draft&, int process, Drafts& next) const;
  // What a process finds in a round: what came in, by port, or all that is in its mailbox.
  using Found = std::vector<std::optional<Encoded>>;
  void choose(const Draft&, int process, const Found&, const std::vector<Outcome>&, Drafts& next) const;
  Transition end(const Draft&) const;
};

}  // namespace conclave::naive
