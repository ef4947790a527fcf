// The exercises, claims and questions of the sources, and how each is answered: by commands of Conclave that
// a reader can repeat. Nothing here knows an answer. An entry says what to run and how an answer is read off
// what the runs found; the room does not know how a command is run, and is given that (`Runs`).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "program/json.hpp"

namespace conclave::exercises {

// What a command has found.
struct Result {
  Json json;        // what its --json writes
  std::string svg;  // of `measure`: the plot
};

// Runs commands, the same one once. A command is what one types after the program's name.
class Runs {
 public:
  using Run = std::function<Result(const std::string& command)>;
  explicit Runs(Run run) : run_(std::move(run)) {}

  const Result& of(const std::string& command);
  // What was asked for since the last call of forget(), in that order, each once.
  const std::vector<std::string>& commands() const { return commands_; }
  // What was found stays, in case that somebody asks for it again.
  void forget() { commands_.clear(); }

 private:
  Run run_;
  std::map<std::string, Result> results_;
  std::vector<std::string> commands_;
};

// `partly`: for some numbers of processes only. `open`: a limit was reached before it was known.
enum class Truth { yes, no, partly, open };

struct Evidence {
  enum class Kind { verdict, table, counterexample, witness };
  Kind kind{};
  std::string command{};  // that found it
  std::vector<std::string> columns{};
  std::vector<std::vector<std::string>> rows{};  // as wide as `columns`
  Json trace = nullptr;                          // an execution in the Informal Trace Format
  std::string svg{};                             // a plot of what `measure` found
};

// What was found out about one statement.
struct Finding {
  Truth truth = Truth::open;
  std::string of{};     // the model that it is about; empty: `says` tells
  std::string says{};   // a sentence with the figures, without its full stop
  std::string range{};  // Truth::partly: where it is true, as in "for n = 2..7"
  std::vector<Evidence> evidence{};
};

// A statement, and the runs that decide it.
struct Part {
  std::function<Finding(Runs&)> find;
  std::string condition{};     // under which it is asked, as in "if everyone starts"; empty: the source's
  bool decides = true;         // Or is it only shown beside the answer?
  std::string because_true{};  // why it is so, said only where that is what was found
  std::string because_false{};

  static Part of(std::function<Finding(Runs&)> find) {
    Part part;
    part.find = std::move(find);
    return part;
  }
  Part when(std::string text) const { return with(&Part::condition, std::move(text)); }
  Part if_true(std::string text) const { return with(&Part::because_true, std::move(text)); }
  Part if_false(std::string text) const { return with(&Part::because_false, std::move(text)); }
  Part beside() const {
    Part part = *this;
    part.decides = false;
    return part;
  }

 private:
  Part with(std::string Part::*member, std::string text) const {
    Part part = *this;
    part.*member = std::move(text);
    return part;
  }
};

// What a reader's own model is held to as an answer.
struct Assignment {
  std::string asks;                     // what the model has to do
  std::string reference;                // the model that answers the exercise
  std::string processes;                // how many, as in "1..5"
  std::string options;                  // of the runs, as in "--topology ring"
  std::vector<std::string> properties;  // that it has to state, and that have to hold
  std::string cost{};         // of which it takes no more than the reference; empty: any cost will do
  std::string leaves_open{};  // what such runs cannot tell, as a sentence
};

struct Exercise {
  std::string name;                  // "garg-9"
  std::string where;                 // in its source
  std::vector<std::string> aliases;  // the book's number, as in "garg-13.3"
  std::string asks;                  // in our own words
  std::vector<Part> parts;
  std::string change;        // what a reader may change, and watch
  std::string not_finite{};  // why no finite number of runs answers it; empty: they do
  std::string missing{};     // what is not shown yet; empty: nothing
  std::optional<Assignment> assignment{};

  std::string source() const { return name.substr(0, name.rfind('-')); }
  int number() const { return std::stoi(name.substr(name.rfind('-') + 1)); }  // in the list of its source
};

}  // namespace conclave::exercises
