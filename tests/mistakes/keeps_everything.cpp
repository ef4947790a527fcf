// $ conclave check meeting -n 2 --trace run.itf.json
// 1: ✗ VIOLATED unique-leader, max-id
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "mistakes/mistake.hpp"

namespace conclave::mistakes {

// The mistake is that everyone leads. Its trace shows a value of each type that a model may keep.
struct KeepsEverything : Meeting<KeepsEverything> {
  enum class Mood { calm, eager };
  struct Message {
    Id id;
    std::string text;
    std::uint64_t wide = 0;
  };
  struct State {
    bool awake = false;
    int heard = 0;
    bool beaten = false;
    bool leader = false;
    std::string text;
    std::int64_t wide = -5'000'000'000;
    std::uint8_t narrow = 200;
    std::set<Id> set;
    std::map<Id, Mood> map;
    std::array<std::optional<Port>, 2> array;
    std::pair<Place, Mood> pair;
    std::deque<std::string> deque;
    std::vector<std::vector<bool>> vectors;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader; }
  static void greet(auto& p) {
    p.state.text = "say \"→\"\n\xff";
    p.state.set.insert(p.id);
    p.send_all({p.id, p.state.text, 18'000'000'000'000'000'000U});
  }
  static void receive(auto& p, Message m, Port from) {
    p.state.map[m.id] = Mood::eager;
    p.state.set.insert(m.id);
    p.state.array[1] = from;
    p.state.pair.second = Mood::eager;
    p.state.deque.push_back(m.text);
    p.state.vectors.push_back({true, false});
    if (m.wide > 1) p.state.wide *= 2;
    Meeting::receive(p, {m.id}, from);
  }
  static bool loses(auto&, Id, Port) { return false; }
};

const Mistake<KeepsEverything> keeps_everything;

}  // namespace conclave::mistakes
