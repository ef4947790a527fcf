#include "toys/toy.hpp"

#include <algorithm>

namespace conclave::testing {
namespace {

class StepToy final : public ToyProgram {
 public:
  explicit StepToy(const Toy& toy) : ToyProgram(toy), toy_(toy) {}

  std::vector<Outcome> start(const Surroundings& around, const Encoded& state) const override {
    return outcomes(around, toy_.start[parity(around)][at(state)]);
  }
  std::vector<Outcome> own_step(const Surroundings& around, const Encoded& state,
                                std::size_t step) const override {
    return outcomes(around, toy_.own_steps[parity(around)][step][at(state)]);
  }
  std::vector<Outcome> receive(const Surroundings& around, const Encoded& state, const Encoded& message,
                               Port from) const override {
    return outcomes(around, toy_.receive[parity(around)][at(state)][at(message)], from);
  }
  std::vector<Outcome> notice(const Surroundings& around, const Encoded& state, Port from) const override {
    return outcomes(around, toy_.notice[parity(around)][at(state)], from);
  }
  bool accepts(const Surroundings& around, const Encoded& state, const Encoded& message,
               Port) const override {
    return toy_.facts[parity(around)][at(state)].accepts[at(message)];
  }

 private:
  std::vector<Outcome> outcomes(const Surroundings& around, const Toy::Outcomes& table,
                                Port from = Port{-1}) const {
    using Where = ToySending::Where;
    const int back = toy_.by_identifier ? -1 : code_of(from);
    std::vector<Outcome> outcomes;
    naming::note_walk();
    for (const ToyOutcome& entry : table) {
      Outcome& outcome = outcomes.emplace_back();
      outcome.state = {entry.next};
      for (const ToySending& each : entry.sends) {
        for (int port = 0; port < around.ports; ++port) {
          if (each.where == Where::back && back >= 0 && back < around.ports && port != back) continue;
          if (each.where == Where::others && port == back) continue;
          if (each.where == Where::first && port != 0) continue;
          outcome.sendings.push_back(sending(around, port, each.value));
        }
      }
      outcome.failures = failures(entry.fails);
      if (entry.throws) outcome.exception = "toy";
      pick(outcome, static_cast<std::size_t>(&entry - table.data()), table.size());
      outcome.loads_network = entry.loads;
      outcome.stores_network = entry.stores;
    }
    return outcomes;
  }

  const Toy toy_;
};

void print(std::ostream& out, const Toy::Outcomes& outcomes) {
  for (const ToyOutcome& outcome : outcomes) {
    out << (&outcome == outcomes.data() ? " -> " : " or ") << outcome.next;
    for (const ToySending& sending : outcome.sends) {
      constexpr const char* where[] = {"", "<", ">", "first "};
      out << " !" << where[static_cast<int>(sending.where)] << sending.value;
    }
    for (const std::string& failure : failures(outcome.fails)) out << " fails " << failure;
    if (outcome.throws) out << " throws";
    if (outcome.loads) out << " loads";
    if (outcome.stores) out << " stores";
  }
  out << "\n";
}

}  // namespace

bool tells_places_apart(const Toy& toy) {
  const auto by_place = [](const ToyPredicate& p) { return p.what == ToyPredicate::What::at_place; };
  if (toy.prefers_place || std::ranges::any_of(toy.statements, [&](const ToyStatement& s) {
        return by_place(s.p) || by_place(s.q);
      }))
    return true;
  const auto through_first = [](const Toy::Outcomes& outcomes) {
    return std::ranges::any_of(outcomes, [](const ToyOutcome& outcome) {
      return std::ranges::any_of(
          outcome.sends, [](const ToySending& each) { return each.where == ToySending::Where::first; });
    });
  };
  for (int parity = 0; parity < 2; ++parity) {
    for (const auto* handler :
         {&toy.start[parity], &toy.own_steps[parity][0], &toy.own_steps[parity][1], &toy.notice[parity]}) {
      if (std::ranges::any_of(*handler, through_first)) return true;
    }
    for (const auto& by_message : toy.receive[parity]) {
      if (std::ranges::any_of(by_message, through_first)) return true;
    }
  }
  return false;
}

std::ostream& operator<<(std::ostream& out, const ToyRun& run) {
  const Toy& toy = run.toy;
  print(out, run, toy, model_of(toy));
  if (toy.copies_network) out << "copies the network\n";
  if (toy.detects_crashes) out << "detects crashes\n";
  for (std::size_t parity = 0; parity < 2; ++parity) {
    print_parity(out, toy, parity);
    for (std::size_t state = 0; state < toy.facts[parity].size(); ++state) {
      const ToyState& of = toy.facts[parity][state];
      print(out << " state " << state, of);
      if (of.facts.asleep) print(out << "  start", toy.start[parity][state]);
      for (std::size_t step = 0; step < 2; ++step) {
        if (of.facts.ready >> step & 1U)
          print(out << "  " << toy_steps()[step].name, toy.own_steps[parity][step][state]);
      }
      for (std::size_t m = 0; m < toy.receive[parity][state].size(); ++m)
        print(out << "  ?" << m << (of.accepts[m] ? "" : " not accepted"), toy.receive[parity][state][m]);
      if (toy.detects_crashes) print(out << "  crashed", toy.notice[parity][state]);
    }
  }
  return out;
}

Model model_of(const Toy& toy) {
  Model model = model_of(toy, std::make_unique<StepToy>(toy));
  model.copies_network = toy.copies_network;
  model.detects_crashes = toy.detects_crashes;
  return model;
}

}  // namespace conclave::testing
