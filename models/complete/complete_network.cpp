// Election among candidates on a complete network, which is organised as a virtual ring by identifier.
// Candidates learn of the candidates beside them, and drop out until one is left. Source: complete-networks
// (Villadangos, Córdoba, Fariña and Prieto 2005, as retold there).
#include "author/model.hpp"

using namespace conclave;

// The algorithm. The model M says whether it is repaired.
template <class M>
struct VirtualRing {
  static constexpr Knowledge knows = Knowledge::neighbours;
  static constexpr Elects elects = Elects::anyone;
  static constexpr bool repaired = true;
  enum class Direction { down, up };
  struct Parameters {
    // Of the neighbour: the identifier next below (the text), or above (A→B→C).
    Direction direction = Direction::down;
  };
  enum class Kind { message1, message2, message3 };
  struct Message {
    Kind kind;
    Id id;
  };
  enum class Status { passive, candidate, dummy, waiting, leader };
  struct State {
    Status status = Status::passive;
    std::optional<Id> successor;    // candidate_successor
    std::optional<Id> predecessor;  // candidate_predecessor
  };

  static bool asleep(const State& s) { return s.status == Status::passive; }
  static bool is_leader(const State& s) { return s.status == Status::leader; }

  // "The candidate with the highest ID will become the leader." A dummy that never was a
  // candidate has no predecessor.
  static Properties<M> properties() {
    return {{Form::invariant, "highest-candidate", "a leader has the highest identifier of all candidates",
             [](const Global<M>& network) {
               std::optional<Id> highest;
               std::optional<Id> leader;
               for (const Place i : network.alive()) {
                 const State& s = network.state(i);
                 const bool ran = s.predecessor || s.status == Status::candidate ||
                                  s.status == Status::waiting || s.status == Status::leader;
                 if (ran) highest = std::max(highest, std::optional(network.id(i)));
                 if (s.status == Status::leader) leader = std::max(leader, std::optional(network.id(i)));
               }
               return !leader || leader == highest;
             }},
            {Form::invariant, "dummies-between",
             "between a candidate's predecessor and itself, on the virtual ring, everyone is a dummy",
             only_dummies_between},
            {Form::invariant, "message2-to-lower", "message2 goes to lower ones only",
             [](const Global<M>& network) {
               return std::ranges::all_of(network.in_flight(), [&](const auto& flight) {
                 return flight.message.kind != Kind::message2 || flight.message.id > network.id(flight.to);
               });
             }},
            {Form::invariant, "message2-defeats", "who has been told of a candidate_successor does not lead",
             none([](const State& s) { return s.status == Status::leader && s.successor; })},
            {Form::leads_to, "successor-to-dummy",
             "candidates that have a candidate_successor become dummies in the end",
             some([](const State& s) { return still_runs(s) && s.successor; }),
             none([](const State& s) { return still_runs(s) && s.successor; })}};
  }
  static Claims claims() {
    using namespace claimed;
    return {max("messages", "any").is_of_order(n, "complete-networks: linear in the number of nodes"),
            max("time", "any").is_of_order(n, "complete-networks: linear in the number of nodes")};
  }

  static bool still_runs(const State& s) {
    return s.status == Status::candidate || s.status == Status::waiting || s.status == Status::leader;
  }

  // On the way from the predecessor, by its neighbour and so on. A candidate that is its own predecessor is
  // alone.
  static bool only_dummies_between(const Global<M>& network) {
    const bool down = network.parameters().direction == Direction::down;
    for (const Place i : network.alive()) {
      const State& s = network.state(i);
      if (!still_runs(s) || !s.predecessor) continue;
      const Id from = down ? network.id(i) : *s.predecessor;
      const Id to = down ? *s.predecessor : network.id(i);
      for (const Place j : network.alive()) {
        const Id id = network.id(j);
        const bool passes_end = from >= to;
        const bool between = passes_end ? id > from || id < to : id > from && id < to;
        if (between && network.state(j).status != Status::dummy) return false;
      }
    }
    return true;
  }

