// `merge`: what shards found, as one result.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/journal_options.hpp"
#include "program/model.hpp"

namespace conclave {

int merge_command(const MergeOptions& options) {
  std::vector<std::string> all = options.journals;
  all.push_back(options.journal);
  for (const std::string& journal : all)
    keep_apart(journal, {{"--json", options.json}, {"--trace", options.trace}, {"--html", options.html}});
  Journal journal(options.journals);
  CheckOptions check = check_of(journal.command());
  static_cast<EffortOptions&>(check) = options;
  check.json = options.json;
  check.trace = options.trace;
  check.html = options.html;
  const Json now = command_of(check);
  for (const auto& [name, text] : now.items()) {
    if (journal.command().value(name, Json("")) != text)
      throw LedgerError("the journal `" + options.journals.front() + "` is of another " + name +
                        ", so that its results are not those of this one");
  }
  if (!options.journal.empty()) journal.copy_to(options.journal);
  const int status = check_command(check, &journal);
  const std::string missing = journal.missing();
  if (!missing.empty() && status != exit_holds) {
    std::fprintf(stderr, "conclave: %s\n", missing.c_str());
  } else if (status == exit_inconclusive && !options.quiet) {
    std::fputs(
        "conclave: not all shards are finished; their commands go on, and --journal FILE hands out what is "
        "left\n",
        stderr);
  }
  return status;
}

}  // namespace conclave
