#include "machine/judge.hpp"

#include <numeric>

#include "machine/configuration.hpp"
#include "program/renaming.hpp"
#include "scenario/symmetry.hpp"

namespace conclave {
namespace {

// Of so many symmetries, all are tried on each of an instance's first configurations.
constexpr std::size_t most_turns = 24;
constexpr std::uint64_t tried_thoroughly = 32;

}  // namespace

Judge::Judge(Values& values)
    : values_(values),
      elects_smallest_(values.scenario().model->elects == Elects::smallest),
      has_faults_(values.scenario().faults.any()) {
  const Program& program = values.watched().program();
  const auto is_renamed = [&](const Shape& shape) {
    const bool lists = values.watched().relies().lists && has_names(shape, Shape::Kind::list);
    return lists || has_names(shape, Shape::Kind::place) || has_names(shape, Shape::Kind::port);
  };
  states_hold_names_ = is_renamed(program.state_shape());
  messages_hold_names_ = is_renamed(program.message_shape());
  for (const Statement& s : program.statements())
    every_step_.push_back(s.form == Form::every_step ? s.name : std::string_view());
}

void Judge::begin() {
  find_turns();
  favourite_ =
      *(elects_smallest_ ? std::ranges::min_element(values_.ids()) : std::ranges::max_element(values_.ids()));
}

void Judge::note_favourite() const {
  if (!order_matters()) return;
  for (const Id id : values_.ids()) {
    if (id != favourite_) values_.asked().note(favourite_, id);
  }
}

// The process believed in may have crashed, so perhaps nothing else has compared it with the favourite.
bool Judge::is_right(const Facts& of, Id favourite) const {
  const std::vector<Id>& ids = values_.ids();
  Id who = given_id(*of.belief);
  if (of.belief_is_place) {
    if (*of.belief < 0 || *of.belief >= std::ssize(ids)) return false;
    who = ids[static_cast<std::size_t>(*of.belief)];
  }
  if (who == favourite) return true;
  if (std::ranges::find(ids, who) == ids.end()) return false;
  if (order_matters()) values_.asked().note(who, favourite);
  return !ahead(favourite, who);
}

PropertySet Judge::broken_by(const Facts& then, const Facts& now, const Handlers::Effect& effect) const {
  PropertySet broken;
  if (then.decided && (!now.decided || now.belief != then.belief || now.leader != then.leader))
    broken.add(PropertyId::irrevocable);
  for (const auto& failure : effect.failures) {
    const auto own = std::ranges::find(every_step_, failure) - every_step_.begin();
    if (own < std::ssize(every_step_)) {
      broken = broken | PropertySet::own(1U << own);
    } else {
      broken.add(PropertyId::assertions);
    }
  }
  if (effect.exception) broken.add(PropertyId::no_exception);
  return broken & values_.scenario().properties;
}

// A configuration after a symmetry has moved all processes: the process at place i is seen at place to[i].
// With `copies`, each place has a local state of its own, at an address of its own. Otherwise processes that
// are alike may share theirs.
class Judge::Turned final : public Snapshot {
 public:
  Turned(const Judge& judge, const Looked& before, const std::vector<int>& to, bool copies = false)
      : judge_(judge),
        program_(judge.values_.watched().program()),
        before_(before),
        to_(to),
        moves_(!copies),
        copies_(copies || judge.states_hold_names_),
        from_(to.size()),
        states_(to.size()) {
    for (std::size_t i = 0; i < to.size(); ++i) from_[at(to[i])] = static_cast<int>(i);
  }
  int processes() const override { return before_.processes(); }
  int rounds() const override { return before_.rounds(); }
  bool quiet() const override { return before_.quiet(); }
  Id id(int place) const override { return before_.id(from_[at(place)]); }
  bool crashed(int place) const override { return before_.crashed(from_[at(place)]); }
  const std::vector<int>& neighbours(int place) const override { return before_.neighbours(place); }
  const void* state(int place) const override {
    const int then = from_[at(place)];
    if (!copies_) return before_.state(then);
    auto& state = states_[at(place)];
    if (state == nullptr)
      state = program_.typed_state(renaming(then)(program_.state_shape(), before_.words(then)));
    return state.get();
  }
  std::vector<Flight> in_flight() const override {
    std::vector<Flight> flights = before_.in_flight();
    const Shape& shape = program_.message_shape();
    for (Flight& flight : flights) {
      if (judge_.messages_hold_names_)
        flight.message =
            kept(program_.typed_message(renaming(std::max(flight.from, 0))(shape, *flight.words)));
      if (flight.from >= 0) flight.from = to_[at(flight.from)];
      if (flight.to >= 0) flight.to = to_[at(flight.to)];
    }
    return flights;
  }

