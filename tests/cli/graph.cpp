// `graph`: as many configurations and steps as `check` counts, in both formats, and no more than are asked
// for.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <regex>
#include <set>
#include <thread>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

struct StateGraphCounts {
  std::size_t nodes = 0;
  std::size_t edges = 0;
  std::size_t quiescent = 0;
  friend bool operator==(const StateGraphCounts&, const StateGraphCounts&) = default;
};

// A strict reader of .aut files: exactly what the header announces, in lines of one form, and every state can
// be reached from the first one.
StateGraphCounts read_aut(const std::string& text) {
  static const std::regex head("des \\(0,([0-9]+),([0-9]+)\\)");
  static const std::regex line("\\(([0-9]+),\"([^\"]+)\",([0-9]+)\\)");
  REQUIRE(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < 127); }));
  REQUIRE(text.ends_with('\n'));
  const Words lines = split(text, '\n');
  std::smatch found;
  REQUIRE_MESSAGE(std::regex_match(lines.front(), found, head), lines.front());
  const StateGraphCounts counts{std::stoul(found[2]), std::stoul(found[1])};
  REQUIRE(lines.size() == counts.edges + 1);
  std::vector<std::set<std::size_t>> next(counts.nodes);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    REQUIRE_MESSAGE(std::regex_match(lines[i], found, line), lines[i]);
    const std::size_t from = std::stoul(found[1]);
    const std::size_t to = std::stoul(found[3]);
    REQUIRE(std::max(from, to) < counts.nodes);
    next[from].insert(to);
  }
  std::set<std::size_t> reached{0};
  for (std::vector<std::size_t> waiting{0}; !waiting.empty();) {
    const std::size_t at = waiting.back();
    waiting.pop_back();
    for (const std::size_t to : next[at]) {
      if (reached.insert(to).second) waiting.push_back(to);
    }
  }
  CHECK(reached.size() == counts.nodes);
  return counts;
}

StateGraphCounts read_dot(const std::string& text) {
  static const std::regex node("    n[0-9]+ \\[label=\"([^\"\\\\]|\\\\.)*\".*\\];");
  static const std::regex edge("    n[0-9]+ -> n[0-9]+ \\[label=\"([^\"\\\\]|\\\\.)+\".*\\];");
  StateGraphCounts counts;
  std::set<std::string> labels;
  for (const std::string& line : split(text, '\n')) {
    if (line.starts_with("  subgraph")) labels.clear();
    if (!line.starts_with("    n")) continue;
    if (std::regex_match(line, edge)) {
      ++counts.edges;
    } else {
      REQUIRE_MESSAGE(std::regex_match(line, node), line);
      ++counts.nodes;
      if (line.find("peripheries=2") != std::string::npos) ++counts.quiescent;
      // No two configurations of an instance look alike.
      CHECK_MESSAGE(labels.insert(line.substr(line.find('['), line.find("\\l\"") - line.find('['))).second,
                    line);
    }
  }
  return counts;
}

const Words counted{
    "chang-roberts -n 3",
    "chang-roberts -n 3 --network bag",
    "chang-roberts -n 2 --network set",
    "chang-roberts --ids 3,1,3",
    "chang-roberts -n 2..3",
    "chang-roberts -n 3 --loss 1",
    "chang-roberts -n 3 --duplicate 1 --network bag",
    "chang-roberts -n 3 --crash 1",
    "chang-roberts -n 2 --byzantine 1",
    "chang-roberts -n 3 --initiators one",
    "chang-roberts -n 3 --ids duplicates",
    "chang-roberts -n 3 --reduction symmetry",
    "franklin -n 3 --ids equal",
    "hirschberg-sinclair -n 2",
    "dolev-klawe-rodeh -n 3 --crash 1 --recover 1",
    "harmony-leader -n 3",
    "harmony-leader:non-atomic-send -n 2",
    "echo-extinction -n 3",
    "convergecast -n 4",
    "flood-max -n 3 --topology connected",
    "flood-max -n 3 --topology connected --reduction symmetry",
    "lcr -n 3",
    "lcr -n 3 --crash 1",
    "lcr -n 2 --byzantine 1",
    "bully -n 3",
    "bully -n 3 --loss 1 --late 1",
    "bully -n 3 --crash 1 --recover 1",
};

