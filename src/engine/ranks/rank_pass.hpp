// The pass in which all ranks explore one instance together (team.hpp tells how). Each rank runs one for its
// part of the configurations; PartSearch says what is done with them.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/parts/part_search_walk.hpp"
#include "engine/parts/way_back.hpp"
#include "engine/ranks/spread.hpp"
#include "engine/ranks/team.hpp"
#include "engine/ranks/translation.hpp"

namespace conclave {

template <std::size_t Words>
class RankPass final : public PartsExploration, private PartSearch<Words> {
  using Base = PartSearch<Words>;
  using Base::here_;
  using Base::limits_;
  using Base::machine_;
  using Base::result_;
  using Base::seen_;
  using Base::tag_bits_;
  using Base::waiting_;
  using typename Base::Cells;
  using typename Base::Findings;
  using typename Base::Phase;
  using typename Base::Record;

 public:
  RankPass(Machine& machine, Limits& limits, Widths& widths, Team& team)
      : Base(machine, limits, widths), team_(team), meanings_(machine.meanings()) {
    here_ = team.rank();
  }

  // The leader has the whole result, each other rank what it has found itself.
  const InstanceResult& result() const override { return result_; }
  // All ranks call it for the same instance. The leader throws what any of them meets; at the others, such an
  // error ends the run in silence.
  void run(bool by_independence) override;

 private:
  using Values = Sample::Configuration;  // by component, as this rank's machine has numbered them
  using Way = WayBack<Values>;
  // The number of a record that tells where something was found: in a configuration, or in a step out of it.
  static constexpr std::uint64_t in_step = 1;

  std::uint32_t part_of(const Key<Words>& key) override {
    return spread_.rank_of(Cells{key, this->layout_}, meanings_);
  }
  void send(std::uint32_t rank, const Record& record) override {
    post(rank, record, this->phase_ == Phase::order ? this->number(record) : 0);
  }

  void explore_all(bool by_independence);
  void choose_spread();
  Sample sample();
  void explore(Phase);
  template <class Work>
  void with_room(const Work&);
  void widen(const TooNarrow&);
  Key<Words> pack(const Values&) const;
  Values unpack(const Key<Words>&) const;

  // What is sent, and what arrives.
  void post(std::uint32_t rank, const Record&, std::uint64_t meant_number);
  void flush(std::uint32_t rank);
  void flush_all();
  bool take_data();
  template <class Each>
  bool read_data(const Each&);
  Values values(const Inbox<Words>&, const Record&) const;
  Record translated(const Inbox<Words>&, const Record&) const;

  // What all ranks have found together (rank_pass_end.hpp).
  void gather();
  Json found() const;
  Json counts() const;
  void add(const Json& found);
  void find_paths();
  Path path_to(PropertyId, std::size_t steps);
  void go_back(Way&, bool without_leader);
  template <class Each>
  void hear_answers(const Each&);
  void answer();
  template <class Visit>
  void each_before(const Way::Level&, std::size_t steps, bool without_leader, const Visit&);

  Team& team_;
  Meanings meanings_;
  Spread spread_;
  std::vector<Outbox<Words>> out_;         // by rank
  std::vector<Inbox<Words>> in_;           // by rank
  std::vector<std::size_t> knows_layout_;  // by rank: the number of the layout that it was told last
  std::size_t layout_number_ = 1;
  // So many records are sent at once. MPI sends what is short without waiting for the receiver, and takes
  // less than 4 KB for short.
  static constexpr std::size_t at_once = std::max<std::size_t>(3584 / sizeof(Record), 1);
  std::uint64_t expanded_ = 0;  // of the leader: by all ranks, in the second phase
  // By property: after how many steps it is violated, if it is.
  std::array<std::optional<std::size_t>, most_properties> nearest_found_;
};

}  // namespace conclave
