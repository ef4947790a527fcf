// The sweep by several processes. Of order classes, the one that leads has the agenda; its own threads take
// pieces from it as always, and its main thread sends others to the processes that serve, which are its
// helpers. A helper has an agenda of what it was sent, works on that for the time that it was told, and sends
// back what it found and what is left. While much waits, each helper has a second piece ahead, so that none
// waits for the next one. When somebody has nothing to do, the others are asked to hand back, and a piece
// ahead comes back as it was.
//
// A region whose first order is too large for one process is large in the agenda. When nothing else is left,
// all explore that order together (ranks/team.hpp).
#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "engine/pieces/shared.hpp"
#include "engine/pieces/sweep.hpp"
#include "engine/pieces/told.hpp"

namespace conclave {
namespace {

using namespace std::chrono_literals;

}  // namespace

struct Sweep::Helper {
  struct Given {
    Agenda::Piece piece;
    std::vector<std::uint64_t> took;  // the numbers of its regions
  };
  std::deque<Given> has = {};  // It explores them, and answers, in this order.
  bool asked_back = false;     // all that it has
};

void Sweep::lead(Shared& shared) {
  std::exception_ptr error;
  std::thread own([&] {
    try {
      work_on_threads(shared, explorers_.size());
    } catch (...) {
      error = std::current_exception();
    }
  });
  try {
    direct(shared);
  } catch (...) {
    const std::lock_guard lock(shared.mutex);
    if (!shared.failure) shared.failure = std::current_exception();
  }
  shared.changed.notify_all();
  own.join();
  if (error) std::rethrow_exception(error);
}

// What the main thread does while others work.
void Sweep::direct(Shared& shared) {
  std::vector<Helper> helpers(static_cast<std::size_t>(wire_->processes()));
  const auto has_work = [](const Helper& helper) { return !helper.has.empty(); };
  const auto counts = [](const Helper::Given& given) { return Agenda::counts(given.piece); };
  int idle = 0;  // so many helpers, as the threads know it
  Patience pause;
  while (true) {
    bool all_are_ahead = false;
    {
      const std::lock_guard lock(shared.mutex);
      const bool stops = shared.failure || limits_.reason() != StopReason::none;
      // A helper would meet an error again, so that it waits until it is met here.
      if (!stops && shared.troubled.empty()) deal(shared, helpers);
      const auto busy = std::ranges::count_if(helpers, has_work);
      if (busy == 0 && (stops || (!shared.agenda.any_busy() && shared.agenda.waiting() == 0))) break;
      const int now_idle = static_cast<int>(std::ssize(helpers) - 1 - busy);
      shared.idle += now_idle - std::exchange(idle, now_idle);
      for (std::size_t i = 1; i < helpers.size(); ++i) {
        Helper& helper = helpers[i];
        if (helper.has.empty() || helper.asked_back) continue;
        if (!stops && shared.idle == 0 && std::ranges::all_of(helper.has, counts)) continue;
        helper.asked_back = true;
        wire_->send(static_cast<int>(i), R"({"hand back":true})");
      }
      const auto is_ahead = [](const Helper& helper) { return helper.has.size() > 1 && !helper.asked_back; };
      all_are_ahead =
          shared.agenda.waiting() > 0 && std::all_of(helpers.begin() + 1, helpers.end(), is_ahead);
    }
    const auto message = wire_->receive();
    if (message) {
      hear(shared, helpers, *message);
      pause.something_came();
    } else if (all_are_ahead) {
      pause.wait(5ms);  // This thread takes time from one that explores, and nobody waits for it.
    } else {
      pause.wait();
    }
  }
}

// Gives pieces to helpers: first to those that have none, then one ahead to each, of which enough must be
// left for those that have nothing next.
void Sweep::deal(Shared& shared, std::vector<Helper>& helpers) try {
  for (const std::size_t has : {0, 1}) {
    for (std::size_t i = 1; i < helpers.size(); ++i) {
      Helper& helper = helpers[i];
      const std::size_t waiting = shared.agenda.waiting();
      if (helper.has.size() != has) continue;
      if (has > 0 && (helper.asked_back || shared.idle > 0 || waiting < 2 * helpers.size())) continue;
      auto piece = shared.agenda.take_last(std::clamp<std::size_t>(waiting / (2 * helpers.size()), 1, 64));
      if (!piece) return;
      helper.asked_back = false;
      const auto time = std::chrono::duration_cast<std::chrono::milliseconds>(shared.slice());
      const std::string text =
          Json{{"piece", to_json(piece->regions)}, {"milliseconds", time.count()}}.dump();
      std::vector<std::uint64_t> took;
      for (const Numbered& region : piece->regions) took.push_back(region.number);
      helper.has.push_back({std::move(*piece), std::move(took)});
      wire_->send(static_cast<int>(i), text);
    }
  }
} catch (const LimitReached&) {  // It ends the others' work, too.
} catch (const std::bad_alloc&) {
  limits_.out_of_memory();
}

// The helpers leave this sweep, and say how they have explored.
void Sweep::dismiss_helpers() {
  if (wire_ == nullptr) return;
  for (int helper = 1; helper < wire_->processes(); ++helper) wire_->send(helper, R"({"rest":true})");
  Patience pause;
  for (int left = wire_->processes() - 1; left > 0;) {
    if (const auto message = wire_->receive()) {
      const Json json = Json::parse(message->text);
      recalled_ |= read_manner(json.at("manner"));
      if (!json.contains("told")) --left;  // After an error, pieces may still come back.
    } else {
      pause.wait();
    }
  }
}

// Explores an instance with all processes.
InstanceResult Sweep::explore_together(const Instance& instance, const Task& task) {
  release();
  return explorer(0).explore_together(instance, task, *wire_);
}

// A helper has sent back a piece.
void Sweep::hear(Shared& shared, std::vector<Helper>& helpers, const Wire::Message& message) {
  const Json json = Json::parse(message.text);
  const std::lock_guard lock(shared.mutex);
  Helper& helper = helpers.at(static_cast<std::size_t>(message.from));
  auto [piece, took] = std::move(helper.has.front());
  helper.has.pop_front();
  piece.told = read_stretches(json.at("told"), *shared.none, scenario_.processes);
  for (const std::size_t at : json.value("large", std::vector<std::size_t>{}))
    piece.told.at(at).region.is_large = true;
  const Manner manner = read_manner(json.at("manner"));
  recalled_ |= manner;
  limits_.states += json.at("states").get<std::uint64_t>();
  limits_.instances += json.at("instances").get<std::uint64_t>();
  if (const auto reason = static_cast<StopReason>(json.at("stopped").get<int>()); reason != StopReason::none)
    limits_.stop(reason);
  // If nothing was found, these are the regions that it was given, and nothing is noted. So they keep their
  // numbers, which a ledger may know.
  const auto is_region = [](const Stretch& stretch) { return stretch.sum == nullptr; };
  if (piece.told.size() == took.size() && std::ranges::all_of(piece.told, is_region)) {
    for (std::size_t at = 0; at < took.size(); ++at) piece.told.at(at).region.number = took[at];
  }
  shared.agenda.number(piece.told);
  if (json.at("failed") == true) {
    for (const Stretch& stretch : piece.told) {
      if (!stretch.sum) shared.troubled.push_back(stretch.region.number);
    }
  }
  std::exception_ptr failure = note(std::move(took), piece, manner, json.at("seconds"), shared);
  shared.agenda.put(std::move(piece));
  if (failure && !shared.failure) shared.failure = failure;
  shared.changed.notify_all();
}

void Sweep::serve(const Task& task, const Sum& none, Wire& wire) {
  const LimitsInForce in_force(&limits_);
  Shared shared(scenario_, task, none, nullptr);
  shared.serves = true;
  std::deque<Json> given;  // pieces that are not begun
  bool rests = false;
  Patience pause;
  shared.look_for_messages = [&, next = Shared::Clock::now()]() mutable {
    const auto now = Shared::Clock::now();
    if (now < next) return;
    next = now + 2ms;
    while (const auto message = wire.receive()) {
      Json json = Json::parse(message->text);
      if (json.contains("hand back")) shared.hand_back = true;
      if (json.contains("rest")) rests = shared.hand_back = true;  // The leader has met an error.
      if (json.contains("piece")) given.push_back(std::move(json));
    }
  };
  while (!rests) {
    if (!given.empty()) {
      serve_piece(shared, given.front(), wire);
      given.pop_front();
      if (given.empty()) shared.hand_back = false;
      continue;
    }
    const auto message = wire.receive();
    if (!message) {
      pause.wait();
      continue;
    }
    pause.something_came();
    Json json = Json::parse(message->text);
    rests = json.contains("rest");
    if (json.contains("explore")) {
      release();
      explorer(0).help(json, wire);
    }
    if (json.contains("piece")) given.push_back(std::move(json));
  }
  wire.send(0, Json{{"manner", to_json(manner())}}.dump());
}

void Sweep::serve_piece(Shared& shared, const Json& json, Wire& wire) {
  const std::uint64_t states = limits_.states;
  const std::uint64_t instances = limits_.instances;
  const auto began = Shared::Clock::now();
  std::vector<Stretch> regions;
  for (Numbered& region : read_regions(json.at("piece"), scenario_.processes))
    regions.push_back({.region = std::move(region)});
  shared.agenda.take_all(std::move(regions));
  shared.until = Shared::Clock::now() + std::chrono::milliseconds(json.at("milliseconds").get<int>());
  shared.begun_first = false;
  shared.failure = nullptr;
  shared.begun.clear();
  work_on_threads(shared, explorers_.size());
  std::vector<Stretch> told = shared.agenda.give_all();
  // What a helper has numbered, the leader numbers anew.
  std::vector<std::size_t> large;
  for (std::size_t at = 0; at < told.size(); ++at) {
    told[at].region.number = 0;
    if (told[at].region.is_large) large.push_back(at);
  }
  wire.send(0, Json{{"told", to_json(told)},
                    {"manner", to_json(manner())},
                    {"states", limits_.states - states},
                    {"instances", limits_.instances - instances},
                    {"seconds", std::chrono::duration<double>(Shared::Clock::now() - began).count()},
                    {"stopped", static_cast<int>(limits_.reason())},
                    {"large", large},
                    {"failed", shared.failure != nullptr}}
                   .dump());
}

}  // namespace conclave
