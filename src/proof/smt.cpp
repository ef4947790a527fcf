#include "proof/smt.hpp"

#include <algorithm>

#include "proof/steps.hpp"

namespace conclave::proof {
namespace {

std::string declared(const Relation& relation) {
  std::string text = "(declare-fun " + relation.name + " (";
  for (std::size_t at = 0; at < relation.arity; ++at) text += at == 0 ? "process" : " process";
  return text + ") Bool)\n";
}

std::string variables(std::size_t count) {
  std::string text = "(";
  for (std::size_t v = 0; v < count; ++v) text += (v == 0 ? "(X" : " (X") + std::to_string(v) + " process)";
  return text + ")";
}

std::string next_to(const std::string& from, const std::string& to) {
  return "(forall ((X process)) (or (= X " + from + ") (= X " + to + ") (between " + from + " " + to +
         " X)))";
}

}  // namespace

std::string Smt::preamble() const {
  std::string text = "(declare-sort process 0)\n";
  for (const Relation& relation : theory_.relations) text += declared(relation);
  text +=
      "; Identifiers are in a total order.\n"
      "(assert (forall ((X process)) (not (below X X))))\n"
      "(assert (forall ((X process) (Y process) (Z process)) (=> (and (below X Y) (below Y Z)) (below X "
      "Z))))\n"
      "(assert (forall ((X process) (Y process)) (or (= X Y) (below X Y) (below Y X))))\n"
      "; Processes are on a ring.\n"
      "(assert (forall ((X process) (Y process) (Z process)) (=> (between X Y Z) (between Y Z X))))\n"
      "(assert (forall ((X process) (Y process) (Z process)) (=> (between X Y Z) (not (between X Z Y)))))\n"
      "(assert (forall ((W process) (X process) (Y process) (Z process))\n"
      "  (=> (and (between W X Y) (between W Y Z)) (between W X Z))))\n"
      "(assert (forall ((X process) (Y process) (Z process))\n"
      "  (=> (between X Y Z) (and (distinct X Y) (distinct Y Z) (distinct X Z)))))\n"
      "(assert (forall ((X process) (Y process) (Z process))\n"
      "  (or (= X Y) (= Y Z) (= X Z) (between X Y Z) (between X Z Y))))\n";
  if (theory_.knows_largest)
    text +=
        "(declare-const largest process)\n"
        "(assert (forall ((X process)) (or (= X largest) (below X largest))))\n";
  return text;
}

std::string Smt::initial() const {
  std::string text = "; Nothing has happened.\n";
  const auto all = [](const std::string& of, const std::string& formula) {
    return "(assert (forall (" + of + ") " + formula + "))\n";
  };
  for (std::size_t v = 0; v < theory_.variables.size(); ++v) {
    if (!theory_.variables[v].is_name) {
      const auto& by_value = theory_.value_relations[v];
      for (std::size_t value = 0; value < by_value.size(); ++value) {
        if (by_value[value] == Theory::none) continue;
        const std::string holds = "(" + theory_.relations[by_value[value]].name + " X)";
        const bool is = static_cast<std::int32_t>(value) == theory_.initially.values[v];
        text += all("(X process)", is ? holds : "(not " + holds + ")");
      }
      continue;
    }
    const std::string holds = "(" + theory_.relations[theory_.name_relations[v]].name + " X Y)";
    const Candidates names = theory_.initially.names[v];
    if (theory_.presence_relations[v] != Theory::none) {
      const std::string is_set = "(" + theory_.relations[theory_.presence_relations[v]].name + " X)";
      text += all("(X process)", (names & nobody) == 0 ? is_set : "(not " + is_set + ")");
    }
    if ((names & nobody) != 0) {
      text += all("(X process) (Y process)", "(not " + holds + ")");
      continue;
    }
    switch (theory_.initial_slots[first_slot(names)].of) {
      case Slot::Of::self:
        text += all("(X process) (Y process)", "(= " + holds + " (= X Y))");
        break;
      case Slot::Of::next:
        text += all("(X process) (Y process) (Z process)",
                    "(=> " + holds + " (or (= Z X) (= Z Y) (between X Y Z)))");
        break;
      case Slot::Of::previous:
        text += all("(X process) (Y process) (Z process)",
                    "(=> " + holds + " (or (= Z X) (= Z Y) (between Y X Z)))");
        break;
      default:
        text += all("(X process) (Y process)", "(= " + holds + " (= Y largest))");
    }
  }
  for (const std::size_t relation : theory_.message_relations) {
    std::string of;
    std::string named = "(" + theory_.relations[relation].name;
    for (std::size_t at = 0; at < theory_.relations[relation].arity; ++at) {
      const std::string name = "X" + std::to_string(at);
      of += (at == 0 ? "(" : " (") + name + " process)";
      named += " " + name;
    }
    text += all(of, "(not " + named + "))");
  }
  return text;
}

std::string Smt::slot(const Rule& rule, std::size_t slot) const {
  const Slot& its = rule.slots[slot];
  switch (its.of) {
    case Slot::Of::self:
      return "self";
    case Slot::Of::next:
      return "next";
    case Slot::Of::previous:
      return "previous";
    case Slot::Of::largest:
      return "largest";
    case Slot::Of::variable:
      return "its_" + theory_.relations[theory_.name_relations[its.variable]].name;
    case Slot::Of::message:
      break;
  }
  return "message" + std::to_string(its.input) + "_" + std::to_string(its.variable);
}

std::string Smt::is_value(std::size_t variable, std::size_t value, const std::string& process) const {
  const auto& by_value = theory_.value_relations[variable];
  if (by_value[value] != Theory::none)
    return "(" + theory_.relations[by_value[value]].name + " " + process + ")";
  std::string text = "(and true";
  for (const std::size_t other : by_value) {
    if (other != Theory::none) text += " (not (" + theory_.relations[other].name + " " + process + "))";
  }
  return text + ")";
}

std::string Smt::step(const Rule& rule) const {
  const std::vector<bool> used = used_slots(rule);
  std::string text;
  const auto say = [&text](const std::string& formula) { text += "(assert " + formula + ")\n"; };
  for (std::size_t slot = 0; slot < rule.slots.size(); ++slot) {
    if (used[slot] && rule.slots[slot].of != Slot::Of::largest)
      text += "(declare-const " + this->slot(rule, slot) + " process)\n";
  }
  std::vector<std::string> messages;
  for (const std::size_t kind : rule.event.inputs)
    messages.push_back("(" + theory_.relations[theory_.message_relations[kind]].name + " self");
  for (std::size_t slot = 0; slot < rule.slots.size(); ++slot) {
    const Slot& its = rule.slots[slot];
    const std::string name = this->slot(rule, slot);
    if (its.of == Slot::Of::message) messages[its.input] += " " + name;
    if (!used[slot]) continue;
    if (its.of == Slot::Of::next) say(next_to("self", name));
    if (its.of == Slot::Of::previous) say(next_to(name, "self"));
    if (its.of == Slot::Of::variable)
      say("(" + theory_.relations[theory_.name_relations[its.variable]].name + " self " + name + ")");
  }
  for (const std::string& message : messages) say(message + ")");
  for (const Test& test : rule.guard) {
    std::string formula;
    switch (test.of) {
      case Test::Of::value:
        formula = is_value(test.first, test.second, "self");
        break;
      case Test::Of::name: {
        const std::string& relation = theory_.relations[theory_.name_relations[test.first]].name;
        formula = "(exists ((X process)) (" + relation + " self X))";
        if (const std::size_t presence = theory_.presence_relations[test.first]; presence != Theory::none) {
          const std::string is_set = "(" + theory_.relations[presence].name + " self)";
          say(test.positive ? is_set : "(not " + is_set + ")");
        }
        break;
      }
      case Test::Of::less:
        formula = "(below " + slot(rule, test.first) + " " + slot(rule, test.second) + ")";
        break;
      case Test::Of::equal:
        formula = "(= " + slot(rule, test.first) + " " + slot(rule, test.second) + ")";
    }
    say(test.positive ? formula : "(not " + formula + ")");
  }
  for (const Change& change : rule.changes) {
    const auto define = [&](std::size_t relation, const std::string& then) {
      const std::string& name = theory_.relations[relation].name;
      const bool of_one = theory_.relations[relation].arity == 1;
      text += "(define-fun " + name + "_after (" + (of_one ? "(X process)" : "(X process) (Y process)") +
              ") Bool (ite (= X self) " + then + " (" + name + (of_one ? " X)" : " X Y)") + "))\n";
    };
    if (change.to == Change::To::value) {
      const auto& by_value = theory_.value_relations[change.variable];
      for (std::size_t value = 0; value < by_value.size(); ++value) {
        if (by_value[value] != Theory::none) define(by_value[value], value == change.what ? "true" : "false");
      }
    } else {
      const bool is_set = change.to == Change::To::name;
      define(theory_.name_relations[change.variable],
             is_set ? "(= Y " + slot(rule, change.what) + ")" : "false");
      if (theory_.presence_relations[change.variable] != Theory::none)
        define(theory_.presence_relations[change.variable], is_set ? "true" : "false");
    }
  }
  std::vector<std::size_t> sent;
  for (const Delivery& delivery : rule.sent) {
    if (std::ranges::find(sent, delivery.kind) == sent.end()) sent.push_back(delivery.kind);
  }
  for (const std::size_t kind : sent) {
    const Relation& relation = theory_.relations[theory_.message_relations[kind]];
    std::string of;
    std::string before = "(" + relation.name;
    for (std::size_t at = 0; at < relation.arity; ++at) {
      of += (at == 0 ? "(X" : " (X") + std::to_string(at) + " process)";
      before += " X" + std::to_string(at);
    }
    text += "(define-fun " + relation.name + "_after (" + of + ") Bool (or " + before + ")";
    for (const Delivery& delivery : rule.sent) {
      if (delivery.kind != kind) continue;
      text += " (and (= X0 " + slot(rule, delivery.to) + ")";
      for (std::size_t at = 0; at < delivery.names.size(); ++at)
        text += " (= X" + std::to_string(at + 1) + " " + slot(rule, delivery.names[at]) + ")";
      text += ")";
    }
    text += "))\n";
  }
  return text;
}

bool Smt::changes(const Rule& rule, std::size_t relation) const {
  if (relation <= between) return false;
  const Relation& of = theory_.relations[relation];
  if (of.of == Relation::Of::message)
    return std::ranges::any_of(rule.sent, [&](const Delivery& delivery) {
      return theory_.message_relations[delivery.kind] == relation;
    });
  return std::ranges::any_of(rule.changes, [&](const Change& change) { return change.variable == of.field; });
}

std::string Smt::atom(const Literal& literal, const std::vector<std::string>& names, When when,
                      const Rule* rule) const {
  const Relation& relation = theory_.relations[literal.relation];
  std::string text = "(" + relation.name;
  if (when == When::after && changes(*rule, literal.relation)) text += "_after";
  for (std::size_t at = 0; at < relation.arity; ++at) text += " " + names[literal.of[at]];
  text += ")";
  return literal.positive ? text : "(not " + text + ")";
}

std::string Smt::literals(const Clause& clause, const std::vector<std::string>& names, When when,
                          const Rule* rule) const {
  std::string text;
  for (const Literal& literal : clause.literals) text += " " + atom(literal, names, when, rule);
  return text;
}

std::string Smt::clause(const Clause& clause, When when, const Rule* rule) const {
  std::vector<std::string> names;
  for (std::size_t v = 0; v < clause.variables; ++v) names.push_back("X" + std::to_string(v));
  std::string same;
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b) same += " (= " + names[a] + " " + names[b] + ")";
  }
  return "(forall " + variables(clause.variables) + " (or false" + same +
         literals(clause, names, when, rule) + "))";
}

std::string Smt::violated(const Clause& clause, When when, const Rule* rule) const {
  std::vector<std::string> names;
  for (std::size_t v = 0; v < clause.variables; ++v) names.push_back(witness(v));
  std::string text = "(and true";
  for (std::size_t a = 0; a < names.size(); ++a) {
    for (std::size_t b = a + 1; b < names.size(); ++b) text += " (not (= " + names[a] + " " + names[b] + "))";
  }
  return text + " (not (or false" + literals(clause, names, when, rule) + ")))";
}

}  // namespace conclave::proof
