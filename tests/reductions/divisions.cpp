// However the work of a sweep is divided: what is added up is the same, in the same order (engine/pieces).
#include <doctest/doctest.h>

#include <random>
#include <string>

#include "engine/pieces/agenda.hpp"
#include "reductions/order_questions.hpp"
#include "scenario/scenarios.hpp"

using namespace conclave;
using namespace conclave::testing;

namespace {

// Notes which orders were added, one after the other. After some of them, nothing counts.
class Listed final : public conclave::Sum {
 public:
  explicit Listed(unsigned ends_at) : ends_at_(ends_at) {}

  std::unique_ptr<conclave::Sum> none() const override { return std::make_unique<Listed>(ends_at_); }
  bool add(const Instance& instance, InstanceResult&) override {
    std::string order = std::to_string(instance.topology) + ":";
    unsigned sum = ends_at_;
    for (const int code : codes(instance)) {
      order += " " + std::to_string(code);
      sum = 31 * sum + static_cast<unsigned>(code);
    }
    orders.push_back(order);
    return ends_at_ == 0 || sum % 11 != 0;
  }
  void append(conclave::Sum& sum) override {
    auto& later = dynamic_cast<Listed&>(sum);
    orders.insert(orders.end(), later.orders.begin(), later.orders.end());
    later.orders.clear();
  }

  std::vector<std::string> orders;

 private:
  unsigned ends_at_;  // 0: nowhere
};

struct Sums {
  std::vector<std::string> orders;
  bool all = false;
  friend bool operator==(const Sums&, const Sums&) = default;
};

class Divided {
 public:
  Divided(const Scenario& scenario, unsigned seed, unsigned ends_at)
      : scenario_(scenario), questions_(seed), ends_at_(ends_at) {}

  // One order after the other.
  Sums in_order() const {
    OrderClasses classes(scenario_);
    Regions regions(classes);
    OrderClasses::Region region;
    Listed sum(ends_at_);
    while (regions.next(region)) {
      Instance instance = OrderClasses::representative(scenario_, region);
      const auto asked = questions_.ask(codes(instance), most);
      regions.add(classes.covered(region, asked, true).left);
      InstanceResult nothing;
      if (!sum.add(instance, nothing)) return {sum.orders, !regions.next(region)};
    }
    return {sum.orders, true};
  }

  // Up to three pieces are being explored at a time, which begin and end at random.
  Sums at_random(std::mt19937& random) const {
    OrderClasses classes(scenario_);
    Agenda agenda(classes);
    std::vector<Agenda::Piece> busy;
    while (true) {
      const std::size_t most_regions = 1 + random() % 5;
      std::optional<Agenda::Piece> piece;
      if (busy.size() < 3 && random() % 3 != 0) {
        const unsigned how = random() % 4;
        piece = how == 0   ? agenda.take_last(most_regions)
                : how == 1 ? agenda.take_oldest()
                           : agenda.take_first(most_regions);
      }
      if (piece) {
        busy.push_back(std::move(*piece));
        continue;
      }
      if (busy.empty() && agenda.waiting() == 0) {
        if (auto last = agenda.take_first(1)) busy.push_back(std::move(*last));
        if (busy.empty()) break;
      }
      if (busy.empty()) {
        // Once in a while all that is known is written down and read again.
        if (random() % 4 == 0 && !agenda.ends()) {
          agenda.begin_all();
          agenda.take_all(agenda.give_all());
        }
        continue;
      }
      const auto which = busy.begin() + static_cast<std::ptrdiff_t>(random() % busy.size());
      explore(*which, classes, random() % 20);
      agenda.put(std::move(*which));
      busy.erase(which);
    }
    Listed sum(ends_at_);
    const bool all = agenda.add_up(sum);
    return {sum.orders, all};
  }

 private:
  static constexpr std::size_t most = 40;

  void explore(Agenda::Piece& piece, const OrderClasses& classes, std::size_t orders) const {
    std::vector<Numbered> waiting(piece.regions.rbegin(), piece.regions.rend());
    Stretch told;
    for (; orders > 0 && !waiting.empty() && !told.ends; --orders) {
      const OrderClasses::Region region = std::move(waiting.back().region);
      waiting.pop_back();
      Instance instance = OrderClasses::representative(scenario_, region);
      auto left = classes.covered(region, questions_.ask(codes(instance), most), true).left;
      for (auto at = left.rbegin(); at != left.rend(); ++at) waiting.push_back({0, *at});
      if (!told.sum) told.sum = std::make_unique<Listed>(ends_at_);
      InstanceResult nothing;
      told.ends = !told.sum->add(instance, nothing);
    }
    if (told.sum) piece.told.push_back(std::move(told));
    for (auto at = waiting.rbegin(); at != waiting.rend(); ++at) piece.told.push_back({.region = *at});
  }

  const Scenario& scenario_;
  const Questions questions_;
  const unsigned ends_at_;
};

}  // namespace

TEST_SUITE_BEGIN("reductions-orders");

TEST_CASE("pieces add up to the same, however the work is divided") {
  std::mt19937 random(1);
  std::size_t ended = 0;
  std::size_t ended_last = 0;
  for (const auto& [name, topology, n] : {std::tuple{"chang-roberts", "ring", 5},
                                          {"chang-roberts", "ring", 1},
                                          {"spanning-tree-rootless", "connected", 4}}) {
    Scenario scenario = on(*find_model(name), topology, n);
    scenario.reduction = {.symmetry = n != 4, .order = true, .independence = false};
    REQUIRE(OrderClasses::apply_to(scenario));
    for (unsigned seed = 1; seed <= 60; ++seed) {
      const Divided divided(scenario, seed, seed % 3 == 0 ? 0 : seed);
      const Sums expected = divided.in_order();
      for (int again = 0; again < 3; ++again) {
        const Sums found = divided.at_random(random);
        REQUIRE(found.orders == expected.orders);
        REQUIRE(found.all == expected.all);
      }
      if (!expected.all) ++ended;
      if (expected.all && seed % 3 != 0) ++ended_last;
    }
  }
  CHECK(ended > 20);
  CHECK(ended_last > 0);
}

TEST_SUITE_END();
