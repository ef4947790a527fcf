#include "cli/journal_options.hpp"

#include <boost/crc.hpp>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "cli/error.hpp"
#include "own/kit.hpp"
#include "program/model.hpp"
#include "report/card.hpp"

namespace conclave {
namespace {

// What the model's file has in it, as a short text; empty if nobody knows.
std::string content_of(const Model& model) {
  if (!model.content.empty()) return model.content;
  std::ifstream file(kit().models / file_of(model), std::ios::binary);
  if (!file) return "";
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  boost::crc_32_type crc;
  crc.process_bytes(text.data(), text.size());
  return std::to_string(crc.checksum());
}

// Calls a function with the name and the text of each option of which results depend.
template <class Options, class F>
void each_option(Options& o, const F& f) {
  f("model", o.model);
  f("-n", o.processes);
  f("--ids", o.ids);
  f("--universe", o.universe);
  f("--initiators", o.initiators);
  f("--down", o.down);
  f("--network", o.network);
  f("--topology", o.topology);
  f("--byzantine", o.byzantine);
  f("--byzantine-at", o.byzantine_at);
  f("--fairness", o.fairness);
  f("--reduction", o.reduction);
}

std::optional<Ledger::Share> read_share(const std::string& text) {
  if (text.empty()) return {};
  constexpr std::size_t most = 4096;
  Ledger::Share share;
  const char* const end = text.data() + text.size();
  const auto [slash, wrong] = std::from_chars(text.data(), end, share.mine);
  const bool has_slash = wrong == std::errc{} && slash != end && *slash == '/';
  const auto [behind, other] =
      has_slash ? std::from_chars(slash + 1, end, share.all) : std::from_chars(end, end, share.all);
  if (other != std::errc{} || behind != end || share.mine < 1 || share.mine > share.all || share.all > most)
    throw UsageError("--shard takes which of how many, from 1/N to N/N with N at most " +
                     std::to_string(most) + ", such as 3/7; not `" + text + "`");
  --share.mine;
  return share;
}

}  // namespace

void keep_apart(const std::string& journal, const std::vector<std::pair<std::string, std::string>>& results) {
  const auto place = [](const std::string& path) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(path, ignored);
  };
  for (const auto& [option, path] : results) {
    if (!path.empty() && path != "-" && !journal.empty() && place(path) == place(journal))
      throw UsageError(option + " would overwrite the journal `" + journal + "`; name another file");
  }
}

void add_journal_options(CLI::App& check, CheckOptions& o) {
  check
      .add_option("--journal", o.journal,
                  "keep what is found in this file as the run goes on; the same command goes on from there, "
                  "whatever ended it")
      ->type_name("FILE");
  check
      .add_option("--shard", o.shard,
                  "explore one part of N, into a journal; `conclave merge` puts the parts together")
      ->type_name("K/N");
}

void add_journals(CLI::App& merge, MergeOptions& o) {
  merge.add_option("journals", o.journals, "files that `check --journal` wrote, one of each shard")
      ->required();
  merge
      .add_option("--journal", o.journal, "write all that they have to a new journal, from which runs go on")
      ->type_name("FILE");
  merge.add_option("--json", o.json, "write the result as JSON; - is standard output")->type_name("FILE");
  merge
      .add_option("--trace", o.trace, "write the first counterexample (ITF); each one where the name has a %")
      ->type_name("FILE");
  merge.add_option("--html", o.html, "write all that was found as one page for a browser")->type_name("FILE");
}

Json command_of(const CheckOptions& options) {
  Json command = Json::object();
  each_option(options, [&](const char* name, const std::string& text) {
    if (!text.empty()) command[name] = text;
  });
  for (const auto& [fault, text] : options.fault_budgets) {
    if (!text.empty()) command["--" + std::string(fault)] = text;
  }
  if (!options.parameters.empty()) command["--set"] = options.parameters;
  if (!options.properties.empty()) command["--property"] = options.properties;
  if (options.keep_going || !options.witness.empty()) command["--keep-going"] = "given";
  command["model's file"] = content_of(model_named(options.model));
  command["version of conclave"] = CONCLAVE_VERSION;
  return command;
}

CheckOptions check_of(const Json& command) {
  CheckOptions options;
  each_option(options, [&](const char* name, std::string& text) { text = command.value(name, ""); });
  for (const FaultKind& budget : budgets)
    options.fault_budgets[budget.name] = command.value("--" + std::string(budget.name), "");
  options.parameters = command.value("--set", std::vector<std::string>{});
  options.properties = command.value("--property", std::vector<std::string>{});
  options.keep_going = command.contains("--keep-going");
  return options;
}

std::unique_ptr<Journal> open_journal(const CheckOptions& options) {
  const auto share = read_share(options.shard);
  if (options.journal.empty()) {
    if (share)
      throw UsageError("--shard " + options.shard +
                       " needs a file for what the shard finds, such as --journal shard" +
                       std::to_string(share->mine + 1));
    return nullptr;
  }
  for (const auto& [name, text] : {std::pair{"--witness", options.witness},
                                   {"--json", options.json},
                                   {"--trace", options.trace},
                                   {"--html", options.html}}) {
    if (share && !text.empty())
      throw UsageError(std::string(name) +
                       " is for the whole: `conclave merge` takes it when all shards are done");
  }
  keep_apart(options.journal,
             {{"--json", options.json}, {"--trace", options.trace}, {"--html", options.html}});
  return std::make_unique<Journal>(options.journal, command_of(options), share);
}

}  // namespace conclave
