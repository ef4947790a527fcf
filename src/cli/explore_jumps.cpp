// The commands of `explore` that ask what lies ahead, and go there.
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/error.hpp"
#include "cli/explore_session.hpp"
#include "program/model.hpp"
#include "report/exploration_text.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

std::string away(std::size_t steps) {
  return steps == 0 ? "here" : plural(grouped(steps), "step", "steps") + " away";
}

}  // namespace

void ExploreSession::jump(const std::vector<Step>& steps, const std::string& what) {
  exploration_->follow(steps);
  say(what + "\n");
  show_here();
}

void ExploreSession::violation(const Words& words) {
  if (words.size() > 1) throw UsageError("violation takes one property, or none for the nearest of all");
  std::vector<PropertyId> asked;
  std::vector<std::string> names;
  for (const Property& property : scenario_.model->properties) {
    if (!scenario_.properties.contains(property.id)) continue;
    names.emplace_back(property.name);
    if (words.empty() || words.front() == property.name) asked.push_back(property.id);
  }
  if (asked.empty())
    throw UsageError("the model states no property `" + words.front() + "`" + suggest(words.front(), names));
  // From the beginning of an instance that can be looked at whole, the engine knows the nearest of all.
  const bool whole = exploration_->at() == 0 && look_ahead().whole();
  if ((whole || !jump_ahead(asked)) && !jump_from_beginning(asked))
    say("  no execution of this instance violates " + (words.empty() ? "a property" : words.front()) + "\n");
}

std::string ExploreSession::name_of(PropertyId id) const {
  return std::string(scenario_.model->property(id).name);
}

// To what a configuration or a step ahead shows. False: nothing does.
bool ExploreSession::jump_ahead(const std::vector<PropertyId>& asked) {
  std::optional<std::vector<Step>> nearest;
  std::optional<PropertyId> of;
  for (const PropertyId id : asked) {
    auto way = look_ahead().way_to_violation(id);
    if (!way || (nearest && nearest->size() <= way->size())) continue;
    nearest = std::move(way);
    of = id;
  }
  if (!nearest) return false;
  // From the beginning it is the shortest of all.
  if (exploration_->at() == 0) found_.emplace(*of, Path{*nearest, {}, true});
  jump(*nearest, "the nearest violation of " + name_of(*of) + ", " + away(nearest->size()));
  return true;
}

bool ExploreSession::jump_from_beginning(const std::vector<PropertyId>& asked) {
  const Violations all = exploration_->violations();
  std::optional<std::pair<PropertyId, Path>> best;
  for (const PropertyId id : asked) {
    const std::optional<Path>& path = all[static_cast<std::size_t>(id)];
    // What some execution should do and none does, no execution shows; it is told if nothing else is.
    const auto is_shown = [&](PropertyId each) {
      return scenario_.model->property(each).kind != PropertyKind::reachability;
    };
    if (path && (!best || std::pair(!is_shown(id), *path) < std::pair(!is_shown(best->first), best->second)))
      best.emplace(id, *path);
  }
  if (!best) return false;
  const auto& [id, path] = *best;
  if (scenario_.model->property(id).kind == PropertyKind::reachability) {
    say("  " + name_of(id) + " is violated: no execution does what it asks for\n");
    return true;
  }
  found_ = best;
  const bool was_there = exploration_->at() == 0;
  exploration_->go_to(0);
  jump(path.steps, "the nearest violation of " + name_of(id) + ", " + away(path.steps.size()) +
                       (was_there ? "" : " from the beginning") +
                       (path.loop ? "; it goes on for ever: the last configuration is that after step " +
                                        std::to_string(*path.loop) + " again"
                                  : ""));
  return true;
}

void ExploreSession::quiescent(const Words& words) {
  none(words);
  const auto& endings = look_ahead().endings();
  if (endings.empty())
    return say("  no quiescent configuration is known ahead: " + ahead_text(look_ahead(), most_));
  jump(look_ahead().nearest_way(endings.front().at), "the nearest quiescent configuration");
}

void ExploreSession::cheapest(const Words& words) {
  none(words);
  const auto& endings = look_ahead().endings();
  if (endings.empty()) return say("  no ending is known ahead: " + ahead_text(look_ahead(), most_));
  const auto least = std::ranges::min_element(endings, {}, &Ahead::Ending::least);
  jump(look_ahead().cheapest_way(least->at), "an execution with the fewest messages to an end");
}

void ExploreSession::dearest(const Words& words) {
  none(words);
  const auto& endings = look_ahead().endings();
  if (endings.empty()) return say("  no ending is known ahead: " + ahead_text(look_ahead(), most_));
  const bool unbounded = std::ranges::any_of(endings, [](const auto& each) { return !each.most; });
  if (unbounded) return say("  there is no dearest execution: messages can be sent without bound\n");
  const auto most = std::ranges::max_element(endings, {}, [](const auto& each) { return *each.most; });
  jump(*look_ahead().dearest_way(most->at), "an execution with the most messages to an end");
}

void ExploreSession::endings(const Words& words) {
  const std::size_t most = number(words, usual_lines, 1, greatest);
  say(ahead_text(look_ahead(), most_) + endings_text(look_ahead(), exploration_->messages(), most));
}

void ExploreSession::ending(const Words& words) {
  const auto& endings = look_ahead().endings();
  if (words.empty() || words.size() > 2)
    throw UsageError("ending takes a number of the list, and cheapest or dearest");
  const Ahead::Number at = endings[number({words[0]}, 0, 1, endings.size()) - 1].at;
  const std::string way = words.size() > 1 ? words[1] : "";
  if (way.empty()) return jump(look_ahead().nearest_way(at), "the shortest way to ending " + words[0]);
  if (way == "cheapest") return jump(look_ahead().cheapest_way(at), "the cheapest way to ending " + words[0]);
  if (way != "dearest") throw UsageError("a way to an ending is cheapest or dearest, not `" + way + "`");
  const auto steps = look_ahead().dearest_way(at);
  if (!steps) return say("  there is no dearest way: messages can be sent without bound\n");
  jump(*steps, "the dearest way to ending " + words[0]);
}

void ExploreSession::ahead(const Words& words) {
  none(words);
  say(ahead_text(look_ahead(), most_));
}

}  // namespace conclave
