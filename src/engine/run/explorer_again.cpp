// Where Explorer explores an instance again: in parts, because it has no room in memory, or to find the
// shortest executions that violate a property.
#include <algorithm>
#include <exception>
#include <new>

#include "engine/merge/instance_json.hpp"
#include "engine/parts/parts.hpp"
#include "engine/parts/spill.hpp"
#include "engine/ranks/failures.hpp"
#include "engine/ranks/team.hpp"
#include "engine/run/explorer_layouts.hpp"

namespace conclave {

// Explores an instance that has no room in memory. Returns false if it cannot be divided.
bool Explorer::explore_in_parts(const Instance& instance, bool independent, InstanceResult& result) {
  const auto make = [&](std::size_t words, bool, Widths& widths) {
    return make_disk_pass(words, *machine_, limits_, widths, *room_);
  };
  if (!explore_parts(instance, independent, make, result)) return false;
  limits_.on_disk += result.stopped == StopReason::none ? 1 : 0;
  return true;
}

InstanceResult Explorer::explore_together(const Instance& instance, const Task& task, Wire& wire) {
  InstanceResult result;
  std::optional<Team> team;
  const auto make = [&](std::size_t words, bool by_independence, Widths& widths) {
    team.emplace(wire, limits_);
    SizedParts sized = make_rank_pass(words, *machine_, limits_, widths, *team);
    if (!sized.parts) return sized;
    const Json call{
        {"explore", to_json(instance)}, {"words", sized.words}, {"independence", by_independence}};
    for (int helper = 1; helper < wire.processes(); ++helper) wire.send(helper, call.dump());
    return sized;
  };
  if (explore_parts(instance, by_independence(instance.topology), make, result)) {
    limits_.by_all += result.stopped == StopReason::none ? 1 : 0;
    if (team) limits_.bytes_sent += team->bytes_sent();
    // Nobody looks for executions before all is known, so those near the beginning are looked for now.
    if (result.stopped != StopReason::none && result.states > 0) {
      Violations found;
      find_near(machine_->scenario().properties, found);
      result.violations.add(found);
    }
    return result;
  }
  InstanceResult nothing;
  return explore_stored(instance, task, true, nothing);
}

void Explorer::help(const Json& call, Wire& wire) {
  Team team(wire, limits_);
  try {
    release();
    const Instance instance = read_instance(call.at("explore"));
    by_independence(instance.topology);
    machine_->load(instance);
    Widths& widths = layouts_->fast[machine_->values().component_count()].widths;
    widths.component.resize(machine_->values().component_count(), 2);
    const SizedParts sized = make_rank_pass(call.at("words"), *machine_, limits_, widths, team);
    sized.parts->run(call.at("independence"));
  } catch (...) {  // before it ran
    team.fail(why(std::current_exception()));
    team.give_up({{"states", 0}, {"transitions", 0}});
  }
}

void Explorer::release() {
  layouts_->classes.clear();
  layouts_->graph.clear();
  for (auto& [components, of] : layouts_->fast) {
    if (of.sized.pass) of.sized.pass->release();
  }
  holds_orders_ = false;
}

// Explores an instance in parts that `make` makes, with keys of so many words or more. Returns false if it
// cannot be divided.
bool Explorer::explore_parts(const Instance& instance, bool independent, const MakeParts& make,
                             InstanceResult& result) {
  release();
  Widths widths;  // learned by earlier instances, and then by each attempt
  std::size_t words = 1;
  for (bool done = false; !done;) {
    SizedParts sized;
    const auto stop = [&](StopReason reason) {
      if (sized.parts) result = sized.parts->result();
      result.stopped = reason;
      return true;
    };
    try {
      machine_->load(instance);
      if (widths.component.empty()) {
        const Layouts::Fast& fast = layouts_->fast[machine_->values().component_count()];
        widths = fast.widths;
        widths.component.resize(machine_->values().component_count(), 2);
        words = std::max(words, fast.sized.words);
      }
      sized = make(words, independent, widths);
      if (!sized.parts) throw Whole{"its configurations have too many components"};
      sized.parts->run(independent);
      result = sized.parts->result();
      done = true;
    } catch (const KeyOverflow&) {
      words = sized.words + 1;
    } catch (const Revoked&) {
      independent = false;
    } catch (const Whole& whole) {
      limits_.cannot_divide(whole.why);
      return false;
    } catch (const LimitReached& limit) {
      limits_.stop(limit.reason);
      return stop(limit.reason);
    } catch (const std::bad_alloc&) {
      return stop(limits_.out_of_memory());
    } catch (const SpillError& error) {  // a limit like the others: what was found so far is kept
      limits_.cannot_divide(error.what());
      limits_.stop(StopReason::disk);
      return stop(StopReason::disk);
    }
  }
  find_near(result);
  return true;
}

// Of violations whose shortest execution is not known, looks for it among the nearest configurations.
void Explorer::find_near(InstanceResult& result) {
  constexpr std::uint64_t near_ones = std::uint64_t{1} << 18;
  Wanted wanted{.of = {}, .exact = {}, .most_states = near_ones, .look_ahead = {}};
  for (std::size_t p = 0; p < most_properties && result.violated(); ++p) {
    const auto& path = std::as_const(result.violations)[p];
    if (path && !path->shortest) wanted.of.add(static_cast<PropertyId>(p));
  }
  result.violations.add(near(wanted));
}

// The same for these properties, whether an execution is known or not.
void Explorer::find_near(PropertySet violated, Violations& known, std::uint64_t most) {
  Wanted wanted{.of = violated, .exact = {}, .most_states = most, .look_ahead = {}};
  for (const PropertyId id : {PropertyId::can_terminate, PropertyId::election}) wanted.of.remove(id);
  known.add(near(wanted));
}

Violations Explorer::near(const Wanted& wanted) {
  if (wanted.of.empty()) return {};
  const auto find = [&](GraphExploration& graph) { return graph.find(wanted); };
  if (!room_) return on_graph(*layouts_, limits_, find).violations;
  // Memory is scarce. To find nothing here is no reason to end the run.
  Limits little(limits_.left() / 2);
  Layouts lean;
  return on_graph(lean, little, find).violations;
}

namespace {

// Steps that are independent change places, so a reduced graph has an execution of the same steps for each
// one that comes to an end. One that violates something on its way may be longer there than elsewhere.
bool keeps_lengths(PropertyId id) { return id == PropertyId::termination || id == PropertyId::election; }

}  // namespace

// Which shortest executions of these properties are to be found, after a fast pass has explored the instance,
// perhaps `reduced`.
Wanted Explorer::wanted_after(const InstanceResult& result, bool reduced, const Task& task, PropertySet of) {
  Wanted wanted;
  for (std::size_t p = 0; p < most_properties && result.violated(); ++p) {
    const auto& path = result.violations[p];
    const auto id = static_cast<PropertyId>(p);
    if (!path || path->shortest || !of.contains(id)) continue;
    const bool exact = !reduced || keeps_lengths(id);
    // A limit may be reached before the execution is looked for. Then there has to be another one to show.
    const bool shows = !path->steps.empty() || path->length() == 0;
    if (task.lengths_only && exact && shows) continue;
    wanted.of.add(id);
    if (exact) wanted.exact.add(id);
    wanted.steps[p] = path->length();
  }
  return wanted;
}

// Notes how long the shortest executions are that violate something in an instance, where it is known.
void Explorer::note_lengths(const InstanceResult& result, bool reduced) {
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& path = result.violations[p];
    if (!path || path->loop) continue;
    const bool is_known = path->shortest || !reduced || keeps_lengths(static_cast<PropertyId>(p));
    if (is_known && path->length() < least_so_far_[p].value_or(path->length() + 1))
      least_so_far_[p] = path->length();
  }
}

