// `new`: a model file to begin with.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "own/kit.hpp"
#include "own/new_model.hpp"
#include "own/own_model.hpp"
#include "report/card.hpp"
#include "trace/command_words.hpp"

namespace conclave {
namespace {

std::string content_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError("cannot read `" + path.string() + "`: " + std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string like(const std::string& model, const NewName& name) {
  if (names_file(model))
    throw UsageError("--like takes the name of a built-in model, not a file; copy `" + model + "` instead");
  const Model& original = model_named(model);
  const std::string file = file_of(original);
  return "// This began as a copy of " + file + ", under the name " + name.dashed + ".\n//\n" +
         renamed(content_of(kit().models / file), original.full_name(), name);
}

std::string of_kind(const std::string& kind, const NewName& name) {
  const std::vector<std::string> kinds = kinds_of_new_models();
  if (std::ranges::find(kinds, kind) == kinds.end())
    throw UsageError("there is no kind of model `" + kind + "`" + suggest(kind, kinds));
  return renamed(content_of(kit().models / "examples/new" / (kind + ".cpp")), "new-" + kind, name);
}

// Nobody loses a file: it must not be there yet.
void create(const std::filesystem::path& path, const std::string& text) {
  const auto fail = [&] {
    const std::string shown = "`" + path.string() + "`";
    if (errno == EEXIST) throw UsageError(shown + " is there already, and stays as it is; take another name");
    throw UsageError("cannot write " + shown + ": " + std::strerror(errno));
  };
  std::FILE* file = std::fopen(path.c_str(), "wx");
  if (file == nullptr) fail();
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (const bool is_closed = std::fclose(file) == 0; is_written && is_closed) return;
  const int error = errno;
  std::remove(path.c_str());
  errno = error;
  fail();
}

}  // namespace

int new_command(const NewOptions& options) {
  const NewName name = read_new_name(options.name);
  create(name.file, options.like.empty() ? of_kind(options.kind, name) : like(options.like, name));
  const std::string file = name.file.string();
  print("`" + file + "` is a model that can be checked as it stands:\n\n  " + name_of_command() + " check " +
        as_typed(file) + "\n");
  return exit_holds;
}

}  // namespace conclave
