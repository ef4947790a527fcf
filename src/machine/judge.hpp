// What holds in a configuration: which of the standard properties fail there, what the model's own predicates
// say, and whether an execution may end there as termination wants it. Also what a step breaks. The passes
// ask through Machine; Steps ask what a step breaks. A configuration is anything with get(component).
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "machine/evaluations.hpp"
#include "machine/values.hpp"

namespace conclave {

class Judge {
 public:
  explicit Judge(Values& values);

  // Prepares for the instance that the values hold, or for another order in force.
  void begin();
  void note_favourite() const;  // notes the comparisons by which the favourite is known

  // Which of the standard properties fail in a configuration, whether somebody is leader there, or elected as
  // can-elect wants it, and whether nobody is left who could be, because all processes have crashed.
  struct Standing {
    PropertySet failed;
    bool has_leader = false;
    bool elected = false;
    bool deserted = true;

    // Is an execution that ends here, and in which nobody was leader before, one without an election?
    bool lacks_leader() const { return !has_leader && !deserted; }
  };
  template <class Cells>
  Standing standing(const Cells&) const;
  // May the process in which another one believes be the leader, as max-id wants it? It may have crashed.
  // The favourite is nobody where no initiator is left.
  template <class Cells>
  bool is_right(const Cells& cells, const Facts& believer, std::optional<Id> favourite) const {
    return (!among_initiators_ || may_have_initiated(cells, believer)) && is_right(believer, favourite);
  }
  // What Program::evaluate says of a configuration. `rounds` is how many rounds have passed; if it is -1,
  // only predicates are looked at that do not ask for this. Configurations that look alike are evaluated
  // once, by those predicates that have never looked at the messages themselves. Throws ModelError.
  template <class Cells>
  std::uint32_t predicates(const Cells& cells, int rounds = -1) const;
  // Does what predicates say depend on the messages on their way, if only on whether there are any?
  bool sees_network() const { return network_look_ != NetworkLook::nothing || sees_when_quiet_; }
  // Does a predicate look at the messages themselves?
  bool sees_messages() const { return network_look_ == NetworkLook::messages; }
  // Is a predicate asked of quiet configurations only? It may look at more than shows() tells of.
  bool sees_when_quiet() const { return sees_when_quiet_; }
  // May configurations look alike? Where predicates tell all apart, nothing is kept for those to come.
  bool may_look_alike() const {
    return values_.component_count() > values_.processes() || values_.handlers().states_look_alike();
  }
  // Does a step of a process change something that is looked at in whole configurations, by the model's own
  // predicates or by max-id where an initiator has to be elected?
  bool shows(const Facts& then, const Facts& now) const {
    return (sees_states_ && then.looks != now.looks) || (sees_initiators_ && then.initiated != now.initiated);
  }
  // The phase to which a message belongs that is sent in a configuration. Throws ModelError, NamesMatter.
  template <class Cells>
  std::optional<int> phase(const Cells& cells, Handlers::Message message) const {
    return phase_of(View<Cells>(*this, cells, -1), message);
  }
  // Why p of a statement, or its q, holds in a configuration, or does not. Throws ModelError.
  template <class Cells>
  Grounds grounds(const Cells& cells, int rounds, std::size_t statement, bool of_q) const {
    return values_.watched().grounds(View<Cells>(*this, cells, rounds), statement, of_q);
  }
  // The last round of which the model's own properties speak; -1 if none does.
  int rounds_claimed() const;
  // Has the event come, up to which costs are counted? Throws ModelError.
  template <class Cells>
  bool has_come(const Event&, const Cells&) const;
  // Is the configuration final, as termination wants the end? Everyone who has not crashed has decided; or,
  // in models that end with a leader, somebody is elected or nobody is left.
  template <class Cells>
  bool all_decided(const Cells&) const;
  // Is everyone who has not crashed as at the beginning, and is nothing on its way?
  template <class Cells>
  bool is_untouched(const Cells&) const;

  // The properties, among those asked for, that a process breaks by a step.
  PropertySet broken_by(const Facts& then, const Facts& now, const Handlers::Effect& effect) const {
    const bool fails = !effect.failures.empty() || effect.exception;
    return then.decided || fails ? look_at_step(then, now, effect) : PropertySet();
  }
  // Does a step take back that its process is leader, or what it believes? Or, for can-elect, that it is
  // elected?
  static bool revokes(const Facts& then, const Facts& now) {
    return (then.leader && !now.leader) || (then.belief && then.belief != now.belief);
  }
  static bool revokes_election(const Facts& then, const Facts& now) { return then.elects && !now.elects; }

