// Broadcast by flooding, without a tree: the root sends a message to its neighbours, and whoever receives it
// for the first time sends it to all neighbours but the one that it came from. Source: garg, 13.3.1.
#include "author/model.hpp"

using namespace conclave;

struct Flooding {
  static constexpr About about{.name = "flooding",
                               .summary = "the root's message goes on to everyone, over every edge",
                               .source = "garg 13.3.1, flooding algorithm",
                               .topology = "connected",
                               .initiators = Initiative::root,
                               .position = 68};
  static constexpr bool anonymous = true;
  static constexpr Knowledge knows = Knowledge::root;
  enum class Kind { m };
  struct Message {
    Kind kind;
  };
  struct State {
    bool informed = false;
  };

  static bool asleep(const State& s, const Self<Flooding>& self) { return self.is_root() && !s.informed; }
  static bool decided(const State& s) { return s.informed; }

  static void start(auto& p) {
    p.state.informed = true;
    p.send_all({Kind::m});
  }

  static void receive(auto& p, Message m, Port from) {
    if (p.state.informed) return;
    p.state.informed = true;
    p.send_others(from, m);
  }

  // An edge of the tree of first receipts carries the message once, every other edge twice.
  static Claims claims() {
    using namespace claimed;
    return {
        max("messages", "one").is(links - (n - 1), "garg 13.3.1: all neighbours but one, the root to all"),
        min("messages", "one").is(links - (n - 1), "garg 13.3.1: all neighbours but one, the root to all")};
  }

  static Properties<Flooding> properties() {
    return {when_quiet<Flooding>("nobody-forgotten",
                                 "when nothing is on its way, everyone has the message, or nobody",
                                 [](const QuietGlobal<Flooding>& g) {
                                   const int informed = g.count([](const State& s) { return s.informed; });
                                   return informed == 0 || informed == static_cast<int>(g.alive().size());
                                 })};
  }
};

const Registration<Flooding> registered;