// Of violations whose lengths an exploration by independence has left unknown, finds the shortest executions,
// or how long these are. It tries first what takes least: a configuration of the graph takes as long as
// several of a fast pass, but what is looked for may be near.
void Explorer::find_unknown(const Instance& instance, const Task& task, Wanted& wanted, bool& reduced,
                            FastExploration*& pass, InstanceResult& result) {
  const auto is_left = [&] {
    return result.stopped == StopReason::none && !wanted.of.without(wanted.exact).empty();
  };
  const auto look_near = [&](std::uint64_t most) {
    wanted.most_states = task.lengths.near.value_or(most);
    if (task.lengths_only) wanted.at_most = least_so_far_;
    find_shortest(instance, wanted, reduced, pass, result);
    wanted = wanted_after(result, true, task, wanted.of);
  };
  const auto explore_unreduced = [&](std::optional<std::uint64_t> most) {
    reduced = !find_lengths(instance, most, pass, result);
    wanted = wanted_after(result, reduced, task, wanted.of);
    return !reduced;
  };
  if (!is_left()) return;
  const std::uint64_t few = task.lengths.few;
  const std::uint64_t all = std::max(result.states, few);
  const std::uint64_t nearest = std::max(all / 16, few);
  const auto pays = unreduced_pays_.find(instance.topology);
  const bool is_first = pays == unreduced_pays_.end();
  if (nearest < all && (is_first || pays->second)) {
    look_near(nearest);
    // Of several instances on one topology, the first does not try what may be in vain in all of them.
    if (is_left() && is_first) unreduced_pays_[instance.topology] = true;
    if (is_left() && !is_first && !task.lengths.unreduced) pays->second = explore_unreduced(2 * all);
  }
  if (is_left()) look_near(all);
  if (is_left()) explore_unreduced(task.lengths.unreduced);
}

