// Counterexamples of models in lock step, with every fault: saved, read, shown, replayed, and found again by
// the command that they tell.
#include <doctest/doctest.h>

#include <algorithm>

#include "cli/program.hpp"
#include "sizes.hpp"
#include "trace/again.hpp"
#include "trace/names.hpp"
#include "trace/round_trip.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

using Kinds = std::vector<std::string>;

// None, each that the model may meet, and two together.
std::vector<Kinds> faults_of(const Model& model) {
  std::vector<Kinds> all{{}, {"loss"}, {"crash"}, {"crash", "recover"}, {"loss", "crash"}, {"byzantine"}};
  if (model.program->timing() == Timing::body) {
    all.push_back({"late"});
    all.push_back({"late", "crash"});
  }
  return all;
}

CheckOptions with(CheckOptions options, const Kinds& faults) {
  for (const auto& fault : faults) budget(options, fault) = "1";
  return options;
}

template <class Visit>
void for_each_counterexample(const Visit& visit) {
  for (const Model* model : models()) {
    if (!model->program->lock_step()) continue;
    for (const Kinds& faults : faults_of(*model)) {
      for (const std::string initiators : {"all", "any", "0"}) {
        if (!model->sleeps && initiators != "all") continue;
        // A Byzantine process of two ports has many ways to send what others count.
        const bool many =
            (model->about.two_way || model->full_name() == "bully") && faults == Kinds{"byzantine"};
        const std::string processes = many || testing::brief ? "1..2" : "1..3";
        for (const Trace& trace :
             counterexamples(with(asked(model->full_name(), processes, "all", "", initiators), faults)))
          visit(trace);
      }
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("trace-rounds");

TEST_CASE("every counterexample in rounds comes back from its file and is confirmed") {
  std::vector<std::string_view> events;
  std::vector<std::string_view> fates;
  std::vector<std::string> properties;
  std::size_t lassos = 0;
  std::size_t idle = 0;
  for_each_counterexample([&](const Trace& trace) {
    const std::string what = again(trace);
    CAPTURE(what);
    if (testing::is_tried()) check_trace(trace);
    properties.push_back(trace.property);
    lassos += trace.loop ? 1 : 0;
    for (std::size_t i = 1; i < trace.states.size(); ++i) {
      const TraceStep& step = *trace.states[i].step;
      CHECK(step.is_round());
      for (const auto& event : step.events) events.push_back(name_of(event.kind));
      for (const auto& sent : step.sends) fates.push_back(name_of(sent.fate));
      idle += step.events.empty() && step.sends.empty() ? 1 : 0;
    }
  });
  MESSAGE(properties.size(), " counterexamples, ", lassos, " lassos, ", idle,
          " rounds in which nothing happens");
  CHECK(lassos > 0);
  CHECK(idle > 5);
  for (const char* each : {"start", "crash", "withhold", "recover", "forge", "lose", "delay", "choose"})
    CHECK_MESSAGE(std::ranges::count(events, each) > 0, each, " is in no trace");
  for (const char* each : {"arrives", "lost", "late", "vanishes", "forged"})
    CHECK_MESSAGE(std::ranges::count(fates, each) > 0, each, " is in no trace");
  for (const char* each :
       {"unique-leader", "max-id", "min-id", "agreement", "no-stray-message", "termination", "can-terminate",
        "assertion-1", "assertion-2", "no-clash", "phase-invariant"})
    CHECK_MESSAGE(std::ranges::count(properties, each) > 0, each, " is never violated here");
}

TEST_CASE("what is claimed of a round may fail where the execution rests: time passes there too") {
  CheckOptions options = asked("lcr", "3", "all", "", "all");
  budget(options, "loss") = "1";
  for (const Trace& trace : counterexamples(options)) {
    if (trace.property != "assertion-1") continue;
    CHECK(trace.steps() == 3);
    if (testing::is_tried()) check_trace(trace);
    check_again(trace);
  }
  // A Byzantine process is silent, and after two rounds nothing is sent any more.
  const Trace& silent = round_specimens().front();
  CHECK(silent.steps() == 3);
  CHECK(silent.states[2].processes == silent.states[3].processes);
  CHECK(silent.states[3].step->sends.empty());
  check_again(silent);
}

TEST_CASE("a trace tells where the Byzantine processes are, and so does its command") {
  for (const std::string model : {"lcr", "time-slice", "flood-max", "bully:as-printed"}) {
    for (const std::string most : {"1", "2"}) {
      const std::string n = testing::brief && model != "lcr" ? "2" : "3";
      CheckOptions options = asked(model, n, "all", "", "");
      options.byzantine = most;
      for (const Trace& trace : counterexamples(options)) {
        const std::string what = again(trace);
        CAPTURE(what);
        CHECK(std::to_string(trace.byzantine.size()) == most);
        CHECK(what.find(" --byzantine-at ") != std::string::npos);
        check_again(trace);
      }
    }
  }
}

TEST_CASE("what `again` says shows the same rounds with every other fault") {
  for (const std::string model : {"lcr", "time-slice:token-return", "bully", "aalborg-chang-roberts"}) {
    for (const Kinds& faults : faults_of(*find_model(model))) {
      if (faults == Kinds{"byzantine"}) continue;
      for (const Trace& trace : counterexamples(with(asked(model, "2", "all", "", ""), faults)))
        check_again(trace);
    }
  }
  for (const Trace& trace : round_specimens()) check_again(trace);
}

TEST_CASE("with handlers Byzantine processes send between other steps: these come back too") {
  std::vector<std::string_view> actions;
  for (const std::string model :
       {"chang-roberts", "chang-roberts:maxid", "dolev-klawe-rodeh", "spanning-tree"}) {
    for (const std::string network : {"fifo", "bag"}) {
      CheckOptions options = asked(model, model == "chang-roberts" ? "3" : "2", "all", network, "");
      options.byzantine = "1";
      for (const std::string most : {"", "1", "0"}) {
        budget(options, "byzantine_messages") = most;
        bool first = network == "fifo";
        for (const Trace& trace : counterexamples(options)) {
          const std::string what = again(trace);
          CAPTURE(what);
          if (testing::is_tried()) check_trace(trace);
          if (first) check_again(trace);
          first = false;
          for (std::size_t i = 1; i < trace.states.size(); ++i)
            actions.push_back(name_of(trace.states[i].step->kind));
        }
      }
    }
  }
  CHECK(std::ranges::count(actions, "forge") > 0);
}

TEST_CASE("an execution that attains an extreme in rounds") {
  for (const std::string wanted : {"time=max", "time=min", "messages=max", "deliveries=min"}) {
    for (const std::string model : {"lcr", "variable-speeds", "bully", "flood-max"}) {
      CAPTURE(model);
      CAPTURE(wanted);
      CheckOptions options = asked(model, "2", "all", "", "");
      options.witness = wanted;
      const Trace trace = witness_of(options);
      const Json file = to_itf(trace);
      CHECK(reception_of(file).confirmed);
      if (wanted.starts_with("time"))
        CHECK(trace.attained->value == static_cast<std::int64_t>(trace.steps()));
      for (const int by : {-1, 1}) {
        Json other = file;
        other["#meta"]["attained"]["value"] = *trace.attained->value + by;
        CHECK_FALSE(reception_of(other).confirmed);
      }
    }
  }
  // Talking for ever takes for ever: a stem and a loop, each round of which adds one.
  CheckOptions options = asked("lcr", "2", "all", "", "");
  options.byzantine = "1";
  options.witness = "time=max";
  const Trace endless = witness_of(options);
  CHECK_FALSE(endless.attained->value);
  CHECK(endless.loop);
  CHECK(reception_of(to_itf(endless)).confirmed);
}

TEST_SUITE_END();

}  // namespace conclave
