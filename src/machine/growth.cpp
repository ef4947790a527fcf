#include "machine/growth.hpp"

#include <algorithm>
#include <boost/unordered/unordered_flat_set.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace conclave {
namespace {

// What is told has taken at least so many values. Few algorithms count so far with a few processes.
constexpr std::size_t many = 64;

class Reach {
 public:
  void add(std::int64_t value) {
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
    if (some_.size() < many) some_.insert(value);
  }
  // Not if it only begins far from all others, as an "infinite" distance does.
  bool took_many() const { return some_.size() == many; }
  std::int64_t least() const { return least_; }
  std::int64_t most() const { return most_; }
  // As a number without a sign, because the ends may be farther apart than numbers with one reach.
  std::uint64_t width() const {
    return static_cast<std::uint64_t>(most_) - static_cast<std::uint64_t>(least_);
  }

 private:
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t most_ = std::numeric_limits<std::int64_t>::min();
  boost::unordered_flat_set<std::int64_t> some_;
};

// What was met of a value of this shape, and of its parts.
struct Met {
  const Shape& shape;
  std::string name;
  Reach reach;  // of a number, or of a length
  std::vector<Met> parts;
};

// A shape may contain itself; what lies deeper than this is left out.
constexpr int deepest = 8;
constexpr std::size_t most_told = 3;
// Where there are very many values, the first and the last of them are looked at.
constexpr std::uint32_t first_and_last = std::uint32_t{1} << 15;

Met nothing_met(const Shape& shape, const std::string& name, const std::string& joint = "::", int depth = 0) {
  Met met{shape, name, {}, {}};
  if (depth == deepest) return met;
  if (shape.element != nullptr) met.parts.push_back(nothing_met(*shape.element, name, joint, depth + 1));
  for (const Shape::Field& field : shape.fields)
    met.parts.push_back(nothing_met(*field.shape, name + joint + std::string(field.name), ".", depth + 1));
  return met;
}

void meet(Met& met, Words& at) {
  switch (met.shape.kind) {
    case Shape::Kind::number:
      met.reach.add(read_number(met.shape, at));
      return;
    case Shape::Kind::text:
      met.reach.add(*at);
      break;
    case Shape::Kind::optional:
      if (met.parts.empty()) break;
      if (*at++ != 0) meet(met.parts.front(), at);
      return;
    case Shape::Kind::list:
      met.reach.add(*at);
      if (met.parts.empty()) break;
      for (std::int32_t left = *at++; left > 0; --left) meet(met.parts.front(), at);
      return;
    case Shape::Kind::record:
      if (met.parts.empty()) break;
      for (Met& part : met.parts) meet(part, at);
      return;
    default:
      break;
  }
  skip(met.shape, at);
}

void meet(Met& met, const Encoded& value) {
  Words at = value.data();
  meet(met, at);
}

template <class Look>
void look_at_values(std::size_t count, const Look& look) {
  const auto end = static_cast<std::uint32_t>(count);
  for (std::uint32_t value = 0; value < end; ++value) {
    if (value == first_and_last && end > 2 * first_and_last) value = end - first_and_last;
    look(value);
  }
}

using Reaches = std::vector<std::pair<std::string, Reach>>;

void list_reaches(const Met& met, Reaches& reaches) {
  const bool is_length = met.shape.kind != Shape::Kind::number;
  reaches.emplace_back((is_length ? "the length of " : "") + met.name, met.reach);
  for (const Met& part : met.parts) list_reaches(part, reaches);
}

}  // namespace

std::vector<Growth> growth(const Values& values) {
  const Program& program = *values.scenario().model->program;
  Met states = nothing_met(program.state_shape(), "State");
  for (std::size_t i = 0; i < values.processes(); ++i) {
    look_at_values(values.value_count(i), [&, process = static_cast<int>(i)](std::uint32_t value) {
      if (!values.facts(process, value).crashed) meet(states, values.local(process, value));
    });
  }
  Met messages = nothing_met(program.message_shape(), "Message");
  look_at_values(values.handlers().message_count(), [&](Handlers::Message message) {
    if (message != Handlers::notice) meet(messages, values.handlers().message(message));
  });
  Reach waiting;
  for (std::size_t channel = 0; channel < values.contents_count(); ++channel) {
    const Contents& contents = values.contents(channel);
    look_at_values(contents.size(), [&](std::uint32_t content) {
      waiting.add(static_cast<std::int64_t>(contents.at(content).size()));
    });
  }
  Reaches reaches{{"the messages of a channel", waiting}};
  list_reaches(states, reaches);
  list_reaches(messages, reaches);
  std::erase_if(reaches, [](const auto& reach) { return !reach.second.took_many(); });
  std::ranges::stable_sort(reaches, std::ranges::greater(),
                           [](const auto& reach) { return reach.second.width(); });
  std::vector<Growth> all;
  for (const auto& [what, reach] : reaches) {
    if (all.size() < most_told) all.push_back({what, reach.least(), reach.most()});
  }
  return all;
}

}  // namespace conclave
