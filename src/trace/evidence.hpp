// An execution and what it is evidence of: a property that fails, or a cost that it attains.
#pragma once

#include "trace/walk.hpp"

namespace conclave {

struct Judgement {
  bool holds_water = false;      // the execution shows what it is said to show
  std::vector<std::string> why;  // with which values, since when
};

// Walks and records: states, facts and what is needed to judge at the end. `loop` is the state that the last
// one must equal where the execution goes on for ever.
class Evidence {
 public:
  Evidence(const Scenario&, const Instance&);

  Walk& walk() { return walk_; }
  const std::vector<TraceState>& states() const { return states_; }
  void take(const std::vector<Walk::Choice>& enabled, std::size_t index);

  // Is the property violated at the end?
  Judgement judge(PropertyId, std::optional<std::size_t> loop);
  // Does the execution cost that, and can it not go on? `value`: nothing: without bound, going round the
  // loop.
  Judgement judge(std::size_t cost, Extreme, std::optional<std::int64_t> value,
                  std::optional<std::size_t> loop);
  // The cost of what was walked so far.
  std::int64_t cost(std::size_t cost, Extreme) const;

 private:
  struct Moment {
    std::vector<Facts> facts;  // by place
    LooseConfiguration configuration;
    std::uint32_t predicates = 0;        // of the model's own properties
    std::vector<std::uint32_t> owed;     // actions that are enabled and owed, sorted
    bool awaits_start = false;           // somebody has to start: no execution ends here
    std::optional<std::uint32_t> taken;  // the action that led here
    std::optional<RecordIndex> step;

    bool rests() const { return owed.empty() && !awaits_start; }
  };

  void remember(std::optional<RecordIndex> step);
  const StepRecord* last_step() const;
  // In words: "step 3", in lock step "round 3".
  std::string step(std::size_t number) const;
  std::string at_step(std::size_t number) const;
  std::string after_step(std::size_t number) const;
  std::string left() const;
  std::string name(std::size_t place) const;
  std::string belief(const Facts&) const;
  std::size_t since(std::size_t place, bool (*same)(const Facts&, const Facts&)) const;
  bool closes(std::size_t loop) const;
  bool fair(std::size_t loop) const;
  std::string repeats(std::size_t loop) const;
  std::string undecided() const;
  std::vector<std::string> failures() const;
  Judgement judge_standing(PropertyId);
  Judgement judge_termination(std::optional<std::size_t> loop) const;
  Judgement judge_statement(std::size_t statement, std::optional<std::size_t> loop);
  Judgement judge_leads_to(std::size_t statement, std::optional<std::size_t> loop) const;
  using Wanted = std::function<bool(const LooseConfiguration&, bool rests)>;
  Judgement judge_unreached(const std::string& what, const Wanted&);
  Judgement judge_never(const Wanted&);
  std::vector<RecordIndex> steps(std::size_t from) const;

  const Scenario& scenario_;
  std::vector<Id> ids_;
  Walk walk_;
  std::vector<TraceState> states_;
  std::vector<Moment> moments_;
};

}  // namespace conclave
