// How statements are decided by what commands find: a property holds or breaks, a cost is or stays below a
// formula, two models are compared. Each of these makes a part of an entry. A command must have what is asked
// of it: std::logic_error tells that an entry of the house is wrong.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "author/claim.hpp"
#include "exercises/exercise.hpp"

namespace conclave::exercises {

using Names = std::vector<std::string>;

// `check`: all of these properties hold for every number of processes; without names, all that are checked.
// With names the command asks for these alone.
Part holds(const std::string& command, const Names& properties = {});
// `check`: at least one of them is violated for some number of processes.
Part breaks(const std::string& command, const Names& properties = {});

// `measure`: the cost compares with the formula as the claim says, for every number of processes. The formula
// reads n alone. An empty word for the initiators: those of the command.
Part costs(const std::string& command, const Claim&);
// `measure --by`: of each class of messages whose label is these words and a number, such as "phase 2", the
// figure compares with a bound that reads n and that number. The bound has a text, too.
struct ClassClaim {
  std::string words;  // "phase"
  Statistic statistic{};
  Relation relation{};
  std::string text;  // "4·2^l"
  std::function<Rational(int n, int number)> bound;
  int first = 0;  // classes with smaller numbers are not asked
};
Part each_class(const std::string& command, const ClassClaim&);
// `measure`: a claim that the model itself lists, by its text ("max = diam·|E|").
Part meets(const std::string& command, const std::string& cost, const std::string& claim);
// `measure`: the cost has no upper bound for some number of processes.
Part unbounded(const std::string& command, const std::string& cost);
// `measure`, twice: the figures are the same for every n.
Part same_figure(const std::string& first, const std::string& second, const Figure&);

// `check`: so many orders of identifiers are covered for each n. The number has a text, too.
Part covers(const std::string& command, const std::string& text, const std::function<Rational(int)>& number);

// `compare`: the first model costs no more than the second in every order, and less in some.
Part saves(const std::string& command, const std::string& cost);
// `compare`: in every order both cost the same.
Part costs_alike(const std::string& command, const std::string& cost);

// `check --witness`: an execution with an extreme cost, for show.
Part witness(const std::string& command);

// `list MODEL`: the model's processes are not told of that: "processes" for how many they are, "number" for
// what their identifiers are beyond an order, "diameter".
Part is_not_told(const std::string& model, const std::string& what);
// `list MODEL`: the model has, or has not, that function, as "halted" for processes that halt.
Part has(const std::string& model, const std::string& hook, bool wanted = true);
// `check --witness`: in this execution, the first message of the kind carries another identifier in the field
// than that of its sender. One execution refutes, and proves nothing.
Part first_sender_is_named(const std::string& command, const std::string& kind, const std::string& field);

// As in "n = 1..7" or "n = 1, 3".
std::string sizes(const std::vector<int>&);
// As in "a, b and c".
std::string listed(const Names&);

}  // namespace conclave::exercises
