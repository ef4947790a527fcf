// dealer N SECONDS WORKERS...: how well so many workers would share a check of chang-roberts that takes so
// many seconds in all, if its regions were like those of a ring of N. Which regions each order leaves is
// found out here; each order takes equally long, and the dealing (engine/pieces/sweep_together.cpp) is
// simulated, but without pieces ahead, with a leader that handles one message after the other. A larger ring
// has more orders, and so smaller ones. docs/scale.md has what came of it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <queue>
#include <string>
#include <vector>

#include "engine/run/explorer.hpp"
#include "machine/machine.hpp"
#include "program/model.hpp"
#include "scenario/order_classes.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;

namespace {

// By order: the orders that come next in the regions that it leaves.
using Tree = std::vector<std::vector<std::uint32_t>>;

Tree tree_of(int n) {
  Scenario scenario = testing::on_ring(*find_model("chang-roberts"), n);
  scenario.reduction = {};
  Limits limits(std::size_t{8} << 30);
  Explorer explorer(scenario, limits);
  OrderClasses classes(scenario);
  struct Waiting {
    OrderClasses::Region region;
    std::uint32_t node;
  };
  std::vector<Waiting> waiting(1);
  classes.next_topology(waiting.front().region);
  Tree tree(1);
  while (!waiting.empty()) {
    const Waiting next = std::move(waiting.back());
    waiting.pop_back();
    const Instance order = OrderClasses::representative(scenario, next.region);
    auto found = explorer.explore_order(order);
    if (!found) {
      found.emplace().result = explorer.explore(order);
      found->asked = explorer.machine().asked().facts();
    }
    auto left = classes.covered(next.region, found->asked, true).left;
    for (std::size_t i = 0; i < left.size(); ++i) {
      tree[next.node].push_back(static_cast<std::uint32_t>(tree.size()));
      tree.emplace_back();
    }
    for (std::size_t i = left.size(); i-- > 0;) waiting.push_back({std::move(left[i]), tree[next.node][i]});
  }
  return tree;
}

class Dealer {
 public:
  Dealer(const Tree& tree, double seconds_each, std::size_t workers)
      : tree_(tree), each_(seconds_each), workers_(workers) {}

  // Seconds until all is explored.
  double run() {
    waiting_.push_back(0);
    for (std::size_t worker = 0; worker < workers_.size(); ++worker) idle_.push_back(worker);
    deal(0);
    double now = 0;
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now = event.time;
      Worker& worker = workers_[event.worker];
      if (!event.arrives) {
        step(event.worker, now);
        continue;
      }
      waiting_.insert(waiting_.end(), worker.has.begin(), worker.has.end());
      worker.has.clear();
      idle_.push_back(event.worker);
      --busy_;
      deal(now);
    }
    return now;
  }
  std::uint64_t messages() const { return messages_; }

 private:
  // What the leader does with one message; what a message takes to arrive.
  static constexpr double handling = 300e-6;
  static constexpr double latency = 200e-6;

  struct Worker {
    std::vector<std::uint32_t> has;  // the next one is last
    double until = 0;
    bool hand_back = false;
  };
  struct Event {
    double time;
    std::size_t worker;
    bool arrives;  // at the leader; otherwise an order is done
    bool operator>(const Event& other) const { return time > other.time; }
  };

  // The leader is free again at the time that this returns.
  double handle(double now) {
    ++messages_;
    free_at_ = std::max(now, free_at_) + handling;
    return free_at_;
  }

  void deal(double now) {
    while (!idle_.empty() && !waiting_.empty()) {
      const std::size_t worker = idle_.back();
      idle_.pop_back();
      const std::size_t most = std::clamp<std::size_t>(waiting_.size() / (2 * workers_.size()), 1, 64);
      for (std::size_t i = 0; i < most; ++i) {
        workers_[worker].has.push_back(waiting_.front());
        waiting_.pop_front();
      }
      std::ranges::reverse(workers_[worker].has);
      const double there = handle(now) + latency;
      workers_[worker].until = there + std::clamp(now / 10, 0.1, 30.0);
      workers_[worker].hand_back = false;
      ++busy_;
      begin_order(worker, there);
    }
    if (idle_.empty()) return;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      if (workers_[i].has.size() > 1) workers_[i].hand_back = true;
    }
  }
  void begin_order(std::size_t worker, double now) { events_.push({now + each_, worker, false}); }
  void step(std::size_t which, double now) {
    Worker& worker = workers_[which];
    const auto& left = tree_[worker.has.back()];
    worker.has.pop_back();
    worker.has.insert(worker.has.end(), left.rbegin(), left.rend());
    if (worker.has.empty() || worker.hand_back || now > worker.until || !idle_.empty()) {
      events_.push({handle(now + latency), which, true});
    } else {
      begin_order(which, now);
    }
  }

  const Tree& tree_;
  const double each_;
  std::vector<Worker> workers_;
  std::list<std::uint32_t> waiting_;
  std::vector<std::size_t> idle_;
  std::size_t busy_ = 0;
  double free_at_ = 0;
  std::uint64_t messages_ = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: dealer N SECONDS WORKERS...\n");
    return 2;
  }
  const double all = std::atof(argv[2]);
  const Tree tree = tree_of(std::atoi(argv[1]));
  const double each = all / static_cast<double>(tree.size());
  std::printf("%zu orders, %.0f s in all\n", tree.size(), all);
  for (int i = 3; i < argc; ++i) {
    const auto workers = static_cast<std::size_t>(std::atoi(argv[i]));
    Dealer dealer(tree, each, workers);
    const double seconds = dealer.run();
    std::printf("%5zu workers: %.0f s, efficiency %.1f %%, %llu messages\n", workers, seconds,
                100 * all / (seconds * static_cast<double>(workers)),
                static_cast<unsigned long long>(dealer.messages()));
  }
}
