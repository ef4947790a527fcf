// Every counterexample to be had with up to three processes: saved, read, shown and replayed.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/program.hpp"
#include "report/text.hpp"
#include "trace/replay.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

// Integers in ITF are {"#bigint": "..."}, and there is no null.
bool is_itf_value(const Json& value) {
  if (value.is_object() && value.contains("#bigint")) {
    return value.size() == 1 && value.at("#bigint").is_string();
  }
  if (value.is_structured()) return std::all_of(value.begin(), value.end(), is_itf_value);
  return value.is_string() || value.is_boolean();
}

PropertyKind kind_of(const Trace& trace) {
  return std::ranges::find(find_model(trace.model)->properties, trace.property, &Property::name)->kind;
}

void check_itf(const Json& file, const Trace& trace) {
  REQUIRE(file.at("#meta").is_object());
  CHECK(file.at("#meta").at("format") == "ITF");
  const Json& states = file.at("states");
  REQUIRE(states.is_array());
  REQUIRE(states.size() == trace.states.size());
  for (std::size_t index = 0; index < states.size(); ++index) {
    const Json& state = states[index];
    CHECK(state.at("#meta").at("index") == index);
    CHECK(state.at("#meta").contains("step") == (index > 0));
    CHECK(state.size() == file.at("vars").size() + 1);  // the variables and #meta
    for (const auto& variable : file.at("vars")) {
      CHECK(is_itf_value(state.at(variable.get<std::string>())));
    }
  }
  CHECK(file.contains("loop") == trace.loop.has_value());
  if (!trace.loop) return;
  CHECK(kind_of(trace) == PropertyKind::liveness);
  REQUIRE(file.at("loop").is_number_unsigned());
  const auto loop = file.at("loop").get<std::size_t>();
  REQUIRE(loop + 1 < states.size());
  for (const auto& variable : file.at("vars")) {
    const auto name = variable.get<std::string>();
    CHECK(states[loop].at(name) == states.back().at(name));
  }
}

void check_trace(const Trace& trace) {
  const Json file = to_itf(trace);
  check_itf(file, trace);
  const Trace read = from_itf(file.dump(1));
  CHECK(to_itf(read) == file);
  for (const int width : {40, 120, 10000}) {
    for (const bool utf8 : {false, true}) {
      const Terminal terminal{.utf8 = utf8, .width = width};
      CHECK(describe(read, terminal) == describe(trace, terminal));
    }
  }
  const Replay result = replay(read);
  CHECK(result.confirmed);
  CHECK(to_itf(result.trace) == file);  // the same run, for the same reason
}

std::vector<Trace> counterexamples_if_any(const CheckOptions& options) {
  const Model& model = *find_model(options.model);
  if (model.about.distinct && options.ids == "duplicates") return {};
  if (model.copies_network && !(options.loss + options.duplicate + options.crash).empty()) return {};
  return counterexamples(options);
}

// On `set`, where messages are read again and again, what counts or collects has no end.
bool ends(const Model& model, const std::string& network) {
  return network != "set" || model.name == "harmony-leader" || model.name == "chang-roberts";
}

template <class Visit>
void for_each_violated(const Visit& visit) {
  for (const Model* model : models()) {
    // One-way rings are small; on other topologies there are as many orders of many more channels.
    const bool small = model->about.topology == "ring" && !model->about.two_way;
    visit(asked(model->full_name(), "1..3", "all", "fifo", ""));
    for (const std::string network : {"fifo", "bag", "set"}) {
      if (!ends(*model, network)) continue;
      for (const std::string ids : {"all", "duplicates"}) {
        for (const std::string initiators : {"any", "all", "0"})
          visit(asked(model->full_name(), small ? "1..3" : "1..2", ids, network, initiators));
      }
    }
  }
}

template <class Visit>
void for_each_fault(const Visit& visit) {
  for (const Model* model : models()) {
    for (const std::string network : {"fifo", "bag"}) {
      for (const unsigned which : {1U, 2U, 4U, 7U}) {
        CheckOptions options = asked(model->full_name(), "2", "all", network, "");
        if ((which & 1U) != 0) options.loss = "1";
        if ((which & 2U) != 0) options.duplicate = "1";
        if ((which & 4U) != 0) options.crash = "1";
        visit(options);
      }
    }
  }
}

