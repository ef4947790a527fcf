// Conclave as a library: checks a model, and returns what it found as values. docs/library.md has an example;
// what each word means is in docs/semantics/.
//
// A model is a built-in one, a file that is compiled as `conclave check FILE` does, or a struct of the
// calling program, which includes <author/model.hpp> and registers it there:
// `const conclave::Registration<MyModel> mine;`.
//
// Calls from several threads come one after the other. A call takes some of what belongs to the whole
// process: from the first one on, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT and one real-time signal have
// Conclave's handlers, and each call leaves no handler of `new`. Before the first verdict on a model the
// process forks a child, which compares the reductions on a small instance. What goes wrong in a model ends
// the check, and not the process; only a model that damages the process's memory ends it, with status 2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace conclave::api {

// Something of a scenario is wrong, a model file does not compile, or the model goes wrong while it runs. The
// text is the one that the command prints: one line that says what is wrong and what would be right; of a
// file that does not compile also what the compiler says of it.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How many processes: from `first` to `last`, both included; 1 <= first <= last <= 64.
struct Range {
  int first = 1;
  int last = 1;
};

// What the adversary may do, counted over a whole execution: from 0, which is never, to 250. On which
// networks each is possible is in docs/semantics/faults.md.
struct Faults {
  int loss = 0;       // messages that are lost
  int duplicate = 0;  // messages that arrive once more
  int crash = 0;      // processes that stop for good
  int recover = 0;    // crashed processes that begin anew
  int late = 0;       // messages that arrive a round late
  int byzantine = 0;  // processes that send what they like; where there are no rounds, two messages in all
};

// What is checked; initialise the fields by their names. An empty text, or no value, is what the model says
// itself or, if it says nothing, what the option of the command stands for that is named here. The texts are
// what that option takes.
struct Scenario {
  std::string model = {};  // "chang-roberts", "chang-roberts:java", "mine.cpp", "mine.cpp:variant"
  std::optional<Range> processes = {};  // -n
  std::string identifiers = {};         // --ids: "all", "3,1,2" by place, "equal", "duplicates"
  std::optional<int> universe =
      {};                       // --universe: identifiers are drawn from `least` to this, 1 000 000 at most
  int least = 1;                // not negative; another one than 1 needs a universe
  std::string initiators = {};  // --initiators: "any", "all", "one", "count:2", or places as in "0,2"
  std::string down = {};        // --down: "largest", "smallest", "count:2", or places; empty: nobody
  std::string network = {};     // --network: "fifo", "bag", "set"
  std::string topology = {};    // --topology: "ring", "complete", ..., a file of graphs, or "graph6:TEXT"
  std::string fairness = {};    // --fairness: "weak", "strong", "none"
  std::string reduction = {};   // --reduction: "all", "none", or some of "symmetry,order,independence,draws"
  Faults faults = {};           // --loss, --duplicate, ...
  std::map<std::string, std::string> parameters = {};  // --set: value by name
  std::vector<std::string> properties = {};  // --property: only these; empty: all that the model states
};

// How far a check goes.
struct Limits {
  std::optional<int> threads = {};         // 1 to 1024; none: every core
  std::optional<std::size_t> memory = {};  // bytes of the whole program, at least 32 MiB; none: 80 % of RAM
  std::optional<int> depth = {};       // the steps of an execution, at least 1; none: 10000, or 100000 rounds
  std::optional<double> seconds = {};  // above 0; none: no limit
  bool keep_going = false;             // explore everything, also after a property is violated
};

// `inconclusive`: a limit was reached before it was known.
enum class Verdict { holds, violated, inconclusive };

// A message that is sent or received: from and to are places, -1 where the network does not tell.
struct Message {
  int from = -1;
  int to = -1;
  std::string text;  // as the model's fields print it, such as "⟨election 3⟩"
};

// One step of an execution. Its kind is "start", "own", "receive", "miss", "lose", "duplicate",
// "crash", "recover" or "forge"; or, in lock step, "round", which all processes take.
struct Step {
  std::string kind;
  int process = -1;                 // its place, from 0; -1: all of them
  std::string own;                  // of an own step: its name
  std::optional<Message> received;  // the message that it is about
  std::vector<Message> sent;
};

// The local state of each process by place: the value of each variable by its name, both as the model prints
// them. A process that has crashed has the one variable "crashed".
using Configuration = std::vector<std::map<std::string, std::string>>;

// An execution that violates a property; no shorter one does unless `shortest` is false.
struct Trace {
  std::string property;
  std::vector<int> identifiers;  // by place
  std::string topology;
  std::vector<Step> steps;
  std::vector<Configuration>
      configurations;  // one more than steps: the initial one, and the one after each step
  std::optional<std::size_t>
      loop;  // the last configuration equals this one, and what is between repeats for ever
  bool shortest = true;
  std::vector<std::string> why;  // what the execution shows, a sentence each
  std::string text;              // as the command prints it: UTF-8, lines of at most 120 columns
  std::string itf;               // as `--trace` writes it: JSON, Informal Trace Format
};

struct Property {
  std::string name;
  std::string says;  // a sentence
  Verdict verdict = Verdict::inconclusive;
  std::optional<Trace> counterexample;  // if it is violated
};

// The number of messages that an election sends, over all executions with the largest number of processes
// that was explored whole. Without `max` there is no largest number; without `min` no execution ends.
struct Cost {
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
};

struct Result {
  std::string model;
  Verdict verdict =
      Verdict::inconclusive;  // the worst of the properties: violated, else inconclusive, else holds
  std::vector<Property> properties;
  std::uint64_t configurations = 0;  // explored in all
  std::uint64_t transitions = 0;     // the same; 2^64 - 1: so many, or more
  std::string identifier_orders;     // so many orders the verdict is about; a decimal number
  std::optional<Cost> messages;      // none if nothing was explored whole
  std::string stopped;  // what ended the check before all was explored, in words; empty if nothing did
  std::vector<std::string> warnings;  // what makes the verdict worth less than it seems
};

// Checks one number of processes after the other, from the smallest, until a limit is reached or, unless it
// is to keep going, a property is violated. Throws Error; what a limit ends is no error.
Result check(const Scenario&, const Limits& = {});

// What a model says of itself.
struct Model {
  std::string name;  // with the variant
  std::string summary;
  std::string source;  // document and figure
  std::string topology;
  std::string network;
  Range processes;  // the range that is checked unless one is named
  std::vector<std::string> properties;
};

// The built-in models and those of the calling program, in the order of `conclave list`.
std::vector<Model> models();
// One of these, or that of a file, which is compiled if it has changed. Throws Error.
Model model(const std::string& name);

// Where the headers for model files are; found by the package of Conclave, so nobody else calls it.
bool look_for_headers_in(const char* folder);
#ifdef CONCLAVE_KIT_FOLDER
inline const bool headers_are_known = look_for_headers_in(CONCLAVE_KIT_FOLDER);
#endif

}  // namespace conclave::api
