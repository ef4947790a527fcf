#include "cli/explore_session.hpp"

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/output_file.hpp"
#include "program/model.hpp"
#include "report/exploration_text.hpp"
#include "report/state_graph.hpp"
#include "report/text.hpp"
#include "report/words.hpp"
#include "scenario/instances.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

// A random execution may go on for ever.
constexpr std::size_t longest_random = 1000;

}  // namespace

ExploreSession::ExploreSession(const Scenario& scenario, Limits& limits, std::uint64_t most,
                               const Terminal& terminal)
    : scenario_(scenario), limits_(limits), most_(most), terminal_(terminal) {}

const std::vector<ExploreSession::Command>& ExploreSession::commands() {
  using S = ExploreSession;
  static const std::vector<Command> all{
      {"take", "K...", "take step K of the list; its number alone will do", &S::take},
      {"back", "[N]", "go back one step, or N", &S::back},
      {"forward", "[N]", "go one step, or N, along the branch again", &S::forward},
      {"goto", "K", "go to where the branch was after step K", &S::go_to},
      {"restart", "", "go to the initial configuration", &S::restart},
      {"here", "", "show the configuration and the steps again", &S::here},
      {"steps", "N", "list up to N steps", &S::steps},
      {"path", "", "print the execution so far", &S::path},
      {"branch", "[NAME]", "list the branches, or go to the end of one", &S::branch},
      {"name", "NAME", "give this branch a name", &S::name},
      {"violation", "[PROPERTY]", "go the shortest way to a violation", &S::violation},
      {"quiescent", "", "go the shortest way to a quiescent configuration", &S::quiescent},
      {"cheapest", "", "go to the end that costs the fewest messages", &S::cheapest},
      {"dearest", "", "go to the end that costs the most messages", &S::dearest},
      {"endings", "[N]", "list the ends that lie ahead, nearest first", &S::endings},
      {"ending", "K [cheapest|dearest]", "go the shortest way to end K of that list, or another way",
       &S::ending},
      {"ahead", "", "count the configurations and ends that lie ahead", &S::ahead},
      {"random", "SEED", "take random steps until the execution may end", &S::random},
      {"instances", "[N]", "list orders of identifiers, graphs and initiators", &S::instances},
      {"instance", "K", "begin anew in another one of these", &S::instance},
      {"save", "FILE", "save the execution so far, for `show`, `replay` and --from", &S::save},
      {"help", "", "list the commands; one may be shortened", &S::help},
      {"quit", "", "end the session, as the end of the input does", &S::quit},
  };
  return all;
}

void ExploreSession::say(const std::string& text) const { print(terminal_.page(text)); }

void ExploreSession::show_here() {
  say(configuration_text(*exploration_) + choices_text(*exploration_, usual_lines));
}

Instance instance_of(const Scenario& scenario, std::size_t number, Limits& limits) {
  const LimitsInForce in_force(&limits);
  Instances all(scenario);
  Instance instance;
  for (std::size_t k = 1; k <= number; ++k) {
    limits.poll();
    if (all.next(instance)) continue;
    throw UsageError("there is no instance " + std::to_string(number) + "; the last one is " +
                     std::to_string(k - 1));
  }
  return instance;
}

void ExploreSession::choose_instance(std::size_t number) {
  Instance instance = instance_of(scenario_, number, limits_);
  found_.reset();
  exploration_.reset();
  exploration_ = std::make_unique<Exploration>(scenario_, std::move(instance), limits_);
}

void ExploreSession::begin_at(const std::vector<Step>& steps, std::size_t at) {
  exploration_->follow(steps);
  exploration_->go_to(at);
}

void ExploreSession::run_random(int seed) {
  exploration_->run_at_random(static_cast<std::uint64_t>(seed), longest_random);
  path({});
  say(configuration_text(*exploration_));
  if (!exploration_->rests())
    say("It goes on; it was left after " + std::to_string(longest_random) + " steps.\n");
}

bool ExploreSession::run() {
  const bool is_person = isatty(STDIN_FILENO) != 0;
  const bool prompts = is_person && terminal_.is_terminal;
  bool all_right = true;
  say(scope_text(*exploration_) + (prompts ? "; `help` has the commands" : "") + "\n");
  show_here();
  std::string line;
  for (std::size_t number = 1; !ended_; ++number) {
    if (prompts) print("> ");
    if (!std::getline(std::cin, line)) break;
    limits_.poll();
    if (!is_person && line.find_first_not_of(" \t\r") != std::string::npos) say("\n> " + line + "\n");
    try {
      obey(line);
    } catch (const UsageError& error) {
      say(std::string("error: ") + (is_person ? "" : "line " + std::to_string(number) + ": ") + error.what() +
          "\n");
      all_right = false;
    }
  }
  if (prompts && !ended_) print("\n");
  return is_person || all_right;
}

void ExploreSession::obey(const std::string& line) {
  std::istringstream text(line.substr(0, line.find('#')));
  Words words{std::istream_iterator<std::string>(text), {}};
  if (words.empty()) return;
  const std::string name = words.front();
  if (name.find_first_not_of("0123456789") == std::string::npos) return take(words);
  words.erase(words.begin());
  std::vector<const Command*> meant;
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    names.emplace_back(command.name);
    if (command.name == name) return (this->*command.run)(words);
    if (names.back().starts_with(name)) meant.push_back(&command);
  }
  if (meant.size() == 1) return (this->*meant.front()->run)(words);
  if (!meant.empty()) throw UsageError("`" + name + "` may be " + meant[0]->name + " or " + meant[1]->name);
  throw UsageError("there is no command `" + name + "`" + suggest(name, names));
}

