// Every counterexample to be had with up to three processes: saved, read, shown and replayed. Those in lock
// step are in rounds.cpp.
#include <doctest/doctest.h>

#include <algorithm>

#include "sizes.hpp"
#include "trace/again.hpp"
#include "trace/names.hpp"
#include "trace/round_trip.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

std::vector<Trace> counterexamples_if_any(const CheckOptions& options) {
  const Model& model = *find_model(options.model);
  if (model.about.distinct && options.ids == "duplicates") return {};
  const auto asks = [](const auto& budget) { return !budget.second.empty(); };
  if (model.copies_network && std::ranges::any_of(options.fault_budgets, asks)) return {};
  return counterexamples(options);
}

// On `set`, where messages are read again and again, what counts or collects has no end.
bool ends(const Model& model, const std::string& network) {
  return network != "set" || model.name == "harmony-leader" || model.name == "chang-roberts";
}

template <class Visit>
void for_each_violated(const Visit& visit) {
  for (const Model* model : models()) {
    if (model->program->lock_step()) continue;
    // One-way rings are small; on other topologies there are as many orders of many more channels.
    const bool small = model->about.topology == "ring" && !model->about.two_way;
    visit(asked(model->full_name(), "1..3", "all", "fifo", ""));
    for (const std::string network : {"fifo", "bag", "set"}) {
      if (!ends(*model, network)) continue;
      for (const std::string ids : {"all", "duplicates"}) {
        for (const std::string initiators : {"any", "all", "0"})
          if (model->sleeps || initiators == "all")
            visit(asked(model->full_name(), small ? "1..3" : "1..2", ids, network, initiators));
      }
    }
  }
}

template <class Visit>
void for_each_fault(const Visit& visit) {
  for (const Model* model : models()) {
    if (model->program->lock_step()) continue;
    for (const std::string network : {"fifo", "bag"}) {
      for (const unsigned which : {1U, 2U, 4U, 7U}) {
        CheckOptions options = asked(model->full_name(), "2", "all", network, "");
        if ((which & 1U) != 0) budget(options, "loss") = "1";
        if ((which & 2U) != 0) budget(options, "duplicate") = "1";
        if ((which & 4U) != 0) budget(options, "crash") = "1";
        visit(options);
      }
    }
  }
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
      if (testing::is_tried()) check_trace(trace);
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
  std::vector<std::string_view> actions;
  for_each_fault([&](const CheckOptions& options) {
    for (const Trace& trace : counterexamples_if_any(options)) {
      const std::string what = again(trace);
      CAPTURE(what);
      if (testing::is_tried()) check_trace(trace);
      for (std::size_t i = 1; i < trace.states.size(); ++i)
        actions.push_back(name_of(trace.states[i].step->kind));
    }
  });
  for (const char* each : {"start", "receive", "lose", "duplicate", "crash"}) {
    CHECK_MESSAGE(std::ranges::count(actions, each) > 0, each, " is in no trace");
  }
}

TEST_CASE("what `again` says shows the same execution, and `show` and `replay` what `check` showed") {
  for (const Model* model : models()) {
    if (model->program->lock_step()) continue;
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
      budget(options, fault) = "1";
      for (const Trace& trace : counterexamples(options)) check_again(trace);
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave
