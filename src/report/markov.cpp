#include "report/markov.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>

#include "author/rational.hpp"
#include "engine/analysis/decisions.hpp"
#include "engine/run/result.hpp"

namespace conclave {
namespace {

struct Transition {
  Rational probability = 0;
  std::vector<Rational> rewards;  // by cost; times the probability
};

using Target = std::uint64_t;
using Choice = std::map<Target, Transition>;

class Markov {
 public:
  Markov(StateSpace& space, std::size_t costs) : costs_(costs), labels_(label_names.size()) {
    const Machine& machine = space.machine();
    Decisions decisions(machine);
    const Target last = space.nodes().size();  // the state in which what may end has ended
    bool has_last = false;
    auto edge = space.edges().begin();
    for (StateSpace::Number number = 0; number < last; ++number) {
      auto& choices = choices_.emplace_back();
      std::map<std::uint32_t, std::size_t> known;  // by decision: which choice
      for (; edge != space.edges().end() && edge->from == number; ++edge) {
        const auto at = known.try_emplace(decisions.of(edge->record), choices.size()).first->second;
        if (at == choices.size()) choices.emplace_back();
        const auto probability = machine.steps().probability(edge->record);
        const Rational chance = Rational(probability.ways) / Rational(probability.among);
        add(choices[at][edge->to], chance,
            machine.steps().costs()[machine.steps().record(edge->record).cost]);
      }
      const StateSpace::Node& node = space.nodes()[number];
      if (choices.empty()) {
        stop(number);
        labels_[end].push_back(number);
      } else if (node.quiescent) {
        add(choices.emplace_back()[last], 1, {});
        has_last = true;
      }
      if (node.decided) labels_[decided].push_back(number);
      const TraceState state = space.state(number);
      if (std::ranges::any_of(state.standings, [](const auto& standing) { return standing.leader; }))
        labels_[leader].push_back(number);
    }
    labels_[init].push_back(0);
    if (!has_last) return;
    choices_.emplace_back();
    stop(last);
    labels_[end].push_back(last);
  }

  bool decides() const {
    return std::ranges::any_of(choices_, [](const auto& choices) { return choices.size() > 1; });
  }

  // A line for each transition: its source, its choice if there are any, its target, and a value.
  template <class Value>
  std::string transitions(const Value& value) const {
    const bool with_choice = decides();
    std::string text;
    for (Target source = 0; source < choices_.size(); ++source) {
      for (std::size_t choice = 0; choice < choices_[source].size(); ++choice) {
        for (const auto& [target, transition] : choices_[source][choice]) {
          text += with_choice ? fmt::format("{} {} ", source, choice) : fmt::format("{} ", source);
          text += fmt::format("{} {}\n", target, value(transition).to_double());
        }
      }
    }
    return text;
  }

  // How many states, choices if there are any, and transitions there are.
  std::string sizes() const {
    std::size_t choices = 0, transitions = 0;
    for (const auto& of : choices_) {
      choices += of.size();
      for (const Choice& choice : of) transitions += choice.size();
    }
    return decides() ? fmt::format("{} {} {}\n", choices_.size(), choices, transitions)
                     : fmt::format("{} {}\n", choices_.size(), transitions);
  }

  std::string states() const {
    std::string text = "(configuration)\n";
    for (std::size_t state = 0; state < choices_.size(); ++state) text += fmt::format("{0}:({0})\n", state);
    return text;
  }

  std::string labels(MarkovFormat format) const {
    std::map<Target, std::vector<std::size_t>> of;  // by state
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      for (const Target state : labels_[label]) of[state].push_back(label);
    }
    std::string text;
    if (format == MarkovFormat::prism) {
      // PRISM itself writes the label `deadlock`, too. No state has it.
      for (std::size_t label = 0; label < label_names.size(); ++label)
        text += fmt::format("{}=\"{}\" ", label, label_names[label]);
      text += fmt::format("{}=\"deadlock\"\n", label_names.size());
      for (const auto& [state, all] : of) text += fmt::format("{}: {}\n", state, fmt::join(all, " "));
    } else {
      text = fmt::format("#DECLARATION\n{}\n#END\n", fmt::join(label_names, " "));
      for (const auto& [state, all] : of) {
        text += std::to_string(state);
        for (const std::size_t label : all) text += fmt::format(" {}", label_names[label]);
        text += "\n";
      }
    }
    return text;
  }

 private:
  enum Label { init, end, decided, leader };
  static constexpr std::array<std::string_view, 4> label_names{"init", "end", "decided", "leader"};

  void add(Transition& transition, const Rational& chance, const std::vector<std::uint16_t>& costs) const {
    transition.probability += chance;
    transition.rewards.resize(costs_, 0);
    for (std::size_t cost = 0; cost < costs.size() && cost < costs_; ++cost)
      transition.rewards[cost] += chance * costs[cost];
  }
  void stop(Target state) { add(choices_[state].emplace_back()[state], 1, {}); }

  const std::size_t costs_;
  std::vector<std::vector<Choice>> choices_;  // by state
  std::vector<std::vector<Target>> labels_;   // by label: which states have it
};

}  // namespace

std::vector<std::string> markov_suffixes(const Program& program, MarkovFormat format) {
  std::vector<std::string> suffixes{".tra", ".lab"};
  if (format == MarkovFormat::prism) suffixes.emplace_back(".sta");
  const Costs costs(program);
  for (std::size_t cost = 0; cost < costs.counted(); ++cost)
    suffixes.push_back("." + costs.name(cost) + ".trew");
  return suffixes;
}

std::vector<std::string> markov_texts(const Program& program, StateSpace& space, MarkovFormat format) {
  const Costs costs(program);
  const Markov process(space, costs.counted());
  const bool prism = format == MarkovFormat::prism;
  const std::string head = prism ? process.sizes() : process.decides() ? "mdp\n" : "dtmc\n";
  std::vector<std::string> texts{
      head + process.transitions([](const Transition& of) { return of.probability; }),
      process.labels(format)};
  if (prism) texts.push_back(process.states());
  for (std::size_t cost = 0; cost < costs.counted(); ++cost)
    texts.push_back(
        (prism ? "# Reward structure \"" + costs.name(cost) + "\"\n# Transition rewards\n" : "") + head +
        process.transitions([&](const Transition& of) { return of.rewards[cost] / of.probability; }));
  return texts;
}

}  // namespace conclave
