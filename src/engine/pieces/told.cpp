#include "engine/pieces/told.hpp"

#include <algorithm>
#include <boost/crc.hpp>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace conclave {
namespace {

std::string bits(const std::vector<bool>& all) {
  std::string text;
  for (const bool bit : all) text += bit ? '1' : '0';
  return text;
}
std::vector<bool> read_bits(const std::string& text) {
  std::vector<bool> all;
  for (const char c : text) all.push_back(c == '1');
  return all;
}

// A region is its number, its topology, and the facts from which all others follow: the place of the smaller
// identifier comes before that of the larger one.
Json to_json(const Numbered& numbered) {
  Json facts = Json::array();
  for (const auto& [smaller, larger] : numbered.region.known.neighbours()) {
    facts.push_back(smaller);
    facts.push_back(larger);
  }
  return {numbered.number, numbered.region.topology, std::move(facts)};
}
Numbered read_region(const Json& json, int processes) {
  Numbered numbered{json.at(0), {json.at(1), PartialOrder(processes)}};
  const std::vector<int> facts = json.at(2);
  for (std::size_t i = 0; i + 1 < facts.size(); i += 2) numbered.region.known.add(facts[i], facts[i + 1]);
  return numbered;
}

constexpr Refusal::Of reductions[] = {Refusal::Of::symmetry, Refusal::Of::order, Refusal::Of::independence,
                                      Refusal::Of::draws};

}  // namespace

Json to_json(const std::vector<Numbered>& regions) {
  Json json = Json::array();
  for (const Numbered& region : regions) json.push_back(to_json(region));
  return json;
}

std::vector<Numbered> read_regions(const Json& json, int processes) {
  std::vector<Numbered> regions;
  for (const Json& region : json) regions.push_back(read_region(region, processes));
  return regions;
}

Json to_json(const Manner& manner) {
  const Coverage& of = manner.coverage;
  return {{"flags", bits({of.started, of.port_numbers, of.tosses, manner.independence, manner.draws})},
          {"own_steps", bits(of.own_steps)},
          {"sent", bits(of.sent)},
          {"received", bits(of.received)}};
}
Manner read_manner(const Json& json) {
  Manner manner;
  const std::vector<bool> flags = read_bits(json.at("flags"));
  manner.coverage = {.started = flags.at(0),
                     .own_steps = read_bits(json.at("own_steps")),
                     .port_numbers = flags.at(1),
                     .tosses = flags.at(2),
                     .sent = read_bits(json.at("sent")),
                     .received = read_bits(json.at("received"))};
  manner.independence = flags.at(3);
  manner.draws = flags.at(4);
  return manner;
}

Json to_json(const std::vector<Stretch>& stretches) {
  Json json = Json::array();
  for (const Stretch& stretch : stretches) {
    if (!stretch.sum) {
      json.push_back(to_json(stretch.region));
      continue;
    }
    Json found{{"found", stretch.sum->write()}};
    if (stretch.ends) found["ends"] = stretch.whole ? "here" : "early";
    json.push_back(std::move(found));
  }
  return json;
}

std::vector<Stretch> read_stretches(const Json& json, const Sum& none, int processes) {
  std::vector<Stretch> stretches;
  for (const Json& each : json) {
    Stretch& stretch = stretches.emplace_back();
    if (each.is_array()) {
      stretch.region = read_region(each, processes);
      continue;
    }
    stretch.sum = none.none();
    stretch.sum->read(each.at("found"));
    stretch.ends = each.contains("ends");
    stretch.whole = !stretch.ends || each.at("ends") == "here";
  }
  return stretches;
}

Json to_json(const Ledger::Entry& entry) {
  Json json;
  if (entry.took.empty()) {
    json["from"] = entry.from;
    json["to"] = entry.to;
  } else {
    json["took"] = entry.took;
  }
  json["told"] = to_json(entry.told);
  json["manner"] = to_json(entry.manner);
  json["seconds"] = entry.seconds;
  return json;
}

Ledger::Entry read_entry(const Json& json, const Sum& none, int processes) {
  Ledger::Entry entry;
  if (json.contains("took")) {
    entry.took = json.at("took").get<std::vector<std::uint64_t>>();
  } else {
    entry.from = json.at("from");
    entry.to = json.at("to");
  }
  entry.told = read_stretches(json.at("told"), none, processes);
  entry.manner = read_manner(json.at("manner"));
  return entry;
}

Json to_json(const Setback& setback) {
  if (!setback) return nullptr;
  Json json;
  json["without"] = std::ranges::find(reductions, setback->of) - std::begin(reductions);
  json["by"] = setback->by ? Json(static_cast<int>(*setback->by)) : Json(nullptr);
  json["why"] = setback->why;
  return json;
}

Setback read_setback(const Json& json) {
  if (json.is_null()) return {};
  Refusal refusal;
  refusal.of = reductions[json.at("without").get<std::size_t>() % std::size(reductions)];
  if (!json.at("by").is_null()) refusal.by = static_cast<naming::Kind>(json.at("by").get<int>());
  refusal.why = json.at("why");
  return refusal;
}

Json key_of(const Scenario& scenario) {
  boost::crc_32_type graphs;
  const auto add = [&](std::int64_t number) { graphs.process_bytes(&number, sizeof number); };
  for (const Topology& topology : scenario.topologies) {
    add(topology.places);
    add(static_cast<std::int64_t>(topology.labellings));
    for (const Link& link : topology.links) {
      for (const std::int64_t of : {link.from, link.to, code_of(link.out), code_of(link.in)}) add(of);
    }
  }
  const Reduction& by = scenario.reduction;
  Json properties = Json::array();
  for (const Property& property : scenario.model->properties) {
    if (scenario.properties.contains(property.id)) properties.push_back(property.name);
  }
  return {{"model", scenario.model->full_name()},
          {"processes", scenario.processes},
          {"properties", std::move(properties)},
          {"graphs", graphs.checksum()},
          {"reduction", bits({by.symmetry, by.order, by.independence, by.draws, scenario.lists_have_order})}};
}

Scenario scenario_of(const Json& key, const std::vector<Scenario>& scenarios) {
  const auto flags_of = [](const Json& of) { return of.at("reduction").get<std::string>(); };
  for (const Scenario& each : scenarios) {
    const Json all = key_of(each);
    if (all.at("model") != key.at("model") || all.at("processes") != key.at("processes")) continue;
    Scenario scenario = each;
    const std::string wanted = flags_of(key);
    for (std::size_t i = 0; i < std::size(reductions); ++i) {
      if (wanted.at(i) == '0' && flags_of(all).at(i) == '1') do_without(reductions[i], scenario);
    }
    scenario.lists_have_order = wanted.back() == '1';
    if (key_of(scenario) == key) return scenario;
  }
  throw LedgerError("this process has other scenarios than the one that leads");
}

}  // namespace conclave
