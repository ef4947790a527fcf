// What ranks do when all configurations were expanded: the leader puts together what was found, and looks for
// the executions that show it.
#pragma once

#include <algorithm>
#include <bit>

#include "engine/ranks/rank_pass_walk.hpp"

namespace conclave {

template <std::size_t Words>
void RankPass<Words>::gather() {
  if (!team_.leads()) {
    team_.tell(0, found());
    return answer();
  }
  expanded_ = Base::expanded_;
  for (std::size_t p = 0; p < most_properties; ++p) {
    if (!this->findings_[p].at.empty()) nearest_found_[p] = this->findings_[p].steps;
  }
  for (std::uint32_t rank = 1; rank < team_.size(); ++rank) add(team_.await(rank));
  if (expanded_ != result_.states) throw Whole{"executions may go on for ever"};
  this->sum_up();
  find_paths();
  team_.tell_all({{"done", true}});
}

template <std::size_t Words>
Json RankPass<Words>::counts() const {
  return {{"states", result_.states}, {"transitions", std::uint64_t{result_.transitions}}};
}

template <std::size_t Words>
Json RankPass<Words>::found() const {
  Json json = counts();
  json["expanded"] = Base::expanded_;
  json["quiescent"] = result_.quiescent;
  json["elected"] = this->elected_;
  json["reached"] = this->reached_;
  json["total"] = this->total_;
  json["bytes"] = team_.bytes_sent();
  for (std::size_t cost = 0; cost < this->costs_.counted(); ++cost) {
    if (this->staying_.add_to(cost)) json["stays"].push_back(cost);
  }
  for (std::size_t p = 0; p < most_properties; ++p) {
    if (!this->findings_[p].at.empty()) json["findings"].push_back({p, this->findings_[p].steps});
  }
  json["asked"] = machine_.asked().facts();
  json["numbers"] = machine_.asked().numbers();
  return json;
}

template <std::size_t Words>
void RankPass<Words>::add(const Json& found) {
  result_.states += found.at("states").get<std::uint64_t>();
  result_.transitions += found.at("transitions").get<std::uint64_t>();
  result_.quiescent += found.at("quiescent").get<std::uint64_t>();
  expanded_ += found.at("expanded").get<std::uint64_t>();
  limits_.bytes_sent += found.at("bytes").get<std::uint64_t>();
  this->elected_ |= found.at("elected").get<bool>();
  this->reached_ |= found.at("reached").get<std::uint32_t>();
  const auto total = found.at("total").get<std::vector<Lanes>>();
  for (std::size_t block = 0; block < total.size(); ++block) lanes::raise(this->total_[block], total[block]);
  for (const auto& cost : found.value("stays", Json::array())) this->staying_.set_adds_to(cost);
  for (const auto& each : found.value("findings", Json::array())) {
    auto& nearest = nearest_found_[each.at(0).get<std::size_t>()];
    const auto steps = each.at(1).get<std::size_t>();
    nearest = std::min(nearest.value_or(steps), steps);
  }
  machine_.note_asked(found.at("asked").get<std::vector<Asked::Fact>>(), found.at("numbers").get<bool>());
}

// For each property that is violated, an execution that shows it.
template <std::size_t Words>
void RankPass<Words>::find_paths() {
  for (std::size_t p = 0; p < most_properties; ++p) {
    if (!nearest_found_[p]) continue;
    const auto id = static_cast<PropertyId>(p);
    result_.violations[p] = this->as_found(id, path_to(id, *nearest_found_[p]));
  }
}

template <std::size_t Words>
Path RankPass<Words>::path_to(PropertyId id, std::size_t steps) {
  const auto p = static_cast<std::size_t>(id);
  Way way(steps);
  const auto begin_at = [&](const Values& found, bool is_in_step) {
    if (!is_in_step) return way.begin_at(found, {});
    with_room([&] {
      for (const RecordIndex last : this->breaking(pack(found), id)) way.begin_at(found, last);
    });
  };
  team_.tell_all({{"findings", p}, {"steps", steps}});
  if (this->findings_[p].steps == steps) {
    for (const auto& [key, last] : this->findings_[p].at) begin_at(unpack(key), last.has_value());
  }
  hear_answers([&](const Inbox<Words>& in, const Record& record) {
    begin_at(values(in, record), in.number(record) == in_step);
  });
  while (way.left() > 0) {
    go_back(way, id == PropertyId::election);
    way.go_on();
  }
  return way.path(machine_, Values(machine_.values().component_count(), 0));
}

// Finds the configurations, of all ranks, from which a step leads into a level.
template <std::size_t Words>
void RankPass<Words>::go_back(Way& way, bool without_leader) {
  for (const auto& [values, node] : way.level()) {
    Key<Words> key{};
    with_room([&] { key = pack(values); });
    for (std::uint32_t rank = 1; rank < team_.size(); ++rank) post(rank, key, 0);
  }
  flush_all();
  team_.tell_all({{"before", way.left()}, {"leaderless", without_leader}});
  const auto add_steps = [&](const Values& from) {
    if (way.is_full()) return;
    with_room([&] {
      this->visit_steps(pack(from), [&](RecordIndex step, const Key<Words>& child) {
        way.add_step(from, step, unpack(child));
      });
    });
  };
  each_before(way.level(), way.left(), without_leader, add_steps);
  hear_answers([&](const Inbox<Words>& in, const Record& record) { add_steps(values(in, record)); });
}

// Calls each(Inbox of the sender, record) for what all others answer.
template <std::size_t Words>
template <class Each>
void RankPass<Words>::hear_answers(const Each& each) {
  for (std::uint32_t rank = 1; rank < team_.size(); ++rank) {
    team_.await(rank);
    while (read_data(each)) {
    }
  }
}

// Answers what the leader asks.
template <std::size_t Words>
void RankPass<Words>::answer() {
  while (true) {
    const Json asked = team_.await(0);
    if (asked.contains("done")) return;
    if (asked.contains("findings")) {
      const Findings& findings = this->findings_[asked.at("findings").get<std::size_t>()];
      if (!findings.at.empty() && findings.steps == asked.at("steps").get<std::size_t>()) {
        for (const auto& [key, last] : findings.at) post(0, this->record(key, last ? in_step : 0), 0);
      }
    } else {
      typename Way::Level level;
      while (read_data(
          [&](const Inbox<Words>& in, const Record& record) { level.try_emplace(values(in, record), 0); })) {
      }
      each_before(level, asked.at("before"), asked.at("leaderless"),
                  [&](const Values& values) { post(0, pack(values), 0); });
    }
    flush_all();
    team_.tell(0, {{"answered", true}});
  }
}

// Visits those of this rank's configurations from which a step leads into the level, which is so many steps
// away from the initial configuration.
template <std::size_t Words>
template <class Visit>
void RankPass<Words>::each_before(const typename Way::Level& level, std::size_t steps, bool without_leader,
                                  const Visit& visit) {
  constexpr std::uint64_t between_polls = 4096;
  std::uint64_t looked_at = 0;
  std::vector<Values> found;
  seen_.each([&](const Key<Words>& key, std::uint64_t tag) {
    if (++looked_at % between_polls == 0) limits_.poll();
    if (level.empty() || found.size() >= Way::most_in_level) return;
    if (!this->comes_before(key, tag, steps, without_leader)) return;
    bool leads_there = false;
    this->visit_steps(
        key, [&](RecordIndex, const Key<Words>& child) { leads_there |= level.contains(unpack(child)); });
    if (leads_there) found.push_back(unpack(key));
  });
  for (const Values& values : found) visit(values);
}

}  // namespace conclave
