// What the compiler says of a user's file, for people: one sentence at the author's line first.
#pragma once

#include <filesystem>
#include <string>

namespace conclave {

// `output` is what g++ or clang has printed. The result is "my.cpp:20: SENTENCE", and below it what the
// compiler says of the file itself, or everything.
std::string tell(const std::string& output, const std::filesystem::path& source, bool everything);

}  // namespace conclave
