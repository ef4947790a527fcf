#include "program/watched.hpp"

#include <algorithm>
#include <numeric>

#include "program/disturbed.hpp"

namespace conclave {
namespace {

// Of these many permutations of ports some are tried; of fewer ports all are.
constexpr int most_ports_for_all = 3;
constexpr int tried = 3;

std::vector<std::vector<int>> all_but_identity(int ports) {
  std::vector<int> map(static_cast<std::size_t>(ports));
  std::iota(map.begin(), map.end(), 0);
  std::vector<std::vector<int>> all;
  while (std::ranges::next_permutation(map).found) all.push_back(map);
  return all;
}

}  // namespace

void Watched::look_at(const Comparisons::Notes& notes, const Call& call) const {
  const auto refuse = [&](naming::Kind kind, const char* why) {
    throw NamesMatter(kind, call.function + std::string(why));
  };
  if (relies_.identifiers && notes.numbers) refuse(naming::Kind::identifier, " uses identifiers as numbers");
  if (relies_.places && notes.place_numbers) refuse(naming::Kind::place, " uses places as numbers");
  if (relies_.ports && notes.port_numbers) refuse(naming::Kind::port, " chooses ports by their numbers");
}

// Which port comes first must not matter where ports are gone through. Where they are not, one permutation is
// enough to notice what the types do not.
std::vector<std::vector<int>> Watched::permutations(const Call& call, bool walked) const {
  if (!relies_.ports || call.around == nullptr || call.around->ports < 2) return {};
  const int ports = call.around->ports;
  if (ports <= most_ports_for_all && (walked || relies_.lists)) return all_but_identity(ports);
  // Which ones depends on the arguments, so that a run can be repeated.
  std::uint64_t random = 0x9e3779b97f4a7c15ULL;
  const auto mix = [&](std::uint64_t word) {
    random = (random ^ word) * 0xff51afd7ed558ccdULL + (random >> 29);
  };
  if (call.state != nullptr) std::ranges::for_each(*call.state, mix);
  if (call.message != nullptr) std::ranges::for_each(*call.message, mix);
  std::vector<std::vector<int>> some;
  for (int k = 0; k < (walked ? tried : 1); ++k) {
    std::vector<int> map(static_cast<std::size_t>(ports));
    std::iota(map.begin(), map.end(), 0);
    for (std::size_t i = map.size() - 1; i > 0; --i) {
      mix(i);
      std::swap(map[i], map[(random >> 33) % i]);  // every port moves
    }
    some.push_back(std::move(map));
  }
  return some;
}

// Each configuration has a number for each value, and each call is made with copies of it.
template <class T>
void Watched::weigh(const Call& call, const T& result) {
  constexpr std::size_t most_words = 1 << 16;
  const auto check = [&](const Encoded& words, const char* what) {
    if (words.size() <= most_words) return;
    throw ModelError(std::string(call.function) + ": " + what + " holds " + std::to_string(words.size()) +
                     " values; there may be " + std::to_string(most_words));
  };
  if constexpr (std::is_same_v<T, Encoded>) {
    check(result, "a local state");
  } else if constexpr (std::is_same_v<T, std::optional<Encoded>>) {
    if (result) check(*result, "a message");
  } else if constexpr (std::is_same_v<T, std::vector<Outcome>>) {
    for (const Outcome& outcome : result) {
      check(outcome.state, "a local state");
      for (const auto& sending : outcome.sendings) check(sending.message, "a message");
    }
  }
}

// While one lives, identifiers are in the order of their numbers, as a renaming that spreads them has made
// it.
class InOrder {
 public:
  explicit InOrder(const Renaming& to) {
    static const std::vector<std::int32_t> no_ranks;
    if (to.spreads_identifiers()) order_.emplace(no_ranks);
  }

