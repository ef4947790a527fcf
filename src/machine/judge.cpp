#include "machine/judge.hpp"

#include <numeric>
#include <optional>
#include <span>

#include "machine/configuration.hpp"
#include "program/renaming.hpp"
#include "scenario/symmetry.hpp"

namespace conclave {
namespace {

// Of so many symmetries, all are tried on each of a topology's first configurations, and then on one in many.
constexpr std::size_t most_turns = 24;
constexpr std::uint64_t enough_tried = std::uint64_t{1} << 13;  // Then names are tried less often.
bool is_tried_thoroughly(std::uint64_t evaluation) {
  return evaluation < 32 || evaluation % (evaluation < enough_tried ? 256 : 2048) == 0;
}
// One symmetry in turn is tried on more of them.
std::uint64_t one_tried_in(std::uint64_t evaluation) {
  return evaluation < 1024 ? 1 : evaluation < enough_tried ? 8 : 64;
}
bool is_tried(std::uint64_t evaluation) { return evaluation % one_tried_in(evaluation) == 0; }

}  // namespace

Judge::Judge(Values& values)
    : values_(values),
      elects_smallest_(elects_smallest(values.scenario().model->elects)),
      misses_somebody_(values.scenario().may_miss_somebody()),
      among_initiators_(elects_initiator(values.scenario().model->elects)),
      network_look_(values.watched().program().network_looked_at()),
      sees_initiators_(among_initiators_ && values.scenario().properties.contains(PropertyId::max_id)) {
  const Program& program = values.watched().program();
  const auto is_renamed = [&](const Shape& shape) {
    const bool lists = values.watched().relies().lists && has_names(shape, Shape::Kind::list);
    return lists || has_names(shape, Shape::Kind::place) || has_names(shape, Shape::Kind::port);
  };
  states_hold_names_ = is_renamed(program.state_shape());
  messages_hold_names_ = is_renamed(program.message_shape());
  messages_hold_identifiers_ = has_names(program.message_shape(), Shape::Kind::identifier);
  for (const Statement& s : program.statements()) {
    const auto id = static_cast<PropertyId>(standard_count + every_step_.size());
    every_step_.push_back(s.form == Form::every_step ? s.name : std::string_view());
    if (s.form == Form::every_step || !values.scenario().properties.contains(id)) continue;
    (s.when == When::quiet ? sees_when_quiet_ : sees_states_) = true;
    all_.statements |= 1U << (every_step_.size() - 1);
  }
  const auto& until = values.scenario().until;
  if (until && until->of == Event::Of::stated) all_.statements |= 1U << until->statement;
  without_messages_.statements = all_.statements;
}

void Judge::begin() {
  evaluations_of_.begin(values_.instance().topology == turns_of_);
  find_turns();
  favourite_ =
      *(elects_smallest_ ? std::ranges::min_element(values_.ids()) : std::ranges::max_element(values_.ids()));
}

void Judge::note_favourite() const {
  if (!order_matters() || among_initiators_) return;
  for (const Id id : values_.ids()) {
    if (id != favourite_) values_.asked().note(favourite_, id);
  }
}

// The process believed in may have crashed, so perhaps nothing else has compared it with the favourite.
bool Judge::is_right(const Facts& of, std::optional<Id> favourite) const {
  const std::vector<Id>& ids = values_.ids();
  Id who = given_id(*of.belief);
  if (of.belief_is_place) {
    if (*of.belief < 0 || *of.belief >= std::ssize(ids)) return false;
    who = ids[static_cast<std::size_t>(*of.belief)];
  }
  if (favourite && code_of(who) == code_of(*favourite)) return true;
  if (std::ranges::find(ids, code_of(who), code_of<Id>) == ids.end()) return false;
  if (!favourite) return true;
  if (order_matters()) values_.asked().note(who, *favourite);
  return !ahead(*favourite, who);
}

PropertySet Judge::look_at_step(const Facts& then, const Facts& now, const Handlers::Effect& effect) const {
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

// A configuration under other names. Turned by a symmetry, the process at place i is seen at place to[i].
class Judge::Turned final : public Snapshot {
 public:
  enum class How {
    turned,
    copied,  // Each place has a local state of its own, at an address of its own; otherwise processes that
             // are alike may share theirs.
    spread,  // The same, and identifiers are numbers far from each other.
  };
  Turned(const Judge& judge, const Looked& before, const std::vector<int>& to, How how = How::turned)
      : judge_(judge),
        program_(judge.values_.watched().program()),
        before_(before),
        to_(to),
        how_(how),
        order_(OrderInForce::get()),
        from_(to.size()),
        states_(to.size()) {
    for (std::size_t i = 0; i < to.size(); ++i) from_[at(to[i])] = static_cast<int>(i);
    for (int place = 0; place < before.processes(); ++place) {
      const int then = from_[at(place)];
      processes_.push_back({.id = renamed(before.id(then)),
                            .crashed = before.crashed(then),
                            .neighbours = before.neighbours(place)});
    }
    show(processes_, before.rounds());
  }
  bool quiet() const override { return before_.quiet(); }
  const Encoded& parameters() const override { return before_.parameters(); }
  const void* state_at(int place) const override {
    const int then = from_[at(place)];
    if (before_.state(then) == nullptr) return nullptr;  // it has crashed
    if (how_ == How::turned && !judge_.states_hold_names_) return before_.state(then);
    auto& state = states_[at(place)];
    if (state == nullptr)
      state = program_.typed_state(
          in_order_before([&] { return renaming(then)(program_.state_shape(), before_.words(then)); }));
    return state.get();
  }
  const std::vector<Flight>& in_flight() const override {
    if (!flights_) flights_ = turned_flights();
    return *flights_;
  }

 private:
  static std::size_t at(int place) { return static_cast<std::size_t>(place); }
  std::vector<Flight> turned_flights() const {
    std::vector<Flight> flights = before_.in_flight();
    const Shape& shape = program_.message_shape();
    const bool are_renamed =
        judge_.messages_hold_names_ || (how_ == How::spread && judge_.messages_hold_identifiers_);
    for (Flight& flight : flights) {
      if (are_renamed)
        flight.message = kept(program_.typed_message(
            in_order_before([&] { return renaming(std::max(flight.from, 0))(shape, *flight.words); })));
      flight.to_identifier = renamed(flight.to_identifier);
      if (flight.from >= 0) flight.from = to_[at(flight.from)];
      if (flight.to >= 0) flight.to = to_[at(flight.to)];
    }
    if (how_ != How::turned) return flights;
    // Channels come in the order of their senders' places, and only a fifo channel is in an order.
    if (judge_.values_.scenario().network != Network::fifo) std::ranges::reverse(flights);
    std::ranges::stable_sort(flights, {}, [&](const Flight& flight) { return rank(flight); });
    return flights;
  }
  Id renamed(Id id) const {
    if (how_ != How::spread) return id;
    Renaming to;
    to.spread_identifiers();
    return in_order_before([&] { return to(id); });
  }
  // Identifiers are spread as the order says that was in force when this was made. Whoever looks at it then
  // compares them as numbers.
  template <class F>
  std::invoke_result_t<F> in_order_before(const F& f) const {
    static const std::vector<std::int32_t> no_ranks;
    const OrderInForce before(order_ == nullptr ? no_ranks : *order_);
    return f();
  }
  // Where the channel of a message comes in the order of all channels.
  std::pair<int, std::ptrdiff_t> rank(const Flight& flight) const {
    if (flight.to < 0) {
      int place = 0;
      while (place < processes() && id(place) != flight.to_identifier) ++place;
      return {flight.from, place};
    }
    if (flight.from < 0) return {flight.from, flight.to};
    const std::span<const int> receivers = neighbours(flight.from);
    return {flight.from, std::ranges::find(receivers, flight.to) - receivers.begin()};
  }
  // What places, and the ports of the process that was at this place, are called now.
  Renaming renaming(int then) const {
    Renaming to;
    if (how_ == How::spread) to.spread_identifiers();
    if (how_ != How::turned) return to;
    to.move_places(to_);
    const std::span<const int> after = before_.neighbours(to_[at(then)]);
    std::vector<int> ports;
    for (const int neighbour : before_.neighbours(then)) {
      // On a ring ports keep their names; two of them may lead to the same neighbour.
      const std::size_t same = ports.size();
      const bool stays = same < after.size() && after[same] == to_[at(neighbour)];
      const auto found = std::ranges::find(after, to_[at(neighbour)]) - after.begin();
      ports.push_back(static_cast<int>(stays ? static_cast<std::ptrdiff_t>(same) : found));
    }
    to.move_ports(std::move(ports));
    if (judge_.values_.watched().relies().lists)
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
  const How how_;
  const std::vector<std::int32_t>* const order_;
  std::vector<int> from_;
  boost::container::small_vector<Process, 16> processes_;
  mutable std::vector<std::shared_ptr<const void>> states_;  // by place
  mutable std::vector<std::shared_ptr<const void>> kept_;
  mutable std::optional<std::vector<Flight>> flights_;
};

// A configuration with all that belongs to it, which can be looked at when the machine has gone on.
class Judge::Kept final : public Snapshot {
 public:
  Kept(const Program& program, const Looked& of)
      : parameters_(of.parameters()), quiet_(of.quiet()), flights_(of.in_flight()) {
    neighbours_.reserve(static_cast<std::size_t>(of.processes()));
    for (int place = 0; place < of.processes(); ++place) {
      const std::span<const int> around = of.neighbours(place);
      const auto& state =
          states_.emplace_back(of.state(place) == nullptr ? nullptr : program.typed_state(of.words(place)));
      processes_.push_back({.id = of.id(place),
                            .crashed = of.crashed(place),
                            .state = state.get(),
                            .neighbours = neighbours_.emplace_back(around.begin(), around.end())});
    }
    show(processes_, of.rounds());
    for (Flight& flight : flights_) {
      const auto& words = words_.emplace_back(std::make_unique<Encoded>(*flight.words));
      flight.words = words.get();
      flight.message = messages_.emplace_back(program.typed_message(*words)).get();
    }
  }
  bool quiet() const override { return quiet_; }
  const Encoded& parameters() const override { return parameters_; }
  const std::vector<Flight>& in_flight() const override { return flights_; }

 private:
  Encoded parameters_;
  bool quiet_;
  std::vector<std::shared_ptr<const void>> states_;  // by place
  std::vector<std::vector<int>> neighbours_;         // by place
  std::vector<Process> processes_;
  std::vector<Flight> flights_;
  std::vector<std::unique_ptr<const Encoded>> words_;  // of the flights
  std::vector<std::shared_ptr<const void>> messages_;
};

// A property that says places by their numbers may compare identifiers under another symmetry. What is sorted
// by identifiers tells how they are ordered, and nothing needs to be compared any more; whoever sorted it has
// asked. What a function of a single state compares is noted with the state, if that says what it sees.
Judge::Said Judge::evaluate(const Looked& snapshot, Group& group) const {
  Asked& asking = values_.asked();
  const Answers before = asking.take_answers();
  const Comparisons comparisons(asking.is_on());
  Comparisons::Notes notes;
  const Watched& watched = values_.watched();
  const std::uint32_t asked = group.statements;
  const std::uint32_t holds = watched.evaluate(snapshot, asked, is_tried(group.evaluations), notes);
  const bool of_messages = snapshot.lists_messages();  // before those are asked again that looked at none
  const Answers sorted = asking.take_answers();
  asking.note(comparisons.notes);
  try_other_names(snapshot, group, holds, notes);
  watched.evaluated(notes, [&]() -> Earlier::Again {
    const auto kept = std::make_shared<const Kept>(watched.program(), snapshot);
    return [&watched, asked, holds, kept] { watched.evaluate_again(asked, holds, *kept); };
  });
  const bool compares = notes.looked || sorted != Answers{} ||
                        (notes.looked_at_one && values_.handlers().states_are_seen_whole());
  Answers answers = asking.take_answers();
  answers |= sorted;
  asking.note_again(before);
  asking.note_again(answers);
  return {holds, !compares && !notes.numbers && !notes.place_numbers, of_messages, answers};
}

// A property that says places by their numbers is tried under every symmetry, so that it is known to tell no
// places apart. Of others only what they keep for themselves could tell places apart; they are tried under
// every symmetry at first, and then under one now and then.
void Judge::try_other_names(const Looked& snapshot, Group& group, std::uint32_t holds,
                            const Comparisons::Notes& notes) const {
  using How = Turned::How;
  const Watched& watched = values_.watched();
  const std::uint32_t asked = group.statements;
  const std::uint64_t evaluation = group.evaluations++;
  const bool thoroughly = is_tried_thoroughly(evaluation);
  if (thoroughly) {
    std::vector<int> as_they_are(static_cast<std::size_t>(snapshot.processes()));
    std::iota(as_they_are.begin(), as_they_are.end(), 0);
    const Turned copied(*this, snapshot, as_they_are, How::copied);
    watched.evaluate_again(asked, holds, copied);
    if (watched.relies().identifiers && !notes.numbers)
      watched.evaluate_again(asked, holds, copied, Turned(*this, snapshot, as_they_are, How::spread),
                             naming::Kind::identifier);
  }
  const bool says_numbers = notes.place_numbers && watched.relies().places;
  if (says_numbers && (!every_turn_ || values_.scenario().topologies[turns_of_].labellings > 1))
    throw NamesMatter(naming::Kind::place, "a property says places by their numbers");
  if (!turns_.empty() && (thoroughly || says_numbers)) {
    for (const std::vector<int>& to : turns_)
      watched.evaluate_again(asked, holds, snapshot, Turned(*this, snapshot, to), naming::Kind::place);
  } else if (!turns_.empty() && is_tried(evaluation)) {
    const std::vector<int>& to = turns_[evaluation / one_tried_in(evaluation) % turns_.size()];
    watched.evaluate_again(asked, holds, snapshot, Turned(*this, snapshot, to), naming::Kind::place);
  } else if (is_tried(evaluation) && !thoroughly) {
    watched.evaluate_again(asked, holds, snapshot);
  }
}

// It is tried as a property is. Orders of identifiers are all explored where it is asked, so that it may
// compare what it likes.
std::optional<int> Judge::phase_of(const Looked& snapshot, Handlers::Message message) const {
  using How = Turned::How;
  const Watched& watched = values_.watched();
  const void* const typed = values_.handlers().typed_message(message);
  const Comparisons comparisons;
  const std::optional<int> phase = watched.phase(snapshot, typed);
  const bool says_numbers = comparisons.notes.place_numbers && watched.relies().places;
  const std::uint64_t evaluation = phases_++;
  if (!says_numbers && !is_tried(evaluation)) return phase;
  std::vector<int> as_they_are(static_cast<std::size_t>(snapshot.processes()));
  std::iota(as_they_are.begin(), as_they_are.end(), 0);
  if (watched.phase(Turned(*this, snapshot, as_they_are, How::copied), typed) != phase)
    throw Impure(
        "`phase`: asked again about the same configuration, it says something else. It must depend on "
        "nothing but the configuration and the message");
  if (watched.relies().places && (says_numbers || messages_hold_names_))
    throw NamesMatter(naming::Kind::place, "`phase` may tell places apart");
  for (const std::vector<int>& to : turns_) {
    if (watched.phase(Turned(*this, snapshot, to), typed) != phase)
      throw NamesMatter(naming::Kind::place, "`phase` tells places apart");
  }
  return phase;
}

void Judge::find_turns() {
  const Scenario& scenario = values_.scenario();
  const Program& program = *scenario.model->program;
  if (values_.instance().topology == turns_of_ || (program.statements().empty() && !program.has_phases()))
    return;
  turns_of_ = values_.instance().topology;
  all_.evaluations = without_messages_.evaluations = with_messages_.evaluations = phases_ = 0;
  if (!values_.watched().relies().places) return;
  const Symmetry group = symmetry(scenario.topologies[turns_of_], colours(scenario));
  turns_ = elements(group, most_turns + 1);
  every_turn_ = !turns_.empty();
  if (every_turn_)
    turns_.erase(turns_.begin());
  else
    turns_ = group.generators;
}

int Judge::rounds_claimed() const {
  const Configuration initial{std::vector<std::uint32_t>(values_.component_count(), 0)};
  Comparisons comparisons;
  const View<Configuration> view(*this, initial, 0);
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
