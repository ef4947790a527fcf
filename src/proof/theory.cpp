#include "proof/theory.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>

#include "proof/decisions.hpp"
#include "proof/goals.hpp"

namespace conclave::proof {
namespace {

// What several runs of a handler have in common, as far as one rule can say it.
struct Common {
  struct Value {
    bool stays = false;
    std::int32_t value = -1;  // -1: not the same one
  };
  std::vector<Value> values = {};
  std::vector<Candidates> names;
  std::vector<Effect::Sent> sent;
  std::vector<std::string> breaks;
  std::string error;
};

Common common_of(const Effect& effect, const Parts& control, const std::vector<Variable>& variables) {
  Common common{.names = effect.names, .sent = effect.sent, .breaks = effect.breaks, .error = effect.error};
  for (std::size_t v = 0; v < effect.values.size(); ++v) {
    if (variables[v].is_name)
      common.values.push_back({.stays = true});
    else
      common.values.push_back({effect.values[v] == control[v], effect.values[v]});
  }
  return common;
}

bool join(Common& one, const Common& other) {
  if (one.breaks != other.breaks || one.error.empty() != other.error.empty() ||
      one.sent.size() != other.sent.size() || one.values.size() != other.values.size())
    return false;
  for (std::size_t v = 0; v < one.values.size(); ++v) {
    auto& value = one.values[v];
    value.stays &= other.values[v].stays;
    if (value.value != other.values[v].value) value.value = -1;
    if (!value.stays && value.value < 0) return false;
    const bool is_name = one.names[v] != 0;
    one.names[v] &= other.names[v];
    if (is_name && one.names[v] == 0) return false;
  }
  for (std::size_t k = 0; k < one.sent.size(); ++k) {
    Effect::Sent& sent = one.sent[k];
    if (sent.kind != other.sent[k].kind || (sent.to &= other.sent[k].to) == 0) return false;
    for (std::size_t v = 0; v < sent.names.size(); ++v) {
      const bool is_name = sent.names[v] != 0;
      sent.names[v] &= other.sent[k].names[v];
      if (is_name && sent.names[v] == 0) return false;
    }
  }
  return true;
}

std::optional<std::vector<Common>> join_all(std::vector<Common> one, const std::vector<Common>& other) {
  if (one.size() != other.size()) return {};
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (!join(one[k], other[k])) return {};
  }
  return one;
}

Rule rule_of(const Event& event, const std::vector<Slot>& slots, std::vector<Test> guard,
             const Common& common, const std::vector<Variable>& variables) {
  Rule rule{.event = event, .slots = slots, .guard = std::move(guard)};
  rule.breaks = common.breaks;
  rule.error = common.error;
  for (std::size_t v = 0; v < common.values.size(); ++v) {
    if (!variables[v].is_name) {
      if (!common.values[v].stays)
        rule.changes.push_back({v, Change::To::value, static_cast<std::size_t>(common.values[v].value)});
    } else if ((common.names[v] & stays) == 0) {
      if ((common.names[v] & nobody) != 0)
        rule.changes.push_back({v, Change::To::nobody});
      else
        rule.changes.push_back({v, Change::To::name, first_slot(common.names[v])});
    }
  }
  for (const Effect::Sent& sent : common.sent) {
    Delivery delivery{.kind = sent.kind, .to = first_slot(sent.to)};
    for (const Candidates names : sent.names) {
      if (names != 0) delivery.names.push_back(first_slot(names));
    }
    rule.sent.push_back(std::move(delivery));
  }
  return rule;
}

std::vector<Rule> rules_of(const HandlerTable& table, const LeftOut& left_out) {
  const std::vector<Variable>& variables = table.state().variables();
  Decisions<std::vector<Common>, decltype(&join_all)> decisions(variables, &join_all);
  std::vector<Rule> rules;
  for (const auto& [event, cases] : table.cases()) {
    std::vector<Item<std::vector<Common>>> items;
    for (const Case& each : cases) {
      if (left_out && left_out(event, each)) continue;
      auto& item = items.emplace_back(Item<std::vector<Common>>{&each.control, &each.ranks, {}});
      for (const Effect& effect : each.effects)
        item.outcome.push_back(common_of(effect, each.control, variables));
    }
    for (const auto& leaf : decisions.divide(std::move(items))) {
      for (const Common& common : leaf.outcome)
        rules.push_back(rule_of(event, table.slots(event), leaf.guard, common, variables));
    }
  }
  // A step that changes nothing, sends nothing and breaks nothing is none.
  std::erase_if(rules,
                [](const Rule& rule) { return rule.changes.empty() && rule.sent.empty() && !rule.is_bad(); });
  return rules;
}

// A name that SMT-LIB and Ivy take, that means nothing to them, and that none of our own names is.
class Symbols {
 public:
  std::string of(std::string name) {
    std::ranges::replace_if(
        name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    name.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(name.front())));
    // Constants of ours begin so, or end with a digit, and what is so after a step ends so.
    if (!std::islower(static_cast<unsigned char>(name.front())) || name.starts_with("its_"))
      name = "v" + name;
    if (std::isdigit(static_cast<unsigned char>(name.back())) || name.ends_with("_after")) name += "_";
    while (reserved().contains(name) || !taken_.insert(name).second) name += "_";
    return name;
  }

