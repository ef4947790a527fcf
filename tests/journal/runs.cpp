#include "journal/runs.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

namespace conclave::outside {

Outcome outcome(const std::string& command, const Folder& folder) {
  CAPTURE(command);
  const Ran ran = conclave(split(command + " -q --json -", ' '), folder);
  CHECK(ran.err == "");
  Outcome found{ran.status, nullptr};
  CHECK_MESSAGE(Json::accept(ran.out), ran.out);
  if (Json::accept(ran.out)) found.json = without_timing(Json::parse(ran.out));
  return found;
}

Words lines_of(const std::string& path) {
  Words lines = split(read_file(path), '\n');
  for (std::string& line : lines) line += '\n';
  return lines;
}

std::string first_lines(const Words& lines, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += lines.at(i);
  return text;
}

Words shards(const std::string& command, std::size_t count, const std::string& prefix, const Folder& folder) {
  Words journals;
  for (std::size_t shard = 1; shard <= count; ++shard) {
    journals.push_back(prefix + std::to_string(shard));
    const std::string line = fmt::format("{} --shard {}/{} --journal {} --threads {} -q", command, shard,
                                         count, journals.back(), 1 + shard % 2);
    CAPTURE(line);
    const Ran ran = conclave(split(line, ' '), folder);
    CHECK((ran.status == 0 || ran.status == 1));
    CHECK(ran.out + ran.err == "");
  }
  return journals;
}

const std::string parity_model = R"(#include "author/model.hpp"
using namespace conclave;
struct Parity {
  static constexpr About about{.name = "parity", .summary = "even identifiers are in the way", .source = "none",
                               .topology = "ring", .processes = {1, 4}};
  struct Message { Id id; };
  struct State { bool awake = false; bool leader = false; };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(Process<Parity>& p) { p.state.awake = true; p.send(next, {p.id}); }
  static void receive(Process<Parity>& p, Message m, Port) {
    if (!p.state.awake) start(p);
    if (m.id > p.id && p.id.value() % 2 == 1) p.send(next, m);
    if (m.id == p.id) p.state.leader = true;
  }
};
const Registration<Parity> parity;
)";

const std::string first_port_model = R"(#include "author/model.hpp"
using namespace conclave;
struct FirstPort {
  static constexpr About about{.name = "first-port", .summary = "whoever is greeted follows", .source = "none",
                               .topology = "complete", .processes = {2, 4}};
  struct Message { Id id; };
  struct State { bool awake = false; std::optional<Id> leader; };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(Process<FirstPort>& p) {
    p.state.awake = true;
    p.state.leader = p.id;
    p.send(next, {p.id});
  }
  static void receive(Process<FirstPort>& p, Message m, Port) {
    if (!p.state.awake) start(p);
    if (m.id > *p.state.leader) p.state.leader = m.id;
  }
};
const Registration<FirstPort> first_port;
)";

}  // namespace conclave::outside
