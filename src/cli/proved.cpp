#include "cli/proved.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "own/cache_folder.hpp"

namespace conclave {
namespace {

namespace fs = std::filesystem;

fs::path file_of(const Model& model, const Encoded& parameters) {
  const fs::path folder = cache_folder("proofs");
  if (folder.empty()) return {};
  std::string name = model.full_name() + model.content;
  for (const std::int32_t word : parameters) name += "," + std::to_string(word);
  std::ranges::replace(name, '/', '_');
  return folder / name;
}

}  // namespace

// Whatever goes wrong costs no more than that nobody is told.
void keep_proved(const Model& model, const Encoded& parameters, const std::vector<std::string>& properties) {
  std::vector<std::string> all = proved_before(model, parameters);
  for (const std::string& property : properties) {
    if (std::ranges::find(all, property) == all.end()) all.push_back(property);
  }
  const fs::path file = file_of(model, parameters);
  if (file.empty()) return;
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  const fs::path making = file.string() + "." + std::to_string(getpid());
  {
    std::ofstream out(making);
    for (const std::string& property : all) out << property << "\n";
    if (!out.flush()) return;
  }
  fs::rename(making, file, ignored);
}

std::vector<std::string> proved_before(const Model& model, const Encoded& parameters) {
  std::vector<std::string> all;
  const fs::path file = file_of(model, parameters);
  if (file.empty()) return all;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace conclave
