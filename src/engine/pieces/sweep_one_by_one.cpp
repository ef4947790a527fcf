// The sweep where orders are explored one by one, because they have no classes.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "engine/passes/parallel/threads.hpp"
#include "engine/pieces/ledger.hpp"
#include "engine/pieces/shared.hpp"
#include "engine/pieces/sweep.hpp"

namespace conclave {

// Hands out orders one by one, each with all its cases.
class Sweep::OneByOne {
 public:
  explicit OneByOne(const Scenario& scenario) : instances_(scenario) { more_ = instances_.next(ahead_); }

  bool more() const { return more_; }
  // The number of the next order, or of the one whose cases are being handed out.
  std::uint64_t order() const { return order_; }
  bool at_first_case() const { return at_first_case_; }
  Instance next() {
    Instance instance = std::move(ahead_);
    more_ = instances_.next(ahead_);
    at_first_case_ = !more_ || ahead_.topology != instance.topology || ahead_.ids != instance.ids;
    if (at_first_case_) ++order_;
    return instance;
  }

 private:
  Instances instances_;
  Instance ahead_;
  bool more_ = false;
  std::uint64_t order_ = 0;
  bool at_first_case_ = true;
};

// What a ledger knows of orders that are explored one by one, and what is to be noted.
class Sweep::Notes {
 public:
  Notes(Ledger* ledger, Sum& total, Sweep& sweep) : ledger_(ledger), total_(total), sweep_(sweep) {
    if (ledger_ == nullptr) return;
    known_ = ledger_->known(*total.none()).entries;
    std::ranges::sort(known_, std::greater(), &Ledger::Entry::from);
    share_ = ledger_->share();
  }

  bool exist() const { return ledger_ != nullptr; }
  // Is it known what comes of this order, or is it somebody else's?
  bool knows(std::uint64_t order) const { return !known_.empty() && known_.back().from <= order; }
  bool leaves_out(std::uint64_t order) const {
    if (ledger_ == nullptr) return false;
    if (!ledger_->explores()) return true;
    // Orders that follow on each other are one line of a journal.
    const std::uint64_t turn = share_ && order >= 64 * share_->all ? order / 16 : order;
    return share_ && turn % share_->all != share_->mine;
  }
  // What comes of the order, and perhaps of some that follow.
  Ledger::Entry recall(std::uint64_t order) {
    Ledger::Entry entry = std::move(known_.back());
    known_.pop_back();
    if (entry.from < order) throw LedgerError("two of its pieces are of the same orders");
    sweep_.recalled_ |= entry.manner;
    sweep_.recalls_ = true;
    return entry;
  }

  // Adds the next instance that was explored. Returns false if nothing after it counts.
  bool add(std::uint64_t order, const Instance& instance, InstanceResult& found, bool is_last_case) {
    if (ledger_ == nullptr) return total_.add(instance, found);
    if (!of_order_) of_order_ = total_.none();
    const bool ends = !of_order_->add(instance, found);
    if (!ends && !is_last_case) return true;
    if (!told_.sum) {
      from_ = order;
      told_.sum = total_.none();
    }
    told_.sum->append(*std::exchange(of_order_, nullptr));
    to_ = order + 1;
    told_.ends = ends;
    told_.whole = is_last_case;
    return !ends;
  }
  // Notes the orders that were added. What is known of one that is not whole counts, but is not noted.
  void note() {
    std::exception_ptr failure;
    if (told_.sum) {
      Ledger::Entry entry{.took = {}, .from = from_, .to = to_, .told = {}, .manner = sweep_.manner()};
      entry.told.push_back(std::exchange(told_, {}));
      try {
        ledger_->note(entry);
      } catch (const LedgerError&) {
        failure = std::current_exception();
      }
      total_.append(*entry.told.front().sum);
    }
    if (of_order_) total_.append(*std::exchange(of_order_, nullptr));
    if (failure) std::rethrow_exception(failure);
  }

