// A spanning tree by flooding from a distinguished process, the root.
// Source: garg, Figure 13.3 and listing 13.5.3.
#include "author/client.hpp"
#include "author/model.hpp"
#include "author/tree.hpp"

using namespace conclave;

// What both variants share: everything except what a leaf does, whose only neighbour is its parent.
template <class M>
struct FloodingFromRoot {
  static constexpr bool anonymous = true;
  static constexpr Knowledge knows = Knowledge::root | Knowledge::addresses;
  enum class Kind { invite, accept, reject };
  struct Message {
    Kind kind;
  };
  struct State {
    std::optional<Place> parent;
    std::vector<Place> children;  // in the order in which they accepted
    int reports = 0;
    bool done = false;
  };

  static bool asleep(const State& s, const Self<M>& self) { return self.is_root() && !s.parent; }
  static bool decided(const State& s) { return s.done; }

  static void start(auto& p) {
    p.state.parent = p.place();
    if (p.ports() == 0)
      p.state.done = true;
    else
      p.send_all({Kind::invite});
  }

  static void receive(auto& p, Message m, Port from) {
    auto& s = p.state;
    if (m.kind == Kind::invite) {
      if (!s.parent) {
        ++s.reports;
        s.parent = p.place_at(from);
        p.send(from, {Kind::accept});
        p.send_others(from, {Kind::invite});
        M::after_accepting(p);
      } else {
        p.send(from, {Kind::reject});
      }
    } else {
      if (m.kind == Kind::accept) s.children.push_back(p.place_at(from));
      ++s.reports;
      if (s.reports == p.ports()) s.done = true;
    }
  }

  static Properties<M> properties() {
    return {when_quiet<M>(
                "spanning-tree",
                "when nothing is on its way, parents form a spanning tree below the root, and children agree",
                is_spanning_tree_below_root),
            {Form::invariant, "no-cycle", "parents never form a cycle", parents_lead_up<M>}};
  }
};

struct SpanningTree : FloodingFromRoot<SpanningTree> {
  static constexpr About about{
      .name = "spanning-tree",
      .summary = "the root floods invitations; who invites a process first is its parent",
      .source = "garg, Figure 13.3, listing 13.5.3",
      .topology = "connected",
      .initiators = Initiative::root,
      .position = 70};
  // The repair: a leaf is done, because it will hear nothing more.
  static void after_accepting(auto& p) {
    if (p.state.reports == p.ports()) p.state.done = true;
  }
};

struct SpanningTreeAsPrinted : FloodingFromRoot<SpanningTreeAsPrinted> {
  static constexpr About about = SpanningTree::about.variant(
      "spanning-tree:as-printed", "the listing: a leaf never finds out that it is done");
  static void after_accepting(auto&) {}
};

// With the thread that calls waitForDone, leaves repaired. Nothing in the listing calls notify.
struct SpanningTreeWaiting : FloodingFromRoot<SpanningTreeWaiting> {
  static constexpr About about = SpanningTree::about.variant(
      "spanning-tree:waiting", "and a thread at each process that waits in waitForDone", {1, 3});
  struct State {
    std::optional<Place> parent;
    std::vector<Place> children;
    int reports = 0;
    bool done = false;
    Client client = Client::busy;
  };

  static bool asleep(const State& s, const Self<SpanningTreeWaiting>& self) {
    return self.is_root() && !s.parent;
  }
  static bool decided(const State& s) { return s.done; }
  static bool is_there(const State& s) { return s.done; }
  static void after_accepting(auto& p) { SpanningTree::after_accepting(p); }
  static OwnSteps<SpanningTreeWaiting> own_steps() { return client_steps<SpanningTreeWaiting>(); }
  static Properties<SpanningTreeWaiting> properties() { return client_properties<SpanningTreeWaiting>(); }
};

const Registration<SpanningTree, SpanningTreeAsPrinted, SpanningTreeWaiting> registered;
