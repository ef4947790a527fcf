#include "machine/steps.hpp"

#include <algorithm>
#include <limits>

namespace conclave {

void Steps::load() {
  records_.clear();
  details_.clear();
  actions_.clear();
  action_of_.clear();
  tosses_ = false;
}

void Steps::write_chosen(std::span<const std::uint32_t> choices, std::span<const std::uint32_t> odds,
                         std::vector<std::uint32_t>& out) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (odds[i] == 0) out.push_back(choices[i]);
  }
}

void Steps::multiply(Probability& all, std::span<const std::uint32_t> odds) {
  for (const Odds each : odds) {
    const std::uint64_t among = each & ~by_lot;
    if (among == 0) continue;
    if (all.among > std::numeric_limits<std::uint64_t>::max() / among)
      throw ModelError("one step tosses among more than 2^64 outcomes");
    all.among *= among;
  }
}

void Steps::decision(RecordIndex r, std::vector<std::uint32_t>& out) const {
  const auto action = key_of_action(r);
  out.assign(action.begin(), action.end());
  write_chosen(details_[r].effect->choices, details_[r].effect->odds, out);
}

Steps::Probability Steps::probability(RecordIndex r) const {
  Probability probability;
  multiply(probability, details_[r].effect->odds);
  return probability;
}

Steps::Action Steps::key_of_action(RecordIndex r) const {
  const Detail& detail = details_[r];
  const bool its_own = detail.kind == Step::Kind::start || detail.kind == Step::Kind::own;
  return {records_[r].process, static_cast<std::uint32_t>(its_own ? -1 : detail.channel), detail.message,
          static_cast<std::uint32_t>(detail.kind)};
}

std::uint32_t Steps::action(RecordIndex r) const {
  constexpr std::uint32_t unknown = ~std::uint32_t{0};
  if (r >= action_of_.size()) action_of_.resize(records_.size(), unknown);
  if (action_of_[r] == unknown)
    action_of_[r] =
        actions_.try_emplace(key_of_action(r), static_cast<std::uint32_t>(actions_.size())).first->second;
  return action_of_[r];
}

Step Steps::step(RecordIndex r) const {
  const Detail& detail = details_[r];
  Step step{.kind = detail.kind,
            .process = records_[r].process,
            .channel = -1,
            .own = {},
            .message = {},
            .choices = detail.effect->choices,
            .events = {}};
  if (detail.kind == Step::Kind::own) {
    step.own = values_.watched().program().own_steps()[detail.message].name;
  } else if (detail.channel >= 0 && detail.kind != Step::Kind::start && detail.kind != Step::Kind::crash &&
             detail.kind != Step::Kind::recover) {
    step.channel = detail.channel;
    step.notice = detail.message == Handlers::notice;
    step.message = values_.handlers().message(detail.message);
  }
  return step;
}

std::uint16_t Steps::cost_number(const std::vector<std::uint16_t>& cost, std::uint32_t share) {
  std::size_t number = 0;
  while (number < costs_.size() && (costs_[number] != cost || share_of_cost_[number] != share)) ++number;
  if (number > std::numeric_limits<std::uint16_t>::max())
    throw ModelError("there are more than 65536 kinds of steps, by what they cost");
  if (number == costs_.size()) {
    costs_.push_back(cost);
    share_of_cost_.push_back(share);
  }
  return static_cast<std::uint16_t>(number);
}

}  // namespace conclave
