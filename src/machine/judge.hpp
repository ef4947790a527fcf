// What holds in a configuration: which of the standard properties fail there, what the model's own predicates
// say, and whether an execution may end there as it should.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "machine/values.hpp"

namespace conclave {

class Judge {
 public:
  explicit Judge(Values& values);

  // Prepares for the instance that the values hold, or for another order in force.
  void begin();
  void note_favourite() const;  // that the standing of every process rests on who should be elected

  // Of the standard properties: those that fail in a configuration, and whether can-elect is reached in it.
  struct Standing {
    PropertySet failed;
    bool elected = false;
  };
  template <class Cells>
  Standing standing(const Cells&) const;
  // May the process in whom one believes be the leader? It need not live any more.
  bool is_right(const Facts&, Id favourite) const;
  // What Program::evaluate says of a configuration. `rounds` is how many have passed; -1: only what does not
  // ask for that is looked at. Throws ModelError.
  template <class Cells>
  std::uint32_t predicates(const Cells& cells, int rounds = -1) const {
    return evaluate(View<Cells>(*this, cells, rounds));
  }
  // Up to which round the model's own properties speak of rounds; -1: none does.
  int rounds_claimed() const;
  // Is it as termination wants the end: has everyone decided who has not crashed, or, where that is enough,
  // is someone leader (or nobody left)?
  template <class Cells>
  bool all_decided(const Cells&) const;
  // Is everyone who has not crashed as at the beginning, and nothing on its way?
  template <class Cells>
  bool is_untouched(const Cells&) const;

  // What a process breaks by a step of its own, of the properties asked for.
  PropertySet broken_by(const Facts& then, const Facts& now, const Handlers::Effect&) const;
  // Does it take back who is leader or elected, or in whom it believes?
  static bool revokes(const Facts& then, const Facts& now) {
    return (then.leader && !now.leader) || (then.elects && !now.elects) ||
           (then.belief && then.belief != now.belief);
  }

 private:
  template <class Cells>
  class View;

  std::uint32_t evaluate(const Snapshot&) const;
  void add_messages(std::vector<Snapshot::Flight>&, std::size_t channel, std::uint32_t content) const;
  // Of two identifiers, is the first one ahead, as the model elects?
  bool ahead(Id a, Id b) const { return elects_smallest_ ? a < b : a > b; }
  bool order_matters() const {
    return values_.asked().is_on() && values_.scenario().properties.contains(PropertyId::max_id);
  }

  Values& values_;
  const bool elects_smallest_;
  const bool has_faults_;
  // The names of the model's own properties of form every_step, by statement; others are empty.
  std::vector<std::string_view> every_step_;
  Id favourite_;  // whom the model should elect if nobody crashes
};

template <class Cells>
Judge::Standing Judge::standing(const Cells& cells) const {
  const std::vector<Id>& ids = values_.ids();
  Standing standing;
  PropertySet& failed = standing.failed;
  int leaders = 0;
  std::optional<std::int32_t> believed;
  Id favourite = favourite_;
  if (has_faults_) {  // the favourite is among those who live
    std::optional<Id> first;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (values_.has_crashed(cells, static_cast<int>(i))) continue;
      if (first && order_matters()) values_.asked().note(*first, ids[i]);
      if (!first || ahead(ids[i], *first)) first = ids[i];
    }
    if (first) favourite = *first;
  }
  bool is_compared = false;  // with the favourite, is anybody?
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Facts& of = values_.facts(static_cast<int>(i), cells.get(i));
    if (of.leader) ++leaders;
    is_compared |= of.leader || of.belief;
    standing.elected |= of.elects;
    if (of.leader && ahead(favourite, ids[i])) failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    const std::int32_t who = *of.belief;
    if (!is_right(of, favourite)) failed.add(PropertyId::max_id);
    if (believed && *believed != who) failed.add(PropertyId::agreement);
    believed = who;
  }
  if (is_compared && !has_faults_) note_favourite();
  if (leaders > 1) failed.add(PropertyId::unique_leader);
  failed = failed & values_.scenario().properties;
  return standing;
}

// A configuration as the model's own properties see it.
template <class Cells>
class Judge::View final : public Snapshot {
 public:
  View(const Judge& judge, const Cells& at, int rounds)
      : judge_(judge), values_(judge.values_), at_(at), rounds_(rounds) {}
  int processes() const override { return static_cast<int>(values_.processes()); }
  int rounds() const override { return rounds_; }
  Id id(int place) const override { return values_.ids()[static_cast<std::size_t>(place)]; }
  bool crashed(int place) const override { return values_.has_crashed(at_, place); }
  const void* state(int place) const override {
    const auto state = values_.state(place, at_.get(static_cast<std::size_t>(place)));
    return values_.handlers().typed_state(values_.role(place), state);
  }
  const std::vector<int>& neighbours(int place) const override {
    return values_.channels().neighbours(static_cast<std::size_t>(place));
  }
  bool quiet() const override { return values_.quiet(at_); }
  std::vector<Flight> in_flight() const override {
    std::vector<Flight> flights;
    for (std::size_t c = 0; c < values_.contents_count(); ++c)
      judge_.add_messages(flights, c, at_.get(values_.channel_component(c)));
    return flights;
  }

 private:
  const Judge& judge_;
  const Values& values_;
  const Cells& at_;
  int rounds_;
};

template <class Cells>
bool Judge::all_decided(const Cells& cells) const {
  const bool ends_with_leader = values_.scenario().model->ends_with_leader;
  if (ends_with_leader && standing(cells).elected) return true;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const Facts& facts = values_.facts(static_cast<int>(i), cells.get(i));
    if (ends_with_leader && !facts.crashed) return false;
    if (!facts.decided) return false;
  }
  return true;
}

template <class Cells>
bool Judge::is_untouched(const Cells& cells) const {
  const bool copies = values_.scenario().model->copies_network;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const int process = static_cast<int>(i);
    if (cells.get(i) != 0 && !values_.has_crashed(cells, process)) return false;
    if (copies && cells.get(values_.copy_component(process)) != 0) return false;
  }
  return values_.quiet(cells);
}

}  // namespace conclave
