// Messages between processes that check something together. Number 0 leads: it deals out pieces, and writes
// the results. The others serve it.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

namespace conclave {

class Wire {
 public:
  struct Message {
    int from = 0;
    std::string text;
  };

  virtual ~Wire() = default;

  virtual int number() const = 0;          // of this process
  virtual int processes() const = 0;       // so many there are
  virtual int processes_here() const = 0;  // so many of them are on this machine
  // Messages from one process to another arrive in their order. Only the main thread calls these.
  virtual void send(int to, const std::string& text) = 0;
  // The next message, if there is one. Does not wait.
  virtual std::optional<Message> receive() = 0;
  // Ends all processes at once: this one cannot go on, and others would wait for it.
  [[noreturn]] virtual void abort() = 0;
};

// Waits for messages without doing so actively, because somebody else works on the same core: the longer
// nothing comes, the more seldom it looks.
class Patience {
 public:
  void wait(std::chrono::microseconds longest = std::chrono::microseconds(500)) {
    next_ = std::min(next_, longest);
    std::this_thread::sleep_for(next_);
    next_ *= 2;
  }
  void something_came() { next_ = shortest; }

 private:
  static constexpr std::chrono::microseconds shortest{100};
  std::chrono::microseconds next_ = shortest;
};

}  // namespace conclave
