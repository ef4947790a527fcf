#include "proof/goals.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "proof/decisions.hpp"

namespace conclave::proof {
namespace {

// What may not be at the same time, said of processes that may be the same ones.
struct Cube {
  std::size_t variables = 0;
  std::vector<Literal> literals;
  std::vector<std::pair<std::size_t, std::size_t>> different;
  std::vector<std::pair<std::size_t, std::size_t>> same;
  std::set<std::size_t>* presence = nullptr;  // as Goals has it

  explicit Cube(std::set<std::size_t>& wanted) : presence(&wanted) {}
  std::uint8_t variable() { return static_cast<std::uint8_t>(variables++); }
  void add(bool positive, std::size_t relation, std::initializer_list<std::uint8_t> of) {
    Literal literal{positive, relation, {}};
    std::ranges::copy(of, literal.of.begin());
    literals.push_back(literal);
  }
};

// "Not all of this", for every way in which the processes may be the same ones, as clauses over different
// ones.
void refute(const Cube& cube, const std::vector<Relation>& relations, std::vector<Clause>& clauses) {
  std::vector<std::uint8_t> block(cube.variables);
  const auto finish = [&](std::size_t blocks) {
    for (const auto& [a, b] : cube.different) {
      if (block[a] == block[b]) return;
    }
    for (const auto& [a, b] : cube.same) {
      if (block[a] != block[b]) return;
    }
    if (blocks > most_variables) throw NotProvable("it speaks of too many processes at once");
    Clause clause{.variables = blocks, .literals = {}};
    for (const Literal& literal : cube.literals) {
      Literal opposite{!literal.positive, literal.relation, {}};
      const std::size_t arity = relations[literal.relation].arity;
      for (std::size_t at = 0; at < arity; ++at) opposite.of[at] = block[literal.of[at]];
      if (literal.relation == below && opposite.of[0] == opposite.of[1]) {
        if (literal.positive) return;  // Nobody is below itself.
        continue;
      }
      clause.literals.push_back(opposite);
    }
    clause = canonical(clause, relations);
    if (std::ranges::find(clauses, clause) == clauses.end()) clauses.push_back(std::move(clause));
  };
  const auto go = [&](const auto& self, std::size_t at, std::size_t blocks) -> void {
    if (at == block.size()) return finish(blocks);
    for (std::size_t b = 0; b <= blocks; ++b) {
      block[at] = static_cast<std::uint8_t>(b);
      self(self, at + 1, std::max(blocks, b + 1));
    }
  };
  go(go, 0, 0);
}

struct Says {
  bool leads = false;
  Candidates belief = nobody;
  bool believes_nobody = false;
  bool errs = false;
};

std::optional<Says> join(const Says& one, const Says& other) {
  const Candidates belief = one.belief & other.belief;
  if (one.leads != other.leads || belief == 0 || one.believes_nobody != other.believes_nobody ||
      one.errs != other.errs)
    return {};
  return Says{one.leads, belief, one.believes_nobody, one.errs};
}

using StateDecisions = Decisions<Says, decltype(&join)>;

// A condition on one process, added to a cube. Returns by slot the variable that stands for it.
class OfProcess {
 public:
  OfProcess(Cube& cube, const Theory& theory, const std::vector<Slot>& slots)
      : cube_(cube), theory_(theory), slots_(slots), variables_(slots.size()), process_(cube.variable()) {}

  std::uint8_t process() const { return process_; }
  std::uint8_t slot(std::size_t slot) {
    auto& known = variables_[slot];
    if (known) return *known;
    if (slots_[slot].of == Slot::Of::self) return *(known = process_);
    if (slots_[slot].of != Slot::Of::variable)
      throw NotProvable("it rests on more than the identifiers in one local state");
    known = cube_.variable();
    cube_.add(true, theory_.name_relations[slots_[slot].variable], {process_, *known});
    return *known;
  }
  void add(const std::vector<Test>& guard) {
    for (const Test& test : guard) {
      if (test.of == Test::Of::less || test.of == Test::Of::equal)
        compare(cube_, test, slot(test.first), slot(test.second));
      else
        add(test);
    }
  }
  static void compare(Cube& cube, const Test& test, std::uint8_t a, std::uint8_t b) {
    if (test.of == Test::Of::less)
      cube.add(test.positive, below, {a, b});
    else
      (test.positive ? cube.same : cube.different).emplace_back(a, b);
  }
  // What is said of a variable of the process.
  void add(const Test& test) {
    switch (test.of) {
      case Test::Of::value: {
        const auto& by_value = theory_.value_relations[test.first];
        if (by_value[test.second] != Theory::none)
          return cube_.add(test.positive, by_value[test.second], {process_});
        // It is the one of two values that has no relation of its own.
        for (const std::size_t other : by_value) {
          if (other != Theory::none) cube_.add(!test.positive, other, {process_});
        }
        return;
      }
      case Test::Of::name:
        if (!test.positive) {
          const std::size_t relation = theory_.presence_relations[test.first];
          cube_.presence->insert(test.first);
          if (relation != Theory::none) cube_.add(false, relation, {process_});
          return;
        }
        for (std::size_t at = 0; at < slots_.size(); ++at) {
          if (slots_[at].of == Slot::Of::variable && slots_[at].variable == test.first) slot(at);
        }
        return;
      default:
        break;
    }
  }

