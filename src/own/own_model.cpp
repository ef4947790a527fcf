#include "own/own_model.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "own/compile.hpp"

namespace conclave {
namespace {

bool verbose = false;

// The models of each file that is loaded. They are never unloaded, as built-in ones are not.
std::map<std::string, std::vector<const Model*>>& files() {
  static auto& all = *new std::map<std::string, std::vector<const Model*>>;
  return all;
}

// A name that lives as long as the model: `about.name` only looks at it.
std::string_view kept(std::string name) {
  static auto& all = *new std::deque<std::string>;
  return all.emplace_back(std::move(name));
}

// How a model of the file is asked for. The algorithm of the first model is called as the file is.
void name_after(const std::string& file, const std::string& algorithm, Model& model) {
  std::string inside = model.name == algorithm ? "" : model.name;
  if (!model.variant.empty()) inside += (inside.empty() ? "" : ":") + model.variant;
  // Where it names a variant that remembers, it means that one in the file.
  if (std::string_view& of = model.about.remembers; of == algorithm || of.starts_with(algorithm + ":"))
    of = kept(file + std::string(of.substr(algorithm.size())));
  model.name = file;
  model.variant = inside;
  model.about.name = kept(inside.empty() ? file : file + ":" + inside);
}

std::vector<const Model*> load(const std::string& file) {
  const Compiled compiled = compile(file, verbose);
  std::vector<std::unique_ptr<Model>> loaded;
  {
    KeptApart apart;
    const bool is_loaded = dlopen(compiled.object.c_str(), RTLD_NOW | RTLD_LOCAL) != nullptr;
    std::error_code ignored;
    if (!compiled.is_kept) std::filesystem::remove_all(compiled.object.parent_path(), ignored);
    if (!is_loaded) {
      const char* why = dlerror();
      throw OwnModelError(file + ": it compiles, but cannot be loaded: " + (why == nullptr ? "" : why));
    }
    if (!apart.refusal.empty()) throw OwnModelError(file + ": " + apart.refusal);
    loaded = std::move(apart.models);
  }
  if (loaded.empty())
    throw OwnModelError(
        file +
        ": it has no model; it is to register one, as in `const conclave::Registration<MyModel> "
        "my_model;`");
  const std::string algorithm = loaded.front()->name;
  std::vector<std::string> names;
  for (auto& model : loaded) {
    model->content = compiled.content;
    name_after(file, algorithm, *model);
    names.push_back(model->full_name());
  }
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    throw OwnModelError(file + ": two of its models are called `" + *twice +
                        "`; `about.name` has to tell them apart");
  std::vector<const Model*> found;
  for (auto& model : loaded) found.push_back(add_model(std::move(model)));
  return found;
}

// The file's part of a name: what comes after its last slash may have a colon and the name of a variant.
std::string file_in(std::string_view name) {
  const std::size_t slash = name.rfind('/');
  const std::size_t colon = name.find(':', slash == std::string_view::npos ? 0 : slash);
  return std::string(name.substr(0, colon));
}

}  // namespace

bool names_file(std::string_view model) {
  const std::string file = file_in(model);
  return file.find('/') != std::string::npos || file.ends_with(".cpp") || file.ends_with(".cc") ||
         file.ends_with(".cxx") || file.ends_with(".so");
}

void tell_everything() { verbose = true; }

const Model* find_own_model(std::string_view name) {
  if (!names_file(name)) return nullptr;
  const std::string file = file_in(name);
  if (file.ends_with(".so"))
    throw OwnModelError(
        file + ": a model is a C++ source; what it is compiled to belongs to one build of the program");
  auto at = files().find(file);
  if (at == files().end()) at = files().emplace(file, load(file)).first;
  std::string names;
  for (const Model* model : at->second) {
    if (model->full_name() == name) return model;
    names += (names.empty() ? "" : ", ") + model->full_name();
  }
  throw OwnModelError("there is no model `" + std::string(name) + "`; the file has " + names);
}

}  // namespace conclave
