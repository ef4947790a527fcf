// `list`: the models.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/output_file.hpp"
#include "program/json.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "report/terminal.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string values_in_words(const Parameter& parameter) {
  if (parameter.optional) return "a whole number, or actual: as it really is";
  if (parameter.words.empty()) return "a whole number";
  return fmt::format("{}", fmt::join(parameter.words, " or "));
}

std::string row_of(const Model& model) {
  const About& about = model.about;
  const std::string range = fmt::format("{}..{}", about.processes.first, about.processes.last);
  std::string text = fmt::format("{:<34} {:<18} {:<8} {:<7} {}\n    {}\n", about.name, about.topology,
                                 name_of(about.network), range, about.source, about.summary);
  for (const Parameter& parameter : parameters(*model.program)) {
    text +=
        fmt::format("    --set {}={} ({})\n", parameter.name, parameter.standard, values_in_words(parameter));
  }
  return text;
}

Json json_of(const Model& model) {
  const About& about = model.about;
  Json json;
  json["model"] = model.name;
  json["variant"] = model.variant.empty() ? Json(nullptr) : Json(model.variant);
  json["summary"] = about.summary;
  json["source"] = about.source;
  json["topology"] = about.topology;
  json["network"] = name_of(about.network);
  json["initiators"] = own_initiators(model);
  json["parameters"] = parameters_json(*model.program, model.program->standard_parameters());
  json["processes"] = {about.processes.first, about.processes.last};
  json["properties"] = Json::array();
  for (const Property& property : model.properties) json["properties"].push_back(property.name);
  return json;
}

}  // namespace

int list_command(bool json) {
  std::string text =
      fmt::format("{:<34} {:<18} {:<8} {:<7} {}\n", "MODEL", "TOPOLOGY", "NETWORK", "-n", "SOURCE");
  Json all = Json::array();
  for (const Model* model : models()) {
    text += row_of(*model);
    all.push_back(json_of(*model));
  }
  print(json ? all.dump(2, ' ', true) + "\n" : Terminal::of(stdout, ColorChoice::automatic).show(text));
  return exit_holds;
}

}  // namespace conclave
