#include "engine/pieces/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "engine/passes/parallel/threads.hpp"
#include "engine/pieces/shared.hpp"
#include "machine/asked.hpp"
#include "machine/machine.hpp"

namespace conclave {
namespace {

using namespace std::chrono_literals;

// A piece begins with at most so many regions. Others should find some left.
constexpr std::size_t most_regions = 64;

// What was asked about the order of identifiers. If other threads have helped, they asked in a sequence that
// is another one each time; so where they may help, the facts are sorted.
std::vector<Asked::Fact> asked_in(const Machine& machine, const InstanceResult& found, const Task& task) {
  return found.states > task.large ? machine.asked().sorted_facts() : machine.asked().facts();
}

// All shards divide the work alike, however much memory each of them has.
Effort with_room(Effort effort) {
  const bool is_shard = effort.ledger != nullptr && effort.ledger->share();
  if (is_shard && effort.room && effort.room->folder.empty()) effort.room.reset();
  return effort;
}

}  // namespace

Sweep::Sweep(const Scenario& scenario, Limits& limits, const Effort& effort)
    : scenario_(scenario),
      limits_(limits),
      effort_(with_room(effort)),
      explorers_(static_cast<std::size_t>(effort_.threads)) {}

Sweep::~Sweep() = default;

bool Sweep::run(const Task& task, Sum& total, Ledger* ledger, Wire* wire) {
  wire_ = wire;
  try {
    const bool all = run_all(task, total, ledger);
    dismiss_helpers();
    return all;
  } catch (...) {
    dismiss_helpers();
    throw;
  }
}

bool Sweep::run_all(const Task& task, Sum& total, Ledger* ledger) {
  const LimitsInForce in_force(&limits_);
  try {
    return OrderClasses::apply_to(scenario_) ? run_orders(task, total, ledger)
                                             : run_instances(task, total, ledger);
  } catch (const LimitReached&) {  // while instances were handed out
  } catch (const std::bad_alloc&) {
    limits_.out_of_memory();
  }
  return false;
}

// All cases of one order.
struct Sweep::Order {
  std::vector<std::pair<Instance, InstanceResult>> cases;
  std::vector<Asked::Fact> asked;
  bool whole = true;         // no limit was reached
  bool is_large = false;     // there is no room for one of its cases
  bool all = true;           // no case is left out
  std::exception_ptr error;  // a ModelError that ended it
};

bool Sweep::run_orders(const Task& task, Sum& total, Ledger* ledger) {
  Shared shared(scenario_, task, total, ledger);
  if (ledger != nullptr) recall(shared);
  const std::size_t threads = task.in_order ? 1 : static_cast<std::size_t>(effort_.threads);
  if (!shared.failure && (ledger == nullptr || ledger->explores())) {
    if (wire_ != nullptr) {
      lead(shared);
      while (!shared.failure && limits_.reason() == StopReason::none) {
        auto large = shared.agenda.take_large();
        if (!large) break;
        shared.together = true;
        finish(*large, shared, explorer(0));
        shared.together = false;
        lead(shared);
      }
    } else {
      work_on_threads(shared, threads);
    }
  }
  if (shared.failure && !shared.is_ledgers) std::rethrow_exception(shared.failure);
  const bool all = shared.agenda.add_up(total);
  if (shared.failure) std::rethrow_exception(shared.failure);
  for (auto& [instance, seen] : shared.begun) {
    if (!shared.agenda.ends()) total.add(instance, seen);
  }
  return all;
}

// Puts in the agenda what the ledger knows. If only one share of the work is to be done, it is dealt out.
void Sweep::recall(Shared& shared) {
  Ledger::Known known = shared.ledger->known(*shared.none);
  const auto share = shared.ledger->share();
  recalled_ |= known.manner;
  recalls_ = !known.divided.empty() || !known.entries.empty();
  if (!known.divided.empty()) shared.agenda.take_all(std::move(known.divided));
  const auto deal = [&] {
    shared.agenda.deal(share->all, share->mine);
    shared.agenda.number_from((share->mine + 1) << Agenda::bits);
  };
  if (known.dealt) deal();
  for (Ledger::Entry& entry : known.entries) {
    std::optional<Agenda::Piece> piece = shared.agenda.take(entry.took);
    if (!piece) {
      if (shared.agenda.ends()) continue;  // it comes after the end
      throw LedgerError("two of its pieces are of the same orders, or one is missing that comes before");
    }
    piece->told = std::move(entry.told);
    shared.agenda.put(std::move(*piece));
    recalled_ |= entry.manner;
  }
  if (share && !known.dealt && divide(shared, share->all)) deal();
}

// Divides the work for so many shares. Whoever does so comes to the same regions, and notes them. Returns
// false if it came to no end.
bool Sweep::divide(Shared& shared, std::size_t shares) {
  shared.divides = true;
  while (shared.agenda.waiting() < 16 * shares) {
    auto piece = shared.agenda.take_oldest();
    if (!piece) break;
    finish(*piece, shared, explorer(0));
    if (shared.failure || limits_.reason() != StopReason::none) return false;
  }
  shared.divides = false;
  shared.agenda.begin_all();
  std::vector<Stretch> all = shared.agenda.give_all();
  // Numbers that earlier shards gave, the new ones give again.
  std::uint64_t number = scenario_.topologies.size();
  for (Stretch& stretch : all) {
    if (!stretch.sum) stretch.region.number = ++number;
  }
  shared.ledger->divide(all, manner());
  shared.agenda.take_all(std::move(all));
  return true;
}

void Sweep::work_on_threads(Shared& shared, std::size_t threads) {
  on_threads(limits_, threads, [&](std::size_t i) { work(shared, explorer(i)); });
}

Explorer& Sweep::explorer(std::size_t thread) {
  auto& its = explorers_[thread];
  if (!its) its = std::make_unique<Explorer>(scenario_, limits_, effort_.provisos, effort_.room);
  return *its;
}

// Gives back the memory of all explorers.
void Sweep::release() {
  for (const auto& explorer : explorers_) {
    if (explorer) explorer->release();
  }
}

void Sweep::work(Shared& shared, Explorer& explorer) {
  std::unique_lock lock(shared.mutex);
  const bool first = !std::exchange(shared.begun_first, true);
  while (!shared.failure && limits_.reason() == StopReason::none && !shared.is_over()) {
    std::optional<Agenda::Piece> piece;
    try {
      while (!piece && !shared.troubled.empty()) {
        piece = shared.agenda.take({shared.troubled.back()});
        shared.troubled.pop_back();
      }
      const std::size_t most = std::clamp<std::size_t>(
          shared.agenda.waiting() / (2 * static_cast<std::size_t>(effort_.threads)), 1, most_regions);
      if (!piece) piece = first ? shared.agenda.take_first(most) : shared.agenda.take_last(most);
    } catch (const LimitReached&) {
      break;
    } catch (const std::bad_alloc&) {
      limits_.out_of_memory();
      break;
    }
    if (!piece) {
      if (!shared.agenda.any_busy()) break;
      ++shared.idle;
      shared.spare.add(1);
      shared.wait(lock);
      shared.spare.add(-1);
      --shared.idle;
      continue;
    }
    lock.unlock();
    finish(*piece, shared, explorer);
    lock.lock();
    shared.changed.notify_all();
  }
  shared.changed.notify_all();
}

// Explores a piece and gives it back to the agenda.
void Sweep::finish(Agenda::Piece& piece, Shared& shared, Explorer& explorer) {
  std::vector<std::uint64_t> took;
  for (const Numbered& region : piece.regions) took.push_back(region.number);
  const auto began = Shared::Clock::now();
  std::exception_ptr failure;
  const std::vector<Numbered> regions = piece.regions;
  // Of a piece that does not come to its end, nothing is known.
  const auto untold = [&] {
    piece.told.clear();
    for (const Numbered& region : regions) piece.told.push_back({.region = region});
  };
  try {
    explore(piece, shared, explorer);
  } catch (const std::bad_alloc&) {  // a limit like the others: what other pieces told is kept
    limits_.out_of_memory();
    untold();
  } catch (...) {
    failure = std::current_exception();
    untold();
  }
  const std::chrono::duration<double> passed = Shared::Clock::now() - began;
  const std::lock_guard lock(shared.mutex);
  const Manner manner = manner_of(explorer);
  if (!failure) failure = note(std::move(took), piece, manner, passed.count(), shared);
  shared.agenda.put(std::move(piece));
  if (failure && !shared.failure) shared.failure = failure;
}

// Notes what a piece told, if anything. Returns the failure, if there was one.
std::exception_ptr Sweep::note(std::vector<std::uint64_t> took, Agenda::Piece& piece, const Manner& manner,
                               double seconds, Shared& shared) {
  const bool is_news =
      std::ranges::any_of(piece.told, [](const Stretch& stretch) { return stretch.sum != nullptr; });
  if (shared.ledger == nullptr || shared.divides || !is_news || piece.error || !Agenda::counts(piece))
    return {};
  shared.agenda.number(piece.told);
  Ledger::Entry entry{
      .took = std::move(took), .told = std::move(piece.told), .manner = manner, .seconds = seconds};
  std::exception_ptr failure;
  try {
    shared.ledger->note(entry);
  } catch (const LedgerError&) {
    failure = std::current_exception();
    shared.is_ledgers = !shared.failure;
  }
  piece.told = std::move(entry.told);
  return failure;
}

// Explores the regions of a piece, depth first, so that few regions wait; for as long as nothing else is to
// be done.
void Sweep::explore(Agenda::Piece& piece, Shared& shared, Explorer& explorer) {
  // With a ledger, a piece is what may be lost, and a line of it: the longer the run, the more that may be.
  constexpr auto shortest = 200us;
  const auto began = Shared::Clock::now();
  const auto longest = shared.ledger == nullptr ? Shared::Clock::duration(500ms) : shared.slice();
  std::vector<Numbered> waiting(std::move_iterator(piece.regions.rbegin()),
                                std::move_iterator(piece.regions.rend()));
  Stretch told;
  for (bool first = true; !waiting.empty() && limits_.reason() == StopReason::none; first = false) {
    shared.look();
    const auto passed = Shared::Clock::now() - began;
    if (!first && (shared.divides || shared.together || shared.is_over())) break;
    if (!first && !shared.task.in_order &&
        (passed > longest || (shared.idle > 0 && passed > shortest) || !shared.agenda.counts(piece)))
      break;
    Numbered numbered = std::move(waiting.back());
    const OrderClasses::Region& region = numbered.region;
    waiting.pop_back();
    Order order;
    explore(order, region, shared, explorer);
    if (order.is_large) {
      if (told.sum) piece.told.push_back(std::exchange(told, {}));
      numbered.is_large = true;
      piece.told.push_back({.region = std::move(numbered)});
      continue;
    }
    if (!order.whole) {
      const Rational alone = shared.classes.covered(region, {}, false).orders;
      for (auto& [instance, found] : order.cases) instance.orders = instance.identifier_orders = alone;
      const std::lock_guard lock(shared.mutex);
      std::ranges::move(order.cases, std::back_inserter(shared.begun));
      waiting.push_back(numbered);
      break;
    }
    if (order.error && shared.serves) std::rethrow_exception(order.error);  // The leader meets it, too.
    auto covered = shared.classes.covered(region, order.asked, order.error == nullptr);
    for (auto left = covered.left.rbegin(); left != covered.left.rend(); ++left)
      waiting.push_back({0, std::move(*left), numbered.is_large});
    limits_.instances += order.cases.size();
    if (!told.sum) told.sum = shared.none->none();
    piece.error = order.error;
    told.ends = order.error != nullptr;
    told.whole = order.all;
    for (auto& [instance, found] : order.cases) {
      instance.orders = instance.identifier_orders = covered.orders;
      if (told.sum->add(instance, found)) continue;
      told.ends = true;
      told.whole = order.all && &found == &order.cases.back().second;
      break;
    }
    if (told.ends) break;
  }
  if (told.sum) piece.told.push_back(std::move(told));
  for (auto region = waiting.rbegin(); region != waiting.rend(); ++region)
    piece.told.push_back({.region = std::move(*region)});
}

// Explores one order of a region, with all its cases.
void Sweep::explore(Order& order, const OrderClasses::Region& region, const Shared& shared,
                    Explorer& explorer) {
  Instance each = OrderClasses::representative(scenario_, region);
  const bool together = explorer.shares_orders(shared.task) && !shared.classes.is_alone(region);
  try {
    do {
      std::optional<Explorer::Order> found;
      if (shared.together) {
        found.emplace().result = explore_together(each, shared.task);
        found->asked = asked_in(explorer.machine(), found->result, shared.task);
      } else if (together)
        found = explorer.explore_order(each, shared.task);
      if (!found) {
        found.emplace().result = explorer.explore(each, shared.task);
        found->asked = asked_in(explorer.machine(), found->result, shared.task);
      }
      if (explorer.machine().asked().numbers()) throw NotComparisonBased{};
      order.asked.insert(order.asked.end(), found->asked.begin(), found->asked.end());
      order.cases.emplace_back(each, std::move(found->result));
      const InstanceResult& result = order.cases.back().second;
      order.whole = result.stopped == StopReason::none;
      const bool ends = result.violated() && !effort_.keep_going;
      order.all = !next_case(scenario_, each);
      if (ends) break;
    } while (order.whole && !order.all);
  } catch (const LimitReached&) {
    order.whole = false;
  } catch (const std::bad_alloc&) {
    limits_.out_of_memory();
    order.whole = false;
  } catch (const TooLarge&) {
    order.is_large = true;
  } catch (const ModelError&) {
    order.error = std::current_exception();
    order.all = false;
  }
}

InstanceResult Sweep::explore(const Instance& instance) {
  const LimitsInForce in_force(&limits_);
  try {
    return explorer(0).explore(instance);
  } catch (const TooLarge&) {
    return Explorer(scenario_, limits_, effort_.provisos).explore(instance);
  }
}

Manner Sweep::manner() const {
  Manner manner = recalled_;
  for (const auto& explorer : explorers_) {
    if (explorer) manner |= manner_of(*explorer);
  }
  return manner;
}

}  // namespace conclave
