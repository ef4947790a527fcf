#include "report/space_time_layout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/terminal.hpp"

namespace conclave {
namespace {

using End = MessageArrow::End;

constexpr std::size_t longest_label = 30;  // characters; the whole text is in the tooltip
constexpr double column = 6.4;             // the width of a character

std::string shortened(const std::string& text) {
  if (columns(text) <= longest_label) return text;
  std::string start;
  std::size_t count = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80 && ++count == longest_label) break;
    start += c;
  }
  return start + "…";
}

}  // namespace

std::string_view end_word(MessageArrow::End end) {
  switch (end) {
    case End::open:
      return "still on its way";
    case End::received:
      return "";
    case End::lost:
      return "lost";
    case End::missed:
      return "missed";
    case End::vanished:
      return "in vain";
    case End::overwritten:
      return "overwritten";
    case End::there:
      break;
  }
  return "there already";
}

std::string_view end_class(MessageArrow::End end) {
  switch (end) {
    case End::open:
      return "open";
    case End::received:
      return "got";
    case End::lost:
    case End::missed:
      return "lost";
    default:
      return "vain";
  }
}

std::string label_of(const MessageArrow& arrow) {
  std::string label = shortened(arrow.text);
  if (arrow.forged) label += " forged";
  if (arrow.copy) label += " copy";
  if (arrow.late) label += " late";
  if (arrow.again) label += " again";
  const std::string_view end = end_word(arrow.end);
  return end.empty() ? label : fmt::format("{} {}", label, end);
}

bool comes_from_right(const MessageArrow& arrow) { return arrow.from && arrow.from->place > arrow.to.place; }

SpaceTimeLayout::SpaceTimeLayout(const Trace& trace, TimeAxis axis)
    : trace_(trace),
      rounds_(trace.network == Network::rounds),
      waits_(has_mailboxes(trace)),
      arrows_(arrows_of(trace)),
      line_of_(arrows_.size(), 0) {
  add_events();
  add_received();
  add_changes();
  add_ends();
  find_levels(axis);
  find_chain();
  place_lanes();
  place_rows();
}

bool SpaceTimeLayout::acts(const TracePoint& point) const {
  using enum Step::Kind;
  const TraceStep& step = *trace_.states[point.step].step;
  return step.process == point.place && step.kind != lose && step.kind != duplicate && step.kind != miss;
}

bool SpaceTimeLayout::is(std::size_t state, std::size_t place, const char* flag) const {
  const TraceValue& process = trace_.states[state].processes[place];
  return process.parts.size() == 1 && process.field(flag) != nullptr;
}

const Standing* SpaceTimeLayout::standing(std::size_t state, std::size_t place) const {
  const auto& all = trace_.states[state].standings;
  return place < all.size() ? &all[place] : nullptr;
}

// Adds a line at a point, and returns which one it is there.
std::size_t SpaceTimeLayout::add(const TracePoint& point, std::string text, std::string look,
                                 std::optional<std::size_t> of) {
  auto& lines = beside_[{row(point), point.place}];
  lines.push_back({std::move(text), std::move(look), of && comes_from_right(arrows_[*of]), of});
  return lines.size() - 1;
}

void SpaceTimeLayout::add_events() {
  for (std::size_t index = 1; index < trace_.states.size(); ++index) {
    const TraceStep& step = *trace_.states[index].step;
    add_event({index, step.process, 0}, step);
    for (const auto& event : step.events) {
      const TracePoint here{index, event.process, 0};
      if (event.kind == RoundEvent::Kind::start) add(here, "starts", "mark");
      if (event.kind == RoundEvent::Kind::crash) add(here, "✗ crashes", "mark");
      if (event.kind == RoundEvent::Kind::recover) add(here, "↻ is back", "mark");
    }
  }
}

void SpaceTimeLayout::add_event(const TracePoint& here, const TraceStep& step) {
  using enum Step::Kind;
  if (step.kind == start) add(here, "starts", "mark");
  if (step.kind == own) add(here, shortened(step.own), "mark");
  if (step.kind == crash) add(here, "✗ crashes", "mark");
  if (step.kind == recover) add(here, "↻ recovers", "mark");
  if (step.kind == forge) add(here, "forges", "mark");
  if (step.kind == duplicate) add(here, "◇ doubled", "mark");
}

void SpaceTimeLayout::add_received() {
  for (std::size_t i = 0; i < arrows_.size(); ++i) {
    if (arrows_[i].end == End::received) line_of_[i] = add(arrows_[i].to, label_of(arrows_[i]), "got", i);
  }
}

// Who becomes leader, or stops.
void SpaceTimeLayout::add_changes() {
  for (std::size_t index = 1; index < trace_.states.size(); ++index) {
    for (std::size_t place = 0; place < trace_.ids.size(); ++place) {
      const Standing* before = standing(index - 1, place);
      const Standing* now = standing(index, place);
      if (before == nullptr || now == nullptr) continue;
      const TracePoint here{index, static_cast<int>(place), rounds_ ? 1 : 0};
      if (now->leader && !before->leader) add(here, "★ is leader", "mark");
      if (!now->leader && before->leader && !is(index, place, "crashed"))
        add(here, "☆ leads no more", "mark");
      if (now->halted && !before->halted) add(here, "■ has halted", "mark");
    }
  }
}

