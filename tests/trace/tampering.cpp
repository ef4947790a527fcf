// Traces that somebody changed: `replay` refuses them and names the step, whatever was changed and wherever.
#include <doctest/doctest.h>

#include <optional>

#include "cli/program.hpp"
#include "sizes.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

// "step 1" is not named by "step 12".
bool names_step(const std::string& text, std::size_t step) {
  // What is not even of the right kind is named by the state that the step leads to.
  if (text.starts_with("state " + std::to_string(step))) return true;
  const std::string name = step == 0 ? "initial state" : "step " + std::to_string(step);
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end == text.size() || std::isdigit(static_cast<unsigned char>(text[end])) == 0) return true;
  }
  return false;
}

void check_refused(const Json& file, std::size_t step) {
  const Reception reception = reception_of(file);
  CAPTURE(reception.refusal);
  CHECK_FALSE(reception.followed);
  CHECK(is_one_line(reception.refusal));
  CHECK(names_step(reception.refusal, step));
}

// Another value of the same kind.
Json changed(const Json& value) {
  if (value.is_boolean()) return !value.get<bool>();
  if (value.is_number()) return value.get<int>() + 1;
  if (value == "none") return Json{{"#bigint", "1"}};
  if (value.is_string()) return value.get<std::string>() + "x";
  if (value.is_array()) {
    Json longer = value;
    longer.push_back(value.empty() ? Json("none") : value.back());
    return longer;
  }
  if (value.contains("#bigint")) {
    return {{"#bigint", std::to_string(std::stoi(value.at("#bigint").get<std::string>()) + 1)}};
  }
  Json other = value;
  for (auto& part : other) part = changed(part);
  return other;
}

bool same_configuration(const Json& a, const Json& b) {
  return a.at("processes") == b.at("processes") &&
         a.value("channels", Json()) == b.value("channels", Json()) &&
         a.value("copies", Json()) == b.value("copies", Json()) &&
         a.value("mailboxes", Json()) == b.value("mailboxes", Json()) &&
         a.value("late", Json()) == b.value("late", Json()) &&
         a.value("faults_left", Json()) == b.value("faults_left", Json());
}

Json& step_of(Json& file, std::size_t index) { return file["states"][index]["#meta"]["step"]; }

void change_every_variable(const Json& file, std::size_t index) {
  for (const char* variable : {"processes", "channels", "mailboxes", "late", "copies"}) {
    if (!file["states"][index].contains(variable)) continue;
    const Json& parts = file["states"][index][variable];
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (std::string(variable) != "processes") {  // a message more, and one less
        Json other = file;
        other["states"][index][variable][i] = changed(parts[i]);
        check_refused(other, index);
        if (!parts[i].is_array() || parts[i].empty()) continue;
        other["states"][index][variable][i].erase(0);
        other["states"][index][variable][i].erase(0);
        check_refused(other, index);
        continue;
      }
      for (const auto& [name, value] : parts[i].items()) {
        CAPTURE(name);
        Json other = file;
        other["states"][index][variable][i][name] = changed(value);
        check_refused(other, index);
        other["states"][index][variable][i].erase(name);
        check_refused(other, index);
      }
    }
  }
}

void change_every_budget(const Json& file, std::size_t index) {
  Json other = file;
  if (!file["states"][index].contains("faults_left")) {
    other["states"][index]["faults_left"] = {{"loss", 0}, {"duplicate", 0}, {"crash", 0}};
    check_refused(other, index);
    return;
  }
  other["states"][index].erase("faults_left");
  check_refused(other, index);
  for (const auto& [name, value] : file["states"][index]["faults_left"].items()) {
    CAPTURE(name);
    other = file;
    other["states"][index]["faults_left"][name] = changed(value);
    check_refused(other, index);
    other["states"][index]["faults_left"].erase(name);
    check_refused(other, index);
  }
}

