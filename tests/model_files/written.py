"""Random model files, as an author might write them: an algorithm that nobody has thought about, and variants of it with
properties of their own."""
import random

text = """#include <algorithm>
#include <author/model.hpp>
#include <optional>
using namespace conclave;
namespace {{
struct {name} {{
  static constexpr About about{{.name = "{file}", .summary = "random", .source = "{file}", .network = Network::{network},
                               .topology = "{topology}", .initiators = Initiative::any, .processes = {{2, 3}}}};
  struct Message {{ Id id; int tag; int hops; }};
  struct State {{ bool awake = false; int phase = 0; int heard = 0; bool done = false; std::optional<Id> best; }};
  static bool asleep(const State& s) {{ return !s.awake; }}
  {elected}
  static void start(auto& p) {{
    auto& s = p.state;
    s.awake = true;
    {first}
    p.send_all({{p.id, {tag}, 0}});
  }}
  static void receive(auto& p, Message m, [[maybe_unused]] Port from) {{
    auto& s = p.state;
{reactions}
  }}
}};
BOOST_DESCRIBE_STRUCT({name}::Message, (), (id, tag, hops))
BOOST_DESCRIBE_STRUCT({name}::State, (), (awake, phase, heard, done, best))
using State = {name}::State;
const Registration<{name}> registration;

bool near(const auto& g, const auto& holds) {{
  for (const Place p : g.alive())
    for (const Place q : g.neighbours(p))
      if (!g.crashed(q) && !holds(p, q)) return false;
  return true;
}}
bool on_the_way(const auto& g, const auto& holds) {{ return std::ranges::all_of(g.in_flight(), holds); }}
int looked(const auto& g) {{
  int seen = 0;
  for (const Place p : g.alive()) {{
    seen += g.state(p).phase + g.index(p);
    for (const Place q : g.alive()) seen += g.id(p) < g.id(q) ? 1 : 0;
  }}
  return seen + static_cast<int>(g.in_flight().size());
}}
"""
variant = """struct {name} : {base} {{
  static constexpr About about = {base}::about.variant({{.name = "{file}:{short}", .summary = "{short}", .source = "{file}"}});
  static Properties<{name}> properties() {{
    return {{{properties}}};
  }}
}};
const Registration<{name}> registration_{short};
"""

of_state = ["s.phase >= {digit}", "s.best.has_value()", "s.done", "s.awake && s.phase == {digit}", "!s.awake",
            "s.heard % 2 == {bit}", "s.awake && !s.done"]
of_id = ["s.best && *s.best < id", "s.best == id", "!s.best || id <= *s.best", "s.done && s.best && *s.best != id",
         "!s.best || *s.best < id || s.phase > 0"]
of_two = ["a.best == b.best", "a.phase == b.phase || a.done", "!a.best || !b.best || *a.best < *b.best",
          "a.heard <= b.heard + 1", "!(a.done && b.done)", "a.best != b.best || !a.done"]
of_neighbours = ["g.state(p).phase <= g.state(q).phase + 1", "g.state(p).best != g.id(q)",
                 "g.id(p) < g.id(q) || !g.state(p).done", "g.state(p).best == g.state(q).best || g.state(q).awake",
                 "!(g.state(p).best && *g.state(p).best < g.id(q))", "g.state(p).best < g.state(q).best || g.state(p).phase == 0",
                 "g.index(p) < g.index(q) || !g.state(p).best", "g.state(p).best != g.id(q) || g.index(p) != {digit}",
                 "g.state(p, [](const State& s) {{ return s.phase; }}) != 2 || g.state(q, [](const State& s) {{ return s.awake; }})"]
of_message = ["f.message.tag == 0", "f.message.id < g.id(f.to)", "f.message.hops < 2",
              "g.crashed(f.to) || !g.state(f.to).best || f.message.id != *g.state(f.to).best",
              "g.crashed(f.to) || g.state(f.to).phase <= f.message.hops", "f.message.id == g.largest() || f.message.tag < 2"]
of_all = ["g.quiet()", "static_cast<int>(g.alive().size()) > {digit}", "static_cast<int>(g.in_flight().size()) <= {digit} + 1",
          "g.{asks}([](const State& s) {{ return {of_state}; }})", "g.{asks}([](Id id, const State& s) {{ return {of_id}; }})",
          "g.count([&](const State& s) {{ return {of_state} && s.phase >= k; }}) <= {digit}",
          "g.count([](int number) {{ return number > {bit}; }}, [](const State& s) {{ return s.phase + s.heard; }}) <= {digit}",
          "g.none([&](const State& s) {{ return s.best == g.largest() && {of_state}; }})",
          "g.some([&](const State& s) {{ return s.done && g.count([&](const State& o) {{ return o.best == s.best; }}) > {bit}; }})",
          "g.every_two([](const State& a, const State& b) {{ return {of_two}; }})",
          "near(g, [&](Place p, Place q) {{ return {of_neighbours}; }})",
          "near(g, [&](Place p, Place q) {{ return {of_neighbours}; }})",
          "on_the_way(g, [&](const auto& f) {{ return {of_message}; }})"]
asks = ["every", "some", "none", "at_most_one", "exactly_one"]

