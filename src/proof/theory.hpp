// A model in first-order logic: which relations there are, how a ring begins, its steps as rules, and the
// properties as clauses (docs/semantics/proofs.md).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "proof/clause.hpp"
#include "proof/handler_table.hpp"
#include "proof/rule.hpp"

namespace conclave::proof {

// What is to be proved of a property: clauses that hold always, or that no step breaks it.
struct Goal {
  std::string name;
  std::string says;
  std::vector<Clause> clauses = {};
  bool of_steps = false;      // then Rule::breaks names it
  std::string unproved = {};  // not empty: why no proof can speak of it
};

struct Theory {
  const Model* model = nullptr;
  bool two_way = false;
  bool knows_largest = false;
  std::vector<Relation> relations;
  std::vector<Variable> variables;
  std::vector<MessageKind> kinds;
  std::vector<std::size_t> message_relations = {};  // by kind
  std::vector<std::vector<std::size_t>> value_relations =
      {};                                        // by variable and value; `none` where there is none
  std::vector<std::size_t> name_relations = {};  // by variable; `none`
  Effect initially;
  std::vector<Slot> initial_slots;  // of which its names speak
  std::vector<Rule> rules;
  // By variable: that it holds an identifier. It is there where that matters to a goal; else `none`.
  std::vector<std::size_t> presence_relations = {};
  std::vector<Goal> goals = {};
  std::vector<Clause> errors = {};  // as Goals has it

  static constexpr std::size_t none = 0;  // the relation `below` is of no variable
};

// Which cases of a handler are left out, in tests only.
using LeftOut = std::function<bool(const Event&, const Case&)>;
// Throws NotProvable, ModelError.
Theory theory_of(const HandlerTable&, const LeftOut& = {});

}  // namespace conclave::proof
