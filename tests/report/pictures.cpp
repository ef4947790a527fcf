// Traces in the languages of documents and tools. tests/pictures/run has those tools read them.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "cli/program.hpp"
#include "report/diagram.hpp"
#include "report/network_text.hpp"
#include "report/pictures.hpp"
#include "report/spelling.hpp"
#include "trace/trace.hpp"

namespace conclave::outside {
namespace {

Trace pictured(const std::string& arguments) {
  const Folder folder;
  conclave(split(arguments + " -q --trace trace.json", ' '), folder);
  return from_itf(read_file(folder.file("trace.json")));
}

const Words& pictured_kinds() {
  static const Words all{
      "check chang-roberts --ids 3,1,3 --property unique-leader",
      "check harmony-leader:non-atomic-send",
      "check chang-roberts -n 2 --network set",
      "check hirschberg-sinclair -n 3 --loss 1",
      "check chang-roberts -n 2 --crash 1",
      "check chang-roberts -n 3 --duplicate 1 --network fifo --property can-elect --witness messages=max",
      "check dolev-klawe-rodeh --crash 1 --recover 1 -n 3 --property unique-leader",
      "check chang-roberts -n 2 --byzantine 1",
      "check lcr -n 3 --byzantine 1 --property assertion-1",
      "check bully -n 3 --loss 1 --late 1",
      "check bully -n 3 --crash 1 --recover 1",
  };
  return all;
}

struct LogEvent {
  std::string host;
  std::map<std::string, int> clock;
  std::string text;
};

std::vector<LogEvent> events_of(const std::string& log) {
  const Words lines = split(log, '\n');
  REQUIRE(lines.size() >= 2);
  CHECK(lines[0] == R"((?<host>\S*) (?<clock>{.*})\n(?<event>.*))");
  CHECK(lines[1].empty());
  REQUIRE(lines.size() % 2 == 0);
  static const std::regex head("(\\S*) (\\{.*\\})");
  std::vector<LogEvent> events;
  for (std::size_t i = 2; i < lines.size(); i += 2) {
    std::smatch found;
    REQUIRE_MESSAGE(std::regex_match(lines[i], found, head), lines[i]);
    CHECK(!lines[i + 1].empty());
    events.push_back({found[1], Json::parse(found[2].str()).get<std::map<std::string, int>>(), lines[i + 1]});
  }
  return events;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("a sequence diagram has an arrow for each message, by what became of it") {
  for (const std::string& kind : pictured_kinds()) {
    CAPTURE(kind);
    const Trace trace = pictured(kind);
    const std::string diagram = mermaid_of(trace);
    std::size_t received = 0;
    std::size_t open = 0;
    std::size_t others = 0;
    for (const MessageArrow& arrow : arrows_of(trace)) {
      REQUIRE(arrow.from);
      ++(arrow.end == MessageArrow::End::received ? received
         : arrow.end == MessageArrow::End::open   ? open
                                                  : others);
    }
    CHECK(count_of(diagram, "->>P") == received);
    CHECK(count_of(diagram, "--)P") == open);
    CHECK(count_of(diagram, "-xP") == others);
    CHECK(count_of(diagram, "participant ") == trace.ids.size());
    CHECK(count_of(diagram, "loop for ever") == (trace.loop ? 1 : 0));
  }
}

TEST_CASE("a sequence diagram tells crashes, losses and what never arrives") {
  const std::string crash = mermaid_of(pictured("check chang-roberts -n 2 --crash 1"));
  CHECK(crash.find(" crashes") != std::string::npos);
  const std::string loss = mermaid_of(pictured("check hirschberg-sinclair -n 3 --loss 1"));
  CHECK(loss.find("P0-xP2: step 4#58; ⟨out 3 1⟩ lost, sent in step 1") != std::string::npos);
  const std::string late = mermaid_of(pictured("check bully -n 3 --loss 1 --late 1"));
  CHECK(late.find(" late") != std::string::npos);
  CHECK(late.find(" still on its way") != std::string::npos);
}

TEST_CASE("the vector clocks of a log are those of its messages") {
  for (const std::string& kind : pictured_kinds()) {
    CAPTURE(kind);
    const Trace trace = pictured(kind);
    std::map<std::string, std::map<std::string, int>> now;
    for (const LogEvent& event : events_of(shiviz_of(trace))) {
      CHECK(event.text.find("✗") == std::string::npos);  // to be down is no event
      CHECK(event.text.find("■") == std::string::npos);
      CAPTURE(event.text);
      auto& before = now[event.host];
      CHECK(event.clock.at(event.host) == before[event.host] + 1);
      for (const auto& [host, events] : event.clock) {
        CHECK(events >= before[host]);
        // Nobody learns of what has not happened yet.
        if (host != event.host) CHECK(events <= now[host][host]);
      }
      const bool learns = std::ranges::any_of(event.clock, [&](const auto& each) {
        return each.first != event.host && each.second > before[each.first];
      });
      if (learns) CHECK((event.text.find("receives ") != std::string::npos || event.host == "network"));
      before = event.clock;
    }
  }
}

TEST_CASE("names and values of a model are only text in every picture") {
  const std::string nasty = "</script>\"'`;:#%_{}$^~\\&|a->>b\n\t\u202E\u2028שלום ö";
  for (const std::string& text :
       {as_mermaid(nasty), as_tex(nasty), as_dot(nasty), as_aut(nasty), on_one_line(nasty)}) {
    CAPTURE(text);
    CHECK(text.find_first_of("\n\t") == std::string::npos);
    CHECK(text.find("\u202E") == std::string::npos);
    CHECK(text.find("U+202E") != std::string::npos);
    CHECK(text.find("U+000A") != std::string::npos);
  }
  CHECK(std::regex_replace(as_mermaid(nasty), std::regex("#[0-9]+;"), "")
            .find_first_of("<>\"'`;:#%{}$^~\\&|") == std::string::npos);
  CHECK(as_mermaid("a;b") == "a#59;b");
  CHECK(std::regex_replace(as_tex(nasty), std::regex(R"(\\char[0-9]+\{\})"), "")
            .find_first_of("\\<>\"'`#%_{}$^~&|") == std::string::npos);
  CHECK(as_tex("ö שׁ") == "ö U+05E9U+05C1");
  CHECK(as_dot("a\"b\\n&lt;") == "a\\\"b\\\\n&amp;lt;");
  CHECK(as_aut("⟨a \"b\"⟩→ש") == "<a 'b'>->U+05E9");
  CHECK(std::ranges::all_of(as_aut(nasty), [](char c) { return c >= ' ' && c < 127 && c != '"'; }));
  CHECK(on_one_line("\xFFz") == "\uFFFDz");

  // As a model's own names, in a whole trace.
  const Folder folder;
  conclave(split("check chang-roberts --ids 3,1,3 --property unique-leader -q --trace trace.json", ' '),
           folder);
  std::string file = read_file(folder.file("trace.json"));
  const std::string name = "</script>\"'`;:#%_{}$^~\\&|a->>b\u202E";
  const std::string quoted = Json(name).dump();
  for (const std::string word : {"\"election\"", "\"awake\"", "\"chang-roberts\"", "\"unique-leader\""}) {
    for (std::size_t at = 0; (at = file.find(word, at)) != std::string::npos; at += quoted.size())
      file.replace(at, word.size(), quoted);
  }
  const Trace trace = from_itf(file);
  const std::string tex = tikz_of(trace);
  CHECK(count_of(mermaid_of(trace), "\n") ==
        count_of(mermaid_of(pictured("check chang-roberts --ids 3,1,3 --property unique-leader")), "\n"));
  CHECK(count_of(tex, "\\node") ==
        count_of(tikz_of(pictured("check chang-roberts --ids 3,1,3 --property unique-leader")), "\\node"));
  CHECK(tex.find("</script>", tex.find('\n')) == std::string::npos);
  CHECK(events_of(shiviz_of(trace)).size() == 8);
}

TEST_CASE("links are told once, and one way where there is no way back") {
  CHECK(links_of(make_line(3)) == "0–1, 1–2");
  CHECK(links_of(make_ring(3)) == "0→1, 1→2, 2→0");
  CHECK(links_of(make_two_way_ring(2)) == "0–1, 0–1");
  CHECK(links_of(make_graph("one", {{false}})) == "no links");
  CHECK(links_of(make_graph("three", {{false, true, false}, {true, false, true}, {true, false, false}})) ==
        "0–1, 1→2, 2→0");
  const Topology line = make_line(3);
  const Topology star = make_star(4);
  const std::string dot = networks_dot("both \"", {&line, &star});
  CHECK(dot.starts_with("digraph \"both \\\"\" {"));
  CHECK(count_of(dot, "subgraph cluster_") == 2);
  CHECK(count_of(dot, " -> ") == 5);
  CHECK(count_of(dot, "[dir=none]") == 5);
}

TEST_SUITE_END();

}  // namespace conclave::outside
