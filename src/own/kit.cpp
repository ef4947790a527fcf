#include "own/kit.hpp"

#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>

#include "own/own_model.hpp"

namespace conclave {
namespace {

namespace fs = std::filesystem;

constexpr const char* description = "model-kit";

fs::path& folder_of_library() {
  static auto& folder = *new fs::path;
  return folder;
}

fs::path folder_of_program() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).parent_path();
}

std::optional<Kit> kit_in(const fs::path& folder) {
  std::ifstream file(folder / description);
  if (!file) return {};
  Kit kit;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string what;
    words >> what;
    std::string rest;
    std::getline(words >> std::ws, rest);
    if (what == "headers") kit.headers = fs::weakly_canonical(folder / rest);
    if (what == "precompiled") kit.precompiled = fs::weakly_canonical(folder / rest);
    if (what == "models") kit.models = fs::weakly_canonical(folder / rest);
    std::istringstream options(what == "options" ? rest : "");
    for (std::string option; options >> option;) kit.options.push_back(option);
  }
  return kit;
}

Kit find_kit() {
  const fs::path program = folder_of_program();
  for (const fs::path& folder : {folder_of_library(), program, program / CONCLAVE_KIT}) {
    if (folder.empty()) continue;
    if (auto found = kit_in(folder)) return *std::move(found);
  }
  throw OwnModelError("the headers and sources of the models are missing: there is no file " +
                      (program / CONCLAVE_KIT / description).lexically_normal().string() +
                      "; whoever moves the program moves the whole folder that it was installed in");
}

}  // namespace

const Kit& kit() {
  static const Kit& found = *new Kit(find_kit());
  return found;
}

bool is_installed() {
  const fs::path program = folder_of_program();
  std::error_code unknown;
  return !fs::exists(program / description, unknown) &&
         fs::exists(program / CONCLAVE_KIT / description, unknown);
}

void use_kit_in(const fs::path& folder) { folder_of_library() = folder; }

}  // namespace conclave