void ExploreSession::none(const Words& words) const {
  if (!words.empty())
    throw UsageError("`" + words.front() + "` is too much here: the command takes nothing more");
}

std::size_t ExploreSession::number(const Words& words, std::size_t usual, std::size_t least,
                                   std::size_t most) const {
  if (words.empty()) return usual;
  none({words.begin() + 1, words.end()});
  if (most < least) throw UsageError("there is nothing to choose from here");
  return static_cast<std::size_t>(read_number(words.front(), "the command", static_cast<int>(least),
                                              static_cast<int>(std::min(most, greatest))));
}

void ExploreSession::take(const Words& words) {
  if (words.empty()) throw UsageError("take which step? The list has their numbers");
  // A wrong number in the midst leaves nobody halfway.
  const std::size_t before = exploration_->at();
  try {
    for (const std::string& word : words)
      exploration_->take(number({word}, 0, 1, exploration_->choices()) - 1);
  } catch (const UsageError&) {
    exploration_->go_to(before);
    throw;
  }
  show_here();
}

void ExploreSession::back(const Words& words) {
  if (exploration_->at() == 0) throw UsageError("this is the initial configuration");
  exploration_->go_to(exploration_->at() - number(words, 1, 1, exploration_->at()));
  show_here();
}

void ExploreSession::forward(const Words& words) {
  const std::size_t rest = exploration_->length() - exploration_->at();
  if (rest == 0) throw UsageError("this is the end of the branch; `take K` goes on");
  exploration_->go_to(exploration_->at() + number(words, 1, 1, rest));
  show_here();
}

void ExploreSession::go_to(const Words& words) {
  if (words.empty()) throw UsageError("go to which step of the branch?");
  exploration_->go_to(number(words, 0, 0, exploration_->length()));
  show_here();
}

void ExploreSession::restart(const Words& words) {
  none(words);
  exploration_->go_to(0);
  show_here();
}

void ExploreSession::here(const Words& words) {
  none(words);
  show_here();
}

void ExploreSession::steps(const Words& words) {
  say(choices_text(*exploration_, number(words, greatest, 1, greatest)));
}

void ExploreSession::path(const Words& words) {
  none(words);
  const Trace trace = exploration_->trace();
  say(trace.steps() == 0 ? "  no step is taken yet\n" : describe_steps(trace, terminal_));
}

void ExploreSession::branch(const Words& words) {
  const auto& all = exploration_->branches();
  if (!words.empty()) {
    none({words.begin() + 1, words.end()});
    const auto found = std::ranges::find(all, words.front(), &Exploration::Branch::name);
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const auto& each : all) names.push_back(each.name);
      throw UsageError("there is no branch `" + words.front() + "`" + suggest(words.front(), names));
    }
    exploration_->switch_to(static_cast<std::size_t>(found - all.begin()));
    return show_here();
  }
  std::string text;
  for (std::size_t k = 0; k < all.size(); ++k)
    text += (k == exploration_->branch() ? "  * " : "    ") + all[k].name + "  " +
            plural(grouped(all[k].steps.size()), "step", "steps") + "\n";
  say(text);
}

void ExploreSession::name(const Words& words) {
  if (words.size() != 1) throw UsageError("name takes one word, which the branch is then called");
  for (const auto& each : exploration_->branches()) {
    if (each.name == words.front()) throw UsageError("a branch is called `" + each.name + "` already");
  }
  exploration_->rename(words.front());
}

void ExploreSession::random(const Words& words) {
  if (words.empty()) throw UsageError("random takes a number, with which the same steps come again");
  exploration_->run_at_random(number(words, 0, 0, greatest), longest_random);
  show_here();
}

void ExploreSession::instances(const Words& words) {
  const std::size_t most = number(words, usual_lines, 1, greatest);
  const LimitsInForce in_force(&limits_);
  Instances all(scenario_);
  Instance each;
  std::string text;
  std::size_t listed = 0;
  bool more = all.next(each);
  for (; more && listed < most; more = all.next(each))
    text += "  " + std::to_string(++listed) + "  " + instance_words(scenario_, each) + "\n";
  say(text + (more ? "     and more; `instances N` lists so many\n" : ""));
}

void ExploreSession::instance(const Words& words) {
  if (words.empty()) throw UsageError("which instance? `instances` lists them");
  choose_instance(number(words, 0, 1, greatest));
  say(instance_words(scenario_, exploration_->instance()) + "\n");
  show_here();
}

void ExploreSession::save(const Words& words) {
  if (words.size() != 1) throw UsageError("save takes the name of one file");
  if (words.front() == "-") throw UsageError("save writes to a file; standard output is for the session");
  const bool is_evidence = found_ && found_->second.steps == exploration_->steps();
  const Trace trace =
      is_evidence ? exploration_->trace(found_->first, found_->second) : exploration_->trace();
  OutputFile file(words.front());
  file.commit(to_itf(trace).dump(1, ' ', true, Json::error_handler_t::replace) + "\n");
  say("  saved " + plural(grouped(trace.steps()), "step", "steps") + " in " + words.front() +
      (is_evidence ? ", as a counterexample to " + trace.property : "") + "\n");
}

void ExploreSession::help(const Words& words) {
  none(words);
  std::string text;
  for (const auto& [name, arguments, says, run] : commands())
    text += "  " + padded(std::string(name) + " " + arguments, 29) + "  " + says + "\n";
  say(text);
}

void ExploreSession::quit(const Words& words) {
  none(words);
  ended_ = true;
}

}  // namespace conclave
