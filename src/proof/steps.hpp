// What rules do to a ring: the steps that are possible there, and the ring afterwards.
#pragma once

#include <functional>
#include <vector>

#include "proof/theory.hpp"

namespace conclave::proof {

// One way to apply a rule: who is in its slots. A slot that the rule does not speak of holds 0.
struct Application {
  const Rule* rule = nullptr;
  std::vector<std::uint8_t> slots;

  std::uint8_t self() const { return slots.front(); }
};

class Steps {
 public:
  explicit Steps(const Theory&);

  // The ring in which nothing has happened.
  Ring initial(std::vector<int> ranks) const;
  // Calls visit for every way to apply a rule, the rules in their order.
  void every(const Ring&, const std::function<void(const Application&)>& visit) const;
  Ring after(const Ring&, const Application&) const;
  // Has a process this value in this variable?
  bool has_value(const Ring&, std::uint8_t process, std::size_t variable, std::size_t value) const;

 private:
  bool passes(const Ring&, const Test&, const std::vector<std::uint8_t>& slots) const;

  const Theory& theory_;
  std::vector<std::vector<bool>> used_;  // by rule, then slot: does the rule speak of it?
};

// Which slots a rule speaks of.
std::vector<bool> used_slots(const Rule&);

}  // namespace conclave::proof
