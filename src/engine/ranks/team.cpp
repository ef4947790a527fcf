#include "engine/ranks/team.hpp"

#include <cstring>
#include <utility>

namespace conclave {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

}  // namespace

Team::Team(Wire& wire, Limits& limits)
    : wire_(wire), limits_(limits), others_(size()), told_states_(limits.states) {
  if (!leads()) post(0, Kind::ready);
}

void Team::wait_for_others() {
  wait_until([](const Other& other) { return other.ready; });
}

void Team::post(std::uint32_t to, Kind kind, const std::string& rest) {
  wire_.send(static_cast<int>(to), static_cast<char>(kind) + rest);
}

void Team::post_all(Kind kind) {
  for (std::uint32_t r = 0; r < size(); ++r) {
    if (r != rank()) post(r, kind);
  }
}

void Team::send(std::uint32_t to, const std::string& bytes) {
  ++sent_;
  bytes_sent_ += bytes.size();
  if (++others_[to].waiting == window) ++full_;
  post(to, Kind::data, bytes);
}

std::optional<Team::Data> Team::take() {
  if (arrived_.empty()) return {};
  Data data = std::move(arrived_.front());
  arrived_.pop_front();
  post(data.from, Kind::taken);
  return data;
}

bool Team::hear(bool idle) {
  bool any = false;
  while (const auto message = wire_.receive()) {
    any = true;
    receive(*message, idle && arrived_.empty());
  }
  if (given_up_) throw GivenUp{};
  if (failure_) throw RankFailed{*failure_};
  if (leads()) ask_when_due(idle && arrived_.empty());
  return any;
}

void Team::receive(const Wire::Message& message, bool idle) {
  const auto from = static_cast<std::uint32_t>(message.from);
  Other& other = others_[from];
  switch (static_cast<Kind>(message.text.front())) {
    case Kind::data:
      ++received_;
      if (!given_up_) arrived_.push_back({from, message.text.substr(1)});
      break;
    case Kind::taken:
      if (other.waiting-- == window) --full_;
      break;
    case Kind::ask: {
      const Counts mine = count(idle);
      std::string bytes(sizeof(mine), '\0');
      std::memcpy(bytes.data(), &mine, sizeof(mine));
      post(0, Kind::answer, bytes);
      break;
    }
    case Kind::answer: {
      Counts theirs;
      std::memcpy(&theirs, message.text.data() + 1, sizeof(theirs));
      limits_.states += theirs.states;
      --answers_;
      add(theirs);
      break;
    }
    case Kind::over:
      over_ = true;
      break;
    case Kind::ready:
      other.ready = true;
      break;
    case Kind::here:
      ++other.met;
      break;
    case Kind::gone:
      other.gone = true;
      break;
    case Kind::give_up:
      given_up_ = true;
      arrived_.clear();
      break;
    case Kind::failed:
      failure_ = Json::parse(message.text.substr(1));
      break;
    case Kind::words:
      other.words.push_back(Json::parse(message.text.substr(1)));
      break;
  }
}

Team::Counts Team::count(bool idle) {
  const std::uint64_t states = limits_.states;
  return {sent_, received_, idle ? 0U : 1U, states - std::exchange(told_states_, states)};
}

void Team::add(const Counts& more) {
  now_.sent += more.sent;
  now_.received += more.received;
  now_.busy += more.busy;
}

// While the leader has something to do, the phase is not over, but progress is shown.
void Team::ask_when_due(bool idle) {
  if (answers_ > 0 || over_) return;
  if (asked_ != Clock::time_point{} && now_.busy == 0 && now_.sent == now_.received) {
    if (before_ == now_) {
      over_ = true;
      return post_all(Kind::over);
    }
    before_ = now_;
  } else {
    before_.reset();
  }
  const auto now = Clock::now();
  if (now - asked_ < (idle ? Clock::duration(300us) : Clock::duration(500ms))) return;
  asked_ = now;
  now_ = {sent_, received_, idle ? 0U : 1U, 0};
  answers_ = size() - 1;
  post_all(Kind::ask);
}

void Team::meet() {
  sent_ = received_ = 0;
  over_ = false;
  before_.reset();
  asked_ = {};
  wait_for_all();
}

void Team::wait_for_all() {
  ++meetings_;
  post_all(Kind::here);
  wait_until([&](const Other& other) { return other.met >= meetings_; });
}

void Team::leave() {
  wait_for_all();
  if (leads())
    wait_until([](const Other& other) { return other.gone; });
  else
    post(0, Kind::gone);
}

// Receives until all others are like this, whatever is said meanwhile.
template <class Is>
void Team::wait_until(const Is& is) {
  Patience pause;
  for (std::uint32_t r = 0; r < size();) {
    if (r == rank() || is(others_[r])) {
      ++r;
    } else if (const auto message = wire_.receive()) {
      receive(*message, false);
      pause.something_came();
    } else {
      pause.wait();
    }
  }
}

void Team::tell(std::uint32_t to, const Json& words) { post(to, Kind::words, words.dump()); }

void Team::tell_all(const Json& words) {
  for (std::uint32_t r = 0; r < size(); ++r) {
    if (r != rank()) tell(r, words);
  }
}

Json Team::await(std::uint32_t from) {
  Patience pause;
  while (others_[from].words.empty()) {
    limits_.poll();
    if (hear(false))
      pause.something_came();
    else
      pause.wait();
  }
  Json words = std::move(others_[from].words.front());
  others_[from].words.pop_front();
  return words;
}

std::vector<Json> Team::give_up(const Json& last) {
  if (leads())
    post_all(Kind::give_up);
  else
    tell(0, last);
  given_up_ = true;
  leave();
  std::vector<Json> all;
  for (std::uint32_t r = 1; r < size() && leads(); ++r) all.push_back(others_[r].words.back());
  return all;
}

void Team::fail(const Json& why) {
  post(0, Kind::failed, why.dump());
  Patience pause;
  try {
    while (true) {
      if (!hear(false)) pause.wait();
    }
  } catch (const GivenUp&) {
  }
}

}  // namespace conclave
