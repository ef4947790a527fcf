#include "scenario/graph_file.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/string/trim.hpp>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>

namespace conclave {
namespace {

// No graph of max_processes processes has a longer line. A file of something else must not fill the memory.
constexpr std::size_t longest_line = 4096;

const std::string hint = "; a line is graph6, digraph6 or an edge such as `0 1`, `0-1` or `0->1`";

// The next line without its end and its comment; nothing at the end of the file.
std::optional<std::string> read_line(std::istream& file) {
  std::array<char, longest_line + 1> buffer;
  errno = 0;
  file.getline(buffer.data(), buffer.size());
  const auto size = static_cast<std::size_t>(file.gcount());
  if (file.bad()) throw TopologyError(std::string("cannot be read: ") + std::strerror(errno));
  if (file.fail() && size == 0) return std::nullopt;
  if (file.fail()) throw TopologyError("the line is too long to be a graph");
  std::string line(buffer.data(), file.eof() ? size : size - 1);
  line.resize(std::min(line.size(), line.find('#')));
  boost::algorithm::trim(line, std::locale::classic());
  const auto strange = std::ranges::find_if(line, [](char c) { return (c < ' ' && c != '\t') || c > '~'; });
  if (strange != line.end()) {
    throw TopologyError("byte " + std::to_string(static_cast<unsigned char>(*strange)) +
                        " is not plain text; a file of graphs holds graph6, digraph6 or edges such as `0 1`");
  }
  return line;
}

bool is_edge(const std::string& line) { return line[0] >= '0' && line[0] <= '9'; }

Topology parse_graph(const std::string& path, const std::string& line) {
  if (line[0] == ':' || line[0] == ';') {
    throw TopologyError("sparse6 is not read; nauty's `copyg -g` makes graph6 of it");
  }
  try {
    return from_graph6(path, line);
  } catch (const TopologyError& error) {
    throw TopologyError(error.what() + hint);
  }
}

// Throws unless the graph is connected, because on others no election can work.
void expect_connected(const Topology& topology) {
  if (is_connected(topology)) return;
  // Warshall's algorithm finds out who reaches whom, so that the message can name two processes.
  Adjacency reaches = adjacency(topology);
  const std::size_t n = reaches.size();
  for (std::size_t via = 0; via < n; ++via) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        reaches[i][j] = reaches[i][j] || (reaches[i][via] && reaches[via][j]);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (i != j && !reaches[i][j]) {
        throw TopologyError("not connected: no way from process " + std::to_string(i) + " to process " +
                            std::to_string(j) + "; every process has to reach every other");
      }
    }
  }
}

class EdgeList {
 public:
  void add(const std::string& line) {
    static const std::regex form(R"((\d+)(\s*->\s*|\s*-\s*|\s+)(\d+))");
    std::smatch parts;
    if (!std::regex_match(line, parts, form)) {
      throw TopologyError("not an edge; an edge is `0 1` or `0-1` for both ways, `0->1` for one");
    }
    const std::size_t from = process(parts[1]), to = process(parts[3]);
    if (from == to)
      throw TopologyError("an edge from process " + std::to_string(from) + " to itself; leave it out");
    const bool one_way = parts[2].str().find('>') != std::string::npos;
    join(from, to);
    if (!one_way) join(to, from);
  }

  bool empty() const { return adjacent_.empty(); }

  Topology graph(const std::string& path) const {
    for (std::size_t i = 0; i < adjacent_.size(); ++i) {
      if (named_[i]) continue;
      throw TopologyError("no edge has process " + std::to_string(i) + ", but one has " +
                          std::to_string(adjacent_.size() - 1) + "; number the processes 0, 1, 2, ...");
    }
    return make_graph(path, adjacent_);
  }

 private:
  std::size_t process(const std::string& digits) {
    std::size_t number = max_processes;
    // This leaves `number` alone if the digits do not fit.
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number >= max_processes) {
      throw TopologyError("process " + digits.substr(0, 20) + "; at most " + std::to_string(max_processes) +
                          " processes, 0 to " + std::to_string(max_processes - 1));
    }
    if (number >= adjacent_.size()) {
      named_.resize(number + 1, false);
      adjacent_.resize(number + 1);
      for (auto& row : adjacent_) row.resize(number + 1, false);
    }
    named_[number] = true;
    return number;
  }

  void join(std::size_t from, std::size_t to) {
    if (adjacent_[from][to]) {
      throw TopologyError("the channel from process " + std::to_string(from) + " to " + std::to_string(to) +
                          " is there already; name each once");
    }
    adjacent_[from][to] = true;
  }

  Adjacency adjacent_;
  std::vector<bool> named_;
};

}  // namespace

std::vector<Topology> read_graphs(const std::string& path) {
  std::error_code unknown;
  if (std::filesystem::is_directory(path, unknown)) {
    throw TopologyError("`" + path + "` is a folder, not a file of graphs");
  }
  std::ifstream file(path);
  if (!file) throw TopologyError("cannot read `" + path + "`: " + std::strerror(errno));
  std::vector<Topology> graphs;
  EdgeList edges;
  int number = 0;
  std::string place = path;
  try {
    for (;;) {
      place = path + ":" + std::to_string(++number);
      std::optional<std::string> line = read_line(file);
      if (!line) break;
      for (const std::string header : {">>graph6<<", ">>digraph6<<", ">>sparse6<<"}) {
        if (line->starts_with(header)) line->erase(0, header.size());
      }
      if (line->empty()) continue;
      if (!edges.empty() || (graphs.empty() && is_edge(*line))) {
        edges.add(*line);
      } else {
        graphs.push_back(parse_graph(path, *line));
        expect_connected(graphs.back());
      }
    }
    place = path;
    if (!edges.empty()) {
      graphs.push_back(edges.graph(path));
      expect_connected(graphs.back());
    }
    if (graphs.empty()) throw TopologyError("no graph in it" + hint);
  } catch (const TopologyError& error) {
    throw TopologyError(place + ": " + error.what());
  }
  return graphs;
}

}  // namespace conclave
