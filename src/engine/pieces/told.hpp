// What pieces tell, as JSON: for ledgers, and for messages between processes.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/pieces/ledger.hpp"
#include "program/json.hpp"

namespace conclave {

// Whatever reads throws what nlohmann::json throws. `none` is an empty sum of the right kind.
Json to_json(const std::vector<Stretch>&);
Json to_json(const std::vector<Numbered>&);
std::vector<Numbered> read_regions(const Json&, int processes);
std::vector<Stretch> read_stretches(const Json&, const Sum& none, int processes);

Json to_json(const Manner&);
Manner read_manner(const Json&);

Json to_json(const Ledger::Entry&);
Ledger::Entry read_entry(const Json&, const Sum& none, int processes);

Json to_json(const Setback&);
Setback read_setback(const Json&);

// What makes a scenario another one, beyond the command: the size, the graphs, and what is done without.
Json key_of(const Scenario&);
// The scenario of this key, which is one of the list, perhaps without some reductions. Throws LedgerError if
// it is not.
Scenario scenario_of(const Json& key, const std::vector<Scenario>&);

}  // namespace conclave