 private:
  std::optional<OrderInForce> order_;
};

namespace {

// `error` is what the second call throws; empty if it throws nothing.
Impure impure(const std::string& call, const std::string& error) {
  if (!error.empty()) return Impure(call + ": called again with the same arguments, it goes wrong: " + error);
  return Impure(
      call +
      ": called again with the same arguments, it does something else. It must depend on nothing but its "
      "arguments: no static or global variable, no uninitialized one, no address in memory");
}

// What is said after "CALL: ".
std::string how(const ModelError& error, const std::string& call) {
  const std::string text = error.what();
  return text.starts_with(call + ": ") ? text.substr(call.size() + 2) : text;
}

}  // namespace

template <class F, class Same>
auto Watched::twice(const Call& call, const F& run, const Same& same) const {
  const Renaming as_given;
  Comparisons::Notes notes;
  const auto first = [&] {
    const Comparisons comparisons;
    disturb_stack(0);
    auto result = contained(call, [&] { return run(as_given); });
    weigh(call, result);
    look_at(comparisons.notes, call);
    comparisons.pass_on();
    notes = comparisons.notes;
    return result;
  }();
  std::string error;
  const auto is_alike = [&](const Renaming& under) {
    const Comparisons unheard;
    const DisturbedHeap heap;
    disturb_stack(0xff);
    try {
      return same(under, first, contained(call, [&] { return run(under); }));
    } catch (const ModelError& thrown) {
      error = how(thrown, describe(call));
      return false;
    }
  };
  Renaming identifiers;
  if (relies_.identifiers && !notes.numbers) identifiers.spread_identifiers();
  Renaming names = identifiers;
  if (relies_.places && !notes.place_numbers) names.spread_places();
  const auto check = [&](const Renaming& under) {
    if (is_alike(under)) return;
    error.clear();
    if (!is_alike(as_given) || !is_alike(as_given)) throw impure(describe(call), error);
    if (!is_alike(identifiers))
      throw NamesMatter(naming::Kind::identifier,
                        call.function + std::string(" depends on more than the order of identifiers"));
    if (!is_alike(names))
      throw NamesMatter(naming::Kind::place, call.function + std::string(" prefers some places"));
    Renaming any_order = under;
    any_order.take_lists(Renaming::Lists::in_any_order);
    if (!is_alike(any_order))
      throw NamesMatter(naming::Kind::port, call.function + std::string(" prefers some ports"));
    if (!relies_.lists) throw ListByPorts{};
    throw NamesMatter(
        naming::Kind::port,
        call.function + std::string(" goes by the order of a list that may be filled port by port"));
  };
  std::vector<std::vector<int>> maps;
  if (calls_ == Calls::twice) {
    maps = permutations(call, notes.walked);
    if (maps.empty()) maps.emplace_back();
  }
  for (const std::vector<int>& map : maps) {
    Renaming all = names;
    all.move_ports(map);
    if (!relies_.lists) check(all);
    for (const auto lists : {Renaming::Lists::swapped, Renaming::Lists::rotated}) {
      if (!relies_.lists) continue;
      all.take_lists(lists);
      check(all);
    }
  }
  if (!hears_orders()) return first;
  earlier_calls_.made(notes, [&]() -> Earlier::Again {
    return [this, run, same, first, function = call.function, past = PastCall(call)] {
      const Renaming as_it_was;
      std::string fault;
      try {
        if (same(as_it_was, first, contained({function}, [&] { return run(as_it_was); }))) return;
      } catch (const ModelError& thrown) {
        fault = how(thrown, function);
      }
      throw impure(describe(past.call()), fault);
    };
  });
  return first;
}

template <class F>
std::vector<Outcome> Watched::outcomes(const Call& call, const F& run) const {
  return twice(
      call, run, [this](const Renaming& to, const std::vector<Outcome>& first, std::vector<Outcome> second) {
        if (!to.any()) return first == second;
        std::vector<Outcome> expected;
        for (const Outcome& outcome : first) expected.push_back(to(program_, outcome));
        const bool lists = to.forgets_order_of_lists();
        if (lists || to.moves_ports()) {
          for (auto* all : {&expected, &second}) {
            for (Outcome& outcome : *all)
              outcome = lists ? without_order(program_, std::move(outcome)) : by_ports(std::move(outcome));
            std::ranges::sort(*all);
          }
        }
        return expected == second;
      });
}

// Is a local state the one that it should be under other names?
auto Watched::same_state() const {
  return [this](const Renaming& to, const Encoded& first, const Encoded& second) {
    const Shape& shape = program_.state_shape();
    if (!to.forgets_order_of_lists()) return to(shape, first) == second;
    return without_order(shape, to(shape, first)) == without_order(shape, second);
  };
}

Encoded Watched::initial(const Surroundings& around) const {
  // A port is a name that one process has for a channel. For another process it is only a number.
  if (relies_.ports && has_names(program_.message_shape(), Shape::Kind::port))
    throw NamesMatter(naming::Kind::port, "messages carry ports, which are numbers to who receives them");
  const auto run = [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const InOrder order(to);
    return program_.initial(renamed);
  };
  return twice({"initial", &around}, run, same_state());
}

Encoded Watched::left_by_crash(const Surroundings& around, const Encoded& state, bool may_recover) const {
  const auto run = [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const InOrder order(to);
    return program_.left_by_crash(renamed, in, may_recover);
  };
  return twice({"recovered", &around, &state}, run, same_state());
}

Facts Watched::facts(const Surroundings& around, const Encoded& state) const {
  const auto run = [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const InOrder order(to);
    return program_.facts(renamed, in);
  };
  return twice(
      {"what is asked of local states", &around, &state}, run,
      [](const Renaming& to, const Facts& first, const Facts& second) { return to(first) == second; });
}

std::vector<Outcome> Watched::start(const Surroundings& around, const Encoded& state) const {
  return outcomes({"start", &around, &state}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const InOrder order(to);
    return program_.start(renamed, in);
  });
}

std::vector<Outcome> Watched::own_step(const Surroundings& around, const Encoded& state,
                                       std::size_t step) const {
  const char* const function = program_.own_steps()[step].function.c_str();
  return outcomes({function, &around, &state}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const InOrder order(to);
    return program_.own_step(renamed, in, step);
  });
}