// Each list of what happens in the round: an entry with another value, one less, one twice; all gone.
void change_every_part_of_the_round(const Json& file, std::size_t index) {
  const Json step = file["states"][index]["#meta"]["step"];
  const auto check_with = [&](const std::string& name, const Json& value) {
    CAPTURE(name);
    CAPTURE(value.dump());
    Json other = file;
    step_of(other, index)[name] = value;
    check_refused(other, index);
  };
  for (const auto& [name, value] : step.items()) {
    CAPTURE(name);
    Json other = file;
    step_of(other, index).erase(name);
    check_refused(other, index);
    check_with(name, changed(value));
    if (!value.is_array()) continue;
    if (!value.empty()) check_with(name, Json::array());
    for (std::size_t i = 0; i < value.size(); ++i) {
      Json entries = value;
      entries.erase(i);
      check_with(name, entries);
      entries = value;
      entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(i), value[i]);
      check_with(name, entries);
      if (!value[i].is_object()) continue;
      for (const auto& [part, of] : value[i].items()) {
        entries = value;
        entries[i][part] = changed(of);
        check_with(name, entries);
      }
    }
  }
  const Json none{{"event", "crash"}, {"process", 0}};
  for (const auto& [name, value] :
       {std::pair{"events", none},
        {"sends", {{"from", 0}, {"to", 0}, {"channel", 0}, {"message", "none"}, {"fate", "lost"}}},
        {"reads", {{"process", 0}, {"message", "none"}}}}) {
    Json entries = step.value(name, Json::array());
    entries.push_back(value);
    check_with(name, entries);
  }
  check_with("exception", "AnotherException");
  Json other = file;
  step_of(other, index)["failed_assertions"] = Json::array({"another"});
  step_of(other, index)["failed_at"] = Json::array({0});
  check_refused(other, index);
}

void change_every_part_of_the_step(const Json& file, std::size_t index) {
  if (file["states"][index]["#meta"]["step"]["action"] == "round")
    return change_every_part_of_the_round(file, index);
  const int n = static_cast<int>(file["#meta"]["ids"].size());
  const Json step = file["states"][index]["#meta"]["step"];
  for (int process = 0; process < n; ++process) {
    if (process == step["process"]) continue;
    Json other = file;
    step_of(other, index)["process"] = process;
    check_refused(other, index);
  }
  for (const char* action : {"start", "own", "receive", "lose", "duplicate", "crash", "forge", "round"}) {
    if (action == step["action"]) continue;
    Json other = file;
    step_of(other, index)["action"] = action;
    check_refused(other, index);
  }
  for (const auto& [name, value] : step.items()) {
    if (name == "process") continue;
    CAPTURE(name);
    Json other = file;
    step_of(other, index)[name] = changed(value);
    check_refused(other, index);
    if (!value.is_array() || value.empty()) continue;
    step_of(other, index)[name] = Json::array();
    check_refused(other, index);
  }
  Json other = file;
  step_of(other, index)["choices"] = step.contains("choices") ? Json::array() : Json::array({0});
  check_refused(other, index);
  other = file;
  step_of(other, index)["failed_assertions"] = Json::array({"another"});
  check_refused(other, index);
  other = file;
  step_of(other, index)["exception"] = "AnotherException";
  check_refused(other, index);
  if (!step.contains("exception")) return;
  step_of(other, index).erase("exception");
  check_refused(other, index);
}

// Where the refusal is: at the step itself, or later, where what was dropped or swapped is missed.
void check_not_confirmed(const Json& file, std::size_t from) {
  const Reception reception = reception_of(file);
  CAPTURE(reception.refusal);
  CHECK_FALSE(reception.confirmed);
  if (reception.followed) return;
  CHECK(is_one_line(reception.refusal));
  bool named = reception.refusal.find("loop") != std::string::npos;
  for (std::size_t step = from; step < file["states"].size(); ++step) {
    named |= names_step(reception.refusal, step);
  }
  CHECK(named);
}

void tamper(const Trace& trace) {
  const Json file = to_itf(trace);
  const std::size_t count = file["states"].size();
  REQUIRE(reception_of(file).confirmed);
  for (std::size_t index = 0; index < count; ++index) {
    CAPTURE(index);
    if (!testing::is_tried(3)) continue;
    change_every_variable(file, index);
    change_every_budget(file, index);
    if (index == 0) continue;
    change_every_part_of_the_step(file, index);
    const Json& states = file["states"];
    if (!same_configuration(states[index - 1], states[index])) {
      Json other = file;
      other["states"].erase(index);
      check_not_confirmed(other, index);
    }
    if (index + 1 < count && !same_configuration(states[index], states[index + 1])) {
      Json other = file;
      std::swap(other["states"][index], other["states"][index + 1]);
      check_not_confirmed(other, index);
    }
    if (index + 1 < count && states[index]["#meta"]["step"] != states[index + 1]["#meta"]["step"]) {
      Json other = file;
      std::swap(step_of(other, index), step_of(other, index + 1));
      check_not_confirmed(other, index);
    }
  }
}

}  // namespace

