// No deterministic algorithm elects on an anonymous ring: every process has the same machine, in lock step
// all take the same step, and whoever leads does not lead alone. Source: garg, 13.2; the machine is that of
// birmingham, Synchronous Network Model.
//
// A machine has at most `states` states, of which some mean "I lead", and may send one of `messages`
// messages, or none, through each port. The table of the machine is not given: an entry is chosen when it is
// looked up for the first time, and kept. All processes have the same table, so processes that are alike
// choose alike, and an execution stands for all machines that agree on the entries which it has looked up.
// The first round only chooses what the initial state sends. With faults processes would come to have tables
// of their own, so that this says nothing of faults.
#include "author/model.hpp"

using namespace conclave;

// The model M says how many ways messages go round.
template <class M>
struct AnyMachine {
  static constexpr bool anonymous = true;
  static constexpr bool chooses_alike = true;
  static constexpr Elects elects = Elects::anyone;
  struct Message {
    int symbol;  // 1..messages
  };
  // What a process finds in a round: its state, and what comes in by port; 0 if nothing does.
  struct Input {
    int state;
    std::vector<int> symbols;
    friend auto operator<=>(const Input&, const Input&) = default;
  };
  struct Entry {
    bool leads;              // Is it a state of a leader?
    std::vector<int> sends;  // by port; 0 for nothing
  };
  struct State {
    int state = 0;
    std::map<int, Entry> entered;  // by state
    std::map<Input, int> goes_to;
  };

  static State initial(const Self<M>& self) {
    if (self.parameters.states < 1 || self.parameters.messages < 0)
      throw std::invalid_argument("there has to be at least 1 state, and at least 0 messages");
    return {};
  }
  static bool is_leader(const State& s) {
    const auto at = s.entered.find(s.state);
    return at != s.entered.end() && at->second.leads;
  }
  static std::vector<Without> without() {
    return {{"unique-leader", "some machines make everyone a leader"},
            {"irrevocable", "some machines leave the state of a leader"},
            {"termination", "some machines never stop"},
            {"can-terminate", "some machines never stop"},
            {"election", "some machines make nobody a leader"}};
  }
  static std::vector<Message> alphabet(const std::vector<Id>&) { return {{1}}; }

  static std::optional<Message> message(const Self<M>&, const State& s, Port port) {
    const auto at = s.entered.find(s.state);
    if (at == s.entered.end()) return {};
    const int symbol = at->second.sends[port == next ? 0 : 1];
    return symbol == 0 ? std::nullopt : std::optional(Message{symbol});
  }

  static void transition(Process<M>& p, const Incoming<Message>& incoming) {
    State& s = p.state;
    if (s.entered.empty()) return enter(p);
    Input input{s.state, {symbol_of(incoming[previous])}};
    if (M::ways == 2) input.symbols.push_back(symbol_of(incoming[next]));
    auto at = s.goes_to.find(input);
    if (at == s.goes_to.end()) at = s.goes_to.emplace(input, chosen(p, p.parameters.states)).first;
    s.state = at->second;
    enter(p);
  }

  static Properties<M> properties() {
    return {{Form::invariant, "symmetry",
             "all processes are in the same state, and have looked up the same entries",
             every_two([](const State& one, const State& other) {
               return one.state == other.state && one.goes_to == other.goes_to &&
                      is_leader(one) == is_leader(other);
             })},
            {Form::invariant, "no-single-leader", "from two processes on, there is never exactly one leader",
             [](const Global<M>& ring) {
               return ring.processes() == 1 || !ring.exactly_one([](const State& s) { return is_leader(s); });
             }}};
  }

 private:
  static int symbol_of(const std::optional<Message>& m) { return m ? m->symbol : 0; }
  static int chosen(Process<M>& p, int among) {
    return static_cast<int>(p.choose(static_cast<unsigned>(among)));
  }

  static void enter(Process<M>& p) {
    State& s = p.state;
    if (s.entered.contains(s.state)) return;
    Entry entry{chosen(p, 2) == 1, {}};
    for (int port = 0; port < M::ways; ++port) entry.sends.push_back(chosen(p, p.parameters.messages + 1));
    s.entered.emplace(s.state, entry);
  }
};

struct Anonymous : AnyMachine<Anonymous> {
  struct Parameters {
    int states = 2;
    int messages = 1;
  };
  static constexpr int ways = 1;
  static constexpr About about{
      .name = "anonymous",
      .summary = "every machine of so many states and messages, the same at all processes",
      .source = "garg 13.2",
      .topology = "ring",
      .processes = {1, 4},
      .position = 15};
};

struct AnonymousTwoWay : AnyMachine<AnonymousTwoWay> {
  struct Parameters {
    int states = 1;
    int messages = 1;
  };
  static constexpr int ways = 2;
  static constexpr About about = Anonymous::about.variant(
      {.name = "anonymous:two-way", .summary = "the same on a two-way ring", .two_way = true});
};

const Registration<Anonymous, AnonymousTwoWay> registered;