 private:
  Cube& cube_;
  const Theory& theory_;
  const std::vector<Slot>& slots_;
  std::vector<std::optional<std::uint8_t>> variables_;
  const std::uint8_t process_;
};

// A guard over the local states of two processes, one after the other.
void add(const std::vector<Test>& guard, OfProcess& first, OfProcess& second, std::size_t variables,
         std::size_t slots, Cube& cube) {
  const auto variable = [&](std::size_t slot) {
    return slot < slots ? first.slot(slot) : second.slot(slot - slots);
  };
  for (Test test : guard) {
    if (test.of == Test::Of::less || test.of == Test::Of::equal) {
      OfProcess::compare(cube, test, variable(test.first), variable(test.second));
    } else if (test.first < variables) {
      first.add(test);
    } else {
      test.first -= variables;
      second.add(test);
    }
  }
}

std::optional<bool> same(const bool& one, const bool& other) {
  if (one != other) return {};
  return one;
}

using Fails = Decisions<bool, decltype(&same)>;

// The own property with this number, as a model states it.
std::vector<Clause> own(const HandlerTable& table, const Theory& theory, std::size_t number,
                        const Statement& statement, std::set<std::size_t>& presence) {
  if (statement.when == When::quiet)
    throw NotProvable("it asks when nothing is on its way, and here messages are never used up");
  if (statement.form != Form::invariant) throw NotProvable("it is no invariant");
  if (statement.by == Quantifier::some || statement.by == Quantifier::exactly_one)
    throw NotProvable("it says that some process is so, which a crash may undo");
  if (statement.by == Quantifier::other)
    throw NotProvable("it is a function of whole configurations, and not made by `every` or its like");
  const std::vector<Slot> slots = table.slots({.kind = Event::Kind::start});
  std::vector<Clause> clauses;
  if (statement.by == Quantifier::every_two) {
    const std::vector<PairCase> pairs = table.pairs(number);
    std::vector<Variable> variables = theory.variables;
    variables.insert(variables.end(), theory.variables.begin(), theory.variables.end());
    std::vector<Item<bool>> items;
    for (const PairCase& pair : pairs) items.push_back({&pair.control, &pair.ranks, pair.fails});
    for (const auto& leaf : Fails(variables, &same).divide(std::move(items))) {
      if (!leaf.outcome) continue;
      Cube cube(presence);
      OfProcess first(cube, theory, slots);
      OfProcess second(cube, theory, slots);
      cube.different.emplace_back(first.process(), second.process());
      add(leaf.guard, first, second, theory.variables.size(), slots.size(), cube);
      refute(cube, theory.relations, clauses);
    }
    return clauses;
  }
  std::vector<Item<bool>> items;
  for (const StateCase& state : table.states())
    items.push_back({&state.control, &state.ranks, (state.fails >> number & 1U) != 0});
  const auto leaves = Fails(theory.variables, &same).divide(std::move(items));
  for (const auto& one : leaves) {
    if (!one.outcome) continue;
    for (const auto& other : leaves) {
      const bool of_two = statement.by == Quantifier::at_most_one;
      if (of_two ? !other.outcome : &other != &one) continue;
      Cube cube(presence);
      OfProcess first(cube, theory, slots);
      first.add(one.guard);
      if (of_two) {
        OfProcess second(cube, theory, slots);
        second.add(other.guard);
        cube.different.emplace_back(first.process(), second.process());
      }
      refute(cube, theory.relations, clauses);
    }
  }
  return clauses;
}

class StandardGoals {
 public:
  StandardGoals(const HandlerTable& table, const Theory& theory, std::set<std::size_t>& presence)
      : theory_(theory), presence_(presence), slots_(table.slots({.kind = Event::Kind::start})) {
    StateDecisions decisions(theory.variables, &join);
    std::vector<Item<Says>> items;
    for (const StateCase& state : table.states())
      items.push_back(
          {&state.control, &state.ranks, {state.leads, state.belief, state.believes_nobody, state.errs}});
    leaves_ = decisions.divide(std::move(items));
  }

