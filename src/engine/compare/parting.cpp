#include "engine/compare/parting.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "machine/configuration.hpp"
#include "machine/expander.hpp"
#include "machine/machine.hpp"
#include "program/json.hpp"
#include "program/model.hpp"

namespace conclave {
namespace {

std::string numbers(const std::vector<unsigned>& choices) {
  std::string text;
  for (const unsigned choice : choices) text += "," + std::to_string(choice);
  return text;
}

}  // namespace

// One of the two models.
class Partings::Side {
 public:
  Side(const Scenario& scenario, Limits& limits)
      : machine_(scenario, {}, {}, &limits),
        expander_(machine_),
        shape_(scenario.model->program->message_shape()) {}

  void load(const Instance& instance) {
    machine_.load(instance);
    expander_.clear();
  }
  Configuration initial() const {
    return {std::vector<std::uint32_t>(machine_.values().component_count(), 0)};
  }
  const Machine& machine() const { return machine_; }
  static std::uint64_t hash(const Configuration& at) {
    return boost::hash<std::vector<std::uint32_t>>()(at.cells);
  }

  struct Successor {
    RecordIndex record;
    const Configuration* configuration;
  };
  // The steps out of a configuration, by what they look like.
  std::map<std::string, Successor> successors(const Configuration& at) {
    expander_.expand(at, successors_);
    std::map<std::string, int> alike;
    for (const auto& each : successors_) ++alike[label(machine_.steps().step(each.record), false)];
    std::map<std::string, Successor> by_label;
    std::map<std::string, int> before;  // equal messages of a queue come one after the other
    for (const auto& each : successors_) {
      const Step step = machine_.steps().step(each.record);
      std::string text = label(step, false);
      if (alike[text] > 1) text = label(step, true);
      if (const int earlier = before[text]++; earlier > 0) text += " again " + std::to_string(earlier);
      by_label.emplace(text, Successor{each.record, &each.configuration});
    }
    return by_label;
  }
  int sent(RecordIndex record) const {
    return machine_.steps().costs()[machine_.steps().record(record).cost][Costs::messages];
  }
  std::vector<bool> leaders(const Configuration& at) const {
    std::vector<bool> lead;
    for (std::size_t i = 0; i < machine_.values().processes(); ++i) {
      const Facts& facts = machine_.values().facts(static_cast<int>(i), at.get(i));
      lead.push_back(facts.leader || facts.elects);
    }
    return lead;
  }
  // How many messages are in each channel.
  std::vector<std::size_t> traffic(const Configuration& at) const {
    std::vector<std::size_t> counts;
    const Values& values = machine_.values();
    for (std::size_t c = values.processes(); c < values.waiting_end(); ++c)
      counts.push_back(values.contents(values.contents_of(c)).at(at.get(c)).size());
    return counts;
  }

 private:
  std::string label(const Step& step, bool with_messages) const {
    const auto words = [&](const Encoded& message) {
      return with_messages ? json_text(shape_, message) : "";
    };
    std::string text = std::to_string(static_cast<int>(step.kind)) + " " + std::to_string(step.process) +
                       " " + std::to_string(step.channel) + step.own + (step.notice ? " notice" : "") +
                       numbers(step.choices);
    if (step.channel >= 0 && !step.notice) text += words(step.message);
    for (const RoundEvent& event : step.events) {
      text += "; " + std::to_string(static_cast<int>(event.kind)) + " " + std::to_string(event.process) +
              " " + std::to_string(event.channel) + numbers(event.choices);
      if (event.channel >= 0) text += words(event.message);
    }
    return text;
  }

  Machine machine_;
  Expander expander_;
  const Shape& shape_;
  Successors successors_;
};

// The pairs of configurations of one instance, breadth-first, so that the first parting is a nearest one.
class Partings::Pairs {
 public:
  Pairs(Side& first, Side& second, Limits& limits)
      : sides_{&first, &second}, charge_(limits, 0), limits_(limits) {}