Ran graph(const std::string& arguments, const Folder& folder = {}) {
  return conclave(split("graph " + arguments, ' '), folder);
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("a graph has as many configurations and steps as a check counts") {
  for (const std::string& arguments : counted) {
    if (!testing::is_tried(3)) continue;
    CAPTURE(arguments);
    const bool reduced = arguments.find("--reduction") != std::string::npos;
    const Json all = all_instances(arguments + (reduced ? "" : " --reduction none"));
    const StateGraphCounts expected{all.at("states").get<std::size_t>(),
                                    all.at("transitions").get<std::size_t>(),
                                    all.at("quiescent").get<std::size_t>()};
    const Ran dot = graph(arguments + " --most 100000");
    CHECK(dot.status == 0);
    CHECK(dot.err.empty());
    CHECK(read_dot(dot.out) == expected);
    const Ran aut = graph(arguments + " --format aut");
    CHECK(aut.status == 0);
    const StateGraphCounts counts = read_aut(aut.out);
    const auto instances = all.at("instances").get<std::size_t>();
    // Of several instances, each begins with a step that chooses it.
    CHECK(counts.nodes == expected.nodes + (instances > 1 ? 1 : 0));
    CHECK(counts.edges == expected.edges + (instances > 1 ? instances : 0));
  }
}

TEST_CASE("the shortest counterexample is marked, with its loop") {
  const auto marked = [](const std::string& out) {
    std::size_t edges = 0;
    for (const std::string& line : split(out, '\n'))
      edges += line.find(" -> ") != std::string::npos && line.find("penwidth=2") != std::string::npos;
    return edges;
  };
  const Ran leaders = graph("chang-roberts --ids 3,1,3 --property unique-leader");
  CHECK(marked(leaders.out) == 8);
  CHECK(leaders.out.find(
            "// red: the shortest counterexample to unique-leader, 8 steps, identifiers 3,1,3\n") !=
        std::string::npos);
  const Ran loop = graph("chang-roberts -n 2 --network set");
  CHECK(loop.out.find("steps with its loop, identifiers ") != std::string::npos);
  CHECK(marked(loop.out) > 0);
  const Ran none = graph("chang-roberts -n 2");
  CHECK(marked(none.out) == 0);
  CHECK(none.out.find("// nothing is marked, because no property is violated\n") != std::string::npos);
}

TEST_CASE("a graph that is too large shows the counterexample's neighbourhood, and counts what is left out") {
  const Ran ran = graph("chang-roberts --ids 3,1,3 --most 20");
  CHECK(ran.status == 0);
  const std::string told =
      "this is a part of the graph: 20 configurations of 40 and 29 steps of 68, the counterexample and what "
      "is "
      "reached from it in the fewest steps; left out are 20 configurations and 39 steps\n";
  CHECK(ran.err == "conclave: " + told);
  CHECK(ran.out.find("// " + told) != std::string::npos);
  CHECK(read_dot(ran.out) == StateGraphCounts{20, 29, 1});
  std::size_t left_out = 0;
  static const std::regex more("([0-9]+) more left out");
  for (std::sregex_iterator at(ran.out.begin(), ran.out.end(), more), end; at != end; ++at)
    left_out += std::stoul((*at)[1]);
  // From the 20 that are shown; the other steps that are left out begin elsewhere.
  CHECK(left_out > 0);
  CHECK(left_out <= 39);
  CHECK(graph("chang-roberts --ids 3,1,3 --most 20 -q").err.empty());
  CHECK(graph("chang-roberts --ids 3,1,3 --most 40").err.empty());
  // All of a counterexample is shown, however few configurations are wanted.
  CHECK(read_dot(graph("chang-roberts --ids 3,1,3 --most 1 --property unique-leader").out).nodes == 9);
  const Ran first = graph("chang-roberts -n 3 --most 30");
  CHECK(first.err.find("30 configurations of 168 and ") != std::string::npos);
  CHECK(first.err.find("what is reached first in 1 instance; left out are 138 configurations and ") !=
        std::string::npos);
}

TEST_CASE("limits and an interrupt leave a part of a picture, and no .aut file") {
  using namespace std::chrono_literals;
  const Folder folder;
  const Ran dot = graph("chang-roberts -n 9 --time 0.3 --out part.dot", folder);
  CHECK(dot.status == 3);
  CHECK(dot.out.empty());
  CHECK(dot.err.find("conclave: the time limit of 0.3 s was reached\n") != std::string::npos);
  const std::string part = read_file(folder.file("part.dot"));
  CHECK(part.ends_with("  }\n}\n"));
  CHECK(part.find("of at least ") != std::string::npos);
  const Ran aut = graph("chang-roberts -n 9 --time 0.3 --format aut --out whole.aut", folder);
  CHECK(aut.status == 3);
  CHECK(aut.err ==
        "conclave: the time limit of 0.3 s was reached before the whole graph was known, so that nothing is "
        "written\n");
  CHECK(folder.names() == Words{"part.dot"});
  CHECK(graph("chang-roberts -n 7 --memory 40M --format aut").err.find("the memory limit of 40 MiB") !=
        std::string::npos);
  // What was found by then is marked.
  const Ran found = graph("franklin --network set -n 4 --time 0.5 --most 50");
  CHECK(found.status == 3);
  CHECK(found.out.find("// red: a counterexample to one-ahead, 4 steps, identifiers ") != std::string::npos);
  // In the middle of one wide round.
  CHECK(graph("bully -n 7 --time 0.2").status == 3);
  for (const std::string format : {"dot", "aut"}) {
    Running running(split(CONCLAVE_PROGRAM " graph chang-roberts -n 9 --format " + format, ' '),
                    folder.path(), {});
    for (int i = 0; i < 1000 && !running.catches(SIGINT); ++i) std::this_thread::sleep_for(5ms);
    std::this_thread::sleep_for(200ms);
    running.send(SIGINT);
    const Ran ran = running.wait();
    CHECK(ran.status == 130);
    CHECK(ran.err.find("interrupted") != std::string::npos);
    CHECK(ran.out.empty() == (format == "aut"));
  }
}

TEST_CASE("the networks of a scenario are drawn, not spelt in graph6") {
  const Folder folder;
  const Ran ran = graph("flood-max -n 4 --topology connected --networks", folder);
  CHECK(ran.status == 0);
  CHECK(ran.out.starts_with("digraph \"connected\" {\n"));
  std::size_t pictures = 0;
  for (const std::string& line : split(ran.out, '\n')) pictures += line.starts_with("  subgraph");
  CHECK(pictures == 6);  // connected graphs of four up to isomorphism
  CHECK(ran.out.find("label=\"0–3, 1–3, 2–3\"") != std::string::npos);
  write_file(folder.path() / "mine", "0 1\n1 2\n");
  CHECK(graph("flood-max --topology mine --networks", folder).out.find("label=\"0–1, 1–2\"") !=
        std::string::npos);
}

TEST_SUITE_END();

}  // namespace conclave::outside
