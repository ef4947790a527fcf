// Models that take names for numbers, or that keep something from one call to the next: each by default
// against no reduction at all. The table says which reduction has to be refused, and in which words.
#include <doctest/doctest.h>

#include "author/model.hpp"
#include "oracle/against_none.hpp"
#include "program/watched.hpp"
#include "scenario/scenarios.hpp"

namespace conclave::testing {
namespace {

struct Message {
  Id id;
};
BOOST_DESCRIBE_STRUCT(Message, (), (id))

struct State {
  bool awake = false;
  int heard = 0;
  bool beaten = false;
  bool leader = false;
  std::optional<Port> kept;
};
BOOST_DESCRIBE_STRUCT(State, (), (awake, heard, beaten, leader, kept))

constexpr About about{.name = "meeting",
                      .summary = "everyone tells everyone, the largest identifier leads",
                      .source = "none",
                      .network = Network::fifo,
                      .topology = "complete",
                      .processes = {1, 3}};

// Everyone sends its identifier to everyone. Who has heard from all, and of no larger one, leads.
template <class M>
struct Meeting {
  using State = testing::State;
  using Message = testing::Message;
  static constexpr About about = testing::about;
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader || s.beaten; }
  static void start(auto& p) {
    wake(p);
    finish(p);
  }
  static void receive(auto& p, Message m, Port from) {
    wake(p);
    ++p.state.heard;
    if (M::loses(p, m.id, from)) p.state.beaten = true;
    finish(p);
  }
  static void greet(auto& p) { p.send_all({p.id}); }
  static bool loses(auto& p, Id other, Port) { return other > p.id; }

 private:
  static void wake(auto& p) {
    if (p.state.awake) return;
    p.state.awake = true;
    M::greet(p);
  }
  static void finish(auto& p) {
    if (p.state.heard == p.ports() && !p.state.beaten) p.state.leader = true;
  }
};

struct Sound : Meeting<Sound> {};
struct KeepsPort : Meeting<KeepsPort> {
  static bool loses(auto& p, Id other, Port from) {
    if (!p.state.kept) p.state.kept = from;
    return other > p.id && p.state.kept != Port();
  }
};
struct WalksPorts : Meeting<WalksPorts> {
  static void greet(auto& p) {
    for (const Port port : p.all_ports()) p.send(port, {p.id});
  }
};

// Ports.
struct NumberedPort : Meeting<NumberedPort> {
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from != Port{0}; }
};
struct PortsInARow : Meeting<PortsInARow> {
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from.value() < 1; }
};
struct NextOnAnyNetwork : Meeting<NextOnAnyNetwork> {
  static void greet(auto& p) {
    if (p.ports() > 0) p.send(next, {p.id});
  }
};
struct FirstPort : Meeting<FirstPort> {
  static bool loses(auto& p, Id other, Port from) {
    const Port first = p.all_ports().front();
    return other > p.id && from != first;
  }
};
struct LastPortKept : Meeting<LastPortKept> {
  static void greet(auto& p) {
    for (const Port port : p.all_ports()) p.state.kept = port;
    p.send_all({p.id});
  }
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from != p.state.kept; }
};

// Identifiers.
struct OneIdentifier : Meeting<OneIdentifier> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id != Id(2); }
};
struct SmallIdentifier : Meeting<SmallIdentifier> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id > Id(1); }
};
struct SentIdentifier : Meeting<SentIdentifier> {
  static void greet(auto& p) { p.send_all({p.ports() > 1 ? Id(2) : p.id}); }
};
struct StaticIdentifier : Meeting<StaticIdentifier> {
  static inline const Id chosen{2};
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id != chosen; }
};
struct OddIdentifier : Meeting<OddIdentifier> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.id.value() % 2 == 0; }
};
struct BehindTheBack : Meeting<BehindTheBack> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && Sealed::code(p.id) != 2; }
};
struct MadeInState : Meeting<MadeInState> {
  static State initial(Id id) {
    State s;
    s.beaten = id == Id(3);
    return s;
  }
};
struct AskedOfState : Meeting<AskedOfState> {
  struct State {
    bool awake = false;
    int heard = 0;
    bool beaten = false;
    bool leader = false;
    Id id;
  };
  static State initial(Id id) { return {.id = id}; }
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader || (s.beaten && s.id == Id(1)); }
  static bool decided(const State& s) { return s.leader || s.beaten; }
};
BOOST_DESCRIBE_STRUCT(AskedOfState::State, (), (awake, heard, beaten, leader, id))

