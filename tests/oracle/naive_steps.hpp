// Steps of single processes, and messages on their way: fifo, bag and set.
#pragma once

#include "oracle/naive_checker.hpp"

namespace conclave::naive {

class Steps final : public Checker {
 public:
  Steps(const Scenario&, const Instance&);

  std::vector<Transition> transitions(const Configuration&) const override;
  // Chains of messages do not tell who caused what if a network is copied, if several read one queue, or if
  // there are faults.
  bool has_chains() const override;

 private:
  struct Read {
    Mailbox mailbox;
    Port port;
  };
  std::vector<Flight> in_flight(const Configuration&) const override;
  std::vector<Read> mailboxes_of(int process) const;
  const std::vector<Read>& reads(int process) const { return reads_.at(static_cast<std::size_t>(process)); }
  const std::set<int>& readers(const Mailbox& box) const { return readers_.at(box); }
  Mailbox mailbox(int sender, const Sending&) const;
  std::set<Mailbox> mailboxes_to(int process) const;  // that it may send to
  std::set<Letter> offered(const Configuration&, const Mailbox&) const;
  bool put(Configuration&, const Mailbox&, const Letter&) const;
  void take(Configuration&, const Mailbox&, const Letter&) const;
  bool is_owed(const Action&) const;
  void add_misses(std::vector<Transition>&, const Configuration&, int process) const;
  void add(std::vector<Transition>&, const Configuration&, const Action&, const std::vector<Outcome>&) const;
  Transition fault(const Configuration&, const Action&) const;
  void add_faults(std::vector<Transition>&, const Configuration&) const;
  Configuration after_crash(Configuration, int process) const;

  // What never changes, by process or mailbox.
  std::vector<std::vector<Read>> reads_;
  std::map<Mailbox, std::set<int>> readers_;
};

}  // namespace conclave::naive
