#include "toys/order_toy.hpp"

#include <algorithm>

namespace conclave::testing {
namespace {

constexpr std::string_view names[] = {"first", "second", "third"};

std::size_t at(const Encoded& words) { return static_cast<std::size_t>(words.at(0)); }
Encoded encoded(int value, Id id) { return {value, code_of(id)}; }

std::size_t compare(Id a, Id b) { return a == b ? 1 : a < b ? 0 : 2; }

// At this moment; nothing: it does not speak of it.
std::optional<bool> holds(const OrderStatement& statement, const Snapshot& snapshot) {
  if (!speaks(statement.form, statement.rounds, snapshot)) return {};
  return holds(statement.p, snapshot);
}

class OrderProgram final : public Program {
 public:
  explicit OrderProgram(const OrderToy& toy) : toy_(toy) {}

  Timing timing() const override { return toy_.lock_step ? Timing::exchange : Timing::handlers; }

  std::vector<Statement> statements() const override {
    std::vector<Statement> statements;
    for (const auto& s : toy_.claims)
      statements.push_back({s.form, names[statements.size()], "toy", when(s.form, s.rounds)});
    return statements;
  }
  std::uint32_t evaluate(const Snapshot& snapshot, std::uint32_t asked) const override {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < toy_.claims.size(); ++k) {
      if ((asked >> k & 1U) == 0) continue;
      const OrderStatement& claim = toy_.claims[k];
      if (holds(claim, snapshot).value_or(true)) bits |= 1U << k;
      if (claim.form == Form::leads_to && holds(claim.q, snapshot)) bits |= 1U << (most_statements + k);
    }
    return bits;
  }
  // The predicates of a toy with a slip may see anything.
  std::optional<Encoded> looked_at(const Surroundings& around, const Encoded& state, const Encoded& whole,
                                   When asked) const override {
    if (toy_.slip != Slip::none) return {};
    Encoded seen;
    for (const OrderStatement& claim : toy_.claims) {
      if (when(claim.form, claim.rounds) != asked) continue;
      for (const OrderPredicate& p : {claim.p, claim.q}) look(p, around.id, state, whole, seen);
    }
    return seen;
  }
  const Shape& shape_of_looks(When asked) const override {
    return asked == When::always ? looks_ : looks_when_quiet_;
  }
  NetworkLook network_looked_at() const override {
    NetworkLook look = NetworkLook::nothing;
    for (const OrderStatement& claim : toy_.claims) {
      if (when(claim.form, claim.rounds) == When::always)
        look = std::max({look, network_look(claim.p), network_look(claim.q)});
    }
    return look;
  }
  int rounds_claimed(const Snapshot&) const override {
    int last = -1;
    for (const auto& s : toy_.claims) {
      if (s.form == Form::after_rounds) last = std::max(last, s.rounds.last);
    }
    return last;
  }

