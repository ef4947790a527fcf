// Where everything of a space-time diagram lies. Each text beside a lane has a line of its own, and lanes are
// as far apart as the longest text is wide, so that no text lies over another.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "report/diagram.hpp"
#include "trace/trace.hpp"

namespace conclave {

// What goes down the page: the steps as they were taken, or their causal order, in which steps that do not
// wait for one another lie side by side. The rounds of lock step are both.
enum class TimeAxis { schedule, causal };

class SpaceTimeLayout {
 public:
  explicit SpaceTimeLayout(const Trace&, TimeAxis = TimeAxis::schedule);

  static constexpr double line_height = 14;
  static constexpr double left_margin = 74;
  static constexpr double top_margin = 46;

  // A text beside a lane, and the class of its style.
  struct Beside {
    std::string text;
    std::string look;
    bool from_right = false;        // it is of an arrow that comes from there
    std::optional<std::size_t> of;  // the arrow that it is of
  };
  using Key = std::pair<std::size_t, int>;  // a row and a lane

  const std::vector<MessageArrow>& arrows() const { return arrows_; }
  const std::map<Key, std::vector<Beside>>& beside() const { return beside_; }
  // The arrows that are open at the end, each with the height at which it stops.
  const std::map<std::size_t, double>& open() const { return open_; }
  // Which of the lines at its end is that of an arrow.
  std::size_t line_of(std::size_t arrow) const { return line_of_[arrow]; }

  double x(int place) const { return left_margin + 20 + place * spacing_; }
  // The level of a step, from 1: its number, or in causal time the length of the longest chain of events to
  // it.
  std::size_t level(std::size_t step) const { return level_[step]; }
  std::size_t levels() const { return level_count_; }
  double y_of_level(std::size_t level) const { return level_y_[level]; }
  // The arrows of a longest chain of messages, each sent after the one before was received.
  const std::vector<std::size_t>& chain() const { return chain_; }
  // A row is a half of a step.
  static std::size_t row(const TracePoint& point) {
    return 2 * point.step + static_cast<std::size_t>(point.half);
  }
  double y(std::size_t row) const { return y_[row]; }
  double y(const TracePoint& point) const { return y_[row(point)]; }
  // The height of a line of text. Below an arrow that comes from the right there is room for it.
  double y_of_line(const Key& at, std::size_t line) const;
  double width() const { return width_; }
  double height() const { return height_; }
  double end_of_lanes() const { return last_; }
  // A number for each point, as data-f and data-t have it.
  std::size_t code(const TracePoint& point) const {
    return row(point) * trace_.ids.size() + static_cast<std::size_t>(point.place);
  }

  bool rounds() const { return rounds_; }
  // Does the process of a step do something there? It does not where a message is lost, doubled or missed.
  bool acts(const TracePoint&) const;
  // Has a process only this to say of itself: `crashed` or `byzantine`?
  bool is(std::size_t state, std::size_t place, const char* flag) const;
  // Null where nobody knows.
  const Standing* standing(std::size_t state, std::size_t place) const;

 private:
  std::size_t add(const TracePoint&, std::string text, std::string look, std::optional<std::size_t> of = {});
  void add_events();
  void add_event(const TracePoint&, const TraceStep&);
  void add_received();
  void add_changes();
  void add_ends();
  double lines_below(std::size_t row) const;
  void place_lanes();
  void find_levels(TimeAxis);
  void find_chain();
  void place_rows();

  const Trace& trace_;
  const bool rounds_;
  const bool waits_;
  std::vector<MessageArrow> arrows_;
  std::map<Key, std::vector<Beside>> beside_;
  std::map<std::size_t, double> open_;
  std::vector<std::size_t> line_of_;
  std::vector<std::size_t> level_;
  std::size_t level_count_ = 0;
  std::vector<double> level_y_;
  std::vector<std::size_t> chain_;
  std::vector<double> y_;
  double spacing_ = 0;
  double width_ = 0;
  double height_ = 0;
  double last_ = 0;
};

std::string_view end_word(MessageArrow::End);   // "lost"; empty for what is received
std::string_view end_class(MessageArrow::End);  // the class of its style
std::string label_of(const MessageArrow&);
bool comes_from_right(const MessageArrow&);

}  // namespace conclave
