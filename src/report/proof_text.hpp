// A proof in words: what is proved and what it rests on, or why it is not proved.
#pragma once

#include <string>

#include "proof/prove.hpp"
#include "report/json.hpp"
#include "report/terminal.hpp"

namespace conclave {

std::string describe(const proof::Proof&, double seconds, const Terminal&);
Json to_json(const proof::Proof&, double seconds);

}  // namespace conclave
