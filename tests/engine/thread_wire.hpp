// Several threads as if they were processes that send each other messages. Those from one to another arrive
// in their order; whose come first is left to chance.
#pragma once

#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/run/wire.hpp"
#include "program/json.hpp"

namespace conclave::testing {

class ThreadWire final : public Wire {
 public:
  // What the threads share.
  struct Post {
    struct Box {
      std::mutex mutex;
      std::vector<std::deque<std::string>> from;  // by process
    };
    explicit Post(int processes) : boxes(static_cast<std::size_t>(processes)) {
      for (Box& box : boxes) box.from.resize(boxes.size());
    }
    std::vector<Box> boxes;  // by process
  };

  ThreadWire(Post& post, int number)
      : post_(post), number_(number), random_(static_cast<unsigned>(number) + 1) {}

  int number() const override { return number_; }
  int processes() const override { return static_cast<int>(post_.boxes.size()); }
  int processes_here() const override { return processes(); }
  void send(int to, const std::string& text) override {
    Post::Box& box = post_.boxes.at(static_cast<std::size_t>(to));
    const std::lock_guard lock(box.mutex);
    box.from[static_cast<std::size_t>(number_)].push_back(text);
  }
  std::optional<Message> receive() override {
    Post::Box& box = post_.boxes[static_cast<std::size_t>(number_)];
    const std::lock_guard lock(box.mutex);
    const std::size_t first = random_() % box.from.size();
    for (std::size_t i = 0; i < box.from.size(); ++i) {
      const std::size_t sender = (first + i) % box.from.size();
      std::deque<std::string>& messages = box.from[sender];
      if (messages.empty()) continue;
      Message message{static_cast<int>(sender), std::move(messages.front())};
      messages.pop_front();
      return message;
    }
    return {};
  }
  [[noreturn]] void abort() override { std::abort(); }

 private:
  Post& post_;
  const int number_;
  std::minstd_rand random_;
};

// Calls `lead` on this thread, as process 0, and `help` on each of the others. Those have to return when they
// are told to quit.
inline void among(int processes, const std::function<void(Wire&)>& lead,
                  const std::function<void(Wire&)>& help) {
  ThreadWire::Post post(processes);
  std::vector<std::jthread> others;
  for (int i = 1; i < processes; ++i) {
    others.emplace_back([&, i] {
      ThreadWire wire(post, i);
      help(wire);
    });
  }
  ThreadWire wire(post, 0);
  std::exception_ptr error;
  try {
    lead(wire);
  } catch (...) {
    error = std::current_exception();
  }
  for (int i = 1; i < processes; ++i) wire.send(i, R"({"quit":true})");
  others.clear();
  if (error) std::rethrow_exception(error);
}

}  // namespace conclave::testing
