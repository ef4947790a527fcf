#include "report/diagram.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

#include "report/trace_cells.hpp"

namespace conclave {
namespace {

using End = MessageArrow::End;

std::optional<int> leading_number(std::string_view text) {
  int number = 0;
  const auto [after, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return {};
  return number;
}

std::optional<int> place_in(const Trace& trace, std::optional<int> number) {
  if (!number || *number < 0 || static_cast<std::size_t>(*number) >= trace.ids.size()) return {};
  return number;
}

// Follows the messages through the channels. What a channel holds after a step is taken from the trace, so
// that nothing of what a network does with its messages has to be known twice.
class Pairing {
 public:
  explicit Pairing(const Trace& trace) : trace_(trace) {}

  std::vector<MessageArrow> arrows() {
    for (std::size_t index = 1; index < trace_.states.size(); ++index) {
      index_ = index;
      const TraceStep& step = *trace_.states[index].step;
      if (step.is_round()) {
        take_round(step);
      } else {
        take(step);
      }
      settle(step);
    }
    return std::move(arrows_);
  }

 private:
  struct Held {  // a message in a channel
    TraceValue message;
    std::size_t arrow;
  };
  struct Line {              // a channel, or a mailbox
    std::vector<Held> held;  // in the order of sending
    std::vector<Held> gone;
  };

  Line& line(int channel) {
    const auto at = static_cast<std::size_t>(std::max(channel, 0));
    if (at >= lines_.size()) lines_.resize(at + 1);
    return lines_[at];
  }

  int receiver(int channel, int known, int identifier) const {
    if (const auto place = place_in(trace_, known)) return *place;
    if (identifier != 0) {
      const auto at = std::ranges::find(trace_.ids, identifier);
      if (at != trace_.ids.end()) return static_cast<int>(at - trace_.ids.begin());
    }
    return ends_of(trace_, static_cast<std::size_t>(std::max(channel, 0))).to.value_or(0);
  }

  std::size_t draw(std::optional<TracePoint> from, int to, const TraceValue& message) {
    MessageArrow arrow;
    arrow.from = from;
    arrow.to = {index_, to, 0};
    arrow.text = message_text(message);
    arrows_.push_back(std::move(arrow));
    return arrows_.size() - 1;
  }

  void end(std::size_t arrow, End how, int place, int half = 0) {
    arrows_[arrow].end = how;
    arrows_[arrow].to = {index_, place, half};
  }

  // Finds the oldest message like this one. A file may speak of one that was never sent.
  std::size_t find(int channel, const TraceStep& step) {
    auto& held = line(channel).held;
    const auto at = std::ranges::find(held, step.message, &Held::message);
    if (at != held.end()) return static_cast<std::size_t>(at - held.begin());
    held.push_back({step.message, draw({}, step.process, step.message)});
    return held.size() - 1;
  }

  void take_out(int channel, std::size_t which) {
    Line& from = line(channel);
    from.gone.push_back(from.held[which]);
    from.held.erase(from.held.begin() + static_cast<std::ptrdiff_t>(which));
  }

  void receive(const TraceStep& step) {
    const std::size_t which = find(step.channel, step);
    std::size_t arrow = line(step.channel).held[which].arrow;
    if (trace_.network != Network::set) {
      take_out(step.channel, which);
    } else if (arrows_[arrow].end == End::received) {
      arrow = draw(arrows_[arrow].from, step.process, step.message);
      arrows_[arrow].again = true;
    }
    end(arrow, End::received, step.process);
  }

  void duplicate(const TraceStep& step) {
    const std::size_t which = find(step.channel, step);
    auto& held = line(step.channel).held;
    const std::size_t arrow =
        draw(arrows_[held[which].arrow].from, arrows_[held[which].arrow].to.place, step.message);
    arrows_[arrow].copy = index_;
    const bool in_order = trace_.network == Network::fifo;
    const auto behind = in_order ? held.begin() + static_cast<std::ptrdiff_t>(which) + 1 : held.end();
    held.insert(behind, {step.message, arrow});
  }

  void send(const TracePoint& from, const TraceMessage& sent) {
    const int to = receiver(sent.channel, sent.to, sent.to_identifier);
    const std::size_t arrow = draw(from, to, sent.message);
    auto& held = line(sent.channel).held;
    if (trace_.network == Network::set && std::ranges::find(held, sent.message, &Held::message) != held.end())
      return end(arrow, End::there, to);
    held.push_back({sent.message, arrow});
  }

  void take(const TraceStep& step) {
    const TracePoint here{index_, step.process, 0};
    switch (step.kind) {
      case Step::Kind::deliver:
        receive(step);
        break;
      case Step::Kind::miss:
      case Step::Kind::lose: {
        const std::size_t which = find(step.channel, step);
        end(line(step.channel).held[which].arrow, step.kind == Step::Kind::lose ? End::lost : End::missed,
            step.process);
        take_out(step.channel, which);
        break;
      }
      case Step::Kind::duplicate:
        duplicate(step);
        break;
      case Step::Kind::forge: {
        const std::size_t arrow = draw(here, receiver(step.channel, -1, 0), step.message);
        arrows_[arrow].forged = true;
        line(step.channel).held.push_back({step.message, arrow});
        break;
      }
      default:
        break;
    }
    for (const auto& sent : step.sends) send(here, sent);
  }

  void take_round(const TraceStep& step) {
    const bool waits = has_mailboxes(trace_);
    for (const auto& read : step.reads) {
      const auto place = place_in(trace_, read.process);
      if (!place) continue;
      TraceStep as_step;
      as_step.process = *place;
      as_step.message = read.message;
      const std::size_t which = find(*place, as_step);
      end(line(*place).held[which].arrow, End::received, *place);
      take_out(*place, which);
    }
    for (const auto& sent : step.sends) {
      const auto from = place_in(trace_, sent.from);
      const auto to = place_in(trace_, sent.to);
      if (!from || !to) continue;
      const std::size_t arrow = draw(TracePoint{index_, *from, waits ? 1 : 0}, *to, sent.message);
      arrows_[arrow].forged = sent.fate == TraceMessage::Fate::forged;
      arrows_[arrow].late = sent.fate == TraceMessage::Fate::late;
      if (sent.fate == TraceMessage::Fate::lost) {
        end(arrow, End::lost, *to, 1);
      } else if (sent.fate == TraceMessage::Fate::vanishes) {
        end(arrow, End::vanished, *to, 1);
      } else if (waits) {
        line(*to).held.push_back({sent.message, arrow});
      } else {
        end(arrow, End::received, *to, 1);
      }
    }
  }

  std::vector<TraceValue> content(std::size_t channel) const {
    const TraceState& now = trace_.states[index_];
    std::vector<TraceValue> content;
    if (channel < now.channels.size()) content = now.channels[channel];
    if (channel < now.late.size())
      content.insert(content.end(), now.late[channel].begin(), now.late[channel].end());
    return content;
  }

  // What is not in the channel any more has gone with this step, and what came into it without being sent
  // comes from it: the notice of a crash, or what a process writes back.
  void settle(const TraceStep& step) {
    const TraceState& now = trace_.states[index_];
    if (step.is_round() && !has_mailboxes(trace_)) return;
    const std::size_t channels = std::max(lines_.size(), now.channels.size());
    for (std::size_t channel = 0; channel < channels; ++channel) settle(channel, step);
  }

  void settle(std::size_t channel, const TraceStep& step) {
    const int number = static_cast<int>(channel);
    std::vector<Held> before = std::move(line(number).held);
    std::vector<Held> after;
    std::vector<TraceValue> unknown;
    std::vector<bool> stays(before.size(), false);
    for (const TraceValue& message : content(channel)) {
      std::size_t at = 0;
      while (at < before.size() && (stays[at] || before[at].message != message)) ++at;
      if (at < before.size()) {
        stays[at] = true;
      } else {
        unknown.push_back(message);
      }
    }
    Line& here = line(number);
    for (std::size_t at = 0; at < before.size(); ++at) {
      if (stays[at]) {
        after.push_back(std::move(before[at]));
        continue;
      }
      MessageArrow& arrow = arrows_[before[at].arrow];
      if (arrow.end == End::open)
        end(before[at].arrow, trace_.states[index_].copies.empty() ? End::vanished : End::overwritten,
            arrow.to.place, step.is_round() ? 1 : 0);
      here.gone.push_back(std::move(before[at]));
    }
    for (TraceValue& message : unknown) after.push_back({message, restored(number, message, step)});
    here.held = std::move(after);
  }

  std::size_t restored(int channel, const TraceValue& message, const TraceStep& step) {
    auto& gone = line(channel).gone;
    const auto known =
        std::find_if(gone.rbegin(), gone.rend(), [&](const Held& held) { return held.message == message; });
    if (known == gone.rend() || step.kind == Step::Kind::crash) {
      std::optional<TracePoint> from;
      if (!step.is_round()) from = TracePoint{index_, step.process, 0};
      return draw(from, step.is_round() ? channel : receiver(channel, -1, 0), message);
    }
    const std::size_t arrow = known->arrow;
    if (arrows_[arrow].end == End::overwritten) {
      arrows_[arrow].end = End::open;
      return arrow;
    }
    const std::size_t copy = draw(arrows_[arrow].from, arrows_[arrow].to.place, message);
    arrows_[copy].again = true;
    return copy;
  }

  const Trace& trace_;
  std::size_t index_ = 0;
  std::vector<Line> lines_;
  std::vector<MessageArrow> arrows_;
};

}  // namespace

ChannelEnds ends_of(const Trace& trace, std::size_t channel) {
  if (channel >= trace.channels.size()) return {};
  const std::string_view name = trace.channels[channel];
  const auto arrow = name.find("->");
  if (arrow == std::string_view::npos) return {};
  const std::string_view to = name.substr(arrow + 2);
  ChannelEnds ends{place_in(trace, leading_number(name)), place_in(trace, leading_number(to))};
  if (to.starts_with("id ")) {
    const auto at = std::ranges::find(trace.ids, leading_number(to.substr(3)).value_or(0));
    if (at != trace.ids.end() && std::ranges::count(trace.ids, *at) == 1)
      ends.to = static_cast<int>(at - trace.ids.begin());
  }
  return ends;
}

std::string MessageArrow::kind() const {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto begin = std::ranges::find_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (begin == text.end() || !is_letter(*begin)) return "message";
  return {begin, std::find_if(begin, text.end(), [](char c) { return c == ' ' || c == '\xE2' || c == ':'; })};
}

bool has_mailboxes(const Trace& trace) {
  return trace.network == Network::rounds && !trace.states.front().channels.empty();
}

std::vector<MessageArrow> arrows_of(const Trace& trace) { return Pairing(trace).arrows(); }

}  // namespace conclave
