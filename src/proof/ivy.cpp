#include "proof/ivy.hpp"

#include <algorithm>

#include "proof/sentences.hpp"
#include "proof/steps.hpp"

namespace conclave::proof {
namespace {

class Ivy {
 public:
  explicit Ivy(const Proof& proof) : proof_(proof), theory_(proof.theory), smt_(proof.theory) {}

  std::string text() {
    out_ = "#lang ivy1.7\n\n# " + theory_.model->full_name() +
           ", as Conclave proves it. A process stands for its identifier, too.\n\ntype process\n\n";
    for (const Relation& relation : theory_.relations) {
      const std::vector<std::string> names = variables(relation.arity);
      std::string typed;
      for (const std::string& name : names) typed += (typed.empty() ? "" : ", ") + name + ":process";
      say("relation " + relation.name + "(" + typed + ")");
    }
    say("\n# Identifiers are in a total order.");
    say("axiom ~below(X, X)");
    say("axiom below(X, Y) & below(Y, Z) -> below(X, Z)");
    say("axiom X = Y | below(X, Y) | below(Y, X)");
    say("# Processes are on a ring.");
    say("axiom between(X, Y, Z) -> between(Y, Z, X)");
    say("axiom between(X, Y, Z) -> ~between(X, Z, Y)");
    say("axiom between(W, X, Y) & between(W, Y, Z) -> between(W, X, Z)");
    say("axiom between(X, Y, Z) -> X ~= Y & Y ~= Z & X ~= Z");
    say("axiom X = Y | Y = Z | X = Z | between(X, Y, Z) | between(X, Z, Y)");
    if (theory_.knows_largest) say("individual largest:process\naxiom X = largest | below(X, largest)");
    begin();
    for (std::size_t r = 0; r < theory_.rules.size(); ++r) act(theory_.rules[r], r + 1);
    out_ += "\n";
    for (std::size_t k = 0; k < proof_.invariant.size(); ++k) {
      say("# " + sentence(proof_.invariant[k], theory_.relations));
      say("invariant [lemma" + std::to_string(k + 1) + "] " + formula(proof_.invariant[k]));
    }
    return std::move(out_);
  }

 private:
  void say(const std::string& line) { out_ += line + "\n"; }
  static std::vector<std::string> variables(std::size_t count) {
    static const std::vector<std::string> all{"X", "Y", "Z", "W", "V", "U"};
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
  }
  static std::string atom(const std::string& relation, const std::vector<std::string>& of) {
    std::string text;
    for (const std::string& name : of) text += (text.empty() ? "" : ", ") + name;
    return relation + "(" + text + ")";
  }
  std::string name(std::size_t relation) const { return theory_.relations[relation].name; }
  std::string constant(const Rule& rule, std::size_t slot) const {
    return rule.slots[slot].of == Slot::Of::largest ? "largest" : "p_" + smt_.slot(rule, slot);
  }
  std::string is_value(std::size_t variable, std::size_t value, const std::string& process) const {
    const auto& by_value = theory_.value_relations[variable];
    if (by_value[value] != Theory::none) return atom(name(by_value[value]), {process});
    std::string text = "true";
    for (const std::size_t other : by_value) {
      if (other != Theory::none) text += " & ~" + atom(name(other), {process});
    }
    return "(" + text + ")";
  }

  void begin() {
    say("\nafter init {");
    for (std::size_t v = 0; v < theory_.variables.size(); ++v) {
      if (!theory_.variables[v].is_name) {
        const auto& by_value = theory_.value_relations[v];
        for (std::size_t value = 0; value < by_value.size(); ++value) {
          if (by_value[value] == Theory::none) continue;
          const bool is = static_cast<std::int32_t>(value) == theory_.initially.values[v];
          say("  " + atom(name(by_value[value]), {"X"}) + " := " + (is ? "true" : "false") + ";");
        }
        continue;
      }
      const std::string holds = atom(name(theory_.name_relations[v]), {"X", "Y"});
      const Candidates names = theory_.initially.names[v];
      if (theory_.presence_relations[v] != Theory::none)
        say("  " + atom(name(theory_.presence_relations[v]), {"X"}) +
            ((names & nobody) == 0 ? " := true;" : " := false;"));
      if ((names & nobody) != 0) {
        say("  " + holds + " := false;");
        continue;
      }
      const Slot::Of of = theory_.initial_slots[first_slot(names)].of;
      if (of == Slot::Of::self) {
        say("  " + holds + " := X = Y;");
      } else if (of == Slot::Of::largest) {
        say("  " + holds + " := Y = largest;");
      } else {
        say("  " + holds + " := *;");
        say("  assume forall X, Y, Z. " + holds + " -> Z = X | Z = Y | " +
            (of == Slot::Of::next ? "between(X, Y, Z)" : "between(Y, X, Z)") + ";");
      }
    }
    for (const std::size_t relation : theory_.message_relations)
      say("  " + atom(name(relation), variables(theory_.relations[relation].arity)) + " := false;");
    say("}");
  }

