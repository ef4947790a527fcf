// Numbers as people type them on the command line. All of these throw UsageError, which names the option.
#pragma once

#include <string>
#include <vector>

#include "author/rational.hpp"

namespace conclave {

// The whole text is one number from `least` to `most`.
int read_number(const std::string& text, const std::string& option, int least, int most);
// A probability above 0, as in "0.999" or "999/1000".
Rational read_probability(const std::string& text, const std::string& option);
// Numbers with commas between them.
std::vector<int> read_list(const std::string& text, const std::string& option, int least, int most);
// Did whoever typed this mean a list, rather than a word?
bool starts_like_a_list(const std::string& text);
// A list of places of n processes: sorted, each once.
std::vector<int> read_places(const std::string& text, const std::string& option, int n);

}  // namespace conclave
