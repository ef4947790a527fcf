// Files of graphs, and what is said of those that are none.
#include "scenario/graph_file.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "scenario/graphs.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// A file for as long as it is needed.
class File {
 public:
  explicit File(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("conclave-graphs-" + std::to_string(::getpid()))) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::vector<std::string> graphs_in(const std::string& text) {
  const File file(text);
  std::vector<std::string> graphs;
  for (const Topology& topology : read_graphs(file.path())) {
    CHECK(topology.name == file.path());
    CHECK(!topology.named_ports);
    graphs.push_back(topology.graph6);
  }
  return graphs;
}

std::string error_at(const std::string& path) {
  try {
    read_graphs(path);
  } catch (const TopologyError& error) {
    return error.what();
  }
  return "none";
}

// Without the file's path.
std::string error_in(const std::string& text) {
  const File file(text);
  std::string error = error_at(file.path());
  if (error.starts_with(file.path())) error.erase(0, file.path().size());
  CHECK(error.find('\n') == std::string::npos);
  return error;
}

const std::string hint = "; a line is graph6, digraph6 or an edge such as `0 1`, `0-1` or `0->1`";

}  // namespace

TEST_SUITE_BEGIN("scenario");

using Graphs = std::vector<std::string>;

TEST_CASE("files of graph6 and digraph6") {
  CHECK(graphs_in("Bw\nA_\n@\n") == Graphs{"Bw", "A_", "@"});
  CHECK(graphs_in("Bw") == Graphs{"Bw"});
  CHECK(graphs_in(">>graph6<<Bw\nA_\n") == Graphs{"Bw", "A_"});
  CHECK(graphs_in(">>digraph6<<\n&BP_\n") == Graphs{"&BP_"});
  CHECK(graphs_in("# triangles\r\n\r\n  Bw # both ways\r\n&BP_\r\n") == Graphs{"Bw", "&BP_"});
  CHECK(graphs_in("# na\xc3\xafve\nBw\n") == Graphs{"Bw"});
  CHECK(graphs_in("&AW\n") == Graphs{"A_"});
  CHECK(graphs_in(make_cycle(64).graph6) == Graphs{make_cycle(64).graph6});
  const std::string largest = make_graph("", adjacency(make_ring(64))).graph6;
  CHECK(graphs_in(largest) == Graphs{largest});
}

TEST_CASE("files of edges") {
  CHECK(graphs_in("0 1\n1 2\n2 3\n") == Graphs{make_line(4).graph6});
  CHECK(graphs_in("0-1\n3 - 2\n\n# the middle\n\t2\t1  # here\n") == Graphs{make_line(4).graph6});
  CHECK(graphs_in("0->1\n1 -> 2\n2->0") == Graphs{"&BP_"});
  CHECK(graphs_in("0->1\n1->0\n") == Graphs{"A_"});
  CHECK(graphs_in("0->1\n1-2\n2->0\n").size() == 1);
  std::string star;
  for (int i = 1; i < 64; ++i) star += "0-" + std::to_string(i) + "\n";
  CHECK(graphs_in(star) == Graphs{make_star(64).graph6});
}

TEST_CASE("files that cannot be read") {
  CHECK(error_at("/nowhere/graphs") == "cannot read `/nowhere/graphs`: No such file or directory");
  CHECK(error_at("/tmp") == "`/tmp` is a folder, not a file of graphs");
  CHECK(error_at("/dev/zero") == "/dev/zero:1: the line is too long to be a graph");
  CHECK(error_at("/proc/self/mem") == "/proc/self/mem:1: cannot be read: Input/output error");
}

TEST_CASE("files without graphs") {
  CHECK(error_in("") == ": no graph in it" + hint);
  CHECK(error_in("\n# nothing\n>>graph6<<\n") == ": no graph in it" + hint);
  CHECK(error_in("Bw\nhello\n") == ":2: graph6 of 41 processes has 138 characters, not 5" + hint);
  CHECK(error_in("digraph { a -> b }\n") == ":1: ` ` is no character of graph6" + hint);
  CHECK(error_in("Bw\n0 1\n") == ":2: `0` is no character of graph6" + hint);
  CHECK(error_in("Bw\n\nBww\n") == ":3: graph6 of 3 processes has 2 characters, not 3" + hint);
  CHECK(error_in(":Fa@x^\n") == ":1: sparse6 is not read; nauty's `copyg -g` makes graph6 of it");
  CHECK(error_in(">>sparse6<<:Fa@x^\n") == ":1: sparse6 is not read; nauty's `copyg -g` makes graph6 of it");
  const std::string text =
      " is not plain text; a file of graphs holds graph6, digraph6 or edges such as `0 1`";
  CHECK(error_in("\x7f"
                 "ELF\x02\x01") == ":1: byte 127" + text);
  CHECK(error_in("Bw\n\xef\xbb\xbf") == ":2: byte 239" + text);
  CHECK(error_in(std::string("Bw\n\0\0", 5)) == ":2: byte 0" + text);
  CHECK(error_in("Bw\n" + std::string(5000, '?')) == ":2: the line is too long to be a graph");
}

TEST_CASE("edges that are none") {
  const std::string form = "not an edge; an edge is `0 1` or `0-1` for both ways, `0->1` for one";
  for (const std::string line :
       {"0", "0 1 2", "0,1", "0<-1", "0 1 a", "Bw", "0--1", "-1 0", "0 -1 0", "a b"}) {
    CAPTURE(line);
    CHECK(error_in("0 1\n" + line + "\n") == ":2: " + form);
  }
  CHECK(error_in("3\n") == ":1: " + form);
  CHECK(error_in("0 1\n1 1\n") == ":2: an edge from process 1 to itself; leave it out");
  CHECK(error_in("0 1\n1-0\n") == ":2: the channel from process 1 to 0 is there already; name each once");
  CHECK(error_in("0->1\n0-1\n") == ":2: the channel from process 0 to 1 is there already; name each once");
  CHECK(error_in("1-0\n0->1\n") == ":2: the channel from process 0 to 1 is there already; name each once");
  CHECK(error_in("0 1\n1 64\n") == ":2: process 64; at most 64 processes, 0 to 63");
  CHECK(error_in("0 99999999999999999999999\n") ==
        ":1: process 99999999999999999999; at most 64 processes, 0 to 63");
  CHECK(error_in("1 2\n") == ": no edge has process 0, but one has 2; number the processes 0, 1, 2, ...");
  CHECK(error_in("0 1\n1 3\n") ==
        ": no edge has process 2, but one has 3; number the processes 0, 1, 2, ...");
}

TEST_CASE("graphs that are not connected") {
  const auto no_way = [](const std::string& from, const std::string& to) {
    return "not connected: no way from process " + from + " to process " + to +
           "; every process has to reach every other";
  };
  CHECK(error_in("Bw\nA?\n") == ":2: " + no_way("0", "1"));
  CHECK(error_in("&AO\n") == ":1: " + no_way("1", "0"));
  CHECK(error_in("0 1\n2 3\n") == ": " + no_way("0", "2"));
  CHECK(error_in("0->1\n1 2\n") == ": " + no_way("1", "0"));
}

TEST_SUITE_END();