// Places.
struct OnePlace : Meeting<OnePlace> {
  static constexpr Knowledge knows = Knowledge::place;
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.place() != Place(1); }
};
struct PlacesInARow : Meeting<PlacesInARow> {
  static constexpr Knowledge knows = Knowledge::place;
  static bool loses(auto& p, Id other, Port) { return other > p.id && p.place().value() == 0; }
};
struct PlaceOfNeighbour : Meeting<PlaceOfNeighbour> {
  static constexpr Knowledge knows = Knowledge::addresses;
  static bool loses(auto& p, Id other, Port from) { return other > p.id && p.place_at(from) != Place(0); }
};

// Properties.
template <class M>
std::vector<Stated<M>> invariant(bool (*p)(const Global<M>&)) {
  return {{Form::invariant, "own", "what the model states", p}};
}
struct PlaceInProperty : Meeting<PlaceInProperty> {
  static auto properties() {
    return invariant<PlaceInProperty>([](const auto& g) { return g.processes() < 3 || !g.state(1).leader; });
  }
};
struct PlaceGivenToProperty : Meeting<PlaceGivenToProperty> {
  static auto properties() {
    return invariant<PlaceGivenToProperty>(
        [](const auto& g) { return g.processes() < 2 || !g.state(Place(1)).leader; });
  }
};
struct FirstPlaceInProperty : Meeting<FirstPlaceInProperty> {
  static auto properties() {
    return invariant<FirstPlaceInProperty>(
        [](const auto& g) { return g.processes() < 2 || !g.state(g.places().back()).leader; });
  }
};
struct NeighbourInProperty : Meeting<NeighbourInProperty> {
  static auto properties() {
    return invariant<NeighbourInProperty>([](const auto& g) {
      for (const Place i : g.places()) {
        const auto near = g.neighbours(i);
        if (near.size() > 1 && g.state(i).beaten && g.id(near.front()) < g.id(i)) return false;
      }
      return true;
    });
  }
};
struct LastSeenInProperty : Meeting<LastSeenInProperty> {
  static auto properties() {
    return invariant<LastSeenInProperty>([](const auto& g) {
      bool last = false;
      g.every([&](Id, const auto& s) {
        last = s.leader;
        return true;
      });
      return g.processes() < 2 || !last;
    });
  }
};
struct SenderInProperty : Meeting<SenderInProperty> {
  static auto properties() {
    return invariant<SenderInProperty>([](const auto& g) {
      for (const auto& flight : g.in_flight()) {
        if (flight.from == Place(1)) return false;
      }
      return true;
    });
  }
};
struct SymmetricProperty : Meeting<SymmetricProperty> {
  static auto properties() {
    return invariant<SymmetricProperty>([](const auto& g) {
      for (const Place i : g.places()) {
        for (const Place j : g.neighbours(i)) {
          if (g.state(i).leader && g.state(j).leader) return false;
        }
      }
      return true;
    });
  }
};

// What is kept from one call to the next.
struct Counts : Meeting<Counts> {
  static bool loses(auto& p, Id other, Port) {
    static int calls = 0;
    return other > p.id && ++calls % 7 != 3;
  }
};
struct Alternates : Meeting<Alternates> {
  static bool loses(auto& p, Id other, Port) {
    static bool again = false;
    again = !again;
    return other > p.id && again;
  }
};
struct Addresses : Meeting<Addresses> {
  static bool loses(auto& p, Id other, Port) {
    const auto one = std::make_unique<int>(1);
    return other > p.id && reinterpret_cast<std::uintptr_t>(one.get()) / 16 % 2 == 0;
  }
};
struct CountsInProperty : Meeting<CountsInProperty> {
  static auto properties() {
    return invariant<CountsInProperty>([](const auto&) {
      static int calls = 0;
      return ++calls % 5 != 0;
    });
  }
};
struct CountsInState : Meeting<CountsInState> {
  static bool decided(const State& s) {
    static int calls = 0;
    return s.leader || (s.beaten && ++calls % 2 == 0);
  }
};

template <class M>
CheckResult check_default(int n, std::string_view topology = "complete") {
  const Model model = make_model<M>();
  Scenario scenario = on(model, std::string(topology), n);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.threads = 1, .keep_going = true});
}

// With every set of reductions a model says the same as without, whatever it does.
template <class M>
void compare(const char* name) {
  CAPTURE(name);
  const Model model = make_model<M>();
  for (int n = 1; n <= 3; ++n) {
    CAPTURE(n);
    const AgainstNone found = against_none(on(model, "complete", n), {});
    CHECK(found.compared);
    CHECK(found.difference == "");
  }
}

template <class M>
void refused(const char* name, Refusal::Of what, const std::string& why) {
  compare<M>(name);
  CAPTURE(name);
  const std::vector<Refusal> refusals = check_default<M>(3).refused;
  REQUIRE(refusals.size() == 1);
  CHECK(refusals.front().of == what);
  CHECK(refusals.front().why == why);
}

