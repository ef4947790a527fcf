// Which build of the program this is.
#pragma once

#include <string>

namespace conclave {

// The linker's hash of the whole program, in hexadecimal digits; empty if it has none.
std::string build_id();

}  // namespace conclave
