#include "proof/steps.hpp"

#include <algorithm>

namespace conclave::proof {

std::vector<bool> used_slots(const Rule& rule) {
  std::vector<bool> used(rule.slots.size());
  used.front() = true;
  for (std::size_t slot = 0; slot < used.size(); ++slot) {
    const Slot& its = rule.slots[slot];
    // A message is taken whole.
    if (its.of == Slot::Of::message) used[slot] = true;
  }
  for (const Test& test : rule.guard) {
    if (test.of == Test::Of::less || test.of == Test::Of::equal) used[test.first] = used[test.second] = true;
  }
  for (const Change& change : rule.changes) {
    if (change.to == Change::To::name) used[change.what] = true;
  }
  for (const Delivery& delivery : rule.sent) {
    used[delivery.to] = true;
    for (const std::size_t slot : delivery.names) used[slot] = true;
  }
  return used;
}

Steps::Steps(const Theory& theory) : theory_(theory) {
  for (const Rule& rule : theory.rules) used_.push_back(used_slots(rule));
}

Ring Steps::initial(std::vector<int> ranks) const {
  Ring ring(theory_.relations, std::move(ranks));
  for (std::uint8_t process = 0; process < ring.size(); ++process) {
    for (std::size_t v = 0; v < theory_.variables.size(); ++v) {
      if (theory_.variables[v].is_name) {
        const Candidates names = theory_.initially.names[v];
        if ((names & nobody) != 0) continue;
        const Slot::Of of = theory_.initial_slots[first_slot(names)].of;
        const std::uint8_t who = of == Slot::Of::self       ? process
                                 : of == Slot::Of::next     ? ring.next(process)
                                 : of == Slot::Of::previous ? ring.previous(process)
                                                            : ring.largest();
        ring.set(theory_.name_relations[v], {process, who}, true);
        if (theory_.presence_relations[v] != Theory::none)
          ring.set(theory_.presence_relations[v], {process}, true);
      } else {
        const auto value = static_cast<std::size_t>(theory_.initially.values[v]);
        const std::size_t relation = theory_.value_relations[v][value];
        if (relation != Theory::none) ring.set(relation, {process}, true);
      }
    }
  }
  return ring;
}

bool Steps::has_value(const Ring& ring, std::uint8_t process, std::size_t variable, std::size_t value) const {
  const auto& by_value = theory_.value_relations[variable];
  if (by_value[value] != Theory::none) return ring.holds(by_value[value], {process});
  return std::ranges::none_of(by_value, [&](std::size_t relation) {
    return relation != Theory::none && ring.holds(relation, {process});
  });
}

bool Steps::passes(const Ring& ring, const Test& test, const std::vector<std::uint8_t>& slots) const {
  switch (test.of) {
    case Test::Of::value:
      return has_value(ring, slots.front(), test.first, test.second) == test.positive;
    case Test::Of::name: {
      bool some = false;
      for (std::uint8_t who = 0; who < ring.size(); ++who)
        some |= ring.holds(theory_.name_relations[test.first], {slots.front(), who});
      return some == test.positive;
    }
    case Test::Of::less:
      return ring.holds(below, {slots[test.first], slots[test.second]}) == test.positive;
    case Test::Of::equal:
      return (slots[test.first] == slots[test.second]) == test.positive;
  }
  return false;
}

void Steps::every(const Ring& ring, const std::function<void(const Application&)>& visit) const {
  const auto n = static_cast<std::uint8_t>(ring.size());
  for (std::size_t r = 0; r < theory_.rules.size(); ++r) {
    const Rule& rule = theory_.rules[r];
    Application application{&rule, std::vector<std::uint8_t>(rule.slots.size())};
    std::vector<std::uint8_t>& slots = application.slots;
    // Every message that is taken is on its way, with the identifiers in its slots.
    const auto are_on_their_way = [&] {
      for (std::size_t input = 0; input < rule.event.inputs.size(); ++input) {
        std::vector<std::uint8_t> tuple{slots.front()};
        for (std::size_t slot = 0; slot < slots.size(); ++slot) {
          if (rule.slots[slot].of == Slot::Of::message && rule.slots[slot].input == input)
            tuple.push_back(slots[slot]);
        }
        if (!ring.holds(theory_.message_relations[rule.event.inputs[input]], tuple)) return false;
      }
      return true;
    };
    const auto go = [&](const auto& self, std::size_t at) -> void {
      if (at == slots.size()) {
        if (std::ranges::all_of(rule.guard, [&](const Test& test) { return passes(ring, test, slots); }) &&
            are_on_their_way())
          visit(application);
        return;
      }
      const Slot& slot = rule.slots[at];
      const auto take = [&](std::uint8_t who) {
        slots[at] = who;
        self(self, at + 1);
      };
      if (!used_[r][at]) return take(0);
      switch (slot.of) {
        case Slot::Of::self:
          for (std::uint8_t who = 0; who < n; ++who) take(who);
          break;
        case Slot::Of::next:
          return take(ring.next(slots.front()));
        case Slot::Of::previous:
          return take(ring.previous(slots.front()));
        case Slot::Of::largest:
          return take(ring.largest());
        case Slot::Of::variable:
          for (std::uint8_t who = 0; who < n; ++who) {
            if (ring.holds(theory_.name_relations[slot.variable], {slots.front(), who})) take(who);
          }
          break;
        case Slot::Of::message:
          for (std::uint8_t who = 0; who < n; ++who) take(who);
      }
    };
    go(go, 0);
  }
}

Ring Steps::after(const Ring& before, const Application& application) const {
  Ring ring = before;
  const Rule& rule = *application.rule;
  const std::uint8_t self = application.self();
  for (const Change& change : rule.changes) {
    if (change.to == Change::To::value) {
      for (const std::size_t relation : theory_.value_relations[change.variable]) {
        if (relation != Theory::none) ring.set(relation, {self}, false);
      }
      const std::size_t relation = theory_.value_relations[change.variable][change.what];
      if (relation != Theory::none) ring.set(relation, {self}, true);
      continue;
    }
    const std::size_t relation = theory_.name_relations[change.variable];
    for (std::uint8_t who = 0; who < ring.size(); ++who) ring.set(relation, {self, who}, false);
    const bool is_set = change.to == Change::To::name;
    if (is_set) ring.set(relation, {self, application.slots[change.what]}, true);
    const std::size_t presence = theory_.presence_relations[change.variable];
    if (presence != Theory::none) ring.set(presence, {self}, is_set);
  }
  for (const Delivery& delivery : rule.sent) {
    std::vector<std::uint8_t> tuple{application.slots[delivery.to]};
    for (const std::size_t slot : delivery.names) tuple.push_back(application.slots[slot]);
    ring.set(theory_.message_relations[delivery.kind], tuple, true);
  }
  return ring;
}

}  // namespace conclave::proof