  void act(const Rule& rule, std::size_t number) {
    const std::vector<bool> used = used_slots(rule);
    std::string parameters;
    for (std::size_t slot = 0; slot < used.size(); ++slot) {
      if (used[slot] && rule.slots[slot].of != Slot::Of::largest)
        parameters += (parameters.empty() ? "" : ", ") + constant(rule, slot) + ":process";
    }
    const std::string action = "step" + std::to_string(number);
    const std::string self = constant(rule, 0);
    say("\naction " + action + "(" + parameters + ") = {");
    const auto assume = [&](const std::string& formula) { say("  assume " + formula + ";"); };
    std::vector<std::vector<std::string>> messages(rule.event.inputs.size(), {self});
    for (std::size_t slot = 0; slot < used.size(); ++slot) {
      const Slot& its = rule.slots[slot];
      const std::string who = constant(rule, slot);
      if (its.of == Slot::Of::message) messages[its.input].push_back(who);
      if (!used[slot]) continue;
      if (its.of == Slot::Of::next)
        assume("forall X. X = " + self + " | X = " + who + " | between(" + self + ", " + who + ", X)");
      if (its.of == Slot::Of::previous)
        assume("forall X. X = " + self + " | X = " + who + " | between(" + who + ", " + self + ", X)");
      if (its.of == Slot::Of::variable) assume(atom(name(theory_.name_relations[its.variable]), {self, who}));
    }
    for (std::size_t input = 0; input < messages.size(); ++input)
      assume(atom(name(theory_.message_relations[rule.event.inputs[input]]), messages[input]));
    for (const Test& test : rule.guard) {
      std::string formula;
      switch (test.of) {
        case Test::Of::value:
          formula = is_value(test.first, test.second, self);
          break;
        case Test::Of::name:
          formula = "(exists X. " + atom(name(theory_.name_relations[test.first]), {self, "X"}) + ")";
          break;
        case Test::Of::less:
          formula = atom("below", {constant(rule, test.first), constant(rule, test.second)});
          break;
        case Test::Of::equal:
          formula = "(" + constant(rule, test.first) + " = " + constant(rule, test.second) + ")";
      }
      assume(test.positive ? formula : "~" + formula);
      if (test.of == Test::Of::name && theory_.presence_relations[test.first] != Theory::none)
        assume((test.positive ? "" : "~") + atom(name(theory_.presence_relations[test.first]), {self}));
    }
    if (std::ranges::find(proof_.unreachable, &rule) != proof_.unreachable.end()) say("  assert false;");
    change(rule, self);
    say("}\nexport " + action);
  }

  void change(const Rule& rule, const std::string& self) {
    for (const Change& change : rule.changes) {
      if (change.to == Change::To::value) {
        const auto& by_value = theory_.value_relations[change.variable];
        for (std::size_t value = 0; value < by_value.size(); ++value) {
          if (by_value[value] != Theory::none)
            say("  " + atom(name(by_value[value]), {self}) +
                " := " + (value == change.what ? "true" : "false") + ";");
        }
      } else {
        say("  " + atom(name(theory_.name_relations[change.variable]), {self, "X"}) +
            " := " + (change.to == Change::To::name ? "X = " + constant(rule, change.what) : "false") + ";");
      }
    }
    for (const Delivery& delivery : rule.sent) {
      std::vector<std::string> of{constant(rule, delivery.to)};
      for (const std::size_t slot : delivery.names) of.push_back(constant(rule, slot));
      say("  " + atom(name(theory_.message_relations[delivery.kind]), of) + " := true;");
    }
  }

  std::string formula(const Clause& clause) const {
    const std::vector<std::string> names = variables(clause.variables);
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : " | ") + part; };
    for (std::size_t a = 0; a < names.size(); ++a) {
      for (std::size_t b = a + 1; b < names.size(); ++b) add(names[a] + " = " + names[b]);
    }
    for (const Literal& literal : clause.literals) {
      std::vector<std::string> of;
      for (std::size_t at = 0; at < theory_.relations[literal.relation].arity; ++at)
        of.push_back(names[literal.of[at]]);
      add((literal.positive ? "" : "~") + atom(name(literal.relation), of));
    }
    return text;
  }

  const Proof& proof_;
  const Theory& theory_;
  const Smt smt_;
  std::string out_;
};

}  // namespace

std::string ivy_of(const Proof& proof) { return Ivy(proof).text(); }

}  // namespace conclave::proof