  std::optional<Parting> search(std::size_t most_steps) {
    add({{sides_[0]->initial(), sides_[1]->initial()}});
    if (const auto what = difference(nodes_.front().at)) return parting(*what, 0, 0, Records{});
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      limits_.tick();
      if (nodes_[k].steps >= most_steps) return {};
      const Both at = nodes_[k].at;  // nodes move
      const auto first = sides_[0]->successors(at[0]);
      const auto second = sides_[1]->successors(at[1]);
      if (auto found = unmatched(k, first, second)) return found;
      auto other = second.begin();
      for (const auto& [label, mine] : first) {
        const auto& theirs = (other++)->second;
        const Records records{mine.record, theirs.record};
        const Both after{*mine.configuration, *theirs.configuration};
        if (sides_[0]->sent(mine.record) != sides_[1]->sent(theirs.record))
          return parting(Parting::What::sent, 0, k, records);
        if (const auto what = difference(after)) return parting(*what, 0, k, records);
        add({after, k, {mine.record, theirs.record}, nodes_[k].steps + 1});
      }
    }
    return {};
  }
  std::uint64_t count() const { return nodes_.size(); }

 private:
  using Both = std::array<Configuration, 2>;
  using Records = std::array<std::optional<RecordIndex>, 2>;
  using Labelled = std::map<std::string, Side::Successor>;
  struct Node {
    Both at;
    std::size_t before = 0;
    std::array<RecordIndex, 2> records{};
    std::size_t steps = 0;
  };

  void add(Node node) {
    const std::uint64_t hash = Side::hash(node.at[0]) * 0x9e3779b97f4a7c15ULL + Side::hash(node.at[1]);
    for (auto [at, end] = by_hash_.equal_range(hash); at != end; ++at) {
      if (nodes_[at->second].at == node.at) return;
    }
    const std::size_t cells = node.at[0].cells.size() + node.at[1].cells.size();
    constexpr std::size_t of_tables = 64;  // bytes
    charge_.add(static_cast<std::ptrdiff_t>(2 * sizeof(Node) + 4 * cells + of_tables));
    by_hash_.emplace(hash, nodes_.size());
    nodes_.push_back(std::move(node));
  }

  std::optional<Parting::What> difference(const Both& at) const {
    if (sides_[0]->leaders(at[0]) != sides_[1]->leaders(at[1])) return Parting::What::leaders;
    if (sides_[0]->traffic(at[0]) != sides_[1]->traffic(at[1])) return Parting::What::traffic;
    return {};
  }

  // The first step that only one of them can take.
  std::optional<Parting> unmatched(std::size_t node, const Labelled& first, const Labelled& second) const {
    for (const auto& [label, each] : first) {
      if (!second.contains(label))
        return parting(Parting::What::step, 0, node, Records{each.record, std::nullopt});
    }
    for (const auto& [label, each] : second) {
      if (!first.contains(label))
        return parting(Parting::What::step, 1, node, Records{std::nullopt, each.record});
    }
    return {};
  }

  Parting parting(Parting::What what, int able, std::size_t node, const Records& last) const {
    Parting found{.what = what, .able = able, .instance = {}, .paths = {}};
    for (std::size_t side = 0; side < 2; ++side) {
      std::vector<Step>& steps = found.paths[side].steps;
      const Steps& known = sides_[side]->machine().steps();
      if (last[side]) steps.push_back(known.step(*last[side]));
      for (std::size_t at = node; at != 0; at = nodes_[at].before)
        steps.push_back(known.step(nodes_[at].records[side]));
      std::ranges::reverse(steps);
    }
    return found;
  }

  std::array<Side*, 2> sides_;
  Charge charge_;
  Limits& limits_;
  std::vector<Node> nodes_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
};

Partings::Partings(const Scenario& first, const Scenario& second, Limits& limits)
    : sides_{std::make_unique<Side>(first, limits), std::make_unique<Side>(second, limits)},
      limits_(limits) {}
Partings::~Partings() = default;

bool Partings::are_comparable(const Instance& instance) {
  for (auto& side : sides_) side->load(instance);
  const auto ends = [](const Side& side) {
    std::vector<std::vector<int>> all;
    for (const Channel& channel : side.machine().values().channels().all()) {
      std::vector<int> one{channel.sender, code_of(channel.out), code_of(channel.receiver)};
      for (const auto& reader : channel.readers) one.push_back(reader.process);
      all.push_back(std::move(one));
    }
    return all;
  };
  return ends(*sides_[0]) == ends(*sides_[1]);
}

std::optional<Parting> Partings::find(const Instance& instance, std::size_t most_steps) {
  for (auto& side : sides_) side->load(instance);
  Pairs pairs(*sides_[0], *sides_[1], limits_);
  auto found = pairs.search(most_steps);
  pairs_ += pairs.count();
  if (found) found->instance = instance;
  return found;
}

}  // namespace conclave