TEST_SUITE_BEGIN("tampering");

TEST_CASE("any change of a trace is found: a stem") { tamper(stem_specimen()); }

TEST_CASE("any change of a trace is found: a lasso") { tamper(lasso_specimen()); }

TEST_CASE("any change of a trace is found: faults, an exception, graphs of a family, a parameter") {
  for (const Trace& trace : strange_specimens()) {
    CAPTURE(trace.model);
    tamper(trace);
  }
}

TEST_CASE("any change of a trace is found: rounds with every fault, and with nothing in them") {
  for (const Trace& trace : round_specimens()) {
    CAPTURE(trace.model);
    CAPTURE(trace.property);
    tamper(trace);
  }
}

TEST_CASE("other processes cannot have been the Byzantine ones") {
  for (const Trace& trace : round_specimens()) {
    if (trace.byzantine.empty()) continue;
    const auto with = [&](const Json& places) {
      Json file = to_itf(trace);
      file["#meta"]["byzantine"] = places;
      return file;
    };
    const int n = static_cast<int>(trace.ids.size());
    check_refused(with(Json::array({(trace.byzantine[0] + 1) % n})), 0);
    for (const Json& places : {Json::array(), Json::array({-1}), Json::array({n}), Json::array({0, 1})}) {
      const Reception reception = reception_of(with(places));
      CAPTURE(reception.refusal);
      CHECK_FALSE(reception.followed);
      CHECK(is_one_line(reception.refusal));
      CHECK(reception.refusal.find("Byzantine processes have to be 1") != std::string::npos);
    }
    Json file = to_itf(trace);
    file["#meta"].erase("byzantine");
    CHECK_FALSE(reception_of(file).followed);
    file = to_itf(trace);
    file["#meta"]["faults"]["byzantine"] = 0;
    CHECK_FALSE(reception_of(file).followed);
  }
}

TEST_CASE(
    "a round in which nothing happens: one more is another time, and there is none where something happens") {
  const Trace& trace = round_specimens().front();
  REQUIRE(trace.states.back().step->events.empty());
  REQUIRE(trace.states.back().step->sends.empty());
  Json file = to_itf(trace);
  Json& states = file["states"];
  const Json idle = states.back();
  states.push_back(idle);
  states.back()["#meta"]["index"] = states.size() - 1;
  Reception reception = reception_of(file);
  CHECK(reception.followed);
  CHECK_FALSE(reception.confirmed);  // nothing is claimed of what is after so many rounds
  states.erase(states.size() - 1);
  states.erase(states.size() - 1);
  reception = reception_of(file);
  CHECK(reception.followed);
  CHECK_FALSE(reception.confirmed);

  file = to_itf(trace);
  Json early = file["states"][0];
  early["#meta"]["step"] = idle["#meta"]["step"];
  file["states"].insert(file["states"].begin() + 1, early);
  check_refused(file, 1);
}

TEST_CASE("any change of a trace is found: witnesses") {
  CheckOptions options = asked("chang-roberts", "2", "all", "fifo", "any");
  options.witness = "election=max";
  tamper(witness_of(options));
  options.network = "set";
  tamper(witness_of(options));  // unbounded, hence a lasso
}

TEST_CASE("from outside: replay refuses with 2 and one line, show still shows") {
  const outside::Folder folder;
  const auto check_outside = [&](const Json& file, int status, const std::string& says) {
    outside::write_file(folder.file("t"), file.dump());
    CHECK(outside::conclave({"show", "t"}, folder).status == 0);
    const outside::Ran ran = outside::conclave({"replay", "t"}, folder);
    CAPTURE(ran.err);
    CHECK(ran.status == status);
    if (status != 2) return;
    CHECK(ran.out == "");
    CHECK(outside::is_one_line(ran.err));
    CHECK(ran.err.starts_with("conclave: t: "));
    CHECK(ran.err.find(says) != std::string::npos);
  };
  Json file = to_itf(stem_specimen());
  check_outside(file, 1, "");
  file["#meta"]["property"] = "max-id";
  check_outside(file, 0, "");
  file["#meta"]["property"] = "no-such-property";
  check_outside(file, 2, "no-such-property");
  file = to_itf(stem_specimen());
  step_of(file, 2)["process"] = 2;
  check_outside(file, 2, "step 2");
  file = to_itf(lasso_specimen());
  file["loop"] = 0;
  check_outside(file, 2, "loop");
}

TEST_SUITE_END();

}  // namespace conclave
