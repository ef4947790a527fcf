// How ClassPass walks: an order is explored through the graph that there is, and where no expansion of a node
// agrees with the order, one is added.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "engine/passes/class_pass.hpp"
#include "engine/steps/step_tables_lookup.hpp"
#include "scenario/partial_order.hpp"

namespace conclave {

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::begin() {
  keys_.clear();
  nodes_.clear();
  roots_.clear();
  splits_.clear();
  code_.clear();
  number_of_answers_.clear();
  given_.clear();
  held_.clear();
  finished_mark_ = 0;
  widths_.tag = std::max<std::uint8_t>(widths_.tag, 16);
  lay_out();
  seen_.clear(widths_.tag);
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::lay_out() {
  steps_.arrange(layout_, widths_);
  steps_.clear(layout_, false, limits_.memory() / share_of_tables + 1);
  steps_.begin_order(order_);
}

// Packs everything anew, because a value has no room.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::widen(const TooNarrow& found) {
  const Layout before = layout_;
  widths_.widen(found);
  if (nodes_.size() > few) steps_.widen_others(widths_, nodes_.size());
  lay_out();
  const Repacking repack(before, layout_);
  seen_.convert(widths_.tag, repack);
  for (auto& key : keys_) key = repack(key);
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::run(const Answers& order, bool by_independence, std::uint64_t large) {
  result = {};
  large_ = std::max<std::uint64_t>(large, 1);
  order_ = order;
  by_independence_ = by_independence;
  answers = machine_.take_answers();  // the answers by which the machine knows whom to elect
  elects_ = false;
  reached_ = 0;
  found_now_ = 0;
  steps_.begin_order(order);
  if (finished_mark_ > std::numeric_limits<std::uint32_t>::max() - 3) begin();
  finished_mark_ += 2;
  on_stack_mark_ = finished_mark_ + 1;
  if (nodes_.empty()) number(Key<Words>{});
  const bool simple = walk();
  if (!std::exchange(is_first_, false)) walked_ += result.states;
  limits_.tick(result.states);
  if (!simple) return false;
  if (!elects_ && machine_.scenario().properties.contains(PropertyId::can_elect)) return false;
  if ((statements_.reachable() & ~reached_) != 0) return false;
  const Sums& sums = nodes_[0].sums;
  for (std::size_t cost = 0; cost < costs_.counted(); ++cost) {
    result.costs.push_back({lanes::least(sums.data(), cost), lanes::most(sums.data(), cost)});
  }
  return true;
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::walk() {
  frames_.clear();
  if (!enter(0)) return false;
  while (true) {
    Frame& frame = frames_.back();
    for (; frame.at != frame.end; frame.at += edge_words) {
      const Node& node = nodes_[code_[frame.at + node_word]];
      if (node.visited != finished_mark_) break;
      combine(frame.sums, node.sums, code_[frame.at + cost_word]);
    }
    if (frame.at != frame.end) {
      if (!enter(code_[frame.at + node_word])) return false;
      continue;
    }
    const Lanes* const sums = frame.sums.data();
    if (lanes::most(sums, Costs::messages) >= lanes::largest_sum ||
        lanes::most(sums, costs_.deliveries()) >= lanes::largest_sum)
      return false;
    Node& node = nodes_[frame.node];
    node.sums = frame.sums;
    node.visited = finished_mark_;
    frames_.pop_back();
    if (frames_.empty()) return true;
  }
}

// Puts a configuration onto the stack. Returns false if another pass has to look at this order.
template <std::size_t Words, std::size_t Blocks>
[[gnu::always_inline]] inline bool ClassPass<Words, Blocks>::enter(Index index) {
  if (nodes_[index].visited == on_stack_mark_) return false;
  Index expansion = nodes_[index].expansion;
  if (expansion == nowhere || !hold(code_[expansion + answers_word])) [[unlikely]]
    expansion = find(index);
  nodes_[index].visited = on_stack_mark_;
  const Index count = code_[expansion + count_word];
  const Index flags = code_[expansion + flags_word];
  ++result.states;
  result.transitions += count;
  if (flags != 0) {
    if (flags & gives_up) return false;
    elects_ |= (flags & elects) != 0;
    result.quiescent += (flags & rests) != 0;
    reached_ |= flags >> first_reached;
  }
  frames_.resize(frames_.size() + 1);
  Frame& frame = frames_.back();  // The frame is filled in place, because a copy would wait for its parts.
  frame.sums.fill(flags & rests ? Lanes{} : lanes::nothing_known);
  frame.node = index;
  frame.at = expansion + first_edge;
  frame.end = expansion + first_edge + count * Index{edge_words};
  return true;
}

// Finds the expansion of a configuration under the order in force, or adds one.
template <std::size_t Words, std::size_t Blocks>
[[gnu::noinline]] typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::find(Index node) {
  const auto follow = [&](Index* link) {
    while (is_split(*link)) {
      Split& split = splits_[*link >> 1];
      link = &split.then[order_.holds(split.smaller, split.larger) ? 1 : 0];
    }
    return link;
  };
  const Index link = *follow(&roots_[node]);
  if (link != nowhere && hold(code_[(link >> 1) + answers_word])) return nodes_[node].expansion = link >> 1;
  limits_.poll();
  if (frames_.size() > limits_.depth(false)) throw LimitReached{StopReason::depth};
  if (!is_first_) ++found_;
  ++found_now_;
  weigh();
  const Index made = expand(node);
  hold(code_[made + answers_word]);
  if (link == nowhere) {
    roots_[node] = made << 1;
  } else {
    const auto [smaller, larger] = given_[code_[(link >> 1) + answers_word]].first_outside(order_);
    *follow(&roots_[node]) = static_cast<Index>(splits_.size()) << 1 | 1;
    splits_.push_back({smaller, larger, {made << 1, link}});
  }
  return nodes_[node].expansion = made;
}

// Throws if it is not worth while to add another expansion.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::weigh() const {
  if (limits_.is_used_beyond(most_used) || code_.size() >= most_code) throw NoRoom{};
  if (found_ > most_found && found_ * worthwhile > walked_ + result.states) throw LittleShared{};
  if (found_now_ % (8 * large_) == 0 && found_now_ * 2 > result.states &&
      (found_now_ >= very_much || stands_for_many()))
    throw LittleShared{};
}

// Do many orders give the answers that this one has given so far?
template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::stands_for_many() const {
  const auto places = static_cast<int>(machine_.ids().size());
  PartialOrder asked(places);
  Answers given = answers;
  given &= order_;
  for (const auto& [smaller, larger] : given.facts()) asked.add(smaller, larger);
  return asked.count() * others_wanted >= PartialOrder(places).count();
}

template <std::size_t Words, std::size_t Blocks>
bool ClassPass<Words, Blocks>::hold_first(Index given) {
  if (answers_alike_ && !given_[given].within(order_)) return false;
  held_[given] = finished_mark_;
  answers |= given_[given];
  return true;
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::expand(Index node) {
  const std::size_t made = code_.size();
  while (true) {
    try {
      const Key<Words> key = keys_[node];
      list(key);
      return static_cast<Index>(made);
    } catch (const TooNarrow& found) {
      code_.resize_down(made);
      widen(found);
    }
  }
}

template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::list(const Key<Words>& key) {
  const Cells cells{key, layout_};
  const Scenario& scenario = machine_.scenario();
  steps_.take_answers();
  machine_.take_answers();
  machine_.look_again(cells);
  const auto standing = machine_.judge().standing(cells);
  const std::uint32_t holds = statements_.any() ? machine_.judge().predicates(cells) : 0;
  bool simple = standing.failed.empty() && statements_.broken(holds) == 0;

  listed_.resize_down(0);
  std::uint16_t flags = 0;
  if (by_independence_) flags = steps_.list_persistent(key, listed_);
  if (listed_.empty()) flags = steps_.list(key, listed_);
  simple &= !(flags & Tables::broken);
  if (by_independence_ && machine_.provisos().decisions_stay) simple &= !(flags & Tables::revokes);
  const bool ends = !(flags & Tables::owed) && !machine_.awaits_start(cells, labels());
  if (ends && scenario.properties.contains(PropertyId::termination))
    simple &= machine_.judge().all_decided(cells);
  // Somebody may have been leader before, which only another pass can know.
  if (ends && scenario.properties.contains(PropertyId::election)) simple &= !standing.lacks_leader();
  step_costs_.extend(machine_.steps().costs());
  const std::size_t made = code_.size();
  for (std::size_t word = 0; word < first_edge; ++word) code_.push_back(0);
  for (const auto listed : listed_) {
    const Key<Words> child = steps_.take(key, listed);
    simple &= child != key;
    code_.push_back(number(child));
    code_.push_back(steps_.label(listed).cost);
  }
  Answers asked = steps_.take_answers();
  asked |= machine_.take_answers();
  code_[made + answers_word] = number(asked);
  code_[made + count_word] = static_cast<Index>(listed_.size());
  code_[made + flags_word] = (simple ? 0U : gives_up) | (ends ? rests : 0U) |
                             (standing.elected ? elects : 0U) | statements_.reached(holds) << first_reached;
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::number(const Answers& asked) {
  const auto [at, is_new] = number_of_answers_.emplace(asked, static_cast<Index>(given_.size()));
  if (is_new) {
    given_.push_back(asked);
    held_.push_back(0);
  }
  return at->second;
}

template <std::size_t Words, std::size_t Blocks>
typename ClassPass<Words, Blocks>::Index ClassPass<Words, Blocks>::number(const Key<Words>& key) {
  const auto scrambled = seen_.scramble(key);
  const auto at = seen_.find(scrambled);
  if (seen_.holds(at)) return static_cast<Index>(at.tag);
  const auto number = static_cast<Index>(nodes_.size());
  if (number >= seen_.tag_limit()) throw TooNarrow{layout_.size(), number};
  nodes_.push_back({{}, 0, nowhere});
  roots_.push_back(nowhere);
  keys_.push_back(key);
  seen_.insert(at.slot, scrambled, number);
  return number;
}

// Combines one successor: what may still come from it, after a step with this cost, may come from here.
template <std::size_t Words, std::size_t Blocks>
void ClassPass<Words, Blocks>::combine(Sums& into, const Sums& from, std::uint32_t cost) const {
  const Lanes* const step = step_costs_.of(Blocks, cost);
  for (std::size_t block = 0; block < Blocks; ++block)
    lanes::raise(into[block], lanes::sum(from[block], step[block]));
}

}  // namespace conclave
