#include "proof/sentences.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace conclave::proof {
namespace {

// Letters in the order in which a sentence needs them.
class Letters {
 public:
  std::string of(std::uint8_t variable) {
    const auto [known, is_new] = letters_.emplace(variable, static_cast<char>('A' + letters_.size()));
    return std::string(1, known->second);
  }

 private:
  std::map<std::uint8_t, char> letters_;
};

// What a relation says, with names in place of $1, $2, ...
template <class Name>
std::string filled(const Relation& relation, const std::array<std::uint8_t, most_places>& of,
                   const Name& name) {
  std::string text;
  for (std::size_t at = 0; at < relation.says.size(); ++at) {
    const char c = relation.says[at];
    if (c == '$' && at + 1 < relation.says.size() && relation.says[at + 1] >= '1' &&
        relation.says[at + 1] <= '4')
      text += name(of[static_cast<std::size_t>(relation.says[++at] - '1')]);
    else
      text += c;
  }
  return text;
}

std::string joined(const std::vector<std::string>& parts, const std::string& word) {
  std::string text;
  for (std::size_t at = 0; at < parts.size(); ++at) {
    if (at > 0) text += at + 1 == parts.size() ? " " + word + " " : ", ";
    text += parts[at];
  }
  return text;
}

// The opposite of an order or of a place on the ring, for different processes.
Literal turned(Literal literal) {
  if (literal.relation == below)
    std::swap(literal.of[0], literal.of[1]);
  else
    std::swap(literal.of[1], literal.of[2]);
  return literal;
}

}  // namespace

std::string sentence(const Clause& clause, const std::vector<Relation>& relations) {
  std::vector<Literal> conditions;   // all of these...
  std::vector<Literal> conclusions;  // ...and then one of these
  std::array<int, most_variables> spoken_of{};
  for (const Literal& literal : clause.literals) {
    if (literal.relation <= between) continue;
    (literal.positive ? conclusions : conditions).push_back(literal);
    for (std::size_t at = 0; at < relations[literal.relation].arity; ++at) ++spoken_of[literal.of[at]];
  }
  const bool of_state = !conclusions.empty();
  for (const Literal& literal : clause.literals) {
    if (literal.relation == between) {
      // Said of the one of whom least is said.
      Literal ring = turned(literal);
      while (spoken_of[ring.of[1]] > spoken_of[ring.of[0]] || spoken_of[ring.of[1]] > spoken_of[ring.of[2]])
        std::rotate(ring.of.begin(), ring.of.begin() + 1, ring.of.begin() + 3);
      conditions.push_back(ring);
    } else if (literal.relation == below) {
      if (of_state)
        conditions.push_back(turned(literal));
      else
        conclusions.push_back(literal);
    }
  }
  Letters letters;
  const auto say = [&](const std::vector<Literal>& literals) {
    std::vector<std::string> parts;
    for (const Literal& literal : literals)
      parts.push_back(filled(relations[literal.relation], literal.of,
                             [&](std::uint8_t variable) { return letters.of(variable); }));
    return parts;
  };
  const std::vector<std::string> given = say(conditions);
  const std::vector<std::string> then = say(conclusions);
  if (given.empty()) return "Always " + joined(then, "or") + ".";
  if (then.empty()) return (given.size() == 1 ? "Never " : "Never both ") + joined(given, "and") + ".";
  return "If " + joined(given, "and") + ", then " + joined(then, "or") + ".";
}

bool is_about_one_variable(const Clause& clause, const std::vector<Relation>& relations) {
  const Literal& one = clause.literals.front();
  const auto is_of = [&](const Literal& literal, Relation::Of of) {
    return relations[literal.relation].of == of;
  };
  // How numbers compare is an order.
  if (std::ranges::all_of(clause.literals, [&](const Literal& literal) {
        return is_of(literal, Relation::Of::number) && literal.relation == one.relation;
      }))
    return true;
  return clause.literals.size() == 2 && std::ranges::all_of(clause.literals, [&](const Literal& literal) {
           return !literal.positive &&
                  (is_of(literal, Relation::Of::value) || is_of(literal, Relation::Of::name)) &&
                  literal.of[0] == one.of[0] &&
                  relations[literal.relation].field == relations[one.relation].field;
         });
}

std::string name_in(const Ring& ring, std::uint8_t process) {
  return std::to_string(ring.ranks()[process] + 1);
}

