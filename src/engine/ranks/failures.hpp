// Why a rank cannot go on, as words for the leader, where the same is then thrown.
#pragma once

#include <exception>
#include <nlohmann/json.hpp>

#include "program/json.hpp"

namespace conclave {

Json why(const std::exception_ptr&);
[[noreturn]] void throw_again(const Json& why);

}  // namespace conclave