std::vector<Outcome> Watched::receive(const Surroundings& around, const Encoded& state,
                                      const Encoded& message, Port port) const {
  return outcomes({"receive", &around, &state, &message}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const Encoded taken = to(program_.message_shape(), message);
    const Port at = to(port);
    const InOrder order(to);
    return program_.receive(renamed, in, taken, at);
  });
}

std::vector<Outcome> Watched::notice(const Surroundings& around, const Encoded& state, Port port) const {
  return outcomes({"crashed", &around, &state}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const Port at = to(port);
    const InOrder order(to);
    return program_.notice(renamed, in, at);
  });
}

bool Watched::accepts(const Surroundings& around, const Encoded& state, const Encoded& message,
                      Port port) const {
  const auto run = [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const Encoded taken = to(program_.message_shape(), message);
    const Port at = to(port);
    const InOrder order(to);
    return program_.accepts(renamed, in, taken, at);
  };
  return twice({"accepts", &around, &state, &message}, run,
               [](const Renaming&, bool first, bool second) { return first == second; });
}

std::optional<Encoded> Watched::message(const Surroundings& around, const Encoded& state, Port port) const {
  const auto run = [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const Port at = to(port);
    const InOrder order(to);
    return program_.message(renamed, in, at);
  };
  return twice(
      {"message", &around, &state}, run,
      [this](const Renaming& to, const std::optional<Encoded>& first, const std::optional<Encoded>& second) {
        const Shape& shape = program_.message_shape();
        if (!first || !second) return first.has_value() == second.has_value();
        if (!to.forgets_order_of_lists()) return to(shape, *first) == *second;
        return without_order(shape, to(shape, *first)) == without_order(shape, *second);
      });
}

std::vector<Outcome> Watched::transition(const Surroundings& around, const Encoded& state,
                                         const std::vector<std::optional<Encoded>>& incoming,
                                         const Findings& findings) const {
  return outcomes({"transition", &around, &state}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    std::vector<std::optional<Encoded>> by_port(
        std::max(incoming.size(), static_cast<std::size_t>(around.ports)));
    for (std::size_t port = 0; port < incoming.size(); ++port) {
      if (incoming[port])
        by_port[static_cast<std::size_t>(to.port(static_cast<std::int32_t>(port)))] =
            to(program_.message_shape(), *incoming[port]);
    }
    if (!to.moves_ports()) by_port.resize(incoming.size());
    const Findings found = to(program_, findings);
    const InOrder order(to);
    return program_.transition(renamed, in, by_port, found);
  });
}

std::vector<Outcome> Watched::round(const Surroundings& around, const Encoded& state,
                                    const Findings& findings) const {
  return outcomes({"round", &around, &state}, [=, this](const Renaming& to) {
    const Surroundings renamed = to(around);
    const Encoded in = to(program_.state_shape(), state);
    const Findings found = to(program_, findings);
    const InOrder order(to);
    return program_.round(renamed, in, found);
  });
}

// The messages of a Byzantine process may name any place, but all of them alike: the same ones come about
// wherever the identifiers are.
std::optional<std::vector<Encoded>> Watched::alphabet(const std::vector<Id>& ids) const {
  using Messages = std::optional<std::vector<Encoded>>;
  const Shape& shape = program_.message_shape();
  const auto renamed = [&](const Renaming& to, Messages all) {
    if (!all) return all;
    for (Encoded& message : *all) message = to(shape, message);
    return Messages(in_canonical_order(std::move(*all)));
  };
  const auto run = [=, this](const Renaming& to) {
    std::vector<Id> others;
    for (const Id id : ids) others.push_back(to(id));
    const InOrder order(to);
    return program_.alphabet(others);
  };
  const Messages first =
      Watched(program_, {.identifiers = relies_.identifiers})
          .twice({"alphabet"}, run, [&](const Renaming& to, const Messages& a, const Messages& b) {
            return renamed(to, a) == b;
          });
  if (!relies_.places || ids.size() < 2) return first;
  // These two permutations generate all.
  std::vector<int> map(ids.size());
  std::iota(map.begin(), map.end(), 1);
  map.back() = 0;
  std::vector<int> swapped(ids.size());
  std::iota(swapped.begin(), swapped.end(), 0);
  std::swap(swapped[0], swapped[1]);
  for (const std::vector<int>& places : {map, swapped}) {
    const Comparisons unheard;
    Renaming to;
    to.move_places(places);
    std::vector<Id> moved(ids.size());
    for (std::size_t i = 0; i < ids.size(); ++i) moved[static_cast<std::size_t>(places[i])] = ids[i];
    const Messages found = contained({"alphabet"}, [&] { return program_.alphabet(moved); });
    if (renamed(to, first) != found) throw NamesMatter(naming::Kind::place, "alphabet prefers some places");
  }
  return first;
}

}  // namespace conclave
