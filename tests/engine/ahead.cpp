// Pieces that helpers have ahead (engine/pieces/sweep_together.cpp): none is lost, and what is found and
// noted is what one process finds. The processes are threads here; tests/mpi has real ones.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/counts.hpp"
#include "engine/pieces/told.hpp"
#include "engine/run/check.hpp"
#include "engine/thread_wire.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

namespace conclave::dealt_ahead {

using namespace conclave::testing;

namespace {

constexpr std::size_t memory = std::size_t{64} << 20;

// The leader's wire. It counts the pieces that each helper has, and asks for some back when there are two, so
// that the one ahead comes back as it was. A piece that is lost would be waited for without end.
class Watched final : public Wire {
 public:
  explicit Watched(Wire& wire) : wire_(wire), has_(static_cast<std::size_t>(wire.processes())) {}

  int number() const override { return wire_.number(); }
  int processes() const override { return wire_.processes(); }
  int processes_here() const override { return wire_.processes_here(); }
  void send(int to, const std::string& text) override {
    wire_.send(to, text);
    if (!Json::parse(text).contains("piece")) return;
    int& has = has_.at(static_cast<std::size_t>(to));
    most = std::max(most, ++has);
    if (has == 2 && ++seconds_ % 3 == 0) wire_.send(to, R"({"hand back":true})");
  }
  std::optional<Message> receive() override {
    auto message = wire_.receive();
    const auto now = std::chrono::steady_clock::now();
    if (!message) {
      if (now - heard_ > std::chrono::seconds(60)) throw std::runtime_error("a piece does not come back");
      return message;
    }
    heard_ = now;
    const Json json = Json::parse(message->text);
    if (!json.contains("told")) return message;
    --has_.at(static_cast<std::size_t>(message->from));
    const auto is_region = [](const Json& each) { return each.is_array(); };
    untouched += std::ranges::all_of(json.at("told"), is_region) ? 1 : 0;
    return message;
  }
  [[noreturn]] void abort() override { std::abort(); }

  int most = 0;       // pieces that a helper had at a time
  int untouched = 0;  // pieces that came back as they were

 private:
  Wire& wire_;
  std::vector<int> has_;
  int seconds_ = 0;
  std::chrono::steady_clock::time_point heard_ = std::chrono::steady_clock::now();
};

// The leader's wire. It fails once, when a helper that has another piece has sent one back. All but the first
// have a minute, so that the helper is at work then.
class Failing final : public Wire {
 public:
  explicit Failing(Wire& wire) : wire_(wire), has_(static_cast<std::size_t>(wire.processes())) {}

  int number() const override { return wire_.number(); }
  int processes() const override { return wire_.processes(); }
  int processes_here() const override { return wire_.processes_here(); }
  void send(int to, const std::string& text) override {
    Json json = Json::parse(text);
    if (json.contains("piece") && has_.at(static_cast<std::size_t>(to))++ > 0) json["milliseconds"] = 60000;
    wire_.send(to, json.dump());
  }
  std::optional<Message> receive() override {
    auto message = wire_.receive();
    if (!message || has_failed_ || !Json::parse(message->text).contains("told")) return message;
    has_failed_ = --has_.at(static_cast<std::size_t>(message->from)) > 0;
    if (has_failed_) throw std::runtime_error("a message is lost");
    return message;
  }
  [[noreturn]] void abort() override { std::abort(); }

 private:
  Wire& wire_;
  std::vector<int> has_;  // by helper: how many pieces
  bool has_failed_ = false;
};

// Keeps what it is told as a journal does, but in memory.
class Kept final : public Ledger {
 public:
  std::optional<Setback> begin(const Scenario& scenario) override {
    processes_ = scenario.processes;
    return {};
  }
  void give_up(const Setback&) override { FAIL("a reduction is refused"); }
  std::optional<Share> share() const override { return {}; }
  bool explores() const override { return explores_; }
  Known known(const Sum& none) override {
    Known known;
    for (const Json& line : lines_) known.entries.push_back(read_entry(line, none, processes_));
    return known;
  }
  void divide(const std::vector<Stretch>&, const Manner&) override { FAIL("there are no shares"); }
  void note(const Entry& entry) override { lines_.push_back(to_json(entry)); }

  void only_recall() { explores_ = false; }
  std::size_t lines() const { return lines_.size(); }

 private:
  int processes_ = 0;
  bool explores_ = true;
  std::vector<Json> lines_;
};

struct Tally {
  int most = 0;
  int untouched = 0;

