// Traces that are large, or lead through rounds of which there are very many: `show` and `replay` take time
// in proportion to the file, and follow nothing else.
#include <doctest/doctest.h>

#include <string>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

Json trace_of(const std::string& check, const Folder& folder) {
  const Ran ran = shell("./conclave check " + check + " -q --trace t", folder);
  CAPTURE(ran.err);
  REQUIRE(ran.status == 1);
  return Json::parse(read_file(folder.path() / "t"));
}

// The same execution, which goes round its loop until it has so many states.
Json prolonged(Json trace, std::size_t states) {
  Json& all = trace.at("states");
  const auto period = all.size() - 1 - trace.at("loop").get<std::size_t>();
  all.get_ref<Json::array_t&>().reserve(states + period);
  while (all.size() < states) {
    Json next = all.at(all.size() - period);
    next.at("#meta").at("index") = all.size();
    all.push_back(std::move(next));
  }
  trace.at("loop") = all.size() - 1 - period;
  return trace;
}

// A trace of no step in this instance of bully, whose first configuration has very many rounds.
Json standing_still(Json trace, int n, int byzantine, int crash) {
  Json& meta = trace.at("#meta");
  Json& first = trace.at("states").at(0);
  const Json correct = first.at("processes").back();
  meta.at("ids") = meta.at("channels") = Json::array();
  first.at("processes") = first.at("mailboxes") = Json::array();
  for (int i = 0; i < n; ++i) {
    meta.at("ids").push_back(n - i);
    first.at("processes").push_back(i < byzantine ? Json{{"byzantine", true}} : correct);
    first.at("mailboxes").push_back(Json::array());
    for (int to = 0; to < n; ++to) {
      if (to != i) meta.at("channels").push_back(std::to_string(i) + "->" + std::to_string(to));
    }
  }
  meta.at("faults").at("byzantine") = byzantine;
  meta.at("faults").at("crash") = crash;
  meta["byzantine"] = Json::array();
  for (int i = 0; i < byzantine; ++i) meta.at("byzantine").push_back(i);
  first["faults_left"] = Json::object();
  if (crash > 0) first.at("faults_left")["crash"] = {{"#bigint", std::to_string(crash)}};
  trace.at("states") = Json::array({Json(first)});
  trace.erase("loop");
  meta.at("property") = "unique-leader";
  return trace;
}

Ran timed(const Words& arguments, const Folder& folder, const Words& settings = {}) {
  Words command{CONCLAVE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Running running(command, folder.path(), settings);
  return running.wait();
}

}  // namespace

TEST_SUITE_BEGIN("limits");

TEST_CASE("show and replay take time in proportion to the file") {
  const Folder folder;
  const std::size_t states = 50'000;
  for (const std::string check : {"harmony-leader:non-atomic-send -n 2 --property termination",
                                  "bully -n 2 --byzantine 1 --property termination"}) {
    CAPTURE(check);
    write_file(folder.path() / "long", prolonged(trace_of(check, folder), states).dump());
    for (const std::string command : {"show", "replay"}) {
      CAPTURE(command);
      const Ran ran = timed({command, "long"}, folder, {"LC_ALL=C"});
      CHECK(ran.status == (command == "show" ? 0 : 1));
      CHECK(ran.out.find("the configuration is that after") != std::string::npos);
      // It takes 0.5 to 1 s. What takes time in proportion to the square takes minutes.
      CHECK(ran.cpu_seconds < 10);
    }
  }
}

TEST_CASE("a list of very many elements, and an object of very many fields, are refused at once") {
  const Folder folder;
  const int many = 400'000;
  Json trace = trace_of("harmony-leader:non-atomic-send -n 2 --property termination", folder);
  Json with_list = trace;
  with_list.at("states") = Json::array_t(static_cast<std::size_t>(many), Json::object());
  write_file(folder.path() / "list", with_list.dump());
  std::string fields;
  for (int i = 0; i < many; ++i) fields += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":0";
  trace.at("states").at(0).at("processes").at(0) = "FIELDS";
  std::string text = trace.dump();
  text.replace(text.find("\"FIELDS\""), 8, "{" + fields + "}");
  write_file(folder.path() / "fields", text);
  write_file(folder.path() / "twice", R"({"#meta":{},"#meta":{}})");
  for (const std::string command : {"show", "replay"}) {
    for (const auto& [file, refusal] : {std::pair{"list", "state 0 it has no `#meta`"},
                                        std::pair{"fields", "an object in it has more than 1000 fields"},
                                        std::pair{"twice", "an object in it has two fields `#meta`"}}) {
      CAPTURE(file);
      const Ran ran = timed({command, file}, folder);
      CHECK(ran.status == 2);
      CHECK(ran.err == std::string("conclave: ") + file + ": " + refusal + "\n");
      CHECK(ran.cpu_seconds < 5);
    }
  }
}

TEST_CASE("a round of millions is followed without looking at the others") {
  const Folder folder;
  const Json trace = trace_of("bully -n 2 --byzantine 1 --property termination", folder);
  struct Instance {
    int n, byzantine, crash;
  };
  for (const auto& [n, byzantine, crash] : {Instance{5, 2, 0}, Instance{9, 4, 0}, Instance{9, 0, 6}}) {
    CAPTURE(n);
    write_file(folder.path() / "wide", standing_still(trace, n, byzantine, crash).dump());
    const Ran ran = timed({"replay", "wide", "--memory", "32M"}, folder);
    CHECK(ran.err.empty());
    CHECK(ran.status == 0);
    CHECK(ran.out == "The model follows the trace, 0 steps, and unique-leader is not violated at its end.\n");
    CHECK(ran.cpu_seconds < 0.5);
  }
}

TEST_CASE("of very many choices in a round only those of the trace are followed") {
  const Folder folder;
  trace_of("bully:as-printed -n 6 --property unique-leader", folder);
  const Ran ran = timed({"replay", "t", "--memory", "32M"}, folder);
  CHECK(ran.err.empty());
  CHECK(ran.status == 1);
  CHECK(ran.cpu_seconds < 0.25);
}

TEST_CASE("a replay keeps to its limits") {
  const Folder folder;
  write_file(folder.path() / "t",
             prolonged(trace_of("bully -n 2 --byzantine 1 --property termination", folder), 100'000).dump());
  const Ran ran = timed({"replay", "t", "--time", "0.2"}, folder);
  CHECK(ran.status == 3);
  CHECK(ran.out.empty());
  CHECK(ran.err ==
        "conclave: t: the time limit of 0.2 s was reached before the trace was followed to its end\n");
}

TEST_CASE("a verdict stands though what follows on its counterexample is too much to count") {
  const Folder folder;
  const std::string check = "check chang-roberts -n 10 --ids equal --network bag --property can-terminate";
  // The machine says how long the search takes: a limit falls before it, or into it, or into the count.
  bool counted = false;
  bool ended = false;
  for (double limit = 4; limit > 0.05 && !ended; limit /= 1.5) {
    const Ran ran = timed(split(check + " --threads 1 --time " + std::to_string(limit), ' '), folder);
    if (ran.status != 1) break;
    counted |= ran.out.find(" configurations reachable)") != std::string::npos;
    ended |= ran.out.find("was not counted, because the run ended") != std::string::npos;
    CHECK(ran.cpu_seconds < limit + 0.5);
  }
  CHECK(counted);
  CHECK(ended);
}

TEST_SUITE_END();

}  // namespace conclave::outside