 private:
  Ledger* const ledger_;
  Sum& total_;
  Sweep& sweep_;
  std::vector<Ledger::Entry> known_;  // the next one is last
  std::optional<Ledger::Share> share_;
  Stretch told_;  // of the orders from `from_` to before `to_`
  std::uint64_t from_ = 0;
  std::uint64_t to_ = 0;
  std::unique_ptr<Sum> of_order_;  // as far as its cases were added
};

// One instance that is explored, and what became of it: a result, unless a limit was reached, or an error.
struct Sweep::Attempt {
  Instance instance;
  std::uint64_t order;
  bool is_last_case;
  std::optional<InstanceResult> result;
  std::exception_ptr error;  // a ModelError
  bool is_large = false;     // there was no room for it
};

// Explores some instances at a time, because results wait until those before them are added.
bool Sweep::run_instances(const Task& task, Sum& total, Ledger* ledger) {
  constexpr std::size_t most = 1024;
  constexpr auto long_time = std::chrono::milliseconds(250);
  Notes notes(ledger, total, *this);
  OneByOne orders(scenario_);
  bool all = true;  // Nothing is missing before the next order.
  std::vector<Attempt> attempts;
  for (std::size_t size = 1; orders.more();) {
    if (limits_.reason() != StopReason::none) return false;
    const std::uint64_t first = orders.order();
    if (notes.knows(first)) {
      const Ledger::Entry known = notes.recall(first);
      while (orders.more() && orders.order() < known.to) orders.next();
      const Stretch& found = known.told.at(0);
      total.append(*found.sum);
      if (found.ends) return all && found.whole && !orders.more();
      continue;
    }
    if (notes.leaves_out(first)) {
      all = false;
      while (orders.more() && orders.order() == first) orders.next();
      continue;
    }
    attempts.clear();
    for (bool is_enough = false; orders.more() && !is_enough;) {
      Attempt& attempt = attempts.emplace_back();
      attempt.order = orders.order();
      attempt.instance = orders.next();
      const std::uint64_t behind = orders.order();
      attempt.is_last_case = behind != attempt.order;
      is_enough = attempts.size() >= size;
      // A ledger keeps whole orders.
      if (notes.exist())
        is_enough = attempt.is_last_case && (is_enough || notes.knows(behind) || notes.leaves_out(behind));
    }
    const auto began = std::chrono::steady_clock::now();
    std::size_t added = 0;
    bool ends = false;
    explore(attempts, task, [&](Attempt& attempt) {
      if (!attempt.result || attempt.result->stopped != StopReason::none) return false;
      ++limits_.instances;
      ++added;
      ends = !notes.add(attempt.order, attempt.instance, *attempt.result, attempt.is_last_case);
      attempt.result.reset();
      return !ends;
    });
    size = notes.exist() && std::chrono::steady_clock::now() - began > long_time
               ? std::max<std::size_t>(size / 2, 1)
               : std::min(2 * size, most);
    if (!ends && added < attempts.size()) {  // This one did not come to its end.
      Attempt& last = attempts[added];
      notes.note();
      if (last.error) std::rethrow_exception(last.error);
      if (!last.result) return false;
      ++limits_.instances;
      total.add(last.instance, *last.result);
      return false;
    }
    notes.note();
    if (ends) return all && !orders.more() && added == attempts.size();
  }
  return all;
}

// Threads take instances in their order. When one turns out to be the last one that counts, only those after
// it are left out. `add` gets them in their order, one at a time, until it says that nothing after one
// counts.
template <class Add>
void Sweep::explore(std::vector<Attempt>& attempts, const Task& task, const Add& add) {
  std::atomic<std::size_t> begun{0};
  std::atomic<std::size_t> end{attempts.size()};
  const std::size_t threads = std::min(explorers_.size(), attempts.size());
  SpareThreads spare(static_cast<int>(explorers_.size() - threads));
  Task of_each = task;
  of_each.spare = &spare;
  const auto end_with = [&](std::size_t i) {
    for (std::size_t known = end; i + 1 < known && !end.compare_exchange_weak(known, i + 1);) {
    }
  };
  std::vector<std::exception_ptr> errors(attempts.size());
  const auto explore_by = [&](std::size_t i, const auto& way) {
    try {
      const auto& result = attempts[i].result = way(attempts[i].instance, of_each);
      if (result->violated() && !effort_.keep_going) end_with(i);
    } catch (const TooLarge&) {
      attempts[i].is_large = true;
    } catch (const LimitReached&) {  // it has no result
    } catch (const std::bad_alloc&) {
      limits_.out_of_memory();
    } catch (const ModelError&) {
      attempts[i].error = std::current_exception();
      end_with(i);
    } catch (...) {
      errors[i] = std::current_exception();
      end_with(i);
    }
  };
  std::vector<std::atomic<bool>> explored(attempts.size());
  std::size_t to_add = 0;  // the first one that was not added
  bool over = false;
  const auto add_explored = [&] {
    for (; !over && to_add < attempts.size() && explored[to_add]; ++to_add) over = !add(attempts[to_add]);
  };
  on_threads(limits_, threads, [&](std::size_t thread) {
    const auto alone = [&, thread](const Instance& instance, const Task& of) {
      return explorer(thread).explore(instance, of);
    };
    for (std::size_t i = begun++; i < end && limits_.reason() == StopReason::none; i = begun++) {
      explore_by(i, alone);
      explored[i] = !attempts[i].is_large;
      if (thread == 0) add_explored();
    }
    spare.add(1);
  });
  const auto together = [&](const Instance& instance, const Task& of) {
    return explore_together(instance, of);
  };
  for (std::size_t i = 0; i < end && limits_.reason() == StopReason::none; ++i) {
    if (attempts[i].is_large) explore_by(i, together);
    explored[i] = true;
  }
  add_explored();
  // Of several errors that is told which one thread would have met.
  for (std::size_t i = 0; i < end; ++i) {
    if (errors[i]) std::rethrow_exception(errors[i]);
  }
}

}  // namespace conclave
