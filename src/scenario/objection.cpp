#include "scenario/objection.hpp"

#include "program/program.hpp"

namespace conclave {
namespace {

bool is_budget(int most) { return 0 <= most && most <= max_budget; }

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
  if (faults.recover > 0 && faults.crash == 0) return Objection{Reason::recovery_without_crashes, {}};
  if (faults.byzantine_messages > 0 && faults.byzantine == 0)
    return Objection{Reason::no_byzantine_sender, {}};
  if (rounds && faults.byzantine_messages > 0) return Objection{Reason::byzantine_in_rounds, {}};
  if (faults.byzantine > 0 && !model.program->alphabet({given_id(1)}))
    return Objection{Reason::unknown_messages, {}};
  return {};
}

}  // namespace conclave