namespace {

std::string message_words(const Ring& ring, const Relation& relation,
                          const std::array<std::uint8_t, most_places>& of) {
  std::string text = filled(relation, of, [&](std::uint8_t who) { return name_in(ring, who); });
  return text.substr(0, text.find(')') + 1);
}

std::string variables_of(const Ring& ring, std::uint8_t process, const Theory& theory) {
  const Steps steps(theory);
  std::vector<std::string> parts;
  for (std::size_t v = 0; v < theory.variables.size(); ++v) {
    const Variable& variable = theory.variables[v];
    if (variable.is_name) {
      for (std::uint8_t who = 0; who < ring.size(); ++who) {
        if (ring.holds(theory.name_relations[v], {process, who}))
          parts.push_back(variable.name + " = " + name_in(ring, who));
      }
      continue;
    }
    const bool varies = std::ranges::any_of(theory.value_relations[v],
                                            [](std::size_t relation) { return relation != Theory::none; });
    for (std::size_t value = 0; value < variable.values.size() && varies; ++value) {
      if (!steps.has_value(ring, process, v, value)) continue;
      const std::string& named = variable.values[value];
      const bool is_truth = variable.values.size() == 2 && variable.values.back() == "true";
      if (is_truth && named == "true") parts.push_back(variable.name);
      if (!is_truth && named != "none" && named != "unset") parts.push_back(variable.name + " = " + named);
      if (theory.value_relations[v][value] == Theory::none) break;
    }
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text.empty() ? "-" : text;
}

std::string waiting_for(const Ring& ring, std::uint8_t process, const Theory& theory) {
  std::string text;
  for (const std::size_t r : theory.message_relations) {
    const std::size_t arity = theory.relations[r].arity;
    std::size_t tuples = 1;
    for (std::size_t at = 1; at < arity; ++at) tuples *= ring.size();
    for (std::size_t tuple = 0; tuple < tuples; ++tuple) {
      std::array<std::uint8_t, most_places> of{process};
      std::size_t rest = tuple;
      for (std::size_t at = arity; at-- > 1; rest /= ring.size())
        of[at] = static_cast<std::uint8_t>(rest % ring.size());
      if (ring.holds(r, std::span(of.data(), arity)))
        text += (text.empty() ? "" : ", ") + message_words(ring, theory.relations[r], of);
    }
  }
  return text;
}

}  // namespace

std::string step_words(const Ring& ring, const Application& step, const Theory& theory) {
  const Rule& rule = *step.rule;
  std::string text = name_in(ring, step.self());
  std::string taken;
  for (std::size_t input = 0; input < rule.event.inputs.size(); ++input) {
    std::array<std::uint8_t, most_places> of{step.self()};
    std::size_t at = 1;
    for (std::size_t slot = 0; slot < rule.slots.size(); ++slot) {
      if (rule.slots[slot].of == Slot::Of::message && rule.slots[slot].input == input)
        of[at++] = step.slots[slot];
    }
    taken += (input == 0 ? "" : " and ") +
             message_words(ring, theory.relations[theory.message_relations[rule.event.inputs[input]]], of);
  }
  switch (rule.event.kind) {
    case Event::Kind::start:
      return text + " starts";
    case Event::Kind::own:
      return text + " " + theory.model->program->own_steps()[rule.event.number].name;
    case Event::Kind::receive:
      return text + " receives " + taken;
    case Event::Kind::emit:
      return text + " sends what it has to send";
    case Event::Kind::round:
      return text + " takes part in a round" + (taken.empty() ? ", without a message" : " with " + taken);
  }
  return text;
}

std::string local_words(const Ring& ring, std::uint8_t process, const Theory& theory) {
  const std::string waiting = waiting_for(ring, process, theory);
  return variables_of(ring, process, theory) + (waiting.empty() ? "" : "; on its way to it: " + waiting);
}

std::vector<std::string> picture(const Ring& ring, const Theory& theory, const Ring* before) {
  std::vector<std::string> lines;
  std::string row = "┌→ ";
  std::size_t width = 3;
  for (std::uint8_t process = 0; process < ring.size(); ++process) {
    const std::string name = name_in(ring, process);
    row += (process == 0 ? "" : " → ") + name;
    width += (process == 0 ? 0 : 3) + name.size();
  }
  std::string back = "└";
  for (std::size_t at = 0; at < width; ++at) back += "─";
  if (before == nullptr) lines = {row + " ┐", back + "┘"};
  const auto columns_of = [&](const Ring& of, std::uint8_t process) {
    return std::array{name_in(of, process), variables_of(of, process, theory),
                      waiting_for(of, process, theory)};
  };
  std::size_t widest = 0;
  for (std::uint8_t process = 0; process < ring.size(); ++process)
    widest = std::max(widest, columns_of(ring, process)[1].size());
  for (std::uint8_t process = 0; process < ring.size(); ++process) {
    const auto columns = columns_of(ring, process);
    if (before != nullptr && columns == columns_of(*before, process)) continue;
    std::string line = columns[0] + "  " + columns[1];
    if (!columns[2].empty()) {
      line += std::string(widest - columns[1].size(), ' ') + "   on its way to it: " + columns[2];
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace conclave::proof