// Thrown where the pass has no room for a configuration that it is asked about.
struct AheadOutgrown {};

// Writes the shortest executions that are wanted to the result; those that are wanted afterwards have more
// steps than is known so far. The pass has explored the instance, perhaps `reduced`; without it, it is not
// known what leads to a violation. It may be another pass afterwards, or null.
void Explorer::find_shortest(const Instance& instance, Wanted& wanted, bool reduced, FastExploration*& pass,
                             InstanceResult& result) {
  wanted.look_ahead = [&pass](std::span<const std::uint32_t> values) -> std::optional<Outlook> {
    try {
      return pass->look_ahead(values);
    } catch (const KeyOverflow&) {
      throw AheadOutgrown{};
    }
  };
  const auto find = [&](GraphExploration& graph) { return graph.find(wanted); };
  InstanceResult found;
  while (true) {
    if (pass == nullptr) wanted.look_ahead = {};
    try {
      found = on_graph(*layouts_, limits_, find);
      break;
    } catch (const AheadOutgrown&) {
      layouts_->outgrown(machine_->values().component_count());
      const auto stopped = try_again(instance, reduced, std::numeric_limits<std::uint64_t>::max(), pass);
      if (stopped != StopReason::none) {
        found.stopped = stopped;
        break;
      }
    }
  }
  result.stopped = found.stopped;
  const bool all = found.stopped == StopReason::none && found.states <= wanted.most_states;
  for (std::size_t p = 0; p < most_properties; ++p) {
    const bool is_longer = all && wanted.at_most[p];
    if (is_longer || std::as_const(found.violations)[p]) wanted.of.remove(static_cast<PropertyId>(p));
  }
  result.violations.add(found.violations);
}

// The pass has explored the instance by independence, so that it is not known how long the shortest
// executions are that violate something. It explores it once more without, and writes this to the result.
// Returns false if that would be much more work; then the pass has explored it by independence again. It may
// be another pass afterwards, or null if none can.
bool Explorer::find_lengths(const Instance& instance, std::optional<std::uint64_t> most,
                            FastExploration*& pass, InstanceResult& result) {
  constexpr std::uint64_t much = 32;
  const std::uint64_t have_room =
      Room{"", limits_.left() / 4}.most_configurations(layouts_->words(*machine_));
  const std::uint64_t pay = most.value_or(much * std::max(result.states, few_configurations));
  result.stopped = try_again(instance, false, std::min(pay, have_room), pass);
  if (result.stopped != StopReason::none) return false;
  if (pass == nullptr) {
    result.stopped = try_again(instance, true, std::numeric_limits<std::uint64_t>::max(), pass);
    return false;
  }
  for (std::size_t p = 0; p < most_properties; ++p) {
    const auto& known = std::as_const(result.violations)[p];
    const auto& found = std::as_const(pass->result.violations)[p];
    if (known && !known->shortest && found) result.violations[p] = found;
  }
  return true;
}

// The same as run_again(), but the pass is null afterwards if it gives up. Returns the limit that was
// reached, if one was.
StopReason Explorer::try_again(const Instance& instance, bool by_independence, std::uint64_t most,
                               FastExploration*& pass) {
  try {
    if (!run_again(instance, by_independence, most, pass)) pass = nullptr;
    return StopReason::none;
  } catch (const LimitReached& limit) {
    return limit.reason;
  } catch (const std::bad_alloc&) {
    return limits_.out_of_memory();
  }
}

// Has a fast pass explore the instance, whatever is violated there. Returns false if it gives up, or if there
// are more than `most` configurations.
bool Explorer::run_again(const Instance& instance, bool by_independence, std::uint64_t most,
                         FastExploration*& pass) {
  std::unique_ptr<Finished> known;
  while (true) {
    try {
      if (!known) machine_->load(instance);
      pass = layouts_->get_fast(*machine_, limits_);
      if (pass == nullptr) return false;
      if (pass->run(by_independence, {.states = most}, std::move(known))) return true;
      const PropertySet without_lane = pass->without_lane();
      if (without_lane.empty()) return false;
      layouts_->add_lanes(without_lane);
    } catch (const KeyOverflow&) {
      known = layouts_->outgrown(machine_->values().component_count());
    } catch (const TooMany&) {
      return false;
    }
  }
}

// Has the instance at most so many configurations? It is explored apart, so that nothing is said of what
// comes of it.
bool Explorer::is_small(const Instance& instance, std::uint64_t most) {
  Explorer apart(machine_->scenario(), limits_, machine_->provisos());
  FastExploration* pass = nullptr;
  try {
    return apart.run_again(instance, false, most, pass);
  } catch (const LimitReached&) {
    return false;
  }
}

}  // namespace conclave
