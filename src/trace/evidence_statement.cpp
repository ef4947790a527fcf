// Does an execution violate a property that the model states itself, and which processes make it so?
#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "program/model.hpp"
#include "trace/evidence.hpp"

namespace conclave {
namespace {

using Answer = Grounds::Answer;

// Of longer lists so many are told.
constexpr std::size_t most_told = 4;

std::string some_of(std::vector<std::string> items) {
  const std::size_t more = items.size() - std::min(items.size(), most_told);
  items.resize(items.size() - more);
  if (more > 0) items.push_back(std::to_string(more) + " more");
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i)
    text += (i == 0 ? "" : i + 1 == items.size() ? " and " : ", ") + items[i];
  return text;
}

// The last answers decide. A predicate goes on after a no where it says "or", and after a yes where it says
// "and"; so what it asked before the last answer of the other kind made no difference. A number is both.
std::vector<Answer> deciding(std::vector<Answer> answers) {
  std::optional<bool> last;
  std::size_t first = answers.size();
  while (first > 0 && (!last || !answers[first - 1].yes || answers[first - 1].yes == last)) {
    --first;
    if (answers[first].yes) last = answers[first].yes;
  }
  answers.erase(answers.begin(), answers.begin() + static_cast<std::ptrdiff_t>(first));
  return answers;
}

// The pairs that decide, each once.
std::vector<std::pair<int, int>> either_way_round(const Answer& answer) {
  std::vector<std::pair<int, int>> pairs;
  for (const auto& [one, other] : answer.pairs) {
    if (std::ranges::find(pairs, std::pair(other, one)) == pairs.end()) pairs.emplace_back(one, other);
  }
  return pairs;
}

// What is answered. The places that it names are added to `told`; `left` says which processes are asked.
std::string in_words(const Answer& answer, const std::string& left, std::set<int>& told) {
  const bool two = answer.function == "every_two";
  std::vector<std::string> names;
  for (const int place : answer.places) {
    if (names.size() < most_told) told.insert(place);
    names.push_back(std::to_string(place));
  }
  for (const auto& [one, other] : either_way_round(answer)) {
    if (names.size() < most_told) told.insert({one, other});
    names.push_back(std::to_string(one) + " with " + std::to_string(other));
  }
  const std::string predicate = "the predicate in `" + std::string(answer.function) + "` ";
  if (names.empty())
    return predicate + "holds of " + (answer.so ? "no" : "every") + (two ? " pair" : " process") + left;
  const bool one = names.size() == 1;
  return predicate + (answer.so ? "holds of " : "does not hold of ") +
         (two   ? one ? "the pair " : "the pairs "
          : one ? "process "
                : "processes ") +
         some_of(names);
}

}  // namespace

// With which processes and values p of a statement, or its q, holds after so many steps, or does not. A
// predicate that asks none of the helpers is told by the states that it reads.
std::vector<std::string> Evidence::values(const Question& question, const std::string& when) const {
  const Moment& moment = moments_[question.moment];
  Grounds grounds;
  try {
    grounds = walk_.machine().judge().grounds(moment.configuration, question.rounds, question.statement,
                                              question.of_q);
  } catch (const ModelError&) {  // An explanation asks of processes that nobody has asked of before.
    return {};
  }
  if (grounds.holds != question.holds) return {};
  const bool some_crashed = std::ranges::any_of(moment.facts, &Facts::crashed);
  const std::string left = some_crashed ? " that has not crashed" : "";
  std::vector<std::string> lines;
  std::set<int> told;
  std::vector<Answer> answers = deciding(std::move(grounds.answers));
  if (answers.size() > most_told) answers.erase(answers.begin(), answers.end() - most_told);
  for (const Answer& answer : answers) {
    std::string line = when + in_words(answer, left, told);
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
  }
  if (answers.empty()) told.insert(grounds.read.begin(), grounds.read.end());
  // A predicate that looks at no state has asked who has one.
  for (int place = 0; lines.empty() && grounds.read.empty() && place < std::ssize(moment.facts); ++place) {
    if (moment.facts[static_cast<std::size_t>(place)].crashed) told.insert(place);
  }
  for (const int place : told | std::views::take(most_told))
    lines.push_back(state_in_words(static_cast<std::size_t>(place), question.moment));
  const std::size_t more = told.size() - std::min(told.size(), most_told);
  if (more > 0)
    lines.push_back("and " + std::to_string(more) + (more == 1 ? " more process" : " more processes"));
  return lines;
}

