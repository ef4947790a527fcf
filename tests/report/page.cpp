// Pages and space-time diagrams: every message has its arrow, and nothing of a model becomes markup.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <tuple>

#include "cli/program.hpp"
#include "report/diagram.hpp"
#include "report/page.hpp"
#include "report/page_files.hpp"
#include "report/space_time.hpp"
#include "trace/replay.hpp"
#include "trace/specimens.hpp"

namespace conclave::outside {
namespace {

std::string unescaped(std::string text) {
  for (const auto& [entity, mark] :
       std::map<std::string, std::string>{{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}}) {
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos;)
      text.replace(at, entity.size(), mark);
  }
  return text;
}

// Says what is wrong with a document of elements that all end, and nothing where it is well-formed.
std::string complaint(const std::string& xml) {
  static const std::regex tag("^<(/?)([a-zA-Z]+)((?: [a-zA-Z-]+=\"[^\"<]*\")*)(/?)>");
  static const std::regex entity("^&(lt|gt|amp|quot|#39);");
  std::vector<std::string> open;
  for (std::size_t at = 0; at < xml.size();) {
    std::smatch found;
    const auto from = xml.begin() + static_cast<std::ptrdiff_t>(at);
    const std::string here = xml.substr(at, 30);
    if (xml[at] == '&') {
      if (!std::regex_search(from, xml.end(), found, entity)) return "no entity: " + here;
      at += found.str().size();
    } else if (xml[at] == '<') {
      if (!std::regex_search(from, xml.end(), found, tag)) return "no tag: " + here;
      if (found[1].length() > 0) {
        if (open.empty() || open.back() != found[2]) return "ends what is not open: " + here;
        open.pop_back();
      } else if (found[4].length() == 0) {
        open.push_back(found[2]);
      }
      at += found.str().size();
    } else {
      if (static_cast<unsigned char>(xml[at]) < ' ' && xml[at] != '\n') return "control character: " + here;
      ++at;
    }
  }
  return open.empty() ? "" : "never ends: " + open.back();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

// Several tests ask for the same trace, and some take a second to find.
Trace trace_of(const std::string& arguments) {
  static std::map<std::string, std::string> found;
  std::string& text = found[arguments];
  if (text.empty()) {
    const Folder folder;
    conclave(split(arguments + " -q --trace trace.json", ' '), folder);
    text = read_file(folder.file("trace.json"));
  }
  return from_itf(text);
}

const std::vector<std::string>& kinds() {
  static const std::vector<std::string> all{
      "check chang-roberts --ids 3,1,3 --property unique-leader",  // fifo, repeated identifiers
      "check franklin --network bag -n 3 --duplicate 1",           // bag
      "check harmony-leader:non-atomic-send",                      // set, and a lasso
      "check chang-roberts --network set --ids 3,1,3",             // set, where messages are received again
      "check hirschberg-sinclair -n 3 --loss 1",                   // two-way ring, loss
      "check chang-roberts -n 2 --crash 1",                        // crash
      "check dolev-klawe-rodeh --crash 1 --recover 1 -n 3 --property unique-leader",  // recovery
      "check chang-roberts -n 2 --byzantine 1",                                       // forged messages
      "check lcr -n 3 --byzantine 1 --property assertion-1",                          // rounds
      "check bully -n 3 --loss 1 --late 1",                                           // rounds with mailboxes
      "check bully -n 3 --crash 1",
      "check bully -n 3 --crash 1 --recover 1",
  };
  return all;
}

// How many messages each process sends in each step.
std::map<std::pair<std::size_t, int>, std::size_t> sent(const Trace& trace) {
  std::map<std::pair<std::size_t, int>, std::size_t> sent;
  for (std::size_t index = 1; index < trace.states.size(); ++index) {
    const TraceStep& step = *trace.states[index].step;
    for (const TraceMessage& message : step.sends)
      ++sent[{index, step.is_round() ? message.from : step.process}];
    if (step.kind == Step::Kind::forge) ++sent[{index, step.process}];
  }
  return sent;
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("every message of a step has one arrow, and every receipt") {
  for (const std::string& kind : kinds()) {
    CAPTURE(kind);
    const Trace trace = trace_of(kind);
    std::map<std::pair<std::size_t, int>, std::size_t> drawn;
    std::size_t received = 0;
    std::size_t open = 0;
    for (const MessageArrow& arrow : arrows_of(trace)) {
      if (arrow.end == MessageArrow::End::received) ++received;
      if (arrow.end == MessageArrow::End::open) ++open;
      REQUIRE(arrow.from);
      if (arrow.end != MessageArrow::End::open)
        CHECK(std::tie(arrow.from->step, arrow.from->half) <= std::tie(arrow.to.step, arrow.to.half));
      const bool notice = arrow.text == "⟨crash notice⟩";
      if (!arrow.copy && !arrow.again && !notice) ++drawn[{arrow.from->step, arrow.from->place}];
    }
    CHECK(drawn == sent(trace));
    std::size_t expected = 0;
    for (const TraceState& state : trace.states) {
      if (!state.step) continue;
      expected += state.step->kind == Step::Kind::deliver ? 1 : state.step->reads.size();
      for (const TraceMessage& message : state.step->sends)
        expected +=
            state.step->is_round() && !has_mailboxes(trace) &&
            (message.fate == TraceMessage::Fate::arrives || message.fate == TraceMessage::Fate::forged);
    }
    CHECK(received == expected);
    // What is drawn as still on its way is what the network holds.
    if (trace.network == Network::set) continue;
    std::size_t held = 0;
    for (const auto* lists : {&trace.states.back().channels, &trace.states.back().late}) {
      for (const auto& channel : *lists) held += channel.size();
    }
    CHECK(open == held);
  }
}

TEST_CASE("of equal messages the one that was sent first is received first") {
  const Trace trace = trace_of("check dolev-klawe-rodeh --crash 1 --recover 1 -n 3 --property unique-leader");
  std::map<std::tuple<int, int, std::string>, std::size_t> last;
  std::vector<MessageArrow> arrows = arrows_of(trace);
  std::ranges::stable_sort(arrows, {}, [](const MessageArrow& arrow) { return arrow.to.step; });
  for (const MessageArrow& arrow : arrows) {
    if (arrow.end != MessageArrow::End::received) continue;
    std::size_t& before = last[{arrow.from->place, arrow.to.place, arrow.text}];
    CHECK(before <= arrow.from->step);
    before = arrow.from->step;
  }
}

TEST_CASE("a diagram is well-formed, with an arrow for each message and a mark for each event") {
  for (const std::string& kind : kinds()) {
    CAPTURE(kind);
    const Trace trace = trace_of(kind);
    const std::string svg = space_time_svg(trace, SvgUse::document);
    CHECK(complaint(svg) == "");
    CHECK(count(svg, "<g class=\"msg ") == arrows_of(trace).size());
    CHECK(count(svg, "<g class=\"row\"") == trace.steps());
    CHECK((svg.find("for ever") != std::string::npos) == trace.loop.has_value());
    CHECK(svg.find("var(") == std::string::npos);  // not every program knows variables
  }
}

TEST_CASE("in causal time every message goes down, and a process does one thing at a level") {
  for (const std::string& kind : kinds()) {
    CAPTURE(kind);
    const Trace trace = trace_of(kind);
    const SpaceTimeLayout layout(trace, TimeAxis::causal);
    std::set<std::pair<std::size_t, int>> taken;
    for (std::size_t index = 1; index <= trace.steps(); ++index) {
      CHECK(layout.level(index) <= index);
      if (!layout.rounds())
        CHECK(taken.insert({layout.level(index), trace.states[index].step->process}).second);
    }
    for (const MessageArrow& arrow : layout.arrows()) {
      if (arrow.end == MessageArrow::End::received && arrow.from)
        CHECK(layout.y(*arrow.from) < layout.y(arrow.to));
    }
    const auto& chain = layout.chain();
    for (std::size_t i = 1; i < chain.size(); ++i) {
      const MessageArrow& before = layout.arrows()[chain[i - 1]];
      const MessageArrow& next = layout.arrows()[chain[i]];
      CHECK(next.from->place == before.to.place);
      CHECK(next.from->step >= before.to.step);
    }
  }
}

TEST_CASE("a page has every step, and reaches for nothing beyond itself") {
  for (const std::string& kind : kinds()) {
    CAPTURE(kind);
    const Trace trace = trace_of(kind);
    const std::string page = page_of(ShownTrace{trace});
    for (std::size_t step = 0; step <= trace.steps(); ++step)
      CHECK(count(page, "<tr id=\"step-" + std::to_string(step) + "\"") == 1);
    CHECK(count(page, "<script") == 2);
    CHECK(page.find("default-src 'none'") != std::string::npos);
    for (const char* reach : {" src=", "url(", "@import", "<link", "fetch(", "innerHTML"})
      CHECK(page.find(reach) == std::string::npos);
  }
}

TEST_CASE(
    "the nearest execution that goes well stands beside the violating one, and both mark where they part") {
  Trace trace = trace_of("check chang-roberts --ids 3,1,3 --property unique-leader");
  Limits limits(std::size_t{1} << 28);
  find_standings(trace, limits);
  std::erase_if(trace.asked, [&](const Trace::Asked& asked) { return asked.property != trace.property; });
  const auto well = find_going_well(trace, limits);
  REQUIRE(well->trace.has_value());
  const std::string page = page_of(ShownTrace{trace, well});
  CHECK(count(page, "<section class=\"trace\"") == 2);
  CHECK(count(page, "<div class=\"pair\"") == 1);
  CHECK(count(page, " data-parts>") == 2);
  const std::string parts = std::to_string(well->common + 1);
  CHECK(page.find("goes on with <a href=\"#step-" + parts) != std::string::npos);
  CHECK(page.find("goes on with <a href=\"#trace-2-step-" + parts) != std::string::npos);
  CHECK(page_of(ShownTrace{trace, GoingWell{{}, 0, true}}).find("No execution goes well") !=
        std::string::npos);
  CHECK(page_of(ShownTrace{trace, GoingWell{{}, 3, false}}).find("first 3 steps of this one") !=
        std::string::npos);
}

TEST_CASE("a strip for each property that was asked tells where it is broken, with the operands") {
  Trace trace = trace_of("check chang-roberts --ids 3,1,3 --property unique-leader");
  Limits limits(std::size_t{1} << 28);
  find_standings(trace, limits);
  REQUIRE(trace.asked.size() > 3);
  const std::string page = unescaped(page_of(ShownTrace{trace}));
  for (const Trace::Asked& asked : trace.asked) {
    CAPTURE(asked.property);
    CHECK(page.find("class=\"of\"><bdi>" + asked.property) != std::string::npos);
  }
  CHECK(page.find("process 0 (id 3) since step 8 and process 2 (id 3) since step 7") != std::string::npos);
}

TEST_CASE("who sleeps and who leads is found out from the model") {
  Trace trace = trace_of("check chang-roberts --ids 3,1,3 --property unique-leader");
  CHECK(trace.states.front().standings.empty());
  Limits limits(std::size_t{1} << 28);
  find_standings(trace, limits);
  REQUIRE(trace.states.front().standings.size() == 3);
  CHECK(std::ranges::all_of(trace.states.front().standings, &Standing::asleep));
  CHECK(std::ranges::count_if(trace.states.back().standings, &Standing::leader) == 2);
  CHECK(count(space_time_svg(trace, SvgUse::document), "★ is leader") == 2);
  Trace other = trace_of("check chang-roberts --ids 3,1,3");
  other.model = "nobody-knows-it";
  find_standings(other, limits);
  CHECK(other.states.front().standings.empty());
}

TEST_CASE("names and values of a model stay text") {
  const std::string nasty = "</script><script>alert('\u202Ex\"&\u2028')</script>";
  const Folder folder;
  conclave(split("check chang-roberts --ids 3,1,3 --property unique-leader -q --trace trace.json", ' '),
           folder);
  std::string text = read_file(folder.file("trace.json"));
  const std::string quoted = Json(nasty).dump();
  for (const std::string word : {"\"election\"", "\"awake\"", "\"chang-roberts\""}) {
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += quoted.size())
      text.replace(at, word.size(), quoted);
  }
  const Trace trace = from_itf(text);
  REQUIRE(trace.model == nasty);
  const std::string page = page_of(ShownTrace{trace});
  CHECK(count(page, "<script") == 2);
  CHECK(count(page, "</script>") == 2);
  CHECK(unescaped(page).find(nasty.substr(0, 20)) != std::string::npos);
  const auto data = page.find("<script type=\"application/json\">") + 32;
  const Json parsed = Json::parse(page.substr(data, page.find("</script>", data) - data));
  CHECK(parsed.at("states").at(0).at("of").at(0).get<std::string>().find(nasty) != std::string::npos);
  CHECK(page.substr(data).find("\u2028") == std::string::npos);
  CHECK(complaint(space_time_svg(trace, SvgUse::document)) == "");
}

TEST_CASE("a page of nine processes and sixty steps is small, and so is the script") {
  const Trace trace = trace_of(
      "check chang-roberts --ids 9,8,7,6,5,4,3,2,1 --initiators all --property can-elect "
      "--witness deliveries=max");
  CHECK(page_script.size() <= 25'000);
  REQUIRE(trace.steps() >= 60);
  CHECK(page_of(ShownTrace{trace}).size() < 500'000);
}

TEST_CASE("show prints each format, and check writes a page") {
  const Folder folder;
  const std::string check = "check chang-roberts --ids 3,1,3 --trace trace.json --html page.html";
  CHECK(conclave(split(check, ' '), folder).status == 1);
  const std::string page = read_file(folder.file("page.html"));
  CHECK(page.starts_with("<!doctype html>"));
  for (const char* part : {"✗ violated", "unique-leader", "never two processes that are leader", "✓ holds",
                           "./conclave check chang-roberts -n 3 --ids 3,1,3"})
    CHECK(page.find(part) != std::string::npos);
  CHECK(page.find("id=\"trace-2-step-0\"") != std::string::npos);  // agreement and others fail too
  const auto show = [&folder](const std::string& format) {
    return conclave({"show", "trace.json", "--format", format}, folder);
  };
  CHECK(show("html").out.starts_with("<!doctype html>"));
  CHECK(show("svg").out.starts_with("<svg "));
  CHECK(show("json").out == read_file(folder.file("trace.json")));
  CHECK(show("text").out == conclave({"show", "trace.json"}, folder).out);
  const Ran wrong = show("pdf");
  CHECK(wrong.status == 2);
  CHECK(wrong.err ==
        "conclave: there is no format `pdf`; did you mean `itf`? There are text, html, svg, mermaid, tikz, "
        "shiviz, itf, json\n");
}

TEST_SUITE_END();

}  // namespace conclave::outside
