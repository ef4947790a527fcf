// The steps that the adversary takes on fifo, bag and set: messages that are lost, doubled or forged, and
// processes that crash.
#include <algorithm>
#include <set>

#include "machine/async_steps.hpp"

namespace conclave {

void AsyncSteps::build_fault_sites() {
  const Faults& faults = values_.scenario().faults;
  const auto counter = [&](int Faults::*most) {
    const auto at = std::ranges::find(budgets, most, &FaultKind::most) - budgets.begin();
    return values_.budget_component(static_cast<std::size_t>(at));
  };
  const auto component = [&](std::size_t channel) {
    return static_cast<std::uint32_t>(values_.channel_component(channel));
  };
  for (const auto& [kind, most] :
       {std::pair(Site::Kind::loss, &Faults::loss), std::pair(Site::Kind::duplicate, &Faults::duplicate)}) {
    for (std::size_t c = 0; faults.*most > 0 && c < values_.channels().size(); ++c)
      add_site(kind, counter(most), component(c), values_.channels()[c].readers.front().process,
               static_cast<int>(c));
  }
  for (std::uint32_t i = 0; faults.crash > 0 && i < values_.processes(); ++i)
    add_site(Site::Kind::crash, i, counter(&Faults::crash), static_cast<int>(i), -1);
  for (std::uint32_t i = 0; faults.recover > 0 && i < values_.processes(); ++i)
    add_site(Site::Kind::recover, i, counter(&Faults::recover), static_cast<int>(i), -1);
  for (const int liar : values_.instance().byzantine) {
    if (faults.byzantine_messages == 0) break;
    const auto& ports = values_.channels().from(static_cast<std::size_t>(liar));
    // Several ports may lead into the same channel.
    for (const int c : std::set(ports.begin(), ports.end())) {
      add_site(Site::Kind::forge, counter(&Faults::byzantine_messages),
               component(static_cast<std::size_t>(c)), liar, c);
    }
  }
  fault_sites_.assign(values_.processes(), {});
  for (std::size_t s = first_site_.back(); s < sites_.size(); ++s)
    fault_sites_[sites_[s].process].push_back(s);
}

void AsyncSteps::add_of_network(const Site& site, std::uint32_t used, std::uint32_t content) {
  const Scenario& scenario = values_.scenario();
  const bool loss = site.kind == Site::Kind::loss;
  const int most = loss ? scenario.faults.loss : scenario.faults.duplicate;
  if (static_cast<int>(used) == most) return;
  Contents& contents = values_.contents(static_cast<std::size_t>(site.channel));
  for (const auto message : offered(site.channel, content)) {
    if (message == Handlers::notice) continue;  // a notice of a crash always arrives
    StepRecord record{};
    record.first = used + 1;
    record.second = loss ? contents.pop(scenario.network, content, message)
                         : contents.duplicate(scenario.network, content, message);
    add_fault(site, record, loss ? Step::Kind::lose : Step::Kind::duplicate, message);
  }
}

void AsyncSteps::add_forging(const Site& site, std::uint32_t used, std::uint32_t content) {
  if (static_cast<int>(used) == values_.scenario().faults.byzantine_messages) return;
  const bool vanishes = !values_.channels().is_heard(static_cast<std::size_t>(site.channel));
  for (const auto message : values_.alphabet()) {
    StepRecord record{};
    record.first = used + 1;
    record.second = vanishes ? content : push(static_cast<std::uint32_t>(site.channel), content, message);
    add_fault(site, record, Step::Kind::forge, message);
  }
}

void AsyncSteps::add_crash(const Site& site, std::uint32_t value, std::uint32_t used) {
  const int process = static_cast<int>(site.process);
  const Scenario& scenario = values_.scenario();
  if (values_.facts(process, value).crashed || static_cast<int>(used) == scenario.faults.crash) return;
  StepRecord record{};
  record.first = values_.number(
      process, values_.handlers().crashed(values_.role(process), values_.state(process, value)));
  record.second = used + 1;
  record.crashes = scenario.faults.recover == 0;  // otherwise somebody may come back for the messages
  record.changes_facts = true;
  record.shows = judge_.shows(values_.look_again(process, value), values_.look_again(process, record.first));
  if (scenario.model->detects_crashes) {
    record.first_push = static_cast<std::uint32_t>(push_targets_.size());
    // One notice goes into each channel, even if several ports lead into it.
    const auto& ports = values_.channels().from(site.process);
    for (const int channel : std::set(ports.begin(), ports.end())) {
      if (!values_.channels().is_heard(static_cast<std::size_t>(channel))) continue;
      push_targets_.push_back({static_cast<std::uint32_t>(channel), Handlers::notice});
      ++record.push_count;
    }
  }
  add_fault(site, record, Step::Kind::crash, 0);
}

void AsyncSteps::add_recovery(const Site& site, std::uint32_t value, std::uint32_t used) {
  const int process = static_cast<int>(site.process);
  const Facts& facts = values_.facts(process, value);
  if (!facts.crashed || facts.byzantine || static_cast<int>(used) == values_.scenario().faults.recover)
    return;
  StepRecord record{};
  record.first = values_.number(
      process, values_.handlers().recovered(values_.role(process), values_.state(process, value)));
  record.second = used + 1;
  record.changes_facts = true;
  record.shows = judge_.shows(values_.look_again(process, value), values_.look_again(process, record.first));
  add_fault(site, record, Step::Kind::recover, 0);
}

// A message that arrives while its receiver is down is gone; one that is slow arrives when it is up again.
void AsyncSteps::add_misses(const Site& site, std::uint32_t value, std::uint32_t content) {
  const Facts& facts = values_.facts(static_cast<int>(site.process), value);
  const std::size_t readers = values_.channels()[static_cast<std::size_t>(site.channel)].readers.size();
  if (values_.scenario().faults.recover == 0 || facts.byzantine || readers > 1) return;
  Contents& contents = values_.contents(static_cast<std::size_t>(site.channel));
  for (const auto message : offered(site.channel, content)) {
    StepRecord record{};
    record.first = value;
    record.second = contents.pop(values_.scenario().network, content, message);
    record.owed = true;
    add_fault(site, record, Step::Kind::miss, message);
  }
}

void AsyncSteps::add_fault(const Site& site, StepRecord record, Step::Kind kind, std::uint32_t message) {
  static const Handlers::Effect none{};
  record.cost = cost_of(none, false);
  record.process = static_cast<std::uint16_t>(site.process);
  records_.push_back(record);
  details_.push_back({&none, site.channel, message, kind});
}

}  // namespace conclave
