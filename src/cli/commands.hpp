// The commands. Each returns the exit status, and throws UsageError, TraceError or ModelError.
#pragma once

#include <string>

#include "cli/options.hpp"
#include "report/terminal.hpp"

namespace conclave {

class Ledger;

// Of all models, or of the one named. A card is kept as JSON, and not printed, if there is a place for it.
int list_command(const ListOptions&, KeptFiles* kept = nullptr);
// With a ledger, which is then not the options' own, what it knows is not explored.
int check_command(const CheckOptions&, Ledger* = nullptr);
// In a process that is not to run the check itself, but to help.
void help_check(const CheckOptions&);
// Puts together what shards found.
int merge_command(const MergeOptions&);
int measure_command(const MeasureOptions&);
int compare_command(const CompareOptions&);
// Answers exercises of the sources, lists them, or marks a model as an answer.
int exercise_command(const ExerciseOptions&);
// Writes a model file to begin with.
int new_command(const NewOptions&);
// Draws a state graph, or networks.
int graph_command(const GraphOptions&);
// Walks through the state space of an instance, as standard input says.
int explore_command(const ExploreOptions&);
int selfcheck_command(const SelfcheckOptions&);
// Proves properties for rings of every size.
int prove_command(const ProveOptions&);
// Prints what holds in every reachable configuration.
int learn_command(const LearnOptions&);
int show_command(const TraceOptions&);
// Prints the file in which a model is written: that of a name, or the file itself.
int source_command(const std::string& model);
int replay_command(const TraceOptions&);

}  // namespace conclave
