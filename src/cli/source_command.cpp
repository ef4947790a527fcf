// `show --source`: the file in which a model is written.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "own/kit.hpp"
#include "own/own_model.hpp"
#include "report/card.hpp"

namespace conclave {
namespace {

namespace fs = std::filesystem;

// A file that has to be compiled to be a model need not compile to be shown, unless one of its variants is
// meant.
fs::path source_of(const std::string& name) {
  std::error_code unknown;
  if (names_file(name) && fs::is_regular_file(name, unknown)) return name;
  const Model& model = model_named(name);
  return names_file(name) ? fs::path(model.file) : kit().models / file_of(model);
}

}  // namespace

int source_command(const std::string& name) {
  const fs::path path = source_of(name);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read `" + path.string() + "`: " + std::strerror(errno));
  print({std::istreambuf_iterator<char>(file), {}});
  return exit_holds;
}

}  // namespace conclave
