// `learn`: the simplest facts that hold in every reachable configuration.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/numbers.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "proof/consequences.hpp"
#include "proof/learning.hpp"
#include "proof/observations.hpp"
#include "proof/sentences.hpp"
#include "report/json.hpp"
#include "report/words.hpp"

namespace conclave {
namespace {

// As many configurations as can be looked at in a moment.
constexpr std::uint64_t most = 50'000;

}  // namespace

int learn_command(const LearnOptions& options) {
  Session session(options, Terminal::of(stderr, options.display));
  const std::size_t literals =
      options.literals.empty() ? 2
                               : static_cast<std::size_t>(read_number(options.literals, "--literals", 1, 4));
  ScenarioOptions of = options;
  of.reduction = "symmetry";
  if (of.processes.empty()) of.processes = "1..3";
  const std::vector<Scenario> scenarios = session.scenarios(of);
  OutputFiles files({{"--json", options.json}}, options.kept);
  catch_interrupts();

  const LimitsInForce in_force(&session.limits());
  const Scenario& first = scenarios.front();
  proof::Observations observations(first.topology == "ring");
  int explored = 0;
  std::string ended;
  std::vector<proof::Clause> facts;
  proof::Observations::Seen seen;
  try {
    for (const Scenario& scenario : scenarios) {
      session.now_doing(fmt::format("learn: configurations of n={}", scenario.processes));
      if (!observations.look_at(scenario, most, session.limits())) {
        if (explored == 0)
          throw UsageError(
              fmt::format("n={} has more than {} configurations, which is too many to learn from; "
                          "a smaller -n has fewer",
                          scenario.processes, grouped(most)));
        ended = fmt::format(" (n={} has more than {}, and is left out)", scenario.processes, grouped(most));
        break;
      }
      explored = scenario.processes;
    }
    session.now_doing("learn: what they have in common");
    observations.write(seen);
    facts = proof::learn(seen.rings, seen.relations, literals, session.limits(), observations.on_ring());
    facts = proof::without_consequences(std::move(facts), seen.relations, session.limits());
  } catch (const LimitReached&) {
    throw LimitError(session.ended_by() + " before all configurations were looked at", session.exit_status());
  }

  Json json;
  json["model"] = first.model->full_name();
  json["processes"] = explored;
  json["configurations"] = observations.configurations();
  json["literals"] = literals;
  json["complete"] = ended.empty();
  json["facts"] = Json::array();
  const int least = scenarios.front().processes;
  const std::string sizes =
      least == explored ? std::to_string(explored) : fmt::format("{}..{}", least, explored);
  std::string text =
      fmt::format("  In all {} of {}, n={}{}:\n\n",
                  plural(grouped(observations.configurations()), "configuration", "configurations"),
                  first.model->full_name(), sizes, ended);
  std::size_t number = 0;
  for (const proof::Clause& fact : facts) {
    const std::string says = proof::sentence(fact, seen.relations);
    json["facts"].push_back(says);
    if (proof::is_about_one_variable(fact, seen.relations)) continue;
    text += fmt::format("  {:>3}. {}\n", ++number, says);
  }
  if (number == 0) text += "  Nothing of so few parts holds always; --literals 3 looks for more.\n";
  text += "\n  Different letters are different processes, and their identifiers.\n";
  if (!observations.left_out().empty())
    text += fmt::format("  Not looked at: {}.\n", fmt::join(observations.left_out(), ", "));
  files.commit("--json", json.dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
  if (!options.quiet) files.say(Terminal::of(files.words(), options.display).page(text));
  files.finish();
  return exit_holds;
}

}  // namespace conclave