// The state that a process has after so many steps, and since when.
std::string Evidence::state_in_words(std::size_t place, std::size_t moment) const {
  const auto parts = [&](std::size_t m) -> const auto& { return states_[m].processes[place].parts; };
  std::size_t since = moment;
  while (since > 0 && parts(since - 1) == parts(since)) --since;
  const std::string when = since == 0 ? ", from the beginning" : ", since " + step(since);
  if (states_[moment].processes[place].parts.size() == 1) {
    if (states_[moment].processes[place].field("byzantine") != nullptr)
      return process(place) + " is Byzantine";
    if (states_[moment].processes[place].field("crashed") != nullptr)
      return process(place) + " has crashed" + when;
  }
  std::string text = process(place) + when;
  for (bool first = true; const auto& [name, value] : parts(moment))
    text += (std::exchange(first, false) ? ": " : ", ") + name + ": " + reader_text(value);
  return text;
}

Judgement Evidence::judge_statement(std::size_t k, std::optional<std::size_t> loop) {
  const Statement statement = scenario_.model->program->statements().at(k);
  const auto holds = [&](std::uint32_t predicates) { return (predicates >> k & 1U) != 0; };
  const bool now = holds(moments_.back().predicates);
  const std::size_t last = moments_.size() - 1;
  const auto with_values = [&](bool holds_water, std::string what, int rounds = -1) {
    Judgement judgement{holds_water, {std::move(what)}};
    if (holds_water) judgement.add(values({k, false, false, last, rounds}, ""));
    return judgement;
  };
  switch (statement.form) {
    case Form::invariant:
      return with_values(!now, "it does not hold " + after_step(last));
    case Form::stable:
      return with_values(last > 0 && !now && holds(moments_[last - 1].predicates),
                         "it held " + after_step(last - 1) + ", and " + step(last) + " ends that");
    case Form::leads_to:
      return judge_leads_to(k, loop);
    case Form::every_step:
      if (moments_.size() == 1) return {};
      return {last_step_breaks(PropertySet::own(1U << k)), failures()};
    case Form::after_rounds: {
      const auto rounds = static_cast<int>(last);
      return with_values(
          !holds(walk_.machine().judge().predicates(moments_.back().configuration, rounds)),
          "it does not hold after " + std::to_string(last) + (last == 1 ? " round" : " rounds"), rounds);
    }
    case Form::reachable:
    case Form::event:  // nothing is said of it, so nobody asks
      break;
  }
  return judge_never([&](const auto& at, bool) { return holds(walk_.machine().judge().predicates(at)); });
}

Judgement Evidence::judge_leads_to(std::size_t k, std::optional<std::size_t> loop) const {
  const auto p = [&](const Moment& moment) { return (moment.predicates >> k & 1U) != 0; };
  const auto q = [&](const Moment& moment) { return (moment.predicates >> (most_statements + k) & 1U) != 0; };
  // `begin` is the first time that p holds after the last time that q does. What holds in a loop holds again
  // and again.
  std::size_t begin = 0;
  for (std::size_t m = 0; m < moments_.size(); ++m) {
    if (q(moments_[m])) begin = m + 1;
  }
  while (begin < moments_.size() && !p(moments_[begin])) ++begin;
  const bool asked = begin < moments_.size();
  const bool ends = loop ? closes(*loop) && fair(*loop) : moments_.back().rests();
  const bool answered_in_loop =
      loop && std::any_of(moments_.begin() + static_cast<std::ptrdiff_t>(*loop), moments_.end(), q);
  Judgement judgement{
      asked && ends && !answered_in_loop,
      {"what leads there holds " + after_step(begin) + ", and what it leads to does not, then or later"}};
  if (judgement.holds_water) judgement.add(values({k, false, true, begin, -1}, after_step(begin) + " "));
  judgement.add({loop ? repeats(*loop) : nothing_left()});
  if (judgement.holds_water)
    judgement.add(values({k, true, false, moments_.size() - 1, -1}, after_step(moments_.size() - 1) + " "));
  return judgement;
}

}  // namespace conclave