 private:
  template <class Cells>
  class View;
  bool is_right(const Facts&, std::optional<Id> favourite) const;
  // Has somebody of the name in which this process believes started on its own, or crashed?
  template <class Cells>
  bool may_have_initiated(const Cells&, const Facts&) const;

  PropertySet look_at_step(const Facts& then, const Facts& now, const Handlers::Effect&) const;

  class Looked;
  class Turned;
  class Kept;

  // Statements that are asked together.
  struct Group {
    std::uint32_t statements = 0;
    std::uint64_t evaluations = 0;  // on this topology
  };
  struct Said {
    std::uint32_t holds;
    bool of_any_identifiers;  // It holds whatever the identifiers are.
    bool of_messages;         // Somebody has looked at messages to say so.
    Answers asked;            // about the order of identifiers
  };
  Said evaluate(const Looked&, Group&) const;
  std::optional<int> phase_of(const Looked&, Handlers::Message) const;
  // What those statements say that have never looked at messages; nothing if others are seldom alike.
  template <class Cells>
  std::optional<std::uint32_t> predicates_without_messages(const Cells&, int rounds) const;
  // One of them has looked at messages now. Finds out which, by asking each of them alone.
  template <class Cells>
  void find_who_looks_at_messages(const Cells&, int rounds) const;
  template <class Cells>  // lists in looks_ what predicates see of a configuration
  void look(const Cells&, int rounds, std::uint32_t Facts::*at_process) const;
  void try_other_names(const Looked&, Group&, std::uint32_t holds, const Comparisons::Notes&) const;
  void find_turns();
  void add_messages(std::vector<Snapshot::Flight>&, std::size_t channel, std::uint32_t content) const;
  // Does the model prefer to elect the first of two identifiers?
  bool ahead(Id a, Id b) const {
    if (elects_smallest_) std::swap(a, b);
    return OrderInForce::less(code_of(b), code_of(a));
  }
  bool order_matters() const {
    return values_.asked().is_on() && values_.scenario().properties.contains(PropertyId::max_id);
  }

  Values& values_;
  const bool elects_smallest_;
  const bool misses_somebody_;   // somebody may have crashed, or do what it likes
  const bool among_initiators_;  // an initiator has to be elected
  const NetworkLook network_look_;
  bool sees_states_ = false;
  bool sees_when_quiet_ = false;
  const bool sees_initiators_;
  mutable Evaluations evaluations_of_;
  // All three are kept from call to call, so that they are allocated once.
  mutable std::vector<std::uint32_t> looks_;
  mutable std::vector<std::uint32_t> anonymous_looks_;
  mutable std::vector<Snapshot::Flight> flights_;
  // By statement: the name, if it is of the form every_step; otherwise empty.
  std::vector<std::string_view> every_step_;
  Id favourite_;  // whom the model should elect if nobody crashes

