#include "machine/async_steps.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#include "machine/commuting.hpp"

namespace conclave {

AsyncSteps::AsyncSteps(Values& values, const Judge& judge, const Provisos& provisos)
    : Steps(values, judge), provisos_(provisos) {}

AsyncSteps::~AsyncSteps() = default;

void AsyncSteps::load() {
  Steps::load();
  if (commuting_) commuting_->forget();
  build_sites();
  push_targets_.clear();
}

void AsyncSteps::reorder() {
  if (commuting_) commuting_->forget();
}

Commuting& AsyncSteps::commuting() {
  if (!commuting_) commuting_ = std::make_unique<Commuting>(values_, judge_, provisos_);
  return *commuting_;
}

StandsFor AsyncSteps::stands_for(RecordIndex r, std::uint32_t local) {
  const Detail& detail = details_[r];
  const int process = records_[r].process;
  return commuting().find(process, values_.state(process, local), detail.kind, detail.channel, detail.message,
                          effort_);
}

std::optional<bool> AsyncSteps::any_commutes() {
  return looks_for_commuting() ? commuting().any(effort_) : false;
}

bool AsyncSteps::looks_for_commuting() const {
  if (effort_ == Effort::none) return false;
  if (values_.scenario().network != Network::fifo) return true;
  for (std::size_t i = 0; i < values_.processes(); ++i) {
    if (first_site_[i + 1] - first_site_[i] > 1) return true;
  }
  return false;
}

void AsyncSteps::build_sites() {
  sites_.clear();
  first_site_.clear();
  for (std::uint32_t i = 0; i < values_.processes(); ++i) build_sites_of(i);
  first_site_.push_back(sites_.size());
  build_fault_sites();
}

AsyncSteps::Site& AsyncSteps::add_site(Site::Kind kind, std::uint32_t first, std::uint32_t second,
                                       int process, int channel) {
  return sites_.emplace_back(Site{.first = first,
                                  .second = second,
                                  .kind = kind,
                                  .process = static_cast<std::uint32_t>(process),
                                  .channel = channel,
                                  .port = Port{},
                                  .own_steps = false,
                                  .its_own = false});
}

void AsyncSteps::build_sites_of(std::uint32_t i) {
  first_site_.push_back(sites_.size());
  const int process = static_cast<int>(i);
  bool first = true;
  for (std::size_t c = 0; c < values_.channels().size(); ++c) {
    const Channel& channel = values_.channels()[c];
    for (const auto& reader : channel.readers) {
      if (reader.process != process) continue;
      const auto component = static_cast<std::uint32_t>(values_.channel_component(c));
      Site& site = add_site(Site::Kind::process, i, component, process, static_cast<int>(c));
      site.port = reader.port;
      site.its_own = channel.readers.size() == 1 && channel.sender != process;
      site.own_steps = first;
      first = false;
    }
  }
  if (first) add_site(Site::Kind::process, i, i, process, -1).own_steps = true;
}

AsyncSteps::Records AsyncSteps::at(std::size_t s, std::uint32_t first, std::uint32_t second) {
  const Site& site = sites_[s];
  const auto begin = static_cast<RecordIndex>(records_.size());
  switch (site.kind) {
    case Site::Kind::process:
      add_of_process(site, first, second);
      break;
    case Site::Kind::loss:
    case Site::Kind::duplicate:
      add_of_network(site, first, second);
      break;
    case Site::Kind::forge:
      add_forging(site, first, second);
      break;
    case Site::Kind::crash:
      add_crash(site, first, second);
      break;
    case Site::Kind::recover:
      add_recovery(site, first, second);
      break;
  }
  return {begin, static_cast<std::uint32_t>(records_.size()) - begin};
}

void AsyncSteps::add_of_process(const Site& site, std::uint32_t value, std::uint32_t content) {
  Handlers& handlers = values_.handlers();
  const int process = static_cast<int>(site.process);
  const Handlers::Role role = values_.role(process);
  const Handlers::State state = values_.state(process, value);
  const Facts facts = handlers.facts(role, state);
  if (site.own_steps && values_.may_start(process, facts))
    add(site, value, content, Step::Kind::start, 0, handlers.start(role, state));
  for (std::uint32_t ready = site.own_steps ? facts.ready : 0; ready != 0; ready &= ready - 1) {
    const auto step = static_cast<std::uint32_t>(std::countr_zero(ready));
    add(site, value, content, Step::Kind::own, step, handlers.own_step(role, state, step));
  }
  if (site.channel >= 0 && facts.crashed) return add_misses(site, value, content);
  if (site.channel < 0 || !values_.listens(facts)) return;
  const auto deliver = [&](Contents::Message message) {
    if (!handlers.accepts(role, state, message, site.port)) return;
    add(site, value, content, Step::Kind::deliver, message,
        handlers.receive(role, state, message, site.port));
  };
  // On fifo there is at most one message, so no list is made.
  if (values_.scenario().network == Network::fifo) {
    const auto present = values_.contents(static_cast<std::size_t>(site.channel)).at(content);
    if (!present.empty()) deliver(present.front());
    return;
  }
  for (const auto message : offered(site.channel, content)) deliver(message);
}

// The messages that may be delivered from a channel, in canonical order.
std::vector<Contents::Message> AsyncSteps::offered(int channel, std::uint32_t content) const {
  const bool in_order = values_.scenario().network == Network::fifo;
  auto present = values_.contents(static_cast<std::size_t>(channel)).at(content);
  if (in_order && !present.empty()) present = present.first(1);
  std::vector<Contents::Message> messages(present.begin(), present.end());
  if (in_order) return messages;
  const auto repeated = std::ranges::unique(messages);
  messages.erase(repeated.begin(), repeated.end());
  // They are sorted by value, because the numbers of messages depend on what this machine ran before.
  std::ranges::sort(messages, {}, [&](auto m) -> const Encoded& { return values_.handlers().message(m); });
  return messages;
}

void AsyncSteps::add(const Site& site, std::uint32_t value, std::uint32_t content, Step::Kind kind,
                     std::uint32_t message, const Handlers::Effects& effects) {
  const bool delivery = kind == Step::Kind::deliver;
  const int process = static_cast<int>(site.process);
  std::uint32_t after = content;
  if (delivery) {
    Contents& contents = values_.contents(static_cast<std::size_t>(site.channel));
    after = contents.pop(values_.scenario().network, content, message);
  }
  for (const auto& effect : effects) {
    const std::uint32_t local = values_.number(process, effect.state);
    const std::uint16_t cost = cost_of(effect, delivery);
    const auto first_push = static_cast<std::uint32_t>(push_targets_.size());
    for (const auto& sent : effect.sent) {
      const auto channel = static_cast<std::size_t>(values_.channels().of(process, sent));
      if (!values_.channels().is_heard(channel)) continue;
      push_targets_.push_back({static_cast<std::uint32_t>(channel), sent.message});
    }
    if (effect.sent.size() > std::numeric_limits<std::uint16_t>::max()) {
      throw ModelError("a handler sends more than 65535 messages in one step");
    }
    details_.emplace_back(&effect, site.channel, message, kind);
    tosses_ |= effect.tosses();
    // Nothing throws from here on, so records_ and details_ stay in step.
    StepRecord& record = records_.emplace_back();
    record.first = local;
    record.second = after;
    record.first_push = first_push;
    record.push_count = static_cast<std::uint16_t>(push_targets_.size() - first_push);
    record.cost = cost;
    record.process = static_cast<std::uint16_t>(site.process);
    record.owed = values_.is_owed(kind, message);
    record.copies = effect.loads_network || effect.stores_network;
    const Facts& then = values_.look_again(process, value);
    const Facts& now = values_.look_again(process, local);
    record.shows = judge_.shows(then, now);
    record.changes_facts = then.leader != now.leader || then.belief != now.belief ||
                           then.elects != now.elects || then.initiated != now.initiated || record.shows;
    record.revokes = Judge::revokes(then, now);
    record.broken = judge_.broken_by(then, now, effect);
  }
}

std::uint16_t AsyncSteps::cost_of(const Handlers::Effect& effect, bool delivery) {
  // An effect belongs either always to a delivery or never, so `delivery` need not be part of the key.
  if (effect.number >= cost_of_.size()) cost_of_.resize(2 * effect.number + 1, 0);
  std::uint16_t& known = cost_of_[effect.number];
  if (known != 0) return static_cast<std::uint16_t>(known - 1);
  std::vector<std::uint16_t> cost(values_.handlers().kinds() + 2, 0);
  cost.front() = static_cast<std::uint16_t>(effect.sent.size());
  for (const auto& sent : effect.sent) ++cost[values_.handlers().kind(sent.message) + 1];
  cost.back() = delivery ? 1 : 0;
  const std::uint16_t number = cost_number(cost);
  known = static_cast<std::uint16_t>(number + 1);
  return number;
}

}  // namespace conclave
