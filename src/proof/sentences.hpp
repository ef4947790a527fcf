// Clauses, rings and steps in words.
#pragma once

#include <string>
#include <vector>

#include "proof/steps.hpp"

namespace conclave::proof {

// As in "If election(B) is on its way to A and C lies between B and A, then C < B." Different letters are
// different processes; who stands for an identifier is the process that has it.
std::string sentence(const Clause&, const std::vector<Relation>&);

// Does the clause only say that a variable of a process has no two values, or that numbers are in an order?
bool is_about_one_variable(const Clause&, const std::vector<Relation>&);

// The identifier of a process in a picture: its rank, from 1 on.
std::string name_in(const Ring&, std::uint8_t process);
// As in "2 receives leader(3)".
std::string step_words(const Ring&, const Application&, const Theory&);

// What a process has in its variables, and what is on its way to it, each with commas in between.
std::string local_words(const Ring&, std::uint8_t process, const Theory&);

// A ring as lines of text: the processes in the order of the ring, then what each has in its variables and
// what is on its way to it. Lines that are another in `before` are marked.
std::vector<std::string> picture(const Ring&, const Theory&, const Ring* before = nullptr);

}  // namespace conclave::proof
