// The commands of `explore`, read line by line from standard input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "report/terminal.hpp"
#include "trace/exploration.hpp"

namespace conclave {

// An instance by its number, from 1 on, as the list of a session has them. Throws UsageError, LimitReached.
Instance instance_of(const Scenario&, std::size_t number, Limits&);

class ExploreSession {
 public:
  // The scenario must outlive it. `most` configurations are looked at ahead.
  ExploreSession(const Scenario&, Limits&, std::uint64_t most, const Terminal&);

  // Numbered from 1 on, as the list has them. Throws UsageError.
  void choose_instance(std::size_t number);
  void begin_at(const std::vector<Step>& steps, std::size_t at);
  // A random execution from here to an end, printed.
  void run_random(int seed);
  // Reads commands until there are no more, or `quit`. False if a script, not a person, had a wrong one.
  // Throws LimitReached.
  bool run();

 private:
  using Words = std::vector<std::string>;  // the arguments of a command
  struct Command {
    const char* name;
    const char* arguments;
    const char* says;
    void (ExploreSession::*run)(const Words&);
  };
  static const std::vector<Command>& commands();
  // As many lines as one looks at; a number asks for more.
  static constexpr std::size_t usual_lines = 20;
  static constexpr std::size_t greatest = std::numeric_limits<int>::max();

  void obey(const std::string& line);
  std::size_t number(const Words&, std::size_t usual, std::size_t least, std::size_t most) const;
  void none(const Words&) const;  // takes no arguments
  void show_here();
  void say(const std::string& text) const;
  void jump(const std::vector<Step>& steps, const std::string& what);
  bool jump_ahead(const std::vector<PropertyId>&);
  bool jump_from_beginning(const std::vector<PropertyId>&);  // False: the engine finds no violation.
  std::string name_of(PropertyId) const;

  void take(const Words&);
  void back(const Words&);
  void forward(const Words&);
  void go_to(const Words&);
  void restart(const Words&);
  void here(const Words&);
  void steps(const Words&);
  void path(const Words&);
  void branch(const Words&);
  void name(const Words&);
  void violation(const Words&);
  void quiescent(const Words&);
  void cheapest(const Words&);
  void dearest(const Words&);
  void endings(const Words&);
  void ending(const Words&);
  void ahead(const Words&);
  void random(const Words&);
  void instances(const Words&);
  void instance(const Words&);
  void save(const Words&);
  void help(const Words&);
  void quit(const Words&);

  const Ahead& look_ahead() { return exploration_->ahead(most_); }

  const Scenario& scenario_;
  Limits& limits_;
  const std::uint64_t most_;
  const Terminal terminal_;
  std::unique_ptr<Exploration> exploration_;
  // The last execution that `violation` found, and what it is evidence of.
  std::optional<std::pair<PropertyId, Path>> found_;
  bool ended_ = false;
};

}  // namespace conclave