  std::vector<Clause> unique_leader() const {
    std::vector<Clause> clauses;
    for (const auto& one : leaves_) {
      for (const auto& other : leaves_) {
        if (!one.outcome.leads || !other.outcome.leads) continue;
        Cube cube(presence_);
        OfProcess first(cube, theory_, slots_);
        first.add(one.guard);
        OfProcess second(cube, theory_, slots_);
        second.add(other.guard);
        cube.different.emplace_back(first.process(), second.process());
        refute(cube, theory_.relations, clauses);
      }
    }
    return clauses;
  }

  std::vector<Clause> max_id(bool largest) const {
    std::vector<Clause> clauses = never(&Says::believes_nobody);
    for (const auto& leaf : leaves_) {
      for (const bool of_belief : {false, true}) {
        if (of_belief ? believes(leaf) : leaf.outcome.leads) {
          Cube cube(presence_);
          OfProcess process(cube, theory_, slots_);
          process.add(leaf.guard);
          const std::uint8_t who = of_belief ? process.slot(believed(leaf)) : process.process();
          const std::uint8_t other = cube.variable();
          if (largest)
            cube.add(true, below, {who, other});
          else
            cube.add(true, below, {other, who});
          refute(cube, theory_.relations, clauses);
        }
      }
    }
    return clauses;
  }

  std::vector<Clause> agreement() const {
    std::vector<Clause> clauses;
    for (const auto& one : leaves_) {
      for (const auto& other : leaves_) {
        const bool in_nobody = one.outcome.believes_nobody;
        if (!(believes(one) || in_nobody) || !believes(other)) continue;
        Cube cube(presence_);
        OfProcess first(cube, theory_, slots_);
        first.add(one.guard);
        OfProcess second(cube, theory_, slots_);
        second.add(other.guard);
        cube.different.emplace_back(first.process(), second.process());
        if (!in_nobody) cube.different.emplace_back(first.slot(believed(one)), second.slot(believed(other)));
        refute(cube, theory_.relations, clauses);
      }
    }
    return clauses;
  }

  // No process is in a state of which nothing can be asked.
  std::vector<Clause> no_error() const { return never(&Says::errs); }

 private:
  using Leaf = StateDecisions::Leaf;
  static bool believes(const Leaf& leaf) { return (leaf.outcome.belief & nobody) == 0; }
  static std::size_t believed(const Leaf& leaf) { return first_slot(leaf.outcome.belief); }
  std::vector<Clause> never(bool Says::*what) const {
    std::vector<Clause> clauses;
    for (const Leaf& leaf : leaves_) {
      if (!(leaf.outcome.*what)) continue;
      Cube cube(presence_);
      OfProcess(cube, theory_, slots_).add(leaf.guard);
      refute(cube, theory_.relations, clauses);
    }
    return clauses;
  }

  const Theory& theory_;
  std::set<std::size_t>& presence_;
  const std::vector<Slot> slots_;
  std::vector<Leaf> leaves_;
};

}  // namespace

Goals goals_of(const HandlerTable& table, const Theory& theory) {
  const Model& model = table.model();
  Goals goals;
  const StandardGoals standard(table, theory, goals.presence);
  goals.errors = standard.no_error();
  const std::vector<Statement> statements = model.program->statements();
  for (const Property& property : model.properties) {
    if (property.kind != PropertyKind::safety) continue;
    Goal goal{.name = std::string(property.name), .says = std::string(property.says)};
    try {
      switch (property.id) {
        case PropertyId::unique_leader:
          goal.clauses = standard.unique_leader();
          break;
        case PropertyId::max_id:
          if (model.elects != Elects::largest && model.elects != Elects::smallest)
            throw NotProvable("it asks who has started");
          goal.clauses = standard.max_id(model.elects == Elects::largest);
          break;
        case PropertyId::agreement:
          goal.clauses = standard.agreement();
          break;
        case PropertyId::irrevocable:
        case PropertyId::assertions:
        case PropertyId::no_exception:
          goal.of_steps = true;
          break;
        case PropertyId::no_stray_message:
          throw NotProvable("it speaks of rounds");
        default: {
          const std::size_t number = static_cast<std::size_t>(property.id) - standard_count;
          goal.of_steps = statements[number].form == Form::every_step;
          if (!goal.of_steps) goal.clauses = own(table, theory, number, statements[number], goals.presence);
        }
      }
      goal.clauses.insert(goal.clauses.end(), goals.errors.begin(), goals.errors.end());
    } catch (const NotProvable& why) {
      goal.unproved = why.what();
    }
    goals.all.push_back(std::move(goal));
  }
  return goals;
}

}  // namespace conclave::proof
