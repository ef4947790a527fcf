#include "report/page_strip.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
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

std::string strip(const std::string& name, const std::vector<std::string>& words, const std::string& look,
                  const std::string& address) {
  std::string out =
      fmt::format("<div class=\"strip{}\"><span class=\"of\"><bdi>{}</bdi></span>", look, as_markup(name));
  for (std::size_t first = 0; first < words.size();) {
    std::size_t after = first + 1;
    while (after < words.size() && words[after] == words[first]) ++after;
    const std::string steps =
        after == first + 1 ? std::to_string(first) : fmt::format("{} to {}", first, after - 1);
    out += fmt::format(
        "<a href=\"#{0}{1}\" data-first=\"{1}\" data-after=\"{2}\" style=\"flex-grow:{3}\" title=\"{4}: "
        "{5}\">"
        "<bdi>{5}</bdi></a>",
        address, first, after, after - first, steps, as_markup(words[first]));
    first = after;
  }
  return out + "</div>\n";
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
    if (known) out += strip(name, words, "", address);
  }
  if (!trace.attained && !trace.shows_nothing()) {
    // It is the execution as a whole that violates a property; a loop does so for ever.
    const std::size_t from = trace.loop ? *trace.loop + 1 : trace.steps();
    std::vector<std::string> words(trace.states.size(), "not yet");
    std::fill(words.begin() + static_cast<std::ptrdiff_t>(std::min(from, trace.steps())), words.end(),
              "✗ violated");
    out += strip(trace.property, words, " broken", address);
  }
  return "<h3>What holds when</h3>\n<div class=\"strips\">\n" + out + "</div>\n";
}

}  // namespace conclave
