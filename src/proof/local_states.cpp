// What local states say: of their process alone, and in pairs, to properties.
#include <algorithm>
#include <memory>
#include <utility>

#include "proof/situations.hpp"

namespace conclave::proof {
namespace {

// One process, or two, for predicates that look at no more.
class Few final : public Snapshot {
 public:
  struct One {
    Id id;
    std::shared_ptr<const void> state;
  };
  Few(const Encoded& parameters, std::vector<One> all) : parameters_(parameters), all_(std::move(all)) {
    for (const One& one : all_)
      processes_.push_back({.id = one.id, .crashed = false, .state = one.state.get(), .neighbours = {}});
    show(processes_);
  }
  const Encoded& parameters() const override { return parameters_; }
  bool quiet() const override { return false; }
  const std::vector<Flight>& in_flight() const override {
    static const std::vector<Flight> none;
    return none;
  }

 private:
  const Encoded& parameters_;
  const std::vector<One> all_;
  std::vector<Process> processes_;
};

}  // namespace

void HandlerTable::look_at(const Parts& control) {
  const std::vector<Slot> all = slots({.kind = Event::Kind::start});
  every_situation({.kind = Event::Kind::start}, control, [&](const Situation& at) {
    StateCase state{.control = control, .ranks = at.ranks};
    // A state says what it says whoever is next to the process.
    for (std::size_t slot = 0; slot < all.size(); ++slot) {
      if (all[slot].of != Slot::Of::self && all[slot].of != Slot::Of::variable) state.ranks[slot] = -1;
    }
    try {
      const Facts facts = watched_.facts(at.around, at.state);
      state.leads = facts.leader;
      state.believes_nobody = facts.belief && *facts.belief == 0;
      if (facts.belief && !state.believes_nobody) state.belief = at.holding(*facts.belief);
      if (state.belief == 0) throw NotProvable("`leader` says an identifier that no process has given to it");
    } catch (const Impure&) {
      throw;
    } catch (const ModelError&) {
      state.errs = true;
    }
    state.fails = failing(at);
    states_.push_back(std::move(state));
  });
}

std::uint32_t HandlerTable::failing(const Situation& at) const {
  const std::vector<Statement> statements = model_.program->statements();
  const Few::One one{at.around.id, model_.program->typed_state(at.state)};
  std::uint32_t fails = 0;
  for (std::size_t k = 0; k < statements.size(); ++k) {
    const Quantifier by = statements[k].by;
    if (by != Quantifier::every && by != Quantifier::none && by != Quantifier::at_most_one) continue;
    // It is so of more than one process if it is so of the same one, asked twice.
    const Few few(parameters_, std::vector<Few::One>(by == Quantifier::at_most_one ? 2 : 1, one));
    if (!holds(few, k)) fails |= std::uint32_t{1} << k;
  }
  return fails;
}

bool HandlerTable::holds(const Snapshot& few, std::size_t statement) const {
  const Comparisons asked;
  bool holds = false;
  try {
    holds = watched_.grounds(few, statement, false).holds;
  } catch (const Impure&) {
    throw;
  } catch (const ModelError&) {  // Such a state may be out of reach.
  }
  if (asked.notes.numbers)
    throw NotProvable("property " + std::string(model_.program->statements()[statement].name) +
                      " calculates with identifiers");
  return holds;
}

std::vector<PairCase> HandlerTable::pairs(std::size_t statement) const {
  const std::size_t variables = state_.variables().size();
  const std::vector<Slot> all = slots({.kind = Event::Kind::start});
  std::vector<PairCase> pairs;
  for (const Parts& one : controls_) {
    for (const Parts& other : controls_) {
      PairCase base{.control = one, .ranks = std::vector<int>(2 * all.size(), -1)};
      base.control.insert(base.control.end(), other.begin(), other.end());
      std::vector<std::size_t> seen;
      for (std::size_t slot = 0; slot < base.ranks.size(); ++slot) {
        const Slot& its = all[slot % all.size()];
        if (its.of == Slot::Of::variable && base.control[slot / all.size() * variables + its.variable] != 0)
          seen.push_back(slot);
      }
      if (seen.size() > most_names) throw NotProvable("two local states hold too many identifiers");
      every_order(seen.size(), [&](const std::vector<int>& ranks) {
        PairCase pair = base;
        Parts parts = base.control;
        for (std::size_t at = 0; at < seen.size(); ++at) {
          pair.ranks[seen[at]] = ranks[at];
          parts[seen[at] / all.size() * variables + all[seen[at] % all.size()].variable] =
              code_of_rank(ranks[at]);
        }
        const auto middle = parts.begin() + static_cast<std::ptrdiff_t>(variables);
        const Few few(parameters_,
                      {{{}, model_.program->typed_state(state_.words(Parts(parts.begin(), middle)))},
                       {{}, model_.program->typed_state(state_.words(Parts(middle, parts.end())))}});
        pair.fails = !holds(few, statement);
        pairs.push_back(std::move(pair));
      });
    }
  }
  return pairs;
}

}  // namespace conclave::proof