conditions = ["m.id < p.id", "m.id == p.id", "p.id < m.id", "!s.best", "s.best && *s.best < m.id", "s.best == m.id", "m.tag == {bit}",
              "s.phase == 0", "s.phase > 1", "s.done", "from == p.all_ports()[0]", "s.heard > 1"]
identifiers = ["m.id", "m.id", "p.id", "s.best.value_or(p.id)"]
sends = "if (m.hops < {bit} + 1) p.{how}{{{identifier}, {digit}, m.hops + 1}});"
actions = ["s.best = {identifier};", "s.phase = (s.phase + 1) % 3;", "s.phase = std::min(2, s.phase + 1);", "s.phase = m.tag;",
           "s.done = true;", "s.heard = std::min(3, s.heard + 1);", sends, sends]
# Of whom a process has heard, and what it passes on: without these most algorithms end at once.
hears = ["s.best = m.id;", "if (!s.best) s.best = m.id;", "if (!s.best || *s.best < m.id) s.best = m.id;",
         "if (m.id != p.id) s.best = m.id;"]
passes = ["", "if (m.hops < {few}) p.send_others(from, {{m.id, m.tag, m.hops + 1}});",
          "if (m.hops < {few} && p.id < m.id) p.send_others(from, {{m.id, m.tag, m.hops + 1}});",
          "if (m.hops < 1) p.send_all({{p.id, m.tag, m.hops + 1}});"]
hows = ["send_all(", "send_others(from, ", "send(p.all_ports()[0], "]


class Author:
    def __init__(self, seed):
        self.dice = random.Random(seed)

    def one(self, patterns):
        """One of these, with what stands in its braces filled in."""
        one, number = self.dice.choice, self.dice.randint
        pattern = one(patterns)
        return pattern.format(digit=number(0, 2), bit=number(0, 1), few=number(1, 3), asks=one(asks), how=one(hows),
                              identifier=one(identifiers),
                              **{name: self.one(globals()[name]) if "{" + name + "}" in pattern else ""
                                 for name in ("of_state", "of_id", "of_two", "of_neighbours", "of_message")})

    def holds(self, depth=0):
        if depth == 2 or self.dice.random() < 0.75:
            return self.one(of_all)
        negation = self.dice.choice(["", "", "!"])
        return f"({self.holds(depth + 1)}) {self.dice.choice(['&&', '||'])} {negation}({self.holds(depth + 1)})"

    def reactions(self):
        lines = [f"    {self.one(hears)}", f"    {self.one(passes)}"]
        for _ in range(self.dice.randint(1, 3)):
            condition = self.one(conditions)
            if self.dice.random() < 0.4:
                condition = f"({condition}) {self.dice.choice(['&&', '||'])} ({self.one(conditions)})"
            does = " ".join(self.one(actions) for _ in range(self.dice.randint(1, 3)))
            lines.append(f"    if ({condition}) {{ {does} }}")
        return "\n".join(lines)

    def properties(self):
        """A list of forms, each with its predicates."""
        forms = ["invariant"] * 5 + ["stable", "leads_to", "reachable", "when_quiet"]
        drawn = [self.dice.choice(forms) for _ in range(self.dice.choice([1, 1, 2, 3]))]
        return [(form, self.dice.randint(0, 2), [self.holds() for _ in range(2 if form == "leads_to" else 1)])
                for form in drawn]


def stated(properties, of, opaque):
    """The properties as a model states them. An opaque one says the same, but looks at everything before, and compares all
    identifiers. So it is evaluated for every configuration, and nothing is left out because it does not look there."""
    lines = []
    for number, (form, k, predicates) in enumerate(properties):
        label = f'"p{number}", "p{number}"'
        quiet = form == "when_quiet"
        looks = "looked(g) >= 0 && " if opaque else ""
        functions = ", ".join(f"[](const {'Quiet' if quiet else ''}Global<{of}>& g) {{ [[maybe_unused]] const int k = {k}; "
                              f"return {looks}({predicate}); }}" for predicate in predicates)
        lines.append(f"when_quiet<{of}>({label}, {functions})" if quiet else f"{{Form::{form}, {label}, {functions}}}")
    return ",\n            ".join(lines)


def model_file(file, seed, variants):
    """The text of a model file, whose variants are called v0, v1, ..., and o0, o1, ... where their properties are opaque."""
    author = Author(seed)
    one = author.dice.choice
    topology, network = one([("ring", "fifo"), ("ring", "bag"), ("connected", "fifo"), ("connected", "bag"), ("tree", "fifo"),
                             ("complete", "fifo"), ("strongly-connected", "fifo")])
    parts = [text.format(name="Random", file=file, network=network, topology=topology,
                         elected=one(["static std::optional<Id> leader(const State& s) { return s.done ? s.best : std::nullopt; }",
                                      "static bool is_leader(const State& s) { return s.done; }"]),
                         first=one(["", "s.best = p.id;", "s.phase = 1;"]), tag=author.dice.randint(0, 2),
                         reactions=one(["", "    s.awake = true;\n"]) + author.reactions())]
    for number in range(variants):
        properties = author.properties()
        for opaque in (False, True):
            short = f"{'o' if opaque else 'v'}{number}"
            parts.append(variant.format(name=short.upper(), base="Random", file=file, short=short,
                                        properties=stated(properties, short.upper(), opaque)))
    return "".join(parts) + "}  // namespace\n"
