// `--topology`: families, files and graphs written out.
#include <doctest/doctest.h>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

std::vector<std::uint64_t> by_processes(const Json& result, const char* key) {
  std::vector<std::uint64_t> numbers;
  for (const auto& each : result.at("by_processes")) numbers.push_back(each.at(key));
  return numbers;
}

// All that the JSON says but of how it was called, and time.
Json figures(Json result) {
  result = without_timing(std::move(result));
  for (const char* key : {"topology", "counterexample"}) result.erase(key);
  return result;
}

// As each form has it, with what a file may have around it.
const std::vector<std::pair<std::string, std::string>> triangles{
    {"edges", "0 1\n1 2\n2 0\n"},
    {"dashes", "0-1\n1 - 2\n0-2"},
    {"arrows", "0->1\n1->0\n1->2\n2->1\n0->2\n2->0\n"},
    {"crlf", "0\t1\r\n\r\n 1 2 # the last but one\r\n0 2\r\n"},
    {"graph6", "Bw\n"},
    {"header", ">>graph6<<Bw\n"},
    {"digraph6", "&B\\o\n"},
    {"commented", "# a triangle\n\nBw # here\n"}};

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("families have as many members as there are graphs up to isomorphism") {
  const Folder folder;
  // OEIS A000081 (rooted trees), A000055 (trees), A126100 (rooted connected graphs), A001349 (connected
  // graphs).
  CHECK(by_processes(all_instances("convergecast -n 1..5", folder), "topologies") == Numbers{1, 1, 2, 4, 9});
  CHECK(by_processes(all_instances("spanning-tree-rootless --topology tree -n 1..3", folder), "topologies") ==
        Numbers{1, 1, 1});
  CHECK(by_processes(all_instances("spanning-tree -n 1..4", folder), "topologies") == Numbers{1, 1, 3, 11});
  CHECK(by_processes(all_instances("spanning-tree-rootless -n 1..3", folder), "topologies") ==
        Numbers{1, 1, 2});
  CHECK(by_processes(all_instances("chang-roberts -n 1..3", folder), "topologies") == Numbers{1, 1, 1});
}

TEST_CASE("under symmetry every labelled graph is explored once") {
  const Folder folder;
  // n^(n-1) rooted labelled trees, n times A001187 rooted connected labelled graphs, A001187 of them.
  CHECK(by_processes(all_instances("convergecast -n 1..5 --reduction symmetry", folder), "instances") ==
        Numbers{1, 2, 9, 64, 625});
  CHECK(by_processes(all_instances("global-function -n 1..3 --reduction symmetry", folder), "instances") ==
        Numbers{1, 2, 12});
  CHECK(by_processes(all_instances("spanning-tree-rootless -n 1..3 --reduction symmetry", folder),
                     "instances") == Numbers{1, 1, 4});
  // Nobody looks at the identifiers of an anonymous model: one instance a graph.
  CHECK(by_processes(all_instances("spanning-tree -n 1..4 --reduction symmetry", folder), "instances") ==
        Numbers{1, 1, 3, 11});
}

TEST_CASE("without reduction every order of every graph is explored, to the same verdicts and costs") {
  const Folder folder;
  for (const std::string model : {"spanning-tree -n 1..3", "spanning-tree:as-printed -n 1..3",
                                  "convergecast -n 1..4", "spanning-tree-rootless -n 1..3 --topology tree"}) {
    CAPTURE(model);
    const Json reduced = all_instances(model, folder);
    const Json all = all_instances(model + " --reduction none", folder);
    std::uint64_t factorial = 1;
    for (const auto& each : all.at("by_processes")) {
      factorial *= each.at("processes").get<std::uint64_t>();
      const std::uint64_t orders = each.at("topologies").get<std::uint64_t>() * factorial;
      CHECK(each.at("instances") == orders);
      CHECK(each.at("identifier_orders") == std::to_string(orders));
    }
    for (const char* key : {"identifier_orders", "messages", "deliveries", "time"})
      CHECK(all.at(key) == reduced.at(key));
    for (std::size_t i = 0; i < all.at("properties").size(); ++i)
      CHECK(all.at("properties")[i].at("verdict") == reduced.at("properties")[i].at("verdict"));
  }
}

