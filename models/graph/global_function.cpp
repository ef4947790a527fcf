// A global function of everyone's number, the sum if nothing else is set, on a network without a tree: a
// spanning tree is built, values go up the tree, and the result comes down. Source: garg, 13.5.4:
// listing 13.5.3 and Figures 13.6 and 13.7. Where the main thread of the source waits with `while (!c)
// myWait()`, the model goes on in the step that makes c true.
#include "author/model.hpp"
#include "author/tree.hpp"

#include <numeric>

using namespace conclave;

// As in Java, a number that does not fit is taken modulo 2^32.
inline int wrapped(std::int64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

// The function of FuncUser. The source asks for one that is commutative and associative, as the first four
// are.
enum class Combining {
  sum,
  product,
  minimum,
  maximum,
  difference,  // neither
  average,     // rounded down; commutative, not associative
  second       // func(x, y) = y; associative, not commutative
};

inline int combine(Combining function, int x, int y) {
  switch (function) {
    case Combining::sum:
      return wrapped(std::int64_t{x} + y);
    case Combining::product:
      return wrapped(std::int64_t{x} * y);
    case Combining::minimum:
      return std::min(x, y);
    case Combining::maximum:
      return std::max(x, y);
    case Combining::difference:
      return wrapped(std::int64_t{x} - y);
    case Combining::average:
      return static_cast<int>((std::int64_t{x} + y) >> 1);
    case Combining::second:
      return y;
  }
  return 0;
}

// What both variants share.
template <class M>
struct JavaListing {
  struct Parameters {
    Combining function = Combining::sum;
  };
  enum class Kind { invite, accept, reject, subTreeVal, globalFunc };
  struct Message {
    Kind kind;
    std::optional<int> value;  // of subTreeVal and globalFunc
  };
  struct State {
    // SpanTree
    std::optional<Place> parent;
    std::vector<Place> children;
    int reports = 0;
    bool done = false;
    // GlobalFunc
    std::optional<std::vector<Place>> pending;  // the children that have not reported
    int value = 0;
    int answer = 0;
    bool received = false;  // answerRecvd
  };

  static State initial(const Self<M>& self) { return {.value = self.number()}; }
  static bool asleep(const State& s, const Self<M>& self) { return self.is_root() && !s.parent; }
  static bool decided(const State& s, const Self<M>& self) {
    return self.is_root() ? s.pending && s.pending->empty() : s.received;
  }
  // In the source, handleMsg waits while pending is null.
  static bool accepts(const State& s, const Message& m) { return m.kind != Kind::subTreeVal || s.pending; }

  // Lines 20 to 22: the condition for which initialize waits has come true.
  static void compute_global(auto& p) {
    p.state.done = true;
    p.state.pending = p.state.children;
    if (p.state.pending->empty()) subtree_is_complete(p);
  }

  // Lines 24 to 31: no child is pending any more.
  static void subtree_is_complete(auto& p) {
    State& s = p.state;
    if (s.parent == p.place()) {
      s.answer = s.value;
      send_children(p);
    } else if (s.parent) {  // who has crashed and recovered may know none any more
      p.send(p.port_to(*s.parent), {Kind::subTreeVal, s.value});
      s.received = false;
    }
  }

  static void all_have_reported(auto& p) { subtree_is_complete(p); }

  static void send_children(auto& p) {
    for (const Place child : p.state.children) p.send(p.port_to(child), {Kind::globalFunc, p.state.answer});
  }

  static void start(auto& p) {
    p.state.parent = p.place();
    if (p.ports() == 0)
      compute_global(p);
    else
      p.send_all({Kind::invite, {}});
  }

  static void receive(auto& p, const Message& m, Port from) {
    State& s = p.state;
    if (m.kind == Kind::invite) {
      if (!s.parent) {
        ++s.reports;
        s.parent = p.place_at(from);
        p.send(from, {Kind::accept, {}});
        p.send_others(from, {Kind::invite, {}});
        M::after_accepting(p);
      } else {
        p.send(from, {Kind::reject, {}});
      }
    } else if (m.kind == Kind::subTreeVal) {
      const bool waited = !s.pending->empty();
      M::remove(p, *s.pending, p.place_at(from));
      s.value = combine(p.parameters.function, s.value, *m.value);
      if (waited && s.pending->empty()) M::all_have_reported(p);
    } else if (m.kind == Kind::globalFunc) {
      s.answer = *m.value;
      s.received = true;
      send_children(p);
    } else {
      if (m.kind == Kind::accept) s.children.push_back(p.place_at(from));
      ++s.reports;
      if (s.reports == p.ports()) compute_global(p);
    }
  }

  static Properties<M> properties() {
    return {{Form::invariant, "right-value",
             "who knows the answer knows f(x_1,...,x_N), computed from left to right in ascending order",
             [](const Global<M>& g) {
               std::vector<int> values;
               for (const Place i : g.places()) values.push_back(g.id(i).value());
               std::ranges::sort(values);
               const int answer =
                   std::accumulate(values.begin() + 1, values.end(), values.front(),
                                   [&](int x, int y) { return combine(g.parameters().function, x, y); });
               return std::ranges::all_of(
                   g.alive(), [&](Place i) { return answer_at(g, i).value_or(answer) == answer; });
             }},
            {Form::invariant, "one-value", "all who know the answer know the same",
             [](const Global<M>& g) {
               std::set<int> answers;
               for (const Place i : g.alive()) {
                 if (const auto answer = answer_at(g, i)) answers.insert(*answer);
               }
               return answers.size() <= 1;
             }},
            when_quiet<M>(
                "spanning-tree",
                "when nothing is on its way, parents form a spanning tree below the root, and children agree",
                is_spanning_tree_below_root)};
  }

 private:
  // The answer, at a process that knows it.
  static std::optional<int> answer_at(const Global<M>& g, Place i) {
    if (i == g.root())
      return g.state(i, [](const State& s) {
        return s.pending && s.pending->empty() ? std::optional(s.answer) : std::nullopt;
      });
    return g.state(i, [](const State& s) { return s.received ? std::optional(s.answer) : std::nullopt; });
  }
};

struct GlobalFunction : JavaListing<GlobalFunction> {
  static constexpr About about{.name = "global-function",
                               .summary = "a spanning tree, the sum up it, the result down it",
                               .source = "garg 13.5.4, Figures 13.6, 13.7",
                               .topology = "connected",
                               .initiators = Initiative::root,
                               .position = 100};
  static constexpr Knowledge knows = Knowledge::root | Knowledge::addresses | Knowledge::number;

  // Repair 1, of the spanning tree: a leaf, which will hear nothing more, is done.
  static void after_accepting(auto& p) {
    if (p.state.reports == p.ports()) compute_global(p);
  }
  // Repair 2: removes the first entry with that value.
  static void remove(auto&, std::vector<Place>& pending, Place src) {
    const auto at = std::ranges::find(pending, src);
    if (at != pending.end()) pending.erase(at);
  }
};

// In Java, `pending.remove(src)` with an int calls LinkedList.remove(int index), which removes by index.
struct GlobalFunctionAsPrinted : JavaListing<GlobalFunctionAsPrinted> {
  static constexpr About about = GlobalFunction::about.variant(
      "global-function:as-printed", "the Java classes: leaves never done, reports removed by index");
  static constexpr Knowledge knows =
      Knowledge::root | Knowledge::addresses | Knowledge::number | Knowledge::indices;
  static constexpr bool throws = true;

  static void after_accepting(auto&) {}
  static void remove(auto& p, std::vector<Place>& pending, Place src) {
    const auto index = static_cast<std::size_t>(p.index(src));
    if (index >= pending.size()) p.raise("IndexOutOfBoundsException");
    pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(index));
  }
};

// With the thread that runs computeGlobal, all else repaired. It waits until no child is pending, and the
// handler, which takes the children off the list, never calls notify. So the thread sleeps on.
struct GlobalFunctionWaiting : JavaListing<GlobalFunctionWaiting> {
  static constexpr About about = GlobalFunction::about.variant(
      "global-function:waiting", "and a thread at each process that waits in computeGlobal", {1, 3});
  static constexpr Knowledge knows = GlobalFunction::knows;

  static void after_accepting(auto& p) {
    if (p.state.reports == p.ports()) compute_global(p);
  }
  static void remove(auto& p, std::vector<Place>& pending, Place src) {
    GlobalFunction::remove(p, pending, src);
  }
  static void all_have_reported(auto&) {}

  static Properties<GlobalFunctionWaiting> properties() {
    const auto sleeps = [](const State& s) { return !s.children.empty() && s.pending && s.pending->empty(); };
    return {{Form::leads_to, "woken", "whoever waits for its children goes on when all have reported",
             some(sleeps), none(sleeps)}};
  }
};

const Registration<GlobalFunction, GlobalFunctionAsPrinted, GlobalFunctionWaiting> registered;
