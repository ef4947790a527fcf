// The nearest execution that goes well: it goes well, it has the steps in common that are said, and no
// execution that goes well has more, as trying them all one by one tells.
#include "trace/going_well.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "trace/exploration.hpp"
#include "trace/replay.hpp"

namespace conclave::outside {
namespace {

Limits generous() { return Limits(std::size_t{1} << 30); }

Trace violation(const std::string& arguments) {
  const Folder folder;
  conclave(split("check " + arguments + " -q --trace trace.json", ' '), folder);
  Trace trace = from_itf(read_file(folder.file("trace.json")));
  Limits limits = generous();
  find_standings(trace, limits);
  return trace;
}

// Breaks the last step something for good?
bool is_broken(const Trace& trace, const TraceState& state, bool is_end) {
  return std::ranges::any_of(state.broken, [&](const BrokenProperty& broken) {
    const auto asked = std::ranges::find(trace.asked, broken.property, &Trace::Asked::property);
    REQUIRE(asked != trace.asked.end());
    return is_end || !asked->as_a_whole;
  });
}

// Tries every execution that begins with these steps, one by one. `left` is how many steps it may take.
class Tried {
 public:
  Tried(const Trace& trace) : trace_(trace), scenario_(scenario_of(trace)) {}

  bool one_goes_well(const std::vector<Step>& steps) {
    Exploration exploration(scenario_, instance_of(trace_), limits_);
    exploration.follow(steps);
    for (const TraceState& state : exploration.states()) {
      if (is_broken(trace_, state, false)) return false;
    }
    return goes_well_from(exploration);
  }
  bool gave_up() const { return left_ == 0; }

 private:
  bool goes_well_from(Exploration& exploration) {
    const std::vector<TraceState>& states = exploration.states();
    if (is_broken(trace_, states.back(), false) || gave_up()) return false;
    --left_;
    const std::size_t here = exploration.at();
    for (std::size_t before = 0; before < here; ++before) {  // it goes round
      if (states[before].processes == states[here].processes &&
          states[before].channels == states[here].channels && states[before].copies == states[here].copies &&
          states[before].late == states[here].late && states[before].faults_left == states[here].faults_left)
        return false;
    }
    if (exploration.rests() && !is_broken(trace_, states.back(), true) && rests_well(exploration))
      return true;
    const bool ends_with_idle = exploration.rests() && scenario_.lock_step();
    for (std::size_t choice = 0; choice + (ends_with_idle ? 1 : 0) < exploration.choices(); ++choice) {
      exploration.take(choice);
      if (goes_well_from(exploration)) return true;
      exploration.go_to(here);
    }
    return false;
  }

  // In lock step, time passes after the end.
  bool rests_well(Exploration& exploration) {
    if (!scenario_.lock_step()) return true;
    const std::size_t here = exploration.at();
    bool well = true;
    for (int round = 0; round < 6 && well; ++round) {
      exploration.take(exploration.choices() - 1);
      well = !is_broken(trace_, exploration.states().back(), true);
    }
    exploration.go_to(here);
    return well;
  }

  const Trace& trace_;
  const Scenario scenario_;
  Limits limits_ = generous();
  int left_ = 20'000;
};

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("no execution that goes well is nearer than the one that is found") {
  int found_some = 0, found_none = 0;
  for (const std::string arguments :
       {"chang-roberts -n 2 --crash 1", "chang-roberts -n 2 --byzantine 1", "harmony-leader:non-atomic-send",
        "chang-roberts --ids 3,1,3 --property unique-leader", "lcr -n 2 --byzantine 1 --property assertion-1",
        "bully -n 2 --crash 1 --recover 1", "bully -n 2 --loss 1 --late 1", "franklin -n 2 --loss 1",
        "chang-roberts --ids 2,2 --initiators all --property unique-leader",
        "chang-roberts -n 2 --crash 1 --property can-terminate"}) {
    CAPTURE(arguments);
    const Trace trace = violation(arguments);
    REQUIRE(!trace.property.empty());
    Limits limits = generous();
    const auto found = find_going_well(trace, limits);
    REQUIRE(found.has_value());
    const std::vector<Step> steps = steps_of(trace, limits);
    (found->trace ? found_some : found_none)++;
    if (found->trace) {
      const Trace& well = *found->trace;
      CHECK(well.states.back().rests);
      for (const TraceState& state : well.states)
        CHECK(!is_broken(well, state, &state == &well.states.back()));
      const std::vector<Step> theirs = steps_of(well, limits);
      REQUIRE(found->common <= std::min(theirs.size(), steps.size()));
      const auto parts = std::ranges::mismatch(steps, theirs).in1 - steps.begin();
      CHECK(static_cast<std::size_t>(parts) == found->common);
    } else {
      CHECK(found->none);
    }
    Tried tried(trace);
    const std::size_t from = found->trace ? found->common + 1 : 0;
    // Where the violating execution ends, the adversary alone could go on.
    const std::size_t last = trace.loop || steps.empty() ? steps.size() : steps.size() - 1;
    for (std::size_t common = from; common <= last; ++common) {
      const bool well =
          tried.one_goes_well({steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(common)});
      CHECK(!well);
      if (common == 0) break;
    }
    CHECK(!tried.gave_up());
  }
  CHECK(found_some > 3);
  CHECK(found_none > 0);
}

TEST_CASE("too many configurations to tell are no reason to say that nothing goes well") {
  const Trace trace = violation("chang-roberts --ids 3,1,3 --property unique-leader");
  Limits limits = generous();
  const auto found = find_going_well(trace, limits, 2);
  REQUIRE(found.has_value());
  CHECK(!found->trace);
  CHECK(!found->none);
}

TEST_CASE("a witness, and a trace that the model does not follow, have nothing beside them") {
  Limits limits = generous();
  CHECK(!find_going_well(violation("chang-roberts -n 2 --witness messages=max"), limits));
  Trace trace = violation("chang-roberts -n 2 --crash 1");
  trace.states.pop_back();
  trace.states.back().processes.front() = trace.states.back().processes.back();
  CHECK(!find_going_well(trace, limits));
}

TEST_CASE("a step tells which identifiers are compared in it") {
  const Trace trace = violation("chang-roberts --ids 3,1,2 --initiators all --crash 1");
  bool compared = false;
  for (std::size_t index = 1; index < trace.states.size(); ++index) {
    const TraceStep& step = *trace.states[index].step;
    for (const TraceComparison& each : step.compared) {
      compared = true;
      CHECK(each.process == step.process);
      CHECK(each.smaller < each.larger);
      const int own = trace.ids[static_cast<std::size_t>(step.process)];
      CHECK((each.smaller == own || each.larger == own));
      const std::string other = std::to_string(each.smaller == own ? each.larger : each.smaller);
      CHECK(json_text(step.message).find(other) != std::string::npos);
    }
  }
  CHECK(compared);
}

TEST_SUITE_END();

}  // namespace conclave::outside