  // Do local states hold places or ports, and messages places? Then a symmetry renames these too.
  bool states_hold_names_ = false;
  bool messages_hold_names_ = false;
  bool messages_hold_identifiers_ = false;
  // The symmetries of the instance's topology, if a reduction rests on them: where each place goes.
  std::vector<std::vector<int>> turns_;
  bool every_turn_ = false;  // these are all symmetries, the identity apart
  std::size_t turns_of_ = ~std::size_t{0};
  // Those that look at messages are asked of every configuration. Which they are is found out while they are
  // asked, because what a predicate says depends on nothing that it has not looked at.
  mutable Group all_;
  mutable Group without_messages_;
  mutable Group with_messages_;
  mutable std::uint64_t phases_ = 0;  // asked for on this topology
};

template <class Cells>
Judge::Standing Judge::standing(const Cells& cells) const {
  const std::vector<Id>& ids = values_.ids();
  Standing standing;
  PropertySet& failed = standing.failed;
  int leaders = 0;
  std::optional<std::int32_t> believed;
  std::optional<Id> favourite = favourite_;
  // The favourite is one of those who have not crashed; it may have to be an initiator.
  if (misses_somebody_ || among_initiators_) {
    std::optional<Id> first;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Facts& of = values_.facts(static_cast<int>(i), cells.get(i));
      if (of.crashed || (among_initiators_ && !of.initiated)) continue;
      if (first && order_matters()) values_.asked().note(*first, ids[i]);
      if (!first || ahead(ids[i], *first)) first = ids[i];
    }
    favourite = first;
  }
  bool is_compared = false;  // is anybody compared with the favourite?
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Facts& of = values_.facts(static_cast<int>(i), cells.get(i));
    if (of.leader) ++leaders;
    is_compared |= of.leader || of.belief;
    standing.elected |= of.elects;
    standing.deserted &= of.crashed;
    if (of.leader && ((among_initiators_ && !of.initiated) || (favourite && ahead(*favourite, ids[i]))))
      failed.add(PropertyId::max_id);
    if (!of.belief) continue;
    const std::int32_t who = *of.belief;
    if (!is_right(cells, of, favourite)) failed.add(PropertyId::max_id);
    if (believed && *believed != who) failed.add(PropertyId::agreement);
    believed = who;
  }
  if (is_compared && !misses_somebody_ && !among_initiators_) note_favourite();
  standing.has_leader = leaders > 0;
  if (leaders > 1) failed.add(PropertyId::unique_leader);
  failed = failed & values_.scenario().properties;
  return standing;
}

template <class Cells>
std::uint32_t Judge::predicates(const Cells& cells, int rounds) const {
  const auto known = predicates_without_messages(cells, rounds);
  const std::uint32_t left = known ? with_messages_.statements : all_.statements;
  if (left == 0) return known.value_or(0);
  const View<Cells> here(*this, cells, rounds);
  return known.value_or(0) | evaluate(here, known ? with_messages_ : all_).holds;
}

template <class Cells>
std::optional<std::uint32_t> Judge::predicates_without_messages(const Cells& cells, int rounds) const {
  // Some may have looked at messages since something was kept.
  const auto of_these = [&](std::uint32_t holds) {
    return holds & (without_messages_.statements | without_messages_.statements << most_statements);
  };
  const bool may_be_anonymous = evaluations_of_.pays_without_identifiers();
  const bool is_kept = may_look_alike() && evaluations_of_.pays();
  if (without_messages_.statements == 0 || (!may_be_anonymous && !is_kept)) return {};
  const Evaluations::Anonymous* anonymous = nullptr;
  if (may_be_anonymous) {
    look(cells, rounds, &Facts::anonymous_looks);
    anonymous = evaluations_of_.find_without_identifiers(looks_);
    if (anonymous != nullptr && !anonymous->compares) return of_these(anonymous->holds);
    anonymous_looks_.swap(looks_);
  }
  if (is_kept) look(cells, rounds, &Facts::looks);
  if (const auto known = is_kept ? evaluations_of_.find(looks_) : std::nullopt) {
    values_.asked().note_again(known->asked);
    return of_these(known->holds);
  }
  const View<Cells> here(*this, cells, rounds);
  const Said said = evaluate(here, without_messages_);
  if (said.of_messages) {
    find_who_looks_at_messages(cells, rounds);
    return of_these(said.holds);
  }
  const bool is_anonymous = may_be_anonymous && anonymous == nullptr && said.of_any_identifiers;
  if (may_be_anonymous && anonymous == nullptr)
    evaluations_of_.keep_without_identifiers(anonymous_looks_, {!is_anonymous, said.holds});
  if (is_kept && !is_anonymous) evaluations_of_.keep(looks_, {said.holds, said.asked});
  return said.holds;
}

template <class Cells>
void Judge::find_who_looks_at_messages(const Cells& cells, int rounds) const {
  std::uint32_t found = 0;
  for (std::uint32_t left = without_messages_.statements; left != 0; left &= left - 1) {
    Group one{.statements = left & -left, .evaluations = without_messages_.evaluations};
    const View<Cells> alone(*this, cells, rounds);
    if (evaluate(alone, one).of_messages) found |= one.statements;
  }
  // If none of them has done it again, the model is impure, and nothing that they say is kept.
  if (found == 0) found = without_messages_.statements;
  without_messages_.statements &= ~found;
  with_messages_.statements |= found;
}