// A trace of a member of a family is again one of its graph.
Json without_family(Json file) {
  if (file.at("#meta").contains("graph")) file["#meta"].erase("topology");
  return file;
}

void check_again(const Trace& trace) {
  const std::string command = again(trace);
  CAPTURE(command);
  const outside::Folder folder;
  const outside::Ran checked = outside::shell(command + " --trace t", folder);
  CHECK(checked.status == 1);
  const Json same = Json::parse(outside::read_file(folder.file("t")));
  CHECK(without_family(same) == without_family(to_itf(trace)));

  const outside::Ran shown = outside::shell("./conclave show t", folder);
  CHECK(shown.status == 0);
  CHECK(shown.err.empty());
  CHECK(checked.out.ends_with("\n" + shown.out));

  const outside::Ran replayed = outside::shell("./conclave replay t", folder);
  CHECK(replayed.status == 1);
  CHECK(replayed.err.empty());
  CHECK(replayed.out.starts_with(shown.out));
  CHECK(replayed.out.ends_with("the violation is confirmed.\n"));
}

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("every counterexample comes back from its file and is confirmed") {
  std::size_t stems = 0;
  std::size_t lassos = 0;
  std::vector<std::string> properties;
  for_each_violated([&](const CheckOptions& options) {
    for (const Trace& trace : counterexamples_if_any(options)) {
      const std::string what = again(trace);
      CAPTURE(what);
      check_trace(trace);
      ++(trace.loop ? lassos : stems);
      properties.push_back(trace.property);
    }
  });
  MESSAGE(stems, " stems, ", lassos, " lassos");
  CHECK(stems > 50);
  CHECK(lassos > 10);
  for (const char* each : {"unique-leader", "agreement", "assertions", "termination", "can-terminate",
                           "no-exception", "spanning-tree"}) {
    CHECK_MESSAGE(std::ranges::count(properties, each) > 0, each, " is never violated here");
  }
}

TEST_CASE("every counterexample with faults comes back from its file and is confirmed") {
  std::vector<std::string> actions;
  for_each_fault([&](const CheckOptions& options) {
    for (const Trace& trace : counterexamples_if_any(options)) {
      const std::string what = again(trace);
      CAPTURE(what);
      check_trace(trace);
      for (std::size_t i = 1; i < trace.states.size(); ++i) actions.push_back(trace.states[i].step->action);
    }
  });
  for (const char* each : {"start", "receive", "lose", "duplicate", "crash"}) {
    CHECK_MESSAGE(std::ranges::count(actions, each) > 0, each, " is in no trace");
  }
}

TEST_CASE("what `again` says shows the same execution, and `show` and `replay` what `check` showed") {
  for (const Model* model : models()) {
    const std::string ids = model->about.distinct ? "all" : "duplicates";
    for (const std::string network : {"fifo", "set"}) {
      if (!ends(*model, network)) continue;
      for (const Trace& trace : counterexamples(asked(model->full_name(), "1..2", ids, network, "")))
        check_again(trace);
    }
  }
  CheckOptions options = asked("complete-network:as-printed", "3", "all", "bag", "any");
  options.parameters = {"direction=up"};
  for (const Trace& trace : counterexamples(options)) check_again(trace);
  for (const Trace& trace : counterexamples(asked("global-function:as-printed", "3", "all", "fifo", "")))
    check_again(trace);
}

TEST_CASE("what `again` says shows the same execution with faults") {
  for (const std::string model : {"chang-roberts", "dolev-klawe-rodeh", "hirschberg-sinclair",
                                  "complete-network", "spanning-tree", "convergecast"}) {
    for (const std::string fault : {"loss", "duplicate", "crash"}) {
      CheckOptions options = asked(model, "2", "all", "fifo", "");
      (fault == "loss" ? options.loss : fault == "crash" ? options.crash : options.duplicate) = "1";
      for (const Trace& trace : counterexamples(options)) check_again(trace);
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave
