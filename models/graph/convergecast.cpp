// Convergecast and broadcast on a rooted tree: values are combined on their way up to the root, and the root
// tells everyone the result. Source: garg, Figures 13.4 and 13.5.
#include "author/model.hpp"

using namespace conclave;

// What both variants share: everything except who reports without having heard a report.
template <class M>
struct OnTree {
  static constexpr Knowledge knows = Knowledge::tree | Knowledge::number;
  struct Value {  // of a subtree: its identifiers as numbers, combined
    int sum;
    int max;
    friend bool operator==(const Value&, const Value&) = default;
  };
  enum class Kind { report, broadcast };
  struct Message {
    Kind kind;
    Value value;
  };
  struct State {
    bool awake = false;  // only of a leaf
    int reports = 0;
    Value value{};
    std::optional<Value> answer;
  };

  static int children(const Self<M>& self) { return self.ports() - (self.parent() ? 1 : 0); }

  static State initial(const Self<M>& self) { return {.value = {self.number(), self.number()}}; }
  static bool decided(const State& s) { return s.answer.has_value(); }

  static void send_down(auto& p, Value value) {
    p.state.answer = value;
    p.send_others(p.parent().value_or(Port()), {Kind::broadcast, value});
  }

  static void report(auto& p) {
    if (p.parent())
      p.send(*p.parent(), {Kind::report, p.state.value});
    else
      send_down(p, p.state.value);  // This process is the root.
  }

  static void start(auto& p) {
    p.state.awake = true;
    report(p);
  }

  static void receive(auto& p, const Message& m, Port) {
    State& s = p.state;
    if (m.kind == Kind::report) {
      ++s.reports;
      s.value = {s.value.sum + m.value.sum, std::max(s.value.max, m.value.max)};
      if (s.reports == children(p)) report(p);
    } else {
      send_down(p, m.value);
    }
  }

  static Properties<M> properties() {
    return {{Form::invariant, "right-value",
             "who knows an answer knows the sum and the largest of all values", [](const Global<M>& tree) {
               Value all{0, 0};
               for (const Place i : tree.places()) {
                 const int x = tree.id(i).value();
                 all = {all.sum + x, std::max(all.max, x)};
               }
               return tree.every(
                   [&](const std::optional<Value>& answer) { return !answer || *answer == all; },
                   [](const State& s) { return s.answer; });
             }}};
  }
};

struct Convergecast : OnTree<Convergecast> {
  static constexpr About about{.name = "convergecast",
                               .summary = "leaves report up the tree, the root tells everyone the result",
                               .source = "garg, Figures 13.4, 13.5",
                               .topology = "tree",
                               .initiators = Initiative::all,
                               .processes = {1, 6},
                               .position = 90};
  // The repair: leaves begin, because they never hear a report.
  static bool asleep(const State& s, const Self<Convergecast>& self) {
    return !s.awake && children(self) == 0;
  }
};

struct ConvergecastAsPrinted : OnTree<ConvergecastAsPrinted> {
  static constexpr About about =
      Convergecast::about.variant("convergecast:as-printed", "reports only follow reports, so there is none");
  static bool asleep(const State&) { return false; }
};

const Registration<Convergecast, ConvergecastAsPrinted> registered;
