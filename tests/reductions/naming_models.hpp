// One algorithm, and what authors may do in it with identifiers, places and ports, or keep from one call to
// the next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "author/model.hpp"

namespace conclave::testing::meeting {

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
  using State = meeting::State;
  using Message = meeting::Message;
  static constexpr About about = meeting::about;
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
// The neighbour behind one port is heard last.
template <class M>
struct HearsLast : Meeting<M> {
  static bool accepts(const State& s, const Message&, Port port, const Self<M>& p) {
    return !M::is_last(p, s, port) || s.heard + 1 >= p.ports();
  }
  static bool loses(auto& p, Id other, Port from) {
    if (!p.state.kept) p.state.kept = from;
    return other > p.id && p.state.heard > 1;
  }
};
struct FirstPortLast : HearsLast<FirstPortLast> {
  static bool is_last(const auto& p, const State&, Port port) { return port == p.all_ports().front(); }
};
struct NumberedPortLast : HearsLast<NumberedPortLast> {
  static bool is_last(const auto&, const State&, Port port) { return port == Port{1}; }
};
// A process sends twice here, and hears no second message from whom it has heard first.
struct KeptPortNever : HearsLast<KeptPortNever> {
  static bool accepts(const State& s, const Message&, Port port) { return s.kept != port; }
  static void greet(auto& p) {
    p.send_all({p.id});
    p.send_all({p.id});
  }
};

struct LastPortKept : Meeting<LastPortKept> {
  static void greet(auto& p) {
    for (const Port port : p.all_ports()) p.state.kept = port;
    p.send_all({p.id});
  }
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from != p.state.kept; }
};

struct PortInMessage : Meeting<PortInMessage> {
  struct Message {
    Id id;
    Port port;
  };
  static void greet(auto& p) {
    for (const Port port : p.all_ports()) p.send(port, {p.id, port});
  }
  static void receive(auto& p, Message m, Port from) {
    if (m.port == from) p.state.kept = from;
    Meeting::receive(p, {m.id}, from);
  }
  static bool loses(auto& p, Id other, Port) { return other > p.id && !p.state.kept; }
};
BOOST_DESCRIBE_STRUCT(PortInMessage::Message, (), (id, port))

// Lists that are filled port by port.
struct ListState {
  bool awake = false;
  int heard = 0;
  bool beaten = false;
  bool leader = false;
  std::vector<Port> order;
  std::vector<Id> near;
};
BOOST_DESCRIBE_STRUCT(ListState, (), (awake, heard, beaten, leader, order, near))
template <class M>
struct ListsPorts : Meeting<M> {
  using State = ListState;
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader || s.beaten; }
  static constexpr Knowledge knows = Knowledge::neighbours;
  static State initial(const Self<M>& p) {
    State s;
    s.order = p.all_ports();
    for (const Port port : s.order) s.near.push_back(p.neighbour(port));
    return s;
  }
};
struct SetOfPorts : ListsPorts<SetOfPorts> {
  static bool loses(auto& p, Id other, Port from) {
    return other > p.id && std::ranges::find(p.state.order, from) != p.state.order.end();
  }
};
struct FirstInList : ListsPorts<FirstInList> {
  static bool loses(auto& p, Id other, Port from) { return other > p.id && from != p.state.order.front(); }
};
struct LastNeighbourInList : ListsPorts<LastNeighbourInList> {
  static bool loses(auto& p, Id other, Port) { return other > p.id && other != p.state.near.back(); }
};
struct ListInProperty : ListsPorts<ListInProperty> {
  static auto properties() {
    return std::vector<Stated<ListInProperty>>{
        {Form::invariant, "own", "whoever is beaten has a larger one listed first", [](const auto& g) {
           return g.every([&](Id id, const ListState& s) {
             return !s.beaten || s.near.size() < 2 || id < s.near.front();
           });
         }}};
  }
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
struct FirstOnItsWay : Meeting<FirstOnItsWay> {
  static auto properties() {
    return invariant<FirstOnItsWay>([](const auto& g) {
      const auto flights = g.in_flight();
      return flights.size() != 2 || !(flights.front().message.id < flights.back().message.id);
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
// Within one call it changes nothing.
struct Grows : Meeting<Grows> {
  static bool loses(auto& p, Id other, Port) {
    static thread_local int most = 0;
    most = std::max(most, p.state.heard);
    return other > p.id && most < 2;
  }
};
struct GrowsInProperty : Meeting<GrowsInProperty> {
  static std::vector<Stated<GrowsInProperty>> properties() {
    return {{Form::reachable, "own", "what the model states", [](const auto& g) {
               static thread_local int most = 0;
               for (const Place i : g.places()) most = std::max(most, g.state(i).heard);
               return most == 2 && g.every([](Id, const auto& s) { return !s.awake; });
             }}};
  }
};
struct BehindTheBackInProperty : Meeting<BehindTheBackInProperty> {
  static auto properties() {
    return invariant<BehindTheBackInProperty>([](const auto& g) {
      return g.every([](Id id, const auto& s) { return !s.leader || Sealed::code(id) < 4; });
    });
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

}  // namespace conclave::testing::meeting