// What is gone never comes to an event, so its end is below one that is in the same row.
void SpaceTimeLayout::add_ends() {
  for (std::size_t i = 0; i < arrows_.size(); ++i) {
    const MessageArrow& arrow = arrows_[i];
    if (arrow.end == End::open) open_[i] = 0;
    if (arrow.end == End::open || arrow.end == End::received) continue;
    const bool is_first = !beside_.contains({row(arrow.to), arrow.to.place});
    const bool in_row_of_sender = arrow.from && arrow.from->step == arrow.to.step;
    if (!rounds_ && is_first && (acts(arrow.to) || in_row_of_sender)) add(arrow.to, "", "");
    line_of_[i] = add(arrow.to, label_of(arrow), std::string(end_class(arrow.end)), i);
  }
}

double SpaceTimeLayout::y_of_line(const Key& at, std::size_t line) const {
  const auto lines = beside_.find(at);
  const bool lower = lines != beside_.end() && std::ranges::any_of(lines->second, &Beside::from_right);
  return y_[at.first] + (lower ? 9 : 0) + line_height * static_cast<double>(line);
}

void SpaceTimeLayout::place_lanes() {
  std::size_t widest = 10;
  for (const auto& [key, lines] : beside_) {
    for (const auto& line : lines) widest = std::max(widest, columns(line.text));
  }
  for (const auto& [arrow, y] : open_) widest = std::max(widest, columns(label_of(arrows_[arrow])));
  spacing_ = static_cast<double>(widest) * column + 36;
  width_ = x(static_cast<int>(trace_.ids.size()) - 1) + spacing_;
}

double SpaceTimeLayout::lines_below(std::size_t row) const {
  std::size_t most = 1;
  for (std::size_t place = 0; place < trace_.ids.size(); ++place) {
    const auto at = beside_.find({row, static_cast<int>(place)});
    if (at != beside_.end()) most = std::max(most, at->second.size());
  }
  return line_height * static_cast<double>(most - 1);
}

void SpaceTimeLayout::find_levels(TimeAxis axis) {
  level_.assign(trace_.states.size(), 0);
  std::vector<std::size_t> last(trace_.ids.size(), 0);  // by place
  for (std::size_t index = 1; index < trace_.states.size(); ++index) {
    std::size_t& level = level_[index];
    if (rounds_ || axis == TimeAxis::schedule) {
      level = index;
    } else {
      const auto process = static_cast<std::size_t>(trace_.states[index].step->process);
      // A place with a text at this step counts as taking part, because each level has room for one.
      const auto takes_part = [&](std::size_t place) {
        return place == process || beside_.contains({2 * index, static_cast<int>(place)});
      };
      for (std::size_t place = 0; place < last.size(); ++place) {
        if (takes_part(place)) level = std::max(level, last[place]);
      }
      for (const MessageArrow& arrow : arrows_) {
        const bool ends_here = arrow.end != End::open && arrow.to.step == index;
        if (arrow.from && arrow.from->step < index && (ends_here || arrow.copy == index))
          level = std::max(level, level_[arrow.from->step]);
        if (arrow.copy && *arrow.copy < index && ends_here) level = std::max(level, level_[*arrow.copy]);
      }
      ++level;
      for (std::size_t place = 0; place < last.size(); ++place) {
        if (takes_part(place)) last[place] = level;
      }
    }
    level_count_ = std::max(level_count_, level);
  }
}

void SpaceTimeLayout::find_chain() {
  constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> received;
  for (std::size_t i = 0; i < arrows_.size(); ++i) {
    if (arrows_[i].end == End::received && arrows_[i].from) received.push_back(i);
  }
  const auto end_of = [this](std::size_t i) { return std::pair(row(arrows_[i].to), i); };
  std::ranges::sort(received, {}, end_of);
  std::vector<std::size_t> length(arrows_.size(), 0);
  std::vector<std::size_t> before(arrows_.size(), none);
  std::size_t last = none;
  for (const std::size_t i : received) {
    for (const std::size_t k : received) {
      const TracePoint& from = *arrows_[i].from;
      const bool leads_on = arrows_[k].to.place == from.place && row(arrows_[k].to) <= row(from);
      // A process that sends to itself in lock step receives in the half in which it sent.
      if (leads_on && end_of(k) < end_of(i) && length[k] > length[i]) length[i] = length[k], before[i] = k;
    }
    ++length[i];
    if (last == none || length[i] > length[last]) last = i;
  }
  for (; last != none; last = before[last]) chain_.push_back(last);
  std::ranges::reverse(chain_);
}

void SpaceTimeLayout::place_rows() {
  y_.assign(2 * trace_.states.size(), top_margin);
  level_y_.assign(level_count_ + 1, top_margin);
  double y = top_margin + 30;
  for (std::size_t level = 1; level <= level_count_ && !rounds_; ++level) {
    level_y_[level] = y;
    double lines = 0;
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      if (level_[index] == level) lines = std::max(lines, lines_below(2 * index)), y_[2 * index] = y;
    }
    y += lines + 34;
  }
  for (std::size_t index = 1; index < trace_.states.size() && rounds_; ++index) {
    level_y_[index] = y_[2 * index] = y;
    y += lines_below(2 * index);
    y += waits_ ? 26 : 64;
    y_[2 * index + 1] = y;
    y += lines_below(2 * index + 1) + 14 + 34;
  }
  last_ = y - 12;
  y = last_ + (trace_.loop ? 24 : 6);
  for (auto& [arrow, at] : open_) {
    at = y;
    y += line_height + 2;
  }
  height_ = y + 10;
}

}  // namespace conclave