  Encoded initial(const Surroundings&) const override { return {0, 0}; }
  Facts facts(const Surroundings& around, const Encoded& state) const override {
    using Belief = OrderState::Belief;
    const OrderState& of = toy_.of[at(state)];
    Facts facts = of.facts;
    const bool keeps = has_id(state);
    std::optional<Id> who;
    if (of.believes == Belief::own) who = around.id;
    if (of.believes == Belief::kept && keeps) who = id_of(state);
    if (of.believes == Belief::kept_if_larger && keeps && !(id_of(state) < around.id)) who = id_of(state);
    facts.leader = who == around.id;
    if (who && !toy_.only_leaders) facts.belief = code_of(*who);
    if (of.believes == Belief::kept_if_larger) facts.decided = who.has_value();
    if (toy_.only_leaders) facts.decided = facts.leader;
    facts.elects = facts.leader;
    return facts;
  }

  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, state, toy_.start[at(state)]);
  }
  const std::vector<NamedStep>& own_steps() const override { return toy_steps(); }
  std::vector<Outcome> own_step(const Surroundings& around, const Encoded& state,
                                std::size_t step) const override {
    return outcomes(around, state, toy_.own_steps[step][at(state)]);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port from) const override {
    return outcomes(around, state, toy_.receive[at(state)][at(message)], id_of(message), from);
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port from) const override {
    return outcomes(around, state, toy_.notice[at(state)], {}, from);
  }
  bool accepts(const Surroundings& around, const Encoded& state, const Encoded& message,
               Port) const override {
    using Accepts = OrderState::Accepts;
    switch (toy_.of[at(state)].accepts[at(message)]) {
      case Accepts::all:
        return true;
      case Accepts::none:
        return false;
      case Accepts::larger_than_own:
        return around.id < id_of(message);
      case Accepts::smaller_than_own:
        return id_of(message) < around.id;
      case Accepts::not_kept:
        return id_of(message) != id_of(state);
    }
    return true;
  }

  std::optional<Encoded> message(const Surroundings& around, const Encoded& state, Port) const override {
    const auto& sending = toy_.message[at(state)];
    if (!sending) return {};
    return encoded(sending->value, whose(*sending, around, state, {}));
  }
  std::vector<Outcome> transition(const Surroundings& around, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>& incoming,
                                  const Findings&) const override {
    const Encoded* largest = nullptr;
    for (const auto& message : incoming) {
      if (!message) continue;
      const bool larger = largest == nullptr || id_of(*largest) < id_of(*message) ||
                          (id_of(*largest) == id_of(*message) && value_of(*largest) < value_of(*message));
      if (larger) largest = &*message;
    }
    if (largest == nullptr) return outcomes(around, state, toy_.notice[at(state)]);
    return outcomes(around, state, toy_.receive[at(state)][at(*largest)], id_of(*largest));
  }

  std::optional<std::vector<Encoded>> alphabet(const std::vector<Id>& ids) const override {
    std::vector<Encoded> all;
    for (int value = 0; value < toy_.messages; ++value) {
      for (const Id id : ids) all.push_back(encoded(value, id));
    }
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
  }

  std::shared_ptr<const void> typed_state(const Encoded& state) const override {
    return std::make_shared<const Encoded>(state);
  }
  std::shared_ptr<const void> typed_message(const Encoded& message) const override {
    return std::make_shared<const Encoded>(message);
  }
  std::vector<std::string> message_kinds() const override {
    std::vector<std::string> kinds;
    for (int kind = 0; kind < toy_.kinds; ++kind) kinds.push_back("kind" + std::to_string(kind));
    return kinds;
  }
  std::size_t kind_of(const Encoded& message) const override {
    return at(message) % static_cast<std::size_t>(toy_.kinds);
  }
  const Shape& state_shape() const override { return record_of(2); }
  const Shape& message_shape() const override { return record_of(2); }

 private:
  static bool slipped(Slip slip, const Surroundings& around, std::optional<Id> received, Port from) {
    static thread_local unsigned calls = 0;
    switch (slip) {
      case Slip::own_literal:
        return around.id == Id(2);
      case Slip::received_literal:
        return received && *received < Id(2);
      case Slip::first_port:
        return from == Port(0);
      case Slip::second_place:
        return around.place == Place(1);
      case Slip::calls:
        return ++calls % 2 == 0;
      case Slip::none:
        break;
    }
    return false;
  }

  static std::size_t answer(const Asks& asks, const Surroundings& around, const Encoded& state,
                            std::optional<Id> received, Port from) {
    std::size_t answer = 0;
    if (asks.own) answer = received ? compare(*received, around.id) : 1;
    if (asks.kept) {
      answer = 4 * answer;
      if (has_id(state)) answer += 1 + compare(received.value_or(around.id), id_of(state));
    }
    if (asks.neighbours) {
      const auto smaller = [&](Id other) { return other < around.id; };
      answer = 2 * answer + (std::ranges::all_of(around.neighbours, smaller) ? 1 : 0);
    }
    if (asks.slip != Slip::none) answer = 2 * answer + (slipped(asks.slip, around, received, from) ? 1 : 0);
    return answer;
  }

  static Id whose(const OrderSending& sending, const Surroundings& around, const Encoded& state,
                  std::optional<Id> received) {
    if (sending.whose == Whose::received && received) return *received;
    if (sending.whose == Whose::kept && has_id(state)) return id_of(state);
    if (sending.whose == Whose::literal) {
      naming::note_number(naming::Kind::identifier);  // as a codec does for an identifier that is made
      return given_id(1);
    }
    return around.id;
  }

  static Id keep(OrderOutcome::Keep what, const Surroundings& around, const Encoded& state,
                 std::optional<Id> received) {
    using Keep = OrderOutcome::Keep;
    const Id kept = id_of(state);
    switch (what) {
      case Keep::as_it_is:
        return kept;
      case Keep::own:
        return around.id;
      case Keep::received:
        return received.value_or(kept);
      case Keep::larger:
        return !received ? kept : !has_id(state) || kept < *received ? *received : kept;
    }
    return kept;
  }

  std::vector<Outcome> outcomes(const Surroundings& around, const Encoded& state, const OrderStep& step,
                                std::optional<Id> received = {}, Port from = Port{-1}) const {
    using Where = OrderSending::Where;
    const auto& table = step.by_answer[answer(step.asks, around, state, received, from)];
    const int back = toy_.by_identifier ? -1 : code_of(from);
    std::vector<Outcome> outcomes;
    for (const OrderOutcome& entry : table) {
      Outcome& outcome = outcomes.emplace_back();
      outcome.state = encoded(entry.next, keep(entry.keep, around, state, received));
      for (const OrderSending& each : entry.sends) {
        const Encoded message = encoded(each.value, whose(each, around, state, received));
        for (int port = 0; port < around.ports && !toy_.lock_step; ++port) {
          if (each.where == Where::back && back >= 0 && back < around.ports && port != back) continue;
          if (each.where == Where::others && port == back) continue;
          outcome.sendings.push_back({false, port, message});
          if (!toy_.by_identifier) continue;
          outcome.sendings.back().by_identifier = true;
          outcome.sendings.back().to = code_of(around.neighbours.at(static_cast<std::size_t>(port)));
        }
      }
      outcome.failures = failures(entry.fails);
      if (entry.throws) outcome.exception = "toy";
      if (table.size() > 1) {
        outcome.choices = {static_cast<unsigned>(&entry - table.data())};
        outcome.odds = {toy_.tosses ? static_cast<Odds>(table.size()) : 0};
      }
    }
    return outcomes;
  }

  const OrderToy toy_;
  const Shape looks_ = testing::shape_of_looks(toy_.claims, When::always, true);
  const Shape looks_when_quiet_ = testing::shape_of_looks(toy_.claims, When::quiet, true);
};

