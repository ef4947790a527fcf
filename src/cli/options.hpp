// What the command line asked for. The command line is read into these options, and each command reads the
// options that it has into scenarios and limits.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output_file.hpp"
#include "engine/run/task.hpp"
#include "program/model.hpp"
#include "report/terminal.hpp"
#include "scenario/scenario.hpp"

namespace conclave {

class Wire;

// The texts are as typed, and empty where an option was not given.
struct ScenarioOptions {
  std::string model;
  std::string processes;
  std::string ids;
  std::string universe;
  std::string initiators;
  std::string down;
  std::string network;
  std::string topology;
  std::string byzantine;
  std::string byzantine_at;
  std::map<std::string_view, std::string> fault_budgets;  // by the names in `budgets`
  std::vector<std::string> parameters;
  std::string fairness;
  std::vector<std::string> properties;
  std::string reduction;
};

struct EffortOptions {
  // Of a command that another one calls: its files are kept there, and nothing is printed.
  KeptFiles* kept = nullptr;
  std::string threads;
  std::string memory;
  std::string depth;
  std::string time;
  std::string disk;
  bool quiet = false;
  bool no_progress = false;
  Display display;
  Wire* wire = nullptr;  // to processes that help
};

struct CheckOptions : ScenarioOptions, EffortOptions {
  bool keep_going = false;
  std::string witness;
  std::string until;
  std::string json;
  std::string trace;
  std::string html;
  std::string journal;
  std::string shard;
};

struct MergeOptions : EffortOptions {
  std::vector<std::string> journals;
  std::string journal;  // that is written
  std::string json;
  std::string trace;
  std::string html;
};

struct MeasureOptions : ScenarioOptions, EffortOptions {
  std::vector<std::string> costs;
  std::string by;
  std::string until;
  std::vector<std::string> distributions;
  std::string probability;
  std::string up_to;
  std::string means;
  std::string witness;
  std::string csv;
  std::string json;
  std::string svg;
  std::string html;
  std::string trace;
  std::string typed;  // the whole command, as one would type it again
};

// The options of a scenario are those of the first model, and of the second as far as they are given.
struct CompareOptions : ScenarioOptions, EffortOptions {
  std::string other;
  std::string json;
};

// Of a state graph.
struct GraphOptions : ScenarioOptions, EffortOptions {
  std::string format = "dot";
  std::string out;
  std::string most;
  bool networks = false;
};

// Of a session that walks through the state space of one instance.
struct ExploreOptions : ScenarioOptions, EffortOptions {
  std::string from;
  std::string html;
  std::string instance;
  std::string most;
  std::string random;
};

// In which formats `graph` writes.
std::vector<std::string> formats_of_graphs();

// What `show` and `replay` take.
struct TraceOptions : EffortOptions {
  std::string file;
  std::string on;               // of `replay`: another model
  bool source = false;          // of `show`: the file is a model's, or its name
  std::string format = "text";  // of `show`
};

// In which formats `show` prints a trace.
std::vector<std::string> formats_of_traces();

struct SelfcheckOptions : ScenarioOptions {
  Display display;
};

// Of a proof for rings of every size.
struct ProveOptions : EffortOptions {
  std::string model;
  std::vector<std::string> parameters;
  std::vector<std::string> properties;
  std::string smt;  // a folder
  std::string ivy;
  std::string json;
};

// Of facts that hold in every reachable configuration.
struct LearnOptions : ScenarioOptions, EffortOptions {
  std::string literals;
  std::string json;
};

struct ExerciseOptions : EffortOptions {
  std::string name;
  std::string file;
  bool question = false;
  std::string json;
  std::string html;
  std::string markdown;
};

struct ListOptions {
  std::string model;
  bool json = false;
  Display display;
};

struct NewOptions {
  std::string name;
  std::string like;
  std::string kind = "ring";
};

// The kinds of networks for which there is a file in examples/new.
std::vector<std::string> kinds_of_new_models();

// All of these throw UsageError.

const Model& model_named(const std::string& full_name);
// Who starts if the user does not say, as --initiators has it.
std::string own_initiators(const Model&);
// The same options for the model that is named, and for its variant that remembers who was elected, where
// this one is asked, too: each with the properties that are asked of it. There is at least one.
std::vector<ScenarioOptions> with_variant(const ScenarioOptions&);
// One scenario for each number of processes, smallest first.
std::vector<Scenario> read_scenarios(const ScenarioOptions&);
// The options as they are for who looks at single instances: without reductions of steps, and of few
// processes unless the user says more. `what` is what the user asked for, as in "a graph".
ScenarioOptions for_a_small_instance(const ScenarioOptions&, int processes, const std::string& reduction,
                                     const std::string& what);
Encoded read_parameters(const std::vector<std::string>& texts, const Model&);
PropertySet read_properties(const std::vector<std::string>& names, const Model&);
Reduction read_reduction(const std::string& text);
// The number of a cost, as Costs has it, by its name.
std::size_t read_cost(const std::string& name, const Model&);
// The event of this name.
Event read_event(const std::string& name, const Model&);
// What messages are counted apart by: one word or some with commas between them.
std::vector<Split> read_split(const std::string& text, const Model&);
// "COST=min" or "COST=max".
Task::Witness read_witness(const std::string& text, const Model&);
// "64M", "2G", "80%" or a number of bytes. An empty text is 80 % of RAM.
std::size_t read_memory(const std::string& text);
double read_seconds(const std::string& text);                    // an empty text is 0, no limit
std::optional<std::size_t> read_depth(const std::string& text);  // an empty text is nothing: Limits knows
int read_threads(const std::string& text);                       // an empty text is every core
// The folder for what has no room in `memory` bytes, if one is named.
std::optional<Room> read_room(const EffortOptions&, std::size_t memory, int threads);

}  // namespace conclave
