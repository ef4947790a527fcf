// elections [FILE]: checks a built-in model, a model of this program and, if one is named, that of a file.
#include <author/model.hpp>
#include <conclave/conclave.hpp>
#include <cstdio>

namespace api = conclave::api;
using conclave::next;

// Whoever starts takes itself for the leader: that is right as long as nobody else starts.
struct Hasty {
  static constexpr conclave::About about{.name = "hasty",
                                         .summary = "whoever starts leads",
                                         .source = "this file",
                                         .network = conclave::Network::fifo,
                                         .topology = "ring",
                                         .processes = {1, 3}};
  struct Message {
    conclave::Id leader;
  };
  struct State {
    std::optional<conclave::Id> leader;
  };
  static bool asleep(const State& s) { return !s.leader; }
  static std::optional<conclave::Id> leader(const State& s) { return s.leader; }
  static void start(conclave::Process<Hasty>& p) {
    p.state.leader = p.id;
    p.send(next, {p.id});
  }
  static void receive(conclave::Process<Hasty>& p, Message m, conclave::Port) {
    if (p.state.leader) return;
    p.state.leader = m.leader;
    p.send(next, m);
  }
};
BOOST_DESCRIBE_STRUCT(Hasty::Message, (), (leader))
BOOST_DESCRIBE_STRUCT(Hasty::State, (), (leader))
const conclave::Registration<Hasty> hasty;

void tell(const api::Scenario& scenario) {
  const api::Result result = api::check(scenario, {.threads = 1});
  const char* const words[] = {"holds", "violated", "inconclusive"};
  std::printf("%s: %s, %s identifier orders\n", result.model.c_str(), words[static_cast<int>(result.verdict)],
              result.identifier_orders.c_str());
  if (result.messages && result.messages->min && result.messages->max)
    std::printf("  %lld to %lld messages\n", static_cast<long long>(*result.messages->min),
                static_cast<long long>(*result.messages->max));
  for (const api::Property& property : result.properties) {
    if (!property.counterexample) continue;
    const api::Trace& trace = *property.counterexample;
    std::printf("  %s is violated in %zu steps:", property.name.c_str(), trace.steps.size());
    for (const api::Step& step : trace.steps) std::printf(" %s at %d", step.kind.c_str(), step.process);
    std::printf("\n  %s\n", trace.why.front().c_str());
    break;
  }
}

int main(int argc, char** argv) {
  try {
    tell({.model = "chang-roberts", .processes = api::Range{1, 4}});
    tell({.model = "hasty", .initiators = "one", .properties = {"unique-leader"}});
    tell({.model = "hasty", .properties = {"unique-leader"}});
    if (argc > 1) tell({.model = argv[1]});
    tell({.model = "chang-robert"});
  } catch (const api::Error& error) {
    std::printf("%s\n", error.what());
  }
}
