#include "trace/command_words.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace conclave {

namespace {

std::string& command() {
  static std::string name = "./conclave";
  return name;
}

}  // namespace

const std::string& name_of_command() { return command(); }
void name_command(std::string name) { command() = std::move(name); }

std::string as_typed(const std::string& word) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) != 0 ||
           std::string_view("_./-+,:=@%").find(static_cast<char>(c)) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted;
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return "'" + quoted + "'";
}

std::string option_name(std::string_view name) {
  std::string option(name);
  std::ranges::replace(option, '_', '-');
  return option;
}

std::string sentence(const Objection& objection, const Scenario& scenario) {
  const Model& model = *scenario.model;
  const std::string down = "--down " + describe(scenario.down);
  const std::string n = std::to_string(scenario.processes);
  using Reason = Objection::Reason;
  const std::string option = "--" + option_name(objection.fault);
  switch (objection.reason) {
    case Reason::model_handles_messages:
      return "--network rounds is for models that are written for lock step, such as lcr; " +
             model.full_name() + " runs on fifo, bag or set";
    case Reason::model_needs_rounds:
      return model.full_name() + " is written for lock step: it needs --network rounds";
    case Reason::nobody_sleeps:
      return "--initiators: in " + model.full_name() +
             " everyone takes part from the first round; the right ones are all";
    case Reason::nobody_is_left:
      return down + ": with -n " + n + " nobody is left; at least one process is not down";
    case Reason::too_few_to_be_down:
      return down + ": with -n " + n + " there are not so many besides those that are listed to " +
             (scenario.byzantine_at.empty() ? "start" : "start or to be Byzantine");
    case Reason::down_and_listed:
      return down + ": a process that is down cannot be listed by --initiators or --byzantine-at as well";
    case Reason::down_by_order:
      return down +
             " may be any place, also one that is listed by --initiators or --byzantine-at, or the root; "
             "say how many are down (count:1), or at which places";
    case Reason::no_one_is_the_largest:
      return down +
             (model.anonymous ? ": " + model.full_name() + " is anonymous, so nobody's identifier counts"
                              : std::string(": identifiers are not distinct")) +
             "; say how many are down (count:1), or at which places";
    case Reason::too_few_initiators:
      return "--initiators " + describe(scenario.initiators) + ": with -n " + n +
             (scenario.down.anybody() ? " and " + down : "") + " fewer processes can start";
    case Reason::budget_out_of_range:
      return option + ": budgets go from 0 to " + std::to_string(max_budget);
    case Reason::messages_stay:
      return option +
             " needs a network on which messages travel, --network fifo or bag; on set they stay for ever "
             "and may "
             "be read again by whom they are for";
    case Reason::network_is_overwritten:
      return option + " makes no sense for " + model.full_name() +
             ", whose processes overwrite the whole network with old copies";
    case Reason::duplicates_in_rounds:
      return "--duplicate needs --network fifo or bag; in lock step a message arrives in its round or not at "
             "all";
    case Reason::late_without_mailboxes:
      return "--late needs a model with mailboxes, such as bully, where a message can be a round late; " +
             model.full_name() + " has none";
    case Reason::recovery_without_crashes:
      return "--recover needs --crash: nobody recovers who did not crash (or --down)";
    case Reason::no_byzantine_sender:
      return "--byzantine-messages needs --byzantine: how many processes send them";
    case Reason::byzantine_in_rounds:
      return "--byzantine-messages needs --network fifo or bag; in lock step a Byzantine process sends one "
             "message "
             "or none through each port in each round";
    case Reason::unknown_messages:
      return "--byzantine needs to know which messages there are, and " + model.full_name() +
             " does not say (`alphabet`, src/program/program.hpp)";
  }
  throw std::logic_error("an objection without a sentence");
}

}  // namespace conclave
