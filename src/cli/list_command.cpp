#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/describe/enum_to_string.hpp>
#include <nlohmann/json.hpp>

#include "program/parameters.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/output_file.hpp"

namespace conclave {

int list_command(bool json) {
  Json all = Json::array();
  std::string text =
      fmt::format("{:<34} {:<18} {:<8} {:<7} {}\n", "MODEL", "TOPOLOGY", "NETWORK", "-n", "SOURCE");
  for (const Model* model : models()) {
    const About& about = model->about;
    const std::string network = boost::describe::enum_to_string(about.network, "?");
    const std::string range = fmt::format("{}..{}", about.processes.first, about.processes.last);
    text += fmt::format("{:<34} {:<18} {:<8} {:<7} {}\n    {}\n", about.name, about.topology, network, range,
                        about.source, about.summary);
    for (const Parameter& parameter : parameters(*model->program)) {
      text += fmt::format("    --set {}={} ({})\n", parameter.name, parameter.standard,
                          parameter.optional        ? "a whole number, or actual: as it really is"
                          : parameter.words.empty() ? "a whole number"
                                                    : fmt::format("{}", fmt::join(parameter.words, " or ")));
    }
    Json properties = Json::array();
    for (const Property& p : model->properties) properties.push_back(p.name);
    all.push_back({{"model", model->name},
                   {"variant", model->variant.empty() ? Json(nullptr) : Json(model->variant)},
                   {"summary", about.summary},
                   {"source", about.source},
                   {"topology", about.topology},
                   {"network", network},
                   {"initiators", about.initiators == Initiative::all    ? "all"
                                  : about.initiators == Initiative::root ? "0"
                                                                         : "any"},
                   {"parameters", parameters_json(*model->program, model->program->standard_parameters())},
                   {"processes", {about.processes.first, about.processes.last}},
                   {"properties", properties}});
  }
  print(json ? all.dump(2) + "\n" : text);
  return exit_holds;
}

}  // namespace conclave
