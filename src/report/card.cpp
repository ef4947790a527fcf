#include "report/card.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "author/claim.hpp"
#include "program/event.hpp"
#include "program/parameters.hpp"
#include "report/measurement.hpp"
#include "report/terminal.hpp"
#include "scenario/choose_topology.hpp"
#include "trace/names.hpp"

namespace conclave {
namespace {

constexpr std::size_t card_margin = 2;

// The words of a text in lines, of which the first has something before it.
std::string wrapped_row(const std::string& before, const std::string& text, std::size_t indent,
                        std::size_t width) {
  std::string all = padded(std::string(card_margin, ' ') + before, indent);
  std::size_t used = columns(all);
  if (used > indent) {
    all += "\n" + std::string(indent, ' ');
    used = indent;
  }
  bool first = true;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t blank = std::min(text.find(' ', from), text.size());
    const std::string word = text.substr(from, blank - from);
    from = blank + 1;
    if (!first && used + 1 + columns(word) > width) {
      all += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!first) {
      all += " ";
      ++used;
    }
    all += word;
    used += columns(word);
    first = false;
  }
  return all + "\n";
}

using Row = std::pair<std::string, std::string>;

std::string card_rows(const std::vector<Row>& rows, std::size_t width) {
  std::size_t indent = 0;
  for (const auto& [name, text] : rows) indent = std::max(indent, columns(name));
  indent = std::min(card_margin + indent + 2, width / 2);
  std::string all;
  for (const auto& [name, text] : rows) all += wrapped_row(name, text, indent, width);
  return all;
}

std::string shape_of_network(const About& about) {
  if (about.topology == "ring") return about.two_way ? "two-way ring" : "one-way ring";
  return std::string(about.topology);
}

std::string initiative(const Model& model) {
  if (!model.sleeps) return "everyone takes part from the beginning";
  switch (model.initiators) {
    case Initiative::all:
      return "all: everyone starts";
    case Initiative::root:
      return "0: the process at place 0 starts";
    case Initiative::any:
      break;
  }
  return "any: every non-empty set of processes may start";
}

std::vector<std::string> declarations_of(const Model& model) {
  std::vector<std::string> all;
  if (model.anonymous) all.emplace_back("it never looks at identifiers (anonymous)");
  if (model.elects == Elects::smallest) all.emplace_back("it elects the smallest identifier");
  if (model.elects == Elects::largest_initiator)
    all.emplace_back("it elects the largest identifier of those who start on their own");
  if (model.elects == Elects::smallest_initiator)
    all.emplace_back("it elects the smallest identifier of those who start on their own");
  if (model.elects == Elects::anyone) all.emplace_back("it may elect anyone");
  if (model.addressing == Addressing::by_identifier) all.emplace_back("messages are addressed by identifier");
  if (model.chooses_alike) all.emplace_back("processes that find the same in a round choose the same");
  if (model.copies_network) all.emplace_back("processes copy and overwrite the network");
  if (model.about.distinct) all.emplace_back("identifiers have to be distinct");
  if (model.about.own_neighbour) all.emplace_back("a single process sends to itself");
  if (model.about.heals) all.emplace_back("the ring closes over processes that have crashed");
  return all;
}

std::string card_section(const char* title, const std::vector<Row>& rows, std::size_t width) {
  return rows.empty() ? "" : std::string("\n") + title + "\n" + card_rows(rows, width);
}

}  // namespace

std::string file_of(const Model& model) {
  const std::size_t at = model.file.rfind("/models/");
  return at == std::string::npos ? model.file : model.file.substr(at + 1);
}

std::vector<std::string_view> networks_of(const Model& model) {
  std::vector<std::string_view> names{name_of(model.network)};
  if (model.program->lock_step()) return names;
  for (const Network other : {Network::fifo, Network::bag, Network::set}) {
    if (other != model.network) names.push_back(name_of(other));
  }
  return names;
}

// Asked of the smallest networks by which all of these topologies differ.
std::vector<std::string> topologies_of(const Model& model) {
  std::vector<std::string> names;
  for (const std::string& name : topology_names()) {
    try {
      choose_topology(model, {name, {}}, 4);
      names.push_back(name);
    } catch (const TopologyError&) {  // the model is not made for it
    }
  }
  return names;
}