template <class Cells>
void Judge::look(const Cells& cells, int rounds, std::uint32_t Facts::*at_process) const {
  looks_.clear();
  for (std::size_t i = 0; i < values_.processes(); ++i)
    looks_.push_back(values_.facts(static_cast<int>(i), cells.get(i)).*at_process);
  looks_.push_back(static_cast<std::uint32_t>(rounds + 1));
  if (!sees_network()) return;
  const bool quiet = values_.quiet(cells);
  looks_.push_back(quiet);
  for (std::size_t i = 0; quiet && sees_when_quiet_ && i < values_.processes(); ++i)
    looks_.push_back(values_.facts(static_cast<int>(i), cells.get(i)).quiet_looks);
}

template <class Cells>
bool Judge::may_have_initiated(const Cells& cells, const Facts& believer) const {
  for (int place = 0; place < static_cast<int>(values_.processes()); ++place) {
    const auto at = static_cast<std::size_t>(place);
    if (*believer.belief != (believer.belief_is_place ? place : code_of(values_.ids()[at]))) continue;
    const Facts& of = values_.facts(place, cells.get(at));
    if (of.initiated || of.crashed) return true;
  }
  return false;
}

// A configuration as the model's own properties see it: through the interface Snapshot.
class Judge::Looked : public Snapshot {
 public:
  virtual const Encoded& words(int place) const = 0;  // of the local state, or of what a crash has left
  virtual bool lists_messages() const = 0;            // Were they asked for?

 protected:
  boost::container::small_vector<Process, 16> processes_;
};

template <class Cells>
class Judge::View final : public Looked {
 public:
  View(const Judge& judge, const Cells& at, int rounds) : judge_(judge), values_(judge.values_), at_(at) {
    for (std::size_t i = 0; i < values_.processes(); ++i) {
      const int place = static_cast<int>(i);
      const std::uint32_t value = at.get(i);
      processes_.push_back(
          {.id = values_.ids()[i],
           .crashed = values_.facts(place, value).crashed,
           .state = values_.handlers().settled_state(values_.role(place), values_.state(place, value)),
           .neighbours = values_.channels().neighbours(i)});
    }
    show(processes_, rounds);
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  ~View() override {
    if (are_listed_) judge_.flights_ = std::move(flights_);
  }

  const Encoded& words(int place) const override {
    return values_.local(place, at_.get(static_cast<std::size_t>(place)));
  }
  bool quiet() const override { return values_.quiet(at_); }
  const Encoded& parameters() const override { return values_.scenario().parameters; }
  bool lists_messages() const override { return are_listed_; }
  const std::vector<Flight>& in_flight() const override {
    if (!are_listed_) {
      are_listed_ = true;
      flights_ = std::move(judge_.flights_);
      flights_.clear();
      for (std::size_t c = values_.processes(); c < values_.waiting_end(); ++c) {
        const std::uint32_t content = at_.get(c);
        if (content > Contents::closed) judge_.add_messages(flights_, values_.contents_of(c), content);
      }
    }
    return flights_;
  }

 private:
  const void* state_at(int place) const override {
    const auto state = values_.state(place, at_.get(static_cast<std::size_t>(place)));
    return values_.handlers().typed_state(values_.role(place), state);
  }

  const Judge& judge_;
  const Values& values_;
  const Cells& at_;
  mutable bool are_listed_ = false;
  mutable std::vector<Flight> flights_;
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
bool Judge::has_come(const Event& event, const Cells& cells) const {
  if (event.of == Event::Of::stated) return (predicates(cells) >> event.statement & 1U) != 0;
  bool all = true;
  bool some = false;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const Facts& of = values_.facts(static_cast<int>(i), cells.get(i));
    some |= of.leader;
    all &= of.crashed || (event.of == Event::Of::halted ? of.halted : of.decided);
  }
  return event.of == Event::Of::leader ? some : all;
}

template <class Cells>
bool Judge::is_untouched(const Cells& cells) const {
  const bool copies = values_.scenario().model->copies_network;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    const int process = static_cast<int>(i);
    if (!values_.has_crashed(cells, process) && !values_.is_initial(process, cells.get(i))) return false;
    if (copies && cells.get(values_.copy_component(process)) != 0) return false;
  }
  return values_.quiet(cells);
}

}  // namespace conclave
