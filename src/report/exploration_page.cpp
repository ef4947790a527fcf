#include "report/exploration_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "program/model.hpp"
#include "report/exploration_text.hpp"
#include "report/html_document.hpp"
#include "report/markup.hpp"
#include "report/network_picture.hpp"
#include "report/page_files.hpp"
#include "report/page_trace.hpp"

namespace conclave {
namespace {

using Number = Ahead::Number;

// Each different text is in the file once.
class Interned {
 public:
  // The number of the entry, which `make` makes if it is new.
  template <class Make>
  std::size_t number(const std::string& key, const Make& make) {
    const auto [at, is_new] = numbers_.emplace(key, numbers_.size());
    if (is_new) entries_.push_back(make());
    return at->second;
  }
  std::size_t number(const std::string& text) {
    return number(text, [&] { return Json(text); });
  }
  Json take() { return std::move(entries_); }

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
  Json entries_ = Json::array();
};

class GraphData {
 public:
  GraphData(const Exploration& exploration, Limits& limits, Ahead& ahead)
      : exploration_(exploration), limits_(limits), ahead_(ahead), space_(ahead.space()) {}

  Json data();

 private:
  bool asked(PropertyId id) const {
    return exploration_.scenario().properties.contains(id) &&
           exploration_.scenario().model->property(id).kind != PropertyKind::reachability;
  }
  void add_node(Number);
  void add_ends();
  void add_properties();
  Json choices_of(const std::vector<Step>&) const;