std::vector<std::string> names_of_variants(const Model& model) {
  std::vector<std::string> names;
  for (const Model* other : variants_of(model)) names.push_back(other->full_name());
  return names;
}

std::vector<std::string_view> known_by(const Model& model) {
  constexpr std::pair<Knowledge, std::string_view> all[]{{Knowledge::neighbours, "neighbours"},
                                                         {Knowledge::place, "place"},
                                                         {Knowledge::largest, "largest"},
                                                         {Knowledge::addresses, "addresses"},
                                                         {Knowledge::root, "root"},
                                                         {Knowledge::tree, "tree"},
                                                         {Knowledge::number, "number"},
                                                         {Knowledge::indices, "indices"},
                                                         {Knowledge::processes, "processes"},
                                                         {Knowledge::diameter, "diameter"},
                                                         {Knowledge::crashes, "crashes"},
                                                         {Knowledge::down, "down"}};
  std::vector<std::string_view> known;
  for (const auto& [item, name] : all) {
    if (has(model.knows, item)) known.push_back(name);
  }
  return known;
}

std::string card(const Model& model, int columns_of_page) {
  const auto width = static_cast<std::size_t>(std::max(columns_of_page, 40));
  const About& about = model.about;
  const auto list = [](const auto& names) { return fmt::format("{}", fmt::join(names, ", ")); };

  std::vector<Row> rows{{"source", std::string(about.source)}, {"file", file_of(model)}};
  rows.emplace_back("processes",
                    fmt::format("{}..{}, or as -n says", about.processes.first, about.processes.last));
  const auto networks = networks_of(model);
  rows.emplace_back("network", std::string(networks.front()));
  if (networks.size() > 1)
    rows.back().second +=
        fmt::format("; --network also takes {}", fmt::join(networks.begin() + 1, networks.end(), " and "));
  rows.emplace_back("made for", shape_of_network(about));
  if (const auto names = topologies_of(model); names.size() > 1) rows.emplace_back("--topology", list(names));
  rows.emplace_back("initiators", initiative(model));
  if (const auto known = known_by(model); !known.empty()) rows.emplace_back("knows", list(known));
  if (const auto all = declarations_of(model); !all.empty())
    rows.emplace_back("declares", fmt::format("{}", fmt::join(all, "; ")));
  rows.emplace_back("hooks", list(model.hooks));
  if (const auto kinds = model.program->message_kinds(); kinds.size() > 1)
    rows.emplace_back("messages", list(kinds));
  if (const auto names = names_of_variants(model); !names.empty()) rows.emplace_back("variants", list(names));

  std::vector<Row> parameter_rows;
  for (const Parameter& each : parameters(*model.program))
    parameter_rows.emplace_back(each.name, fmt::format("{} ({})", values_of(each), each.standard));
  std::vector<Row> property_rows;
  for (const Property& each : model.properties)
    property_rows.emplace_back(std::string(each.name), std::string(each.says));
  for (const Without& each : model.without)
    property_rows.emplace_back(std::string(each.property),
                               fmt::format("not asked, because {}", each.because));
  std::vector<Row> event_rows;  // its own; a reachable one is a property, too
  for (const Event& each : events_of(model)) {
    const bool is_property =
        std::ranges::find(model.properties, each.name, &Property::name) != model.properties.end();
    if (each.of == Event::Of::stated && !is_property) event_rows.emplace_back(each.name, each.says);
  }
  std::vector<Row> claim_rows;
  if (model.claims != nullptr) {
    for (const Claim& each : model.claims()) {
      const std::string cost =
          std::string(each.cost) +
          (each.cost == "messages" || each.cost == "time" || each.cost == "deliveries" ? "" : " messages");
      claim_rows.emplace_back(fmt::format("{}, initiators {}", cost, each.initiators),
                              fmt::format("{}{} ({})", describe(each),
                                          each.start ? " if " + each.start->text() : "", each.source));
    }
  }
  return fmt::format("{}\n", about.name) + wrapped_row("", std::string(about.summary), card_margin, width) +
         "\n" + card_rows(rows, width) + card_section("properties", property_rows, width) +
         card_section("events of its own, --until EVENT", event_rows, width) +
         card_section("parameters, --set NAME=VALUE", parameter_rows, width) +
         card_section("claims of the source, which `measure` compares", claim_rows, width);
}

}  // namespace conclave
