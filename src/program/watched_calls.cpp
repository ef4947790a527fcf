// How a watched model is called, whatever goes wrong in it; and how its properties are asked.
#include <new>
#include <stdexcept>
#include <string_view>

#include "program/contained.hpp"
#include "program/disturbed.hpp"
#include "program/json.hpp"
#include "program/watched.hpp"

namespace conclave {

std::string Watched::describe(const Call& call) const {
  std::string text = call.function;
  if (call.message != nullptr) text += " " + json_text(program_.message_shape(), *call.message);
  if (call.around != nullptr && code_of(call.around->id) > 0)
    text += " of the process with identifier " + std::to_string(code_of(call.around->id));
  if (call.state != nullptr) text += " in state " + json_text(program_.state_shape(), *call.state);
  return text;
}

void Watched::run_contained(const Call& call, const void* run, void (*erased)(const void*)) const {
  const std::vector<std::int32_t>* const order = OrderInForce::get();
  Limits* const limits = LimitsInForce::get();
  const auto stops_inside = [&] {
    if (limits != nullptr) limits->stopped_inside(describe(call));
  };
  if (limits != nullptr) limits->poll();
  try {
    Contained::run(call.function, [&] { erased(run); });
  } catch (const Contained::Fault& fault) {
    OrderInForce::restore(order);
    const std::string who = fault.part.empty() ? describe(call) : "property " + std::string(fault.part);
    throw ModelError(who + ": " + fault.how);
  } catch (const Contained::Limit& limit) {
    OrderInForce::restore(order);
    stops_inside();
    throw LimitReached{limit.reason};
  } catch (const std::bad_alloc&) {
    stops_inside();
    throw;
  } catch (const ModelError&) {
    throw;
  } catch (const LimitReached&) {
    throw;
  } catch (const std::exception& error) {
    // So a model refuses values of its parameters, and the sentence is meant for who has chosen them.
    const bool refuses = dynamic_cast<const std::invalid_argument*>(&error) != nullptr;
    if (refuses && std::string_view(call.function) == "initial")
      throw std::invalid_argument(one_line(error.what()));
    throw ModelError(describe(call) + ": " + one_line(error.what()));
  } catch (...) {
    throw ModelError(describe(call) + ": it throws something that is no std::exception");
  }
}

std::optional<Encoded> Watched::looked_at(const Surroundings& around, const Encoded& state, When when,
                                          Whole as) const {
  static const std::vector<std::int32_t> no_ranks;
  const auto see = [&](unsigned char filling, const Renaming& to) {
    const Surroundings renamed = to(around);
    const Shape& shape = program_.state_shape();
    const Encoded in = to(shape, state);
    const Encoded whole = as == Whole::as_it_is ? in : to(shape, with_equal_identifiers(shape, state));
    std::optional<OrderInForce> of_numbers;
    if (to.spreads_identifiers()) of_numbers.emplace(no_ranks);
    disturb_stack(filling);
    return contained({"what properties look at", &around, &state},
                     [&] { return program_.looked_at(renamed, in, whole, when); });
  };
  Renaming names;
  if (relies_.identifiers) names.spread_identifiers();
  if (relies_.places) names.spread_places();
  // Whether a configuration is quiet is not known here, and where it is not, nobody compares anything. And a
  // set of several identifiers, which says how they are ordered, cannot be seen without them.
  const bool may_compare = when == When::always && as == Whole::as_it_is;
  const auto compares_too_much = [&](const Comparisons::Notes& notes) {
    return notes.uses_numbers() || notes.walked || (!may_compare && !notes.facts.empty());
  };
  try {
    const Comparisons heard;
    const std::optional<Encoded> first = see(0, {});
    const Comparisons unheard;
    const std::optional<Encoded> second = see(0xff, names);
    if (!first || !second || compares_too_much(heard.notes) || compares_too_much(unheard.notes) ||
        names(program_.shape_of_looks(when), *first) != *second)
      return {};
    heard.pass_on();
    return first;
  } catch (const ModelError&) {
    return {};
  }
}

std::uint32_t Watched::evaluate(const Snapshot& snapshot, std::uint32_t asked, bool twice,
                                Comparisons::Notes& notes) const {
  const Comparisons comparisons(relies_.identifiers || Comparisons::are_noted());
  if (twice) disturb_stack(0);
  const std::uint32_t holds = contained({"a property"}, [&] { return program_.evaluate(snapshot, asked); });
  comparisons.pass_on();
  notes = comparisons.notes;
  return holds;
}

int Watched::rounds_claimed(const Snapshot& initially) const {
  return contained({"`until` of a property"}, [&] { return program_.rounds_claimed(initially); });
}

std::optional<int> Watched::phase(const Snapshot& snapshot, const void* message) const {
  return contained({"`phase`"}, [&] { return program_.phase(snapshot, message); });
}

Grounds Watched::grounds(const Snapshot& snapshot, std::size_t statement, bool of_q) const {
  const Comparisons heard;
  Grounds grounds = contained({"a property"}, [&] { return program_.grounds(snapshot, statement, of_q); });
  heard.pass_on();
  return grounds;
}

std::optional<std::uint32_t> Watched::says(const Snapshot& snapshot, std::uint32_t asked) const {
  const Comparisons unheard(false);
  disturb_stack(0xff);
  try {
    return contained({"a property"}, [&] { return program_.evaluate(snapshot, asked); });
  } catch (const ModelError&) {
    return {};
  }
}

// Which property says something else than before.
std::string Watched::disagreement(std::uint32_t holds, std::optional<std::uint32_t> then) const {
  std::string name = "a property";
  const std::vector<Statement> stated = program_.statements();
  for (std::size_t k = 0; then && k < stated.size(); ++k) {
    if (((*then ^ holds) >> k & 1U) != 0 || ((*then ^ holds) >> (most_statements + k) & 1U) != 0)
      name = "property " + std::string(stated[k].name);
  }
  return name;
}

void Watched::evaluate_again(std::uint32_t asked, std::uint32_t holds, const Snapshot& as_it_is) const {
  const auto then = says(as_it_is, asked);
  if (then == holds) return;
  throw Impure(
      disagreement(holds, then) +
      ": asked again about the same configuration, it says something else. It must depend on nothing "
      "but the configuration: no static or global variable, no address of a local state");
}

void Watched::evaluate_again(std::uint32_t asked, std::uint32_t holds, const Snapshot& as_it_is,
                             const Snapshot& renamed, naming::Kind kind) const {
  const auto then = [&] {
    static const std::vector<std::int32_t> no_ranks;
    std::optional<OrderInForce> of_numbers;
    if (kind == naming::Kind::identifier) of_numbers.emplace(no_ranks);
    return says(renamed, asked);
  }();
  if (then == holds) return;
  for (int time = 0; time < 2; ++time) evaluate_again(asked, holds, as_it_is);
  throw NamesMatter(kind, disagreement(holds, then) + (kind == naming::Kind::identifier
                                                           ? " depends on more than the order of identifiers"
                                                           : " tells places apart"));
}

}  // namespace conclave