 private:
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }
  // What places, and the ports of the process that was at this place, are called now.
  Renaming renaming(int then) const {
    Renaming to;
    to.move_places(to_);
    const std::vector<int>& after = before_.neighbours(to_[at(then)]);
    std::vector<int> ports;
    for (const int neighbour : before_.neighbours(then)) {
      // On a ring ports keep their names; two of them may lead to the same neighbour.
      const std::size_t same = ports.size();
      const bool stays = same < after.size() && after[same] == to_[at(neighbour)];
      const auto found = std::ranges::find(after, to_[at(neighbour)]) - after.begin();
      ports.push_back(static_cast<int>(stays ? static_cast<std::ptrdiff_t>(same) : found));
    }
    to.move_ports(std::move(ports));
    if (moves_ && judge_.values_.watched().relies().lists)
      to.take_lists(then % 2 == 0 ? Renaming::Lists::rotated : Renaming::Lists::swapped);
    return to;
  }
  const void* kept(std::shared_ptr<const void> value) const {
    kept_.push_back(std::move(value));
    return kept_.back().get();
  }

  const Judge& judge_;
  const Program& program_;
  const Looked& before_;
  const std::vector<int>& to_;
  const bool moves_;
  const bool copies_;
  std::vector<int> from_;
  mutable std::vector<std::shared_ptr<const void>> states_;  // by place
  mutable std::vector<std::shared_ptr<const void>> kept_;
};

std::uint32_t Judge::evaluate(const Looked& snapshot) const {
  Comparisons comparisons;
  Comparisons::Notes notes;
  const std::uint32_t holds = values_.watched().evaluate(snapshot, notes);
  values_.asked().note(comparisons.notes);
  if (evaluations_ < tried_thoroughly) {
    std::vector<int> as_they_are(static_cast<std::size_t>(snapshot.processes()));
    std::iota(as_they_are.begin(), as_they_are.end(), 0);
    values_.watched().evaluate_again(holds, Turned(*this, snapshot, as_they_are, true), nullptr);
  }
  if (turns_.empty() && !(notes.place_numbers && values_.watched().relies().places)) {
    if (evaluations_++ >= tried_thoroughly) values_.watched().evaluate_again(holds, snapshot, nullptr);
  } else {
    try_turned(snapshot, holds, notes.place_numbers);
  }
  return holds;
}

// A property that says places by their numbers is tried under every symmetry, so that it is known to tell no
// places apart. Of others only what they keep for themselves could tell places apart; they are tried under
// every symmetry at first, and then under one.
void Judge::try_turned(const Looked& snapshot, std::uint32_t holds, bool by_number) const {
  const bool labelled = values_.scenario().topologies[turns_of_].labellings > 1;
  if (by_number && (!every_turn_ || labelled))
    throw NamesMatter(naming::Kind::place, "a property says places by their numbers");
  const std::uint64_t turn = evaluations_++;
  const bool every = by_number || turn < tried_thoroughly;
  for (std::size_t k = 0; k < (every ? turns_.size() : 1) && !turns_.empty(); ++k) {
    const std::vector<int>& to = turns_[every ? k : turn % turns_.size()];
    const Turned turned(*this, snapshot, to);
    values_.watched().evaluate_again(holds, snapshot, &turned);
  }
}

void Judge::find_turns() {
  const Scenario& scenario = values_.scenario();
  evaluations_ = 0;
  if (!values_.watched().relies().places || scenario.model->program->statements().empty()) return;
  if (values_.instance().topology == turns_of_) return;
  turns_of_ = values_.instance().topology;
  const Symmetry group = symmetry(scenario.topologies[turns_of_], colours(scenario));
  turns_ = elements(group, most_turns + 1);
  every_turn_ = !turns_.empty();
  if (every_turn_)
    turns_.erase(turns_.begin());
  else
    turns_ = group.generators;
}

int Judge::rounds_claimed() const {
  const LooseConfiguration initial{std::vector<std::uint32_t>(values_.component_count(), 0)};
  Comparisons comparisons;
  const View<LooseConfiguration> view(*this, initial, 0);
  const int last = values_.watched().rounds_claimed(view);
  values_.asked().note(comparisons.notes);
  if (comparisons.notes.place_numbers && values_.watched().relies().places)
    throw NamesMatter(naming::Kind::place, "`until` of a property says places by their numbers");
  return last;
}

void Judge::add_messages(std::vector<Snapshot::Flight>& flights, std::size_t c, std::uint32_t content) const {
  const Handlers& handlers = values_.handlers();
  const bool in_mailbox = values_.has_mailboxes();  // then it is not known who sent a message
  for (const auto message : values_.contents(c).at(content)) {
    if (message == Handlers::notice) continue;
    Snapshot::Flight flight{.from = -1,
                            .to = static_cast<int>(c),
                            .to_identifier = {},
                            .message = handlers.typed_message(message),
                            .words = &handlers.message(message)};
    if (!in_mailbox) {
      const Channel& channel = values_.channels()[c];
      flight.from = channel.sender;
      flight.to = channel.by_identifier ? -1 : channel.readers.front().process;
      flight.to_identifier = channel.receiver;
    }
    flights.push_back(flight);
  }
}

}  // namespace conclave
