// The decision process of one instance as explicit files for probabilistic model checkers: PRISM
// (prismmodelchecker.org, explicit model files) and Storm (stormchecker.org, explicit input). It is a Markov
// chain if no scheduler has anything to decide.
//
// State k is configuration k. An execution ends in the label `end`: a configuration that is quiescent and in
// which nothing can happen any more, or a last state, to which a decision leads from each configuration that
// is quiescent although somebody could still start, or a fault occur. The reward of a step is what it costs,
// in a file of its own for each cost that is counted step by step; of steps that lead from one decision to
// one configuration it is the mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.hpp"
#include "trace/state_space.hpp"

namespace conclave {

enum class MarkovFormat { prism, storm };

// How the names of the files end: ".tra" (transitions), ".lab" (labels), ".messages.trew" (rewards) and so
// on, and for PRISM ".sta" (states).
std::vector<std::string> markov_suffixes(const Program&, MarkovFormat);
// Their texts, in the same order, of a space that is explored to the end. Throws ModelError.
std::vector<std::string> markov_texts(const Program&, StateSpace&, MarkovFormat);

}  // namespace conclave
