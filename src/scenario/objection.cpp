#include "scenario/objection.hpp"

#include <algorithm>
#include <vector>

#include "program/program.hpp"

namespace conclave {
namespace {

bool is_budget(int most) { return 0 <= most && most <= max_budget; }

bool share_a_place(const std::vector<int>& some, const std::vector<int>& others) {
  return std::ranges::any_of(some, [&](int place) { return std::ranges::binary_search(others, place); });
}

std::optional<Objection::Reason> objection_to_start(const Scenario& scenario) {
  using Reason = Objection::Reason;
  const Down& down = scenario.down;
  const int n = scenario.processes;
  std::vector<int> named = scenario.initiators.places;
  named.insert(named.end(), scenario.byzantine_at.begin(), scenario.byzantine_at.end());
  std::ranges::sort(named);
  named.erase(std::ranges::unique(named).begin(), named.end());
  if (down.how_many() >= n && down.anybody()) return Reason::nobody_is_left;
  if (share_a_place(down.places, named)) return Reason::down_and_listed;
  if (down.goes_by_order()) {
    std::vector<int> ids = scenario.identifiers.listed;
    std::ranges::sort(ids);
    const bool distinct = scenario.identifiers.kind == Identifiers::Kind::all ||
                          (scenario.identifiers.kind == Identifiers::Kind::listed &&
                           std::ranges::adjacent_find(ids) == ids.end());
    if (scenario.model->anonymous || !distinct) return Reason::no_one_is_the_largest;
    if (!named.empty()) return Reason::down_by_order;
  }
  if (down.kind == Down::Kind::counted && down.count > n - static_cast<int>(named.size()))
    return Reason::too_few_to_be_down;
  if (scenario.initiators.kind == Initiators::Kind::counted &&
      scenario.initiators.count > n - down.how_many())
    return Reason::too_few_initiators;
  return {};
}

}  // namespace

std::optional<Objection> objection_to(const Scenario& scenario) {
  using Reason = Objection::Reason;
  const Model& model = *scenario.model;
  const Faults& faults = scenario.faults;
  const bool rounds = scenario.lock_step();
  if (rounds != model.program->lock_step())
    return Objection{rounds ? Reason::model_handles_messages : Reason::model_needs_rounds, {}};
  if (!model.sleeps && scenario.initiators.kind != Initiators::Kind::all &&
      scenario.initiators.kind != Initiators::Kind::any)
    return Objection{Reason::nobody_sleeps, {}};
  if (const auto reason = objection_to_start(scenario)) return Objection{*reason, {}};
  if (!faults.any()) return {};
  std::string_view first = faults.byzantine > 0 ? "byzantine" : "";
  for (const auto& [name, most] : budgets) {
    if (first.empty() && faults.*most > 0) first = name;
    if (!is_budget(faults.*most)) return Objection{Reason::budget_out_of_range, name};
  }
  if (!is_budget(faults.byzantine)) return Objection{Reason::budget_out_of_range, "byzantine"};
  if (scenario.network == Network::set) return Objection{Reason::messages_stay, first};
  if (model.copies_network) return Objection{Reason::network_is_overwritten, first};
  if (rounds && faults.duplicate > 0) return Objection{Reason::duplicates_in_rounds, {}};
  if (faults.late > 0 && model.program->timing() != Timing::body)
    return Objection{Reason::late_without_mailboxes, {}};
  if (faults.recover > 0 && faults.crash == 0 && !scenario.down.anybody())
    return Objection{Reason::recovery_without_crashes, {}};
  if (faults.byzantine_messages > 0 && faults.byzantine == 0)
    return Objection{Reason::no_byzantine_sender, {}};
  if (rounds && faults.byzantine_messages > 0) return Objection{Reason::byzantine_in_rounds, {}};
  if (faults.byzantine > 0 && !model.program->alphabet({given_id(1)}))
    return Objection{Reason::unknown_messages, {}};
  return {};
}

}  // namespace conclave
