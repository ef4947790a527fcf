// A spanning tree without a distinguished process: everyone floods the network with invitations that carry
// its identifier, and only those of the largest identifier get everywhere. Source: garg, end of 13.3.1, which
// leaves the details as an exercise.
#include "author/model.hpp"
#include "author/places.hpp"
#include "author/tree.hpp"

using namespace conclave;

struct SpanningTreeRootless {
  static constexpr About about{
      .name = "spanning-tree-rootless",
      .summary = "everyone may be the root; invitations of larger identifiers displace smaller ones",
      .source = "garg 13.3.1",
      .topology = "connected",
      .processes = {1, 3},
      .position = 80};
  static constexpr Knowledge knows = Knowledge::addresses;

  enum class Kind { invite, accept, reject };
  struct Message {
    Kind kind;
    Id root;
  };
  struct State {
    // The root of the instance in which it takes part; the other variables are of that instance too.
    std::optional<Id> root;
    std::optional<Place> parent;
    std::vector<Place> children;
    int reports = 0;
    bool done = false;
  };

  static bool asleep(const State& s) { return !s.root; }
  static bool decided(const State& s) { return s.done; }

  static void join(auto& p, Id root, Place parent, int reports) {
    p.state = {.root = root, .parent = parent, .reports = reports, .done = reports == p.ports()};
  }

  // Each process starts as if it were the distinguished one.
  static void start(auto& p) {
    join(p, p.id, p.place(), 0);
    p.send_all({Kind::invite, p.id});
  }

  // Children are a set: in which order they accepted is forgotten, so that it makes no difference.
  static void add_child(auto& p, Port from) {
    std::vector<Place> children;
    for (const Port port : p.all_ports()) {
      const Place there = p.place_at(port);
      if (port == from || std::ranges::find(p.state.children, there) != p.state.children.end())
        children.push_back(there);
    }
    p.state.children = children;
  }

  static void receive(auto& p, Message m, Port from) {
    State& s = p.state;
    if (m.kind == Kind::invite) {
      if (!s.root && m.root < p.id) start(p);
      if (!s.root || m.root > *s.root) {
        join(p, m.root, p.place_at(from), 1);
        p.send(from, {Kind::accept, m.root});
        p.send_others(from, {Kind::invite, m.root});
      } else if (m.root == *s.root) {
        p.send(from, {Kind::reject, m.root});
      }  // An invitation to a smaller root is swallowed, so that this root is never done.
    } else if (m.root == s.root) {
      if (m.kind == Kind::accept) add_child(p, from);
      ++s.reports;
      if (s.reports == p.ports()) s.done = true;
    }
  }

  static Properties<SpanningTreeRootless> properties() {
    return {when_quiet<SpanningTreeRootless>(
                "spanning-tree",
                "when nothing is on its way, parents form a spanning tree below the largest identifier",
                [](const QuietGlobal<SpanningTreeRootless>& g) {
                  if (g.every([](const State& s) { return !s.root; })) return true;
                  const Place largest = places_of_largest(g).front();
                  return is_spanning_tree(g, largest) &&
                         g.every([&](const State& s) { return s.root == g.id(largest); });
                }),
            {Form::invariant, "roots-grow", "nobody takes part for a smaller identifier than its own",
             every([](Id id, const State& s) { return !s.root || *s.root >= id; })}};
  }
};

const Registration<SpanningTreeRootless> registered;