  const Exploration& exploration_;
  Limits& limits_;
  Ahead& ahead_;
  StateSpace& space_;
  Interned lines_;
  Interned words_;
  std::vector<std::size_t> first_;  // by configuration: its first edge
  Json data_;
};

// A line is its text, the class of what it is about, which one, and what the picture shows of it.
void GraphData::add_node(Number number) {
  limits_.poll();
  const TraceState state = space_.state(number);
  Json lines = Json::array();
  const std::size_t first_mailbox =
      exploration_.scenario().lock_step() ? exploration_.frame().channels.size() : 0;
  for (const ConfigurationLine& line : configuration_lines(exploration_, state)) {
    const Json marks = line.place ? marks_of(state, *line.place) : Json();
    lines.push_back(lines_.number(line.text + marks.dump(), [&] {
      if (line.place) return Json::array({line.text, "p", *line.place, marks});
      if (line.channel) return Json::array({line.text, "c", first_mailbox + *line.channel, line.messages});
      return Json::array({line.text});
    }));
  }
  Json edges = Json::array();
  const auto choice_words = [&](std::uint32_t choice) {
    return words_.number(step_text(exploration_, state, space_.step(number, choice)));
  };
  for (std::size_t e = first_[number]; e < first_[number + 1]; ++e) {
    const StateSpace::Edge& edge = space_.edges()[e];
    for (const auto value :
         {std::int64_t{edge.to}, static_cast<std::int64_t>(choice_words(edge.choice)), ahead_.messages(edge)})
      edges.push_back(value);
    const PropertySet broken = space_.machine().steps().record(edge.record).broken;
    for (const Property& property : exploration_.scenario().model->properties) {
      if (asked(property.id) && broken.contains(property.id))
        data_["broken"][fmt::format("{},{}", number, edge.choice)].push_back(property.name);
    }
  }
  const std::size_t known = first_[number + 1] - first_[number];
  if (space_.choices(number) > known)
    data_["idle"][std::to_string(number)] = choice_words(static_cast<std::uint32_t>(known));
  for (const Property& property : exploration_.scenario().model->properties) {
    if (asked(property.id) && space_.nodes()[number].failed.contains(property.id))
      data_["failed"][std::to_string(number)].push_back(property.name);
  }
  data_["nodes"].push_back(std::move(lines));
  data_["edges"].push_back(std::move(edges));
}

// What is wrong with an end only an execution tells; so a shortest one to each is asked.
void GraphData::add_ends() {
  Exploration walk(exploration_.scenario(), exploration_.instance(), limits_);
  for (const Ahead::Ending& ending : ahead_.endings()) {
    const std::string number = std::to_string(ending.at);
    data_["ends"][number] = leaders_text(ending.leaders, ending.decided);
    walk.go_to(0);
    walk.follow(ahead_.nearest_way(ending.at));
    for (const auto& broken : walk.broken()) {
      const Property& property = exploration_.scenario().model->property(broken.id);
      if (property.kind == PropertyKind::liveness) data_["failed"][number].push_back(property.name);
    }
  }
}

// The steps from the beginning as numbers, as in the list of the steps that may be taken.
Json GraphData::choices_of(const std::vector<Step>& steps) const {
  Json choices = Json::array();
  Number here = 0;
  for (const Step& step : steps) {
    std::size_t e = first_[here];
    while (e < first_[here + 1] && space_.machine().steps().step(space_.edges()[e].record) != step) ++e;
    choices.push_back(e - first_[here] + 1);
    if (e < first_[here + 1]) here = space_.edges()[e].to;  // otherwise nothing happens in the round
  }
  return choices;
}

void GraphData::add_properties() {
  const Violations violations = exploration_.violations();
  data_["violations"] = Json::array();
  for (const Property& property : exploration_.scenario().model->properties) {
    data_["says"][std::string(property.name)] = property.says;
    const auto& path = violations[static_cast<std::size_t>(property.id)];
    if (!exploration_.scenario().properties.contains(property.id) || !path) continue;
    Json violation{{"of", property.name}};
    if (asked(property.id)) {
      violation["way"] = choices_of(path->steps);
      if (path->loop) violation["loop"] = *path->loop;
    }
    data_["violations"].push_back(std::move(violation));
  }
}

Json GraphData::data() {
  first_.assign(space_.nodes().size() + 1, 0);
  for (const auto& edge : space_.edges()) ++first_[edge.from + 1];
  for (std::size_t node = 0; node < space_.nodes().size(); ++node) first_[node + 1] += first_[node];
  for (const char* sparse : {"broken", "failed", "idle", "ends", "says"}) data_[sparse] = Json::object();
  for (Number number = 0; number < space_.nodes().size(); ++number) add_node(number);
  add_ends();
  add_properties();
  data_["lines"] = lines_.take();
  data_["words"] = words_.take();
  data_["components"] = ahead_.components();
  data_["unit"] = exploration_.scenario().lock_step() ? "round" : "step";
  data_["start"] = choices_of(exploration_.branches()[exploration_.branch()].steps);
  data_["at"] = exploration_.at();
  return std::move(data_);
}

std::string fixed_part(const Exploration& exploration, const Ahead& ahead, std::uint64_t most) {
  constexpr std::size_t endings_in_text = 200;
  return fmt::format(
      "<header><h1><bdi>{}</bdi>: its state space</h1>\n<p class=\"scope\"><bdi>{}</bdi></p></header>\n"
      "<noscript><p class=\"wants-script\">Walking through the state space needs a browser with script. "
      "Without "
      "it, these are all ends of the instance.</p></noscript>\n"
      "<section id=\"all\"><h2>From the beginning</h2>\n<pre>{}{}</pre></section>\n",
      as_markup(exploration.scenario().model->full_name()), as_markup(scope_text(exploration)),
      as_markup(ahead_text(ahead, most)), as_markup(endings_text(ahead, 0, endings_in_text)));
}

// What the script fills.
constexpr std::string_view walking_part = R"(<main id="walk" hidden>
<nav class="controls" aria-label="Ways to go">
<button id="back">◀ back</button><button id="forward">forward ▶</button><button id="restart">to the beginning</button>
<span id="jumps"></span>
</nav>
<p id="told" role="status" aria-live="polite"></p>
<div class="views">
<div><h2>What may happen next</h2><ol id="choices"></ol><p id="more"></p>
<p class="keys">Keys: 1 to 9 take a step, ← or Backspace goes back, → goes forward, Home goes to the beginning.</p></div>
<div><h2>The configuration</h2><ul id="lines"></ul>)";
constexpr std::string_view walking_rest = R"(</div>
</div>
<h2>What lies ahead</h2><p id="ahead"></p>
<div class="scroll" tabindex="0" role="region" aria-label="Endings"><table><thead><tr><th>#</th><th>ending</th>
<th>cost</th><th>distance</th><th>go the way that is</th></tr></thead><tbody id="endings"></tbody></table></div>
<h2>The execution so far</h2><ol id="path" start="0"></ol>
<h2>Branches</h2><ul id="branches"></ul>
</main>
)";

}  // namespace

std::optional<std::string> page_of(const Exploration& exploration, Limits& limits, std::uint64_t most) {
  Ahead ahead(exploration.scenario(), exploration.instance(), {}, limits, most);
  if (!ahead.whole()) return {};
  const Json data = GraphData(exploration, limits, ahead).data();
  Trace frame = exploration.frame();
  frame.states.assign(1, ahead.space().state(0));
  const std::string body = std::string(walking_part) + network_svg(frame) + std::string(walking_rest) +
                           "<script type=\"application/json\" id=\"graph\">" + as_script_data(data) +
                           "</script>\n";
  return html_document(exploration.scenario().model->full_name() + " – explore – conclave",
                       {page_style, explore_style}, fixed_part(exploration, ahead, most) + body,
                       explore_script);
}

}  // namespace conclave
