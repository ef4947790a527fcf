// An execution and what it is evidence of: that a property fails, or that a cost is attained. make_trace and
// replay walk through the execution and then ask whether it shows what is said of it, and with which values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"
#include "trace/walk.hpp"

namespace conclave {

struct Judgement {
  bool holds_water = false;      // the execution shows what it is said to show
  std::vector<std::string> why;  // with which values, and since when

  void add(std::vector<std::string> reasons) { std::ranges::move(reasons, std::back_inserter(why)); }
};

// Where an execution goes on for ever, `loop` is the state that the last one must equal.
class Evidence {
 public:
  // The guide is to what take() will follow.
  Evidence(const Scenario&, const Instance&, Walk::Guide);

  // From now on, whatever takes too much throws LimitReached.
  void obey(Limits&);

  Walk& walk() { return walk_; }
  const std::vector<TraceState>& states() const { return states_; }
  std::vector<Trace::Asked> asked() const;
  void take(std::size_t index);  // one of walk().enabled()
  // May an execution end here, because no step is owed?
  bool rests() const { return moments_.back().rests(); }

  // The properties of the scenario that the last step or the configuration breaks, and where the execution
  // may end also those that it breaks as a whole. What can be reached from here is not asked.
  struct Broken {
    PropertyId id;
    std::vector<std::string> why;
  };
  std::vector<Broken> broken();

  // Is the property violated at the end?
  Judgement judge(PropertyId, std::optional<std::size_t> loop);
  // Does the execution cost that, and can it not go on? Without a value: does each turn of the loop add to
  // the cost?
  Judgement judge(std::size_t cost, Extreme, std::optional<std::int64_t> value,
                  std::optional<std::size_t> loop);
  // The cost of what was walked so far.
  std::int64_t cost(std::size_t cost, Extreme) const;

 private:
  struct Moment {
    std::vector<Facts> facts;  // by place
    Configuration configuration;
    std::uint32_t predicates = 0;         // of the model's own properties
    std::vector<std::uint32_t> owed;      // actions that are enabled and owed, sorted
    bool awaits_start = false;            // somebody has to start, so no execution ends here
    std::optional<std::uint32_t> action;  // of the step that led here
    std::optional<RecordIndex> step;

    bool rests() const { return owed.empty() && !awaits_start; }
  };
  using Wanted = std::function<bool(const Configuration&, bool rests)>;
  using SameFacts = bool (*)(const Facts&, const Facts&);

  void remember(std::optional<RecordIndex> step);
  void note_properties();
  bool last_step_breaks(PropertySet) const;
  bool last_step_breaks(PropertyId) const;
  std::vector<RecordIndex> steps(std::size_t from) const;

  bool closes(std::size_t loop) const;
  bool fair(std::size_t loop) const;
  std::size_t since(std::size_t place, SameFacts) const;
  std::optional<Id> favourite() const;

  Judgement judge_unique_leader() const;
  Judgement judge_max_id() const;
  Judgement judge_agreement() const;
  Judgement judge_irrevocable() const;
  Judgement judge_exception() const;
  Judgement judge_termination(std::optional<std::size_t> loop) const;
  Judgement judge_election(std::optional<std::size_t> loop) const;
  Judgement judge_statement(std::size_t statement, std::optional<std::size_t> loop);
  // Which predicate is asked, of which configuration, and what it is known to say.
  struct Question {
    std::size_t statement;
    bool of_q;
    bool holds;
    std::size_t moment;
    int rounds;
  };
  std::vector<std::string> values(const Question&, const std::string& when) const;
  std::string state_in_words(std::size_t place, std::size_t moment) const;
  Judgement judge_leads_to(std::size_t statement, std::optional<std::size_t> loop) const;
  Judgement judge_unreached(const std::string& what, const Wanted&);
  Judgement judge_never(const Wanted&);
  // The first state in which the event has come until which a cost is counted; behind the last one if none
  // is.
  std::size_t comes() const;
  // What each turn of the loop adds to a cost of `once`.
  std::int64_t added(std::size_t cost, Extreme, std::size_t loop, std::int64_t once) const;

  // In words:
  std::string step(std::size_t number) const;  // "step 3", in lock step "round 3"
  std::string since_step(std::size_t number) const;
  std::string after_step(std::size_t number) const;
  std::string process(std::size_t place) const;
  std::string belief(const Facts&) const;
  std::vector<std::string> leaders() const;
  std::string repeats(std::size_t loop) const;
  std::string nothing_left() const;
  std::string undecided() const;
  std::string unit_of(std::size_t cost, std::int64_t number) const;
  std::vector<std::string> failures() const;

  const Scenario& scenario_;
  std::vector<Id> ids_;
  Walk walk_;
  Limits* limits_ = nullptr;
  std::vector<TraceState> states_;
  std::vector<Moment> moments_;  // one for each state
};

}  // namespace conclave
