// `list`: the models, or one model's card.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "author/claim.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/output_file.hpp"
#include "program/json.hpp"
#include "program/model.hpp"
#include "program/parameters.hpp"
#include "report/card.hpp"
#include "report/measurement.hpp"
#include "report/terminal.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

std::string columns_of(const Model& model) {
  const About& about = model.about;
  const std::string range = fmt::format("{}..{}", about.processes.first, about.processes.last);
  return fmt::format("{:<34} {:<18} {:<8} {:<7} ", about.name, about.topology, name_of(model.network), range);
}

// Has every line room for its source?
bool has_room(const Terminal& terminal) {
  return std::ranges::all_of(models(), [&](const Model* model) {
    return columns(columns_of(*model)) + columns(model->about.source) <=
           static_cast<std::size_t>(terminal.width);
  });
}

std::string row_of(const Model& model, bool source_beside) {
  const About& about = model.about;
  std::string text = fmt::format("{}{}{}\n    {}\n", columns_of(model), source_beside ? "" : "\n    ",
                                 about.source, about.summary);
  for (const Parameter& parameter : parameters(*model.program)) {
    text += fmt::format("    --set {}={} ({})\n", parameter.name, parameter.standard, values_of(parameter));
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
  json["network"] = name_of(model.network);
  json["initiators"] = own_initiators(model);
  json["parameters"] = parameters_json(*model.program, model.program->standard_parameters());
  json["processes"] = {about.processes.first, about.processes.last};
  json["properties"] = Json::array();
  for (const Property& property : model.properties) json["properties"].push_back(property.name);
  return json;
}

Json card_json(const Model& model) {
  Json json = json_of(model);
  json["file"] = file_of(model);
  json["networks"] = networks_of(model);
  json["topologies"] = topologies_of(model);
  json["variants"] = names_of_variants(model);
  json["knows"] = known_by(model);
  json["hooks"] = model.hooks;
  json["messages"] = model.program->message_kinds();
  json["sentences"] = Json::object();
  for (const Property& property : model.properties)
    json["sentences"][std::string(property.name)] = property.says;
  json["values"] = Json::object();
  for (const Parameter& parameter : parameters(*model.program))
    json["values"][parameter.name] = values_of(parameter);
  json["claims"] = Json::array();
  for (const Claim& claim : model.claims == nullptr ? std::vector<Claim>() : model.claims()) {
    json["claims"].push_back({{"cost", claim.cost},
                              {"initiators", claim.initiators},
                              {"claim", describe(claim)},
                              {"start", claim.start ? Json(claim.start->text()) : Json(nullptr)},
                              {"source", claim.source}});
  }
  return json;
}

}  // namespace

int list_command(const ListOptions& options, KeptFiles* kept) {
  const Terminal terminal = Terminal::of(stdout, options.display);
  if (!options.model.empty()) {
    const Model& model = model_named(options.model);
    if (kept != nullptr) {
      (*kept)["--json"] = card_json(model).dump(-1, ' ', true, Json::error_handler_t::replace);
      return exit_holds;
    }
    print(options.json ? card_json(model).dump(2, ' ', true, Json::error_handler_t::replace) + "\n"
                       : terminal.show(card(model, std::min(terminal.width, 80))));
    return exit_holds;
  }
  const bool source_beside = has_room(terminal);
  std::string text = fmt::format("{:<34} {:<18} {:<8} {:<7}{}\n", "MODEL", "TOPOLOGY", "NETWORK", "-n",
                                 source_beside ? " SOURCE" : "");
  Json all = Json::array();
  for (const Model* model : models()) {
    text += row_of(*model, source_beside);
    all.push_back(json_of(*model));
  }
  print(options.json ? all.dump(2, ' ', true, Json::error_handler_t::replace) + "\n" : terminal.page(text));
  return exit_holds;
}

}  // namespace conclave