  // The next identifier in the ring's direction. A process that is alone is its own neighbour.
  static Id neighbour(const auto& p) {
    const bool down = p.parameters.direction == Direction::down;
    const auto behind = [&](Id a, Id b) { return down ? a < b : a > b; };
    std::optional<Id> nearest;   // of the identifiers in that direction
    std::optional<Id> farthest;  // At this end the ring closes.
    for (const Port port : p.all_ports()) {
      const Id id = p.neighbour(port);
      if (behind(id, p.id) && (!nearest || behind(*nearest, id))) nearest = id;
      if (!farthest || behind(*farthest, id)) farthest = id;
    }
    return nearest.value_or(*farthest);
  }

  // A lie of a Byzantine process may make a process write to itself, though it has no channel to itself
  // unless it is alone. Such a message goes nowhere.
  static void send(auto& p, Id receiver, Message m) {
    for (const Port port : p.all_ports()) {
      if (p.neighbour(port) == receiver) p.send(port, m);
    }
  }

  static void start(auto& p) {
    p.state = {.status = Status::candidate};
    send(p, neighbour(p), {Kind::message1, p.id});
  }

  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::message1) message1(p, m.id);
    if (m.kind == Kind::message2) message2(p, m.id);
    if (m.kind == Kind::message3) message3(p, m.id);
  }

  static void message1(auto& p, Id new_predecessor) {
    State& s = p.state;
    if (s.status == Status::passive) {
      s.status = Status::dummy;
      send(p, neighbour(p), {Kind::message1, new_predecessor});
    } else if (s.status == Status::candidate) {
      s.predecessor = new_predecessor;
      if (p.id == new_predecessor) {
        s.status = Status::leader;
      } else if (s.successor && (p.id > new_predecessor || M::repaired)) {  // Repair 1: do as in message3.
        s.status = Status::dummy;
        send(p, *s.successor, {Kind::message3, new_predecessor});
      } else if (p.id > new_predecessor) {
        s.status = Status::waiting;
        send(p, new_predecessor, {Kind::message2, p.id});
      }
    }
  }

  static void message2(auto& p, Id new_successor) {
    State& s = p.state;
    if (s.status == Status::candidate) {
      if (s.predecessor) {
        send(p, new_successor, {Kind::message3, *s.predecessor});
        s.status = Status::dummy;
      } else {
        s.successor = new_successor;
      }
    } else if (s.status == Status::waiting) {
      s.successor = new_successor;
    }
  }

  static void message3(auto& p, Id new_predecessor) {
    State& s = p.state;
    if (s.status != Status::waiting) return;
    s.predecessor = new_predecessor;
    if (p.id == new_predecessor) {
      s.status = Status::leader;
    } else if (s.successor) {
      s.status = Status::dummy;
      send(p, *s.successor, {Kind::message3, new_predecessor});
    } else if (p.id > new_predecessor) {
      send(p, new_predecessor, {Kind::message2, p.id});
    } else if (M::repaired) {
      // Repair 2: it no longer waits for message3, so it has to answer message2.
      s.status = Status::candidate;
    }
  }
};

struct CompleteNetwork : VirtualRing<CompleteNetwork> {
  static constexpr About about{
      .name = "complete-network",
      .summary = "candidates on a virtual ring learn of their neighbours; the highest candidate wins",
      .source = "complete-networks",
      .topology = "complete",
      .processes = {1, 7},
      .own_neighbour = true,
      .distinct = true,
      .position = 60};
};

struct CompleteNetworkAsPrinted : VirtualRing<CompleteNetworkAsPrinted> {
  static constexpr About about =
      CompleteNetwork::about.variant("complete-network:as-printed", "the Ruby code, as it stands");
  static constexpr bool repaired = false;
};

const Registration<CompleteNetwork, CompleteNetworkAsPrinted> registered;
