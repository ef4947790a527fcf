// `prove`: safety properties on rings of every size, by induction.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/proved.hpp"
#include "cli/session.hpp"
#include "cli/watch.hpp"
#include "proof/ivy.hpp"
#include "proof/prove.hpp"
#include "report/proof_text.hpp"

namespace conclave {
namespace {

namespace fs = std::filesystem;
using Is = proof::Verdict::Is;

void check_properties(const Model& model, const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const Property& property : model.properties) {
    if (property.kind == PropertyKind::safety) names.emplace_back(property.name);
  }
  for (const std::string& name : wanted) {
    if (std::ranges::find(names, name) != names.end()) continue;
    const bool is_other =
        std::ranges::find(model.properties, name, &Property::name) != model.properties.end();
    throw UsageError(
        is_other ? "`" + name + "` says what happens in the end: a proof for every n is of safety properties"
                 : model.full_name() + " has no safety property `" + name + "`" + suggest(name, names));
  }
}

// The folder is there before the work begins.
void prepare(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error) || access(folder.c_str(), W_OK) != 0)
    throw UsageError("--smt takes a folder to write to, and `" + folder + "` is none");
}

void write_files(const std::string& folder, const std::vector<proof::Obligation>& all) {
  if (folder.empty()) return;
  // Files of an earlier proof would pass for parts of this one.
  std::error_code ignored;
  static const std::regex ours("(start|(step|never)-[0-9]+)[.]smt2");
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (std::regex_match(entry.path().filename().string(), ours)) fs::remove(entry.path(), ignored);
  }
  for (const proof::Obligation& obligation : all)
    OutputFile((fs::path(folder) / (obligation.name + ".smt2")).string()).commit(obligation.text);
}

// Rings of a few processes, on the model's own network; none if it is for no ring.
std::vector<Scenario> small_rings(const ProveOptions& options, const Model& model) {
  if (model.about.topology != "ring") return {};
  ScenarioOptions of;
  of.model = options.model;
  of.parameters = options.parameters;
  of.processes = "1..4";
  of.reduction = "symmetry";
  return read_scenarios(of);
}

int exit_status(const proof::Proof& proof) {
  const auto any = [&](Is is) {
    return std::ranges::any_of(proof.verdicts, [&](const auto& verdict) { return verdict.is == is; });
  };
  if (any(Is::violated) || any(Is::not_inductive)) return exit_violated;
  return any(Is::unknown) ? exit_inconclusive : any(Is::proved) ? exit_holds : exit_usage;
}

}  // namespace

int prove_command(const ProveOptions& options) {
  Session session(options, Terminal::of(stderr, options.display));
  session.load(options.model);
  const Model& model = model_named(options.model);
  const Encoded parameters = read_parameters(options.parameters, model);
  check_properties(model, options.properties);
  prepare(options.smt);
  OutputFiles files({{"--json", options.json}, {"--ivy", options.ivy}}, options.kept);
  catch_interrupts();

  const LimitsInForce in_force(&session.limits());
  try {
    const proof::Proof proof =
        proof::prove(model, parameters, options.properties, small_rings(options, model), session.limits(),
                     [&](const std::string& what) { session.now_doing("prove: " + what); });
    write_files(options.smt, proof::obligations(proof));
    files.commit("--ivy", proof::ivy_of(proof));
    files.commit("--json",
                 to_json(proof, session.seconds()).dump(2, ' ', true, Json::error_handler_t::replace) + "\n");
    if (!options.quiet) {
      const Terminal terminal = Terminal::of(files.words(), options.display);
      files.say(terminal.page(describe(proof, session.seconds(), terminal)));
    }
    files.finish();
    std::vector<std::string> proved;
    for (const auto& verdict : proof.verdicts) {
      if (verdict.is == Is::proved) proved.push_back(verdict.goal->name);
    }
    if (!proved.empty()) keep_proved(model, parameters, proved);
    return exit_status(proof);
  } catch (const proof::NotProvable& why) {
    throw UsageError("no proof for every n can speak of " + model.full_name() + ": " + why.what());
  } catch (const proof::SolverError& error) {
    throw LimitError(error.what());
  } catch (const LimitReached&) {
    throw LimitError(session.ended_by() + " before a proof was found", session.exit_status());
  }
}

}  // namespace conclave