void print(std::ostream& out, const OrderSending& sending) {
  constexpr const char* where[] = {"", "<", ">"};
  constexpr const char* whose[] = {"own", "received", "kept", "literal"};
  out << " !" << where[static_cast<int>(sending.where)] << sending.value << "("
      << whose[static_cast<int>(sending.whose)] << ")";
}

void print(std::ostream& out, const std::string& what, const OrderStep& step) {
  constexpr const char* keep[] = {"", " keeps own", " keeps received", " keeps larger"};
  out << "  " << what << (step.asks.own ? " by own" : "") << (step.asks.kept ? " by kept" : "")
      << (step.asks.neighbours ? " by neighbours" : "") << (step.asks.slip != Slip::none ? " by slip" : "");
  for (const auto& outcomes : step.by_answer) {
    out << (step.by_answer.size() > 1 ? "\n    " : " ");
    for (const OrderOutcome& outcome : outcomes) {
      out << (&outcome == outcomes.data() ? "-> " : " or ") << outcome.next
          << keep[static_cast<int>(outcome.keep)];
      for (const auto& sending : outcome.sends) print(out, sending);
      for (const std::string& failure : failures(outcome.fails)) out << " fails " << failure;
      if (outcome.throws) out << " throws";
    }
  }
  out << "\n";
}

void print(std::ostream& out, const OrderPredicate& p) {
  constexpr const char* what[] = {"keep less than themselves, in state",
                                  "keep more than themselves, in state",
                                  "are larger than their neighbours, in state",
                                  "messages of less than their sender, with value",
                                  "pairs keep the other way round",
                                  "is the largest in state",
                                  "are in state",
                                  "quiet"};
  out << (p.negated ? "fewer than " : "at least ") << p.count << " " << what[static_cast<int>(p.what)] << " "
      << p.value;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const OrderToyRun& run) {
  const OrderToy& toy = run.toy;
  const Model model = model_of(toy);
  print(out, run, toy, model);
  out << run.more.size() << " more topologies, universe " << run.identifiers.universe << ", identifiers "
      << static_cast<int>(run.identifiers.kind) << ", fairness " << static_cast<int>(run.fairness)
      << (toy.knows_neighbours ? ", knows neighbours" : "")
      << (toy.detects_crashes ? ", detects crashes" : "") << ", slip " << static_cast<int>(toy.slip) << "\n";
  for (const OrderStatement& s : toy.claims) {
    constexpr const char* forms[] = {"invariant ", "stable ",     "leads to ",
                                     "reachable ", "every step ", "after "};
    out << forms[static_cast<int>(s.form)];
    if (s.form == Form::after_rounds) out << s.rounds.first << ".." << s.rounds.last << " rounds ";
    if (when(s.form, s.rounds) == When::quiet) out << "when quiet ";
    if (s.form != Form::every_step) print(out, s.p);
    if (s.form == Form::leads_to) print(out << " => ", s.q);
    out << "\n";
  }
  for (std::size_t state = 0; state < toy.of.size(); ++state) {
    const OrderState& of = toy.of[state];
    print(out << " state " << state, ToyState{of.facts, {}, {}});
    out << "  believes " << static_cast<int>(of.believes);
    if (toy.lock_step && toy.message[state]) print(out << " sends", *toy.message[state]);
    out << "\n";
    if (of.facts.asleep && !toy.lock_step) print(out, "start", toy.start[state]);
    for (std::size_t step = 0; step < 2; ++step) {
      if (of.facts.ready >> step & 1U)
        print(out, std::string(toy_steps()[step].name), toy.own_steps[step][state]);
    }
    for (std::size_t m = 0; m < toy.receive[state].size(); ++m) {
      const std::string name = "?" + std::to_string(m);
      constexpr const char* accepts[] = {"", " not accepted", " if larger", " if smaller", " if not kept"};
      print(out, name + accepts[static_cast<int>(of.accepts[m])], toy.receive[state][m]);
    }
    if (toy.detects_crashes || toy.lock_step)
      print(out, toy.lock_step ? "nothing" : "crashed", toy.notice[state]);
  }
  return out;
}

Model model_of(const OrderToy& toy) {
  Model model = model_of(toy, std::make_unique<OrderProgram>(toy));
  if (toy.knows_neighbours) model.knows = model.knows | Knowledge::neighbours;
  if (toy.slip == Slip::second_place) model.knows = model.knows | Knowledge::place;
  model.detects_crashes = toy.detects_crashes;
  model.sleeps = !toy.lock_step;
  return model;
}

}  // namespace conclave::testing
