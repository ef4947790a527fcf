#include "report/page_strip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "report/markup.hpp"

namespace conclave {
namespace {

using Part = bool Standing::*;

// Has a process crashed, or is it Byzantine? Then nobody asks what it decides.
bool is_out(const TraceValue& process) {
  return process.parts.size() == 1 &&
         (process.field("crashed") != nullptr || process.field("byzantine") != nullptr);
}

// The places of which it is true.
std::string places(const TraceState& state, Part part) {
  std::string list;
  for (std::size_t place = 0; place < state.standings.size(); ++place) {
    if (state.standings[place].*part && !is_out(state.processes[place]))
      list += (list.empty() ? "" : ", ") + std::to_string(place);
  }
  return list.empty() ? "nobody" : list;
}

constexpr std::string_view violated_sign = "✗ ";

std::string strip(const std::string& name, const std::vector<std::string>& words,
                  const std::string& address) {
  std::string out =
      fmt::format("<div class=\"strip\"><span class=\"of\"><bdi>{}</bdi></span>", as_markup(name));
  for (std::size_t first = 0; first < words.size();) {
    std::size_t after = first + 1;
    while (after < words.size() && words[after] == words[first]) ++after;
    const std::string steps =
        after == first + 1 ? std::to_string(first) : fmt::format("{} to {}", first, after - 1);
    out += fmt::format(
        "<a href=\"#{0}{1}\" data-first=\"{1}\" data-after=\"{2}\"{6} style=\"flex-grow:{3}\" title=\"{4}: "
        "{5}\">"
        "<bdi>{5}</bdi></a>",
        address, first, after, after - first, steps, as_markup(words[first]),
        words[first].starts_with(violated_sign) ? " class=\"wrong\"" : "");
    first = after;
  }
  return out + "</div>\n";
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

// What the execution says of a property at each of its states.
std::vector<std::string> course(const Trace& trace, const Trace::Asked& asked) {
  std::vector<std::string> words;
  for (const TraceState& state : trace.states) {
    const auto broken = std::ranges::find(state.broken, asked.property, &BrokenProperty::property);
    words.push_back(broken != state.broken.end()       ? std::string(violated_sign) + joined(broken->why)
                    : asked.as_a_whole && !state.rests ? "still open"
                                                       : "✓");
  }
  return words;
}

// Where nobody asked the model, or what is violated shows only in a loop that goes on for ever.
std::vector<std::string> course_of_violated(const Trace& trace) {
  const std::size_t from = std::min(trace.loop ? *trace.loop + 1 : trace.steps(), trace.steps());
  std::vector<std::string> words(trace.states.size(), trace.loop ? "still open" : "not yet");
  std::fill(words.begin() + static_cast<std::ptrdiff_t>(from), words.end(),
            std::string(violated_sign) + joined(trace.why));
  return words;
}

}  // namespace

std::string strips_of(const Trace& trace, const std::string& address) {
  std::string out;
  const bool known = !trace.states.front().standings.empty();
  for (const auto& [name, part] : {std::pair<const char*, Part>{"leader", &Standing::leader},
                                   std::pair<const char*, Part>{"has decided", &Standing::decided}}) {
    std::vector<std::string> words;
    for (const TraceState& state : trace.states) {
      if (known) words.push_back(places(state, part));
    }
    if (known) out += strip(name, words, address);
  }
  bool told = false;
  for (const Trace::Asked& asked : trace.asked) {
    const bool is_it = asked.property == trace.property;
    std::vector<std::string> words = course(trace, asked);
    if (is_it &&
        std::ranges::none_of(words, [](const auto& word) { return word.starts_with(violated_sign); }))
      words = course_of_violated(trace);
    out += strip(asked.property, words, address);
    told |= is_it;
  }
  if (!told && !trace.property.empty()) out += strip(trace.property, course_of_violated(trace), address);
  return "<h3>What holds when</h3>\n<div class=\"strips\">\n" + out + "</div>\n<ul class=\"wrongs\"></ul>\n";
}

}  // namespace conclave