template <class M>
void unnoticed(const char* name) {
  CAPTURE(name);
  const Model model = make_model<M>();
  bool differs = false;
  for (int n = 2; n <= 3; ++n) {
    const Scenario scenario = on(model, "complete", n);
    const CheckResult none = check_all(scenario, Reduction::none());
    differs |= !difference(scenario, check_all(scenario, {}, {.names_opaque = false}), none).empty();
  }
  CHECK(differs);
}

template <class M>
void impure(const char* name, const std::string& where) {
  CAPTURE(name);
  std::string error;
  for (int n = 1; n <= 3 && error.empty(); ++n) {
    try {
      check_default<M>(n);
    } catch (const ModelError& thrown) {
      error = thrown.what();
    }
  }
  CHECK(error.find(where) == 0);
  CHECK(error.find("again") != std::string::npos);
}

}  // namespace

TEST_SUITE_BEGIN("reductions-names");

TEST_CASE("names that are opaque are no reason to refuse anything") {
  compare<Sound>("sound");
  compare<KeepsPort>("keeps a port");
  compare<WalksPorts>("walks through its ports");
  compare<SymmetricProperty>("a property that treats places alike");
  CHECK(check_default<Sound>(3).refused.empty());
  CHECK(check_default<KeepsPort>(3).refused.empty());
  CHECK(check_default<WalksPorts>(3).refused.empty());
  CHECK(check_default<SymmetricProperty>(3).refused.empty());
}

TEST_CASE("ports that are told apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<NumberedPort>("a port by its number", symmetry, "receive chooses ports by their numbers");
  refused<PortsInARow>("ports in a row", symmetry, "receive chooses ports by their numbers");
  refused<NextOnAnyNetwork>("next, where ports have no names", symmetry,
                            "start chooses ports by their numbers");
  refused<FirstPort>("the first port", symmetry, "receive prefers some ports");
  refused<LastPortKept>("the last port", symmetry, "start prefers some ports");
}

TEST_CASE("identifiers that are numbers") {
  constexpr auto order = Refusal::Of::order;
  refused<OneIdentifier>("equal to a literal", order, "receive uses identifiers as numbers");
  refused<SmallIdentifier>("larger than a literal", order, "receive uses identifiers as numbers");
  refused<SentIdentifier>("a literal that is sent", order, "start uses identifiers as numbers");
  refused<StaticIdentifier>("a static one", order, "receive uses identifiers as numbers");
  refused<OddIdentifier>("arithmetic", order, "receive uses identifiers as numbers");
  refused<BehindTheBack>("the checker's own way", order,
                         "receive depends on more than the order of identifiers");
  refused<MadeInState>("in the initial state", order, "initial uses identifiers as numbers");
  refused<AskedOfState>("in what is asked of a state", order,
                        "what is asked of local states uses identifiers as numbers");
}

TEST_CASE("places that are told apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<OnePlace>("a place by its number", symmetry, "receive uses places as numbers");
  refused<PlacesInARow>("arithmetic", symmetry, "receive uses places as numbers");
  refused<PlaceOfNeighbour>("the place of a neighbour", symmetry, "receive uses places as numbers");
}

TEST_CASE("properties that tell places apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<PlaceInProperty>("by number", symmetry, "property own tells places apart");
  refused<PlaceGivenToProperty>("by a place made of a number", symmetry, "property own tells places apart");
  refused<FirstPlaceInProperty>("the last of all places", symmetry, "property own tells places apart");
  refused<NeighbourInProperty>("the first neighbour", symmetry, "property own tells places apart");
  refused<LastSeenInProperty>("what it has seen last", symmetry, "property own tells places apart");
  refused<SenderInProperty>("who has sent a message", symmetry, "property own tells places apart");
}

// If a model is not watched, the reductions give another result than none, for some number of processes.
TEST_CASE("without watching, mistakes go unnoticed") {
  unnoticed<FirstPort>("the first port");
  unnoticed<NumberedPort>("a port by its number");
  unnoticed<OnePlace>("a place by its number");
  unnoticed<BehindTheBack>("identifiers");
  unnoticed<PlaceInProperty>("a place in a property");
  unnoticed<LastSeenInProperty>("what a property has seen last");
}

TEST_CASE("what is no function of its arguments is an error") {
  impure<Counts>("a static counter", "receive {\"id\":");
  impure<Alternates>("a static switch", "receive {\"id\":");
  impure<Addresses>("an address", "receive {\"id\":");
  impure<CountsInProperty>("a counter in a property",
                           "property own: asked again about the same configuration");
  impure<CountsInState>("a counter in what is asked of a state", "what is asked of local states");
}

TEST_SUITE_END();

}  // namespace conclave::testing