TEST_CASE("a graph in a file or written out is the graph of that name") {
  const Folder folder;
  write_file(folder.file("line.txt"), "0 1\n1 2\n");
  write_file(folder.file("star.txt"), "0-1\n0-2\n0-3\n");
  write_file(folder.file("one.g6"), "@\n");
  for (const auto& [name, text] : triangles) write_file(folder.file(name), text);
  for (const std::string model : {"spanning-tree", "spanning-tree:as-printed", "spanning-tree-rootless",
                                  "global-function", "global-function:as-printed"}) {
    const auto check_same = [&](const std::string& name, const std::string& n, const std::string& other) {
      CAPTURE(model);
      CAPTURE(other);
      if (!testing::is_tried(3)) return;
      CHECK(figures(all_instances(model + " -n " + n + " --topology " + name, folder)) ==
            figures(all_instances(model + " --topology " + other, folder)));
    };
    check_same("line", "3", "line.txt");
    check_same("line", "3", "./line.txt");
    check_same("line", "3", "graph6:Bg");
    check_same("complete", "1", "one.g6");
    check_same("complete", "3", "graph6:Bw");
    check_same("ring", "3", "graph6:Bw");
    if (model != "spanning-tree-rootless" && model != "global-function") check_same("star", "4", "star.txt");
  }
  const Json triangle = figures(all_instances("spanning-tree -n 3 --topology complete", folder));
  for (const auto& [name, text] : triangles) {
    CAPTURE(name);
    CHECK(figures(all_instances("spanning-tree --topology " + name, folder)) == triangle);
  }
  CHECK(figures(all_instances("lamport-election --topology graph6:Bw", folder)) ==
        figures(all_instances("lamport-election -n 3", folder)));
  CHECK(figures(all_instances("convergecast --topology star.txt", folder)) ==
        figures(all_instances("convergecast -n 4 --topology star", folder)));
}

TEST_CASE("a file of all members of a family gives the figures of the family") {
  const Folder folder;
  write_file(folder.file("rooted"), "Bg\nBo\nBw\n@\nA_\n");  // in any order
  const Json family = all_instances("global-function -n 1..3", folder);
  const Json file = all_instances("global-function --topology rooted", folder);
  CHECK(file.at("processes") == Json::array({1, 2, 3}));
  for (const char* key :
       {"identifier_orders", "instances", "states", "transitions", "quiescent", "messages", "time"})
    CHECK(file.at(key) == family.at(key));
  CHECK(by_processes(file, "topologies") == Numbers{1, 1, 3});
}

TEST_CASE("of a file those graphs are taken that have so many processes") {
  const Folder folder;
  write_file(folder.file("some"), "A_\nC~\nBw\nCF\n");
  const auto sizes = [&](const std::string& more) {
    return all_instances("spanning-tree --topology some" + more, folder).at("processes");
  };
  CHECK(sizes("") == Json::array({2, 3, 4}));
  CHECK(sizes(" -n 1..3") == Json::array({2, 3}));
  CHECK(sizes(" -n 4") == Json::array({4}));
  CHECK(sizes(" --ids 1,2,3") == Json::array({3}));
  const Ran ran = conclave({"check", "spanning-tree", "--topology", "some"}, folder);
  CHECK(ran.out.find("  spanning-tree, `some`, 4 graphs of 2 to 4, ") != std::string::npos);
}

TEST_CASE("`measure` says how to see an extreme on the topology where it is") {
  const Folder folder;
  write_file(folder.file("two"), "C~\nCF\n");  // of 4: complete, and a star around 3
  for (const std::string arguments : {"--topology star -n 2..4", "--topology two", "-n 4"}) {
    const Ran ran = shell(
        "./conclave measure spanning-tree --columns 1000 --cost messages " + arguments + " --json j", folder);
    CHECK(ran.status == 0);
    const std::size_t at = ran.out.find("./conclave check");
    REQUIRE(at != std::string::npos);
    const std::string command = ran.out.substr(at, ran.out.find('\n', at) - at);
    CAPTURE(command);
    CHECK(shell(command + " --trace t", folder).status == 0);
    const Json measured = Json::parse(read_file(folder.file("j")));
    const Json trace = Json::parse(read_file(folder.file("t")));
    CHECK(trace.at("#meta").at("attained").at("value") ==
          measured.at("tables")[0].at("rows").back().at("max"));
    CHECK(trace.at("#meta").at("ids").size() == 4);
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
