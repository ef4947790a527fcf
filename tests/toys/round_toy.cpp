#include "toys/round_toy.hpp"

#include <algorithm>
#include <functional>

namespace conclave::testing {
namespace {

class RoundProgram final : public ToyProgram {
 public:
  explicit RoundProgram(const RoundToy& toy) : ToyProgram(toy), toy_(toy) {}

  Timing timing() const override { return toy_.timing; }
  bool crashes_between_rounds(const Encoded&) const override { return toy_.crashes_between_rounds; }

  std::optional<Encoded> message(const Surroundings& around, const Encoded& state, Port port) const override {
    const auto& messages = toy_.sent[parity(around)][at(state)];
    const int message = messages[toy_.named_ports ? static_cast<std::size_t>(code_of(port)) % 2 : 0];
    if (message < 0) return {};
    return Encoded{message};
  }

  std::vector<Outcome> transition(const Surroundings& around, const Encoded& state,
                                  const std::vector<std::optional<Encoded>>& incoming,
                                  const Findings& findings) const override {
    std::vector<Encoded> arrived;
    for (const auto& message : incoming) {
      if (message) arrived.push_back(*message);
    }
    if (!toy_.named_ports) std::ranges::sort(arrived);
    Outcome before;
    before.state = state;
    std::vector<Outcome> ends;
    act(around, findings, before, arrived, ends, [&](Outcome after) { ends.push_back(std::move(after)); });
    return ends;
  }

  std::vector<Outcome> round(const Surroundings& around, const Encoded& state,
                             const Findings& findings) const override {
    Outcome before;
    before.state = state;
    before.unread = findings.mailbox;
    const int reads = toy_.reads[parity(around)][at(state)];
    std::vector<Outcome> ends;
    if (reads == 0)
      act(around, findings, before, {}, ends, [&](Outcome after) { ends.push_back(std::move(after)); });
    else
      receive(around, findings, before, reads, ends);
    return ends;
  }

 private:
  // One message after the other, any of those that differ, so many times; appends where that ends.
  void receive(const Surroundings& around, const Findings& findings, const Outcome& before, int times,
               std::vector<Outcome>& ends) const {
    const auto then = [&](const Outcome& after) {
      if (times > 1)
        receive(around, findings, after, times - 1, ends);
      else
        ends.push_back(after);
    };
    std::vector<Encoded> distinct = before.unread;
    distinct.erase(std::ranges::unique(distinct).begin(), distinct.end());
    if (distinct.empty()) act(around, findings, before, {}, ends, then);
    for (unsigned which = 0; which < distinct.size(); ++which) {
      Outcome received = before;
      pick(received, which, distinct.size(), false);
      received.received.push_back(distinct[which]);
      received.unread.erase(std::ranges::find(received.unread, distinct[which]));
      act(around, findings, received, {distinct[which]}, ends, then);
    }
  }

  // What the table says; where it throws, that is an end.
  void act(const Surroundings& around, const Findings& findings, const Outcome& before,
           const std::vector<Encoded>& messages, std::vector<Outcome>& ends,
           const std::function<void(const Outcome&)>& then) const {
    const std::optional<int> first = messages.empty() ? std::nullopt : std::optional(messages[0].at(0));
    const int reading = toy_.reading(first, messages.size() > 1, findings.crashed.size());
    const auto& table = toy_.steps[parity(around)][at(before.state)][static_cast<std::size_t>(reading)];
    for (const RoundToyOutcome& entry : table) {
      Outcome after = before;
      after.state = {entry.next};
      for (const auto& each : entry.sends) send(around, each, after);
      for (const std::string& failure : failures(entry.fails)) after.failures.push_back(failure);
      // Who tosses may choose no more, and a round body may have more to receive.
      pick(after, static_cast<std::size_t>(&entry - table.data()), table.size(),
           toy_.timing == Timing::exchange);
      if (entry.throws) {
        after.exception = "toy";
        ends.push_back(after);
      } else {
        then(after);
      }
    }
  }

  void send(const Surroundings& around, const RoundToyOutcome::Sending& what, Outcome& outcome) const {
    const auto one =
        toy_.named_ports ? 0 : std::ranges::max_element(around.neighbours) - around.neighbours.begin();
    for (int port = 0; port < around.ports; ++port) {
      if (what.to_one && (toy_.named_ports || toy_.by_identifier) && port != one) continue;
      outcome.sendings.push_back(sending(around, port, what.value));
    }
  }

  const RoundToy toy_;
};

void print(std::ostream& out, const RoundToy::Outcomes& outcomes) {
  for (const RoundToyOutcome& outcome : outcomes) {
    out << (&outcome == outcomes.data() ? " -> " : " or ") << outcome.next;
    for (const auto& sending : outcome.sends) out << (sending.to_one ? " !1:" : " !") << sending.value;
    for (const std::string& failure : failures(outcome.fails)) out << " fails " << failure;
    if (outcome.throws) out << " throws";
  }
  out << "\n";
}

}  // namespace

int RoundToy::reading(std::optional<int> message, bool others, std::size_t crashed) const {
  const int first = message ? *message + 1 : 0;
  return (first * 2 + (others ? 1 : 0)) * 3 + static_cast<int>(std::min<std::size_t>(crashed, 2));
}

bool RoundToy::is_read(int reading) const {
  const bool others = reading / 3 % 2 == 1;
  return (knows_crashes || reading % 3 == 0) && (!others || (timing == Timing::exchange && reading >= 6));
}

std::ostream& operator<<(std::ostream& out, const RoundToyRun& run) {
  const RoundToy& toy = run.toy;
  print(out, run, toy, model_of(toy));
  out << (toy.timing == Timing::exchange ? "exchange" : "body") << (toy.heals ? " heals" : "")
      << (toy.knows_crashes ? " knows-crashes" : "")
      << (toy.crashes_between_rounds ? " crashes-between-rounds" : "")
      << (toy.named_ports ? " named-ports" : "") << "\n";
  for (std::size_t parity = 0; parity < 2; ++parity) {
    print_parity(out, toy, parity);
    for (std::size_t state = 0; state < toy.facts[parity].size(); ++state) {
      print(out << " state " << state, toy.facts[parity][state]);
      const auto& message = toy.sent[parity][state];
      if (toy.timing == Timing::exchange)
        out << "  sends " << message[0] << " " << message[1] << "\n";
      else
        out << "  reads " << toy.reads[parity][state] << "\n";
      for (int reading = 0; reading < toy.readings(); ++reading) {
        if (!toy.is_read(reading)) continue;
        out << "  ";
        if (reading < 6)
          out << "nothing";
        else
          out << "?" << reading / 6 - 1 << (reading / 3 % 2 == 1 ? " and more" : "");
        if (toy.knows_crashes) out << ", " << reading % 3 << " crashed";
        print(out, toy.steps[parity][state][static_cast<std::size_t>(reading)]);
      }
    }
  }
  return out;
}

Model model_of(const RoundToy& toy) {
  Model model = model_of(toy, std::make_unique<RoundProgram>(toy));
  model.network = Network::rounds;
  model.about.heals = toy.heals;
  model.sleeps = toy.sleeps;
  if (toy.knows_crashes) model.knows = model.knows | Knowledge::crashes;
  return model;
}

}  // namespace conclave::testing
