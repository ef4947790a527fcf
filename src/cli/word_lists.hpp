// The words that options take where they can be listed, for the completion of shells.
#pragma once

#include <string>
#include <vector>

namespace conclave {

std::vector<std::string> names_of_models();
std::vector<std::string> properties_of_models();
std::vector<std::string> parameters_of_models();
std::vector<std::string> costs_of_models();
std::vector<std::string> extremes_of_costs();
std::vector<std::string> events_of_models();
std::vector<std::string> splits_of_models();
std::vector<std::string> names_of_topologies();
std::vector<std::string> names_of_exercises();

}  // namespace conclave