 private:
  static const std::set<std::string>& reserved() {
    static const std::set<std::string> words{
        "action",     "after",    "and",      "as",        "assert",    "assume",   "axiom",    "before",
        "below",      "between",  "call",     "concept",   "define",    "distinct", "else",     "entry",
        "exists",     "export",   "false",    "forall",    "function",  "if",       "implies",  "import",
        "individual", "init",     "instance", "interpret", "invariant", "isolate",  "ite",      "largest",
        "let",        "local",    "macro",    "match",     "method",    "mixin",    "module",   "new",
        "next",       "not",      "null",     "object",    "of",        "old",      "or",       "par",
        "parameter",  "previous", "private",  "process",   "progress",  "property", "relation", "rely",
        "returns",    "self",     "set",      "some",      "state",     "struct",   "subclass", "then",
        "this",       "true",     "type",     "update",    "using",     "var",      "while",    "with",
        "xor"};
    return words;
  }

  std::set<std::string> taken_;
};

void add_variables(Theory& theory, const HandlerTable& table, Symbols& symbols) {
  for (std::size_t v = 0; v < theory.variables.size(); ++v) {
    const Variable& variable = theory.variables[v];
    auto& by_value = theory.value_relations.emplace_back(variable.values.size(), Theory::none);
    theory.name_relations.push_back(Theory::none);
    theory.presence_relations.push_back(Theory::none);
    const auto add = [&](const std::string& name, const std::string& says, std::size_t arity) {
      theory.relations.push_back({.of = arity == 1 ? Relation::Of::value : Relation::Of::name,
                                  .name = symbols.of(name),
                                  .says = says,
                                  .arity = arity,
                                  .field = v});
      return theory.relations.size() - 1;
    };
    std::set<std::int32_t> seen;
    for (const Parts& control : table.controls()) seen.insert(control[v]);
    if (variable.is_name) {
      theory.name_relations[v] = add(variable.name, "$1." + variable.name + " = $2", 2);
      continue;
    }
    if (seen.size() < 2) continue;
    const bool is_truth = variable.codes.size() == 2 && variable.values.back() == "true";
    // Of two values, one is that the other is not there.
    const bool one_will_do = seen.size() == 2 && (is_truth || variable.is_presence || seen.contains(0)) &&
                             (is_truth || variable.is_presence || variable.may_be_absent);
    for (const std::int32_t value : seen) {
      if (one_will_do && value == *seen.begin()) continue;
      const std::string& named = variable.values[static_cast<std::size_t>(value)];
      const bool alone = is_truth && one_will_do;
      by_value[static_cast<std::size_t>(value)] = add(variable.name + (alone ? "" : "_" + named),
                                                      "$1." + variable.name +
                                                          (alone                  ? ""
                                                           : variable.is_presence ? " is " + named
                                                                                  : " = " + named),
                                                      1);
    }
  }
}

void add_messages(Theory& theory, const HandlerTable& table, Symbols& symbols) {
  const std::vector<Variable>& variables = table.message().variables();
  std::set<std::string> taken;
  for (const MessageKind& kind : theory.kinds) {
    std::string name = "message";
    std::string rest;
    std::size_t names = 0;
    for (std::size_t v = 0; v < variables.size(); ++v) {
      const Variable& variable = variables[v];
      const auto value = static_cast<std::size_t>(kind.parts[v]);
      if (variable.is_name) {
        names += value;
        continue;
      }
      const std::string& named = variable.values[value];
      if (variable.name == "kind")
        name = named;
      else if (named == "true" || named == "set")
        rest += "_" + variable.name;
      else if (named != "false" && named != "none" && named != "unset")
        rest += "_" + named;
    }
    name += rest;
    if (theory.two_way && kind.port >= 0) name += kind.port == 0 ? "_from_next" : "_from_previous";
    while (!taken.insert(name).second) name += "_other";
    if (names + 1 > most_places) throw NotProvable("a message carries more than three identifiers");
    std::string says = name + "(";
    for (std::size_t at = 0; at < names; ++at) says += (at == 0 ? "$" : ", $") + std::to_string(at + 2);
    says += ")";
    theory.message_relations.push_back(theory.relations.size());
    theory.relations.push_back({.of = Relation::Of::message,
                                .name = symbols.of("pending_" + name),
                                .says = says + " is on its way to $1",
                                .arity = names + 1});
  }
}

void add_presence(Theory& theory, const std::set<std::size_t>& variables, Symbols& symbols) {
  for (const std::size_t v : variables) {
    const std::string& name = theory.variables[v].name;
    theory.presence_relations[v] = theory.relations.size();
    theory.relations.push_back({.of = Relation::Of::value,
                                .name = symbols.of(name + "_is_set"),
                                .says = "$1." + name + " is set",
                                .arity = 1,
                                .field = v});
  }
}

}  // namespace

Theory theory_of(const HandlerTable& table, const LeftOut& left_out) {
  Theory theory{.model = &table.model(),
                .two_way = table.two_way(),
                .knows_largest = table.knows_largest(),
                .relations = {{Relation::Of::order, "below", "$1 < $2", 2},
                              {Relation::Of::ring, "between", "$2 lies between $1 and $3", 3}},
                .variables = table.state().variables(),
                .kinds = table.kinds(),
                .initially = table.initially(),
                .initial_slots = table.slots({.kind = Event::Kind::start}),
                .rules = rules_of(table, left_out)};
  Symbols symbols;
  add_variables(theory, table, symbols);
  add_messages(theory, table, symbols);
  Goals goals = goals_of(table, theory);
  if (!goals.presence.empty()) {
    add_presence(theory, goals.presence, symbols);
    goals = goals_of(table, theory);
  }
  theory.goals = std::move(goals.all);
  theory.errors = std::move(goals.errors);
  return theory;
}

}  // namespace conclave::proof
