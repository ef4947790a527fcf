// The options of `check` and `merge` that have to do with journals.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/options.hpp"
#include "journal/journal.hpp"
#include "program/json.hpp"

namespace conclave {

void add_journal_options(CLI::App& check, CheckOptions&);
void add_journals(CLI::App& merge, MergeOptions&);

// The options of a check that would make its results others, by their names; and the check that has them.
Json command_of(const CheckOptions&);
CheckOptions check_of(const Json& command);

// Throws UsageError if one of these files, each with its option, is the journal.
void keep_apart(const std::string& journal, const std::vector<std::pair<std::string, std::string>>& results);

// The journal that the options name; null if they name none. Throws UsageError, LedgerError.
std::unique_ptr<Journal> open_journal(const CheckOptions&);

}  // namespace conclave