  bool has_seen_all() const { return most == 2 && untouched > 0; }
};
// What happens in a check depends on how fast each process is. So a check is repeated until it has happened.
constexpr int most_attempts = 40;

CheckResult check_among(int processes, const Scenario& scenario, const Effort& effort, Limits& limits,
                        Tally& tally) {
  CheckResult result;
  const auto lead = [&](Wire& wire) {
    Watched watched(wire);
    Effort of_leader = effort;
    of_leader.wire = &watched;
    result = check(std::as_const(scenario), limits, of_leader);
    tally.most = std::max(tally.most, watched.most);
    tally.untouched += watched.untouched;
  };
  among(processes, lead, [&](Wire& wire) {
    Limits others(memory);
    serve({scenario}, others, {.wire = &wire});
  });
  return result;
}

Scenario ring(const char* model, int n) {
  Scenario scenario = on_ring(*find_model(model), n);
  scenario.reduction = {.symmetry = true, .order = true, .independence = true};
  return scenario;
}

CheckResult alone(const Scenario& scenario, const Effort& effort) {
  Limits limits(memory);
  return check(std::as_const(scenario), limits, effort);
}

}  // namespace

TEST_SUITE_BEGIN("ranks");

TEST_CASE(
    "helpers that have a piece ahead find what one process finds, and hand it back when they are asked to") {
  Tally tally;
  for (const auto& [model, n] : {std::pair{"chang-roberts", 10}, {"hirschberg-sinclair", 4}}) {
    const Scenario scenario = ring(model, n);
    const CheckResult expected = alone(scenario, {});
    for (const int processes : {2, 4}) {
      Limits limits(memory);
      CHECK(difference_in_checks(check_among(processes, scenario, {}, limits, tally), expected) == "");
    }
  }
  const Scenario scenario = ring("chang-roberts:slide", 6);
  for (const bool keep_going : {false, true}) {
    Limits limits(memory);
    const Effort effort{.keep_going = keep_going};
    CHECK(difference_in_checks(check_among(3, scenario, effort, limits, tally), alone(scenario, effort)) ==
          "");
  }
  const Scenario again = ring("chang-roberts", 10);
  for (int attempt = 0; attempt < most_attempts && !tally.has_seen_all(); ++attempt) {
    Limits limits(memory);
    check_among(2 + attempt % 3, again, {}, limits, tally);
  }
  CHECK(tally.has_seen_all());
}

TEST_CASE("a journal knows pieces that came back as they were, and goes on after a limit") {
  const Scenario scenario = ring("chang-roberts", 10);
  const CheckResult expected = alone(scenario, {});
  Tally tally;
  int interrupted = 0;
  const int wanted = brief ? 2 : 5;
  for (int attempt = 0; attempt < most_attempts && (interrupted < wanted || !tally.has_seen_all());
       ++attempt) {
    Kept kept;
    Limits limits(memory);
    const Effort effort{.ledger = &kept};
    {
      const std::jthread later([&](const std::stop_token& over) {
        while (limits.instances < expected.instances / 3 && !over.stop_requested()) std::this_thread::yield();
        limits.stop(StopReason::interrupted);
      });
      interrupted +=
          check_among(3, scenario, effort, limits, tally).stopped == StopReason::interrupted ? 1 : 0;
    }
    Limits for_rest(memory);
    CHECK(difference_in_checks(check_among(3, scenario, effort, for_rest, tally), expected) == "");
    kept.only_recall();
    CHECK(difference_in_checks(alone(scenario, effort), expected) == "");
    CHECK(kept.lines() > 3);
  }
  CHECK(interrupted >= wanted);
  CHECK(tally.has_seen_all());
}

TEST_CASE("an error of the leader ends the helpers, too, while they are at work") {
  const Scenario scenario = ring("chang-roberts", 14);
  for (int processes = 2; processes <= (brief ? 2 : 4); ++processes) {
    Limits limits(memory);
    bool threw = false;
    const auto lead = [&](Wire& wire) {
      Failing failing(wire);
      try {
        check(std::as_const(scenario), limits, {.wire = &failing});
      } catch (const std::runtime_error& error) {
        threw = error.what() == std::string("a message is lost");
      }
    };
    among(processes, lead, [&](Wire& wire) {
      Limits others(memory);
      serve({scenario}, others, {.wire = &wire});
    });
    CHECK(threw);
  }
}

TEST_SUITE_END();

}  // namespace conclave::dealt_ahead
