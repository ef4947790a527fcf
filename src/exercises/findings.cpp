#include "exercises/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "exercises/tables.hpp"
#include "report/measurement.hpp"

namespace conclave::exercises {
namespace {

Names names_in(const Json& properties) {
  Names names;
  for (const Json& property : properties) names.push_back(property.at("name"));
  return names;
}

const Json& property_of(const Json& properties, const std::string& name, const std::string& command) {
  for (const Json& property : properties) {
    if (property.at("name") == name) return property;
  }
  throw std::logic_error("`" + command + "` decides no property `" + name + "`");
}

// A run that asks for these alone is not ended by the violation of another one.
std::string only_these(std::string command, const Names& properties) {
  for (const std::string& name : properties) command += " --property " + name;
  return command;
}

Names quoted(Names names) {
  for (std::string& name : names) name = "`" + name + "`";
  return names;
}

// For which numbers of processes the properties hold, are violated, and are not known of.
struct Sizes {
  std::vector<int> good;
  std::vector<int> bad;
  std::vector<int> open;

  Finding found(bool complete) const {
    Finding finding;
    if (bad.empty()) {
      finding.truth = open.empty() && complete ? Truth::yes : Truth::open;
    } else {
      // What fails for few processes and then no more is true from there on.
      const bool from_there = complete && open.empty() && !good.empty() && good.back() > bad.back();
      finding.truth = from_there ? Truth::partly : Truth::no;
      if (from_there) finding.range = "for " + sizes(good);
    }
    return finding;
  }
};

Sizes sizes_of(const Json& json, const Names& properties, const std::string& command) {
  Sizes all;
  for (const Json& size : json.at("by_processes")) {
    const int n = size.at("processes");
    bool open = false;
    bool bad = false;
    for (const std::string& name : properties) {
      const Json& verdict = property_of(size.at("properties"), name, command).at("verdict");
      bad |= verdict == "violated";
      open |= verdict == "inconclusive";
    }
    (bad ? all.bad : open ? all.open : all.good).push_back(n);
  }
  // What a violation of something else kept from being run is not known.
  const std::size_t run = json.at("by_processes").size();
  if (all.bad.empty() && run < json.at("processes").size()) all.open.push_back(json.at("processes").at(run));
  return all;
}

bool has_ended(const Result& result) { return result.json.at("stopped_by").is_null(); }

// A run that ends at a violation of something else leaves out what would have come after.
std::string cases_of(const Json& json, const std::vector<int>& decided) {
  Rational orders;
  for (const Json& size : json.at("by_processes")) {
    if (std::ranges::find(decided, size.at("processes").get<int>()) != decided.end())
      orders += *number_in(size.at("identifier_orders"));
  }
  return fmt::format("{} ({} {})", sizes(decided), orders.str(), orders == 1 ? "case" : "cases");
}

Evidence verdicts(const std::string& command, const Json& json, const Names& properties) {
  Evidence evidence{.kind = Evidence::Kind::verdict, .command = command, .columns = {"property", "verdict"}};
  for (const std::string& name : properties)
    evidence.rows.push_back({name, property_of(json.at("properties"), name, command).at("verdict")});
  return evidence;
}

std::optional<Evidence> execution(const std::string& command, const Result& result, const char* key) {
  const auto found = result.json.find(key);
  if (found == result.json.end() || found->is_null()) return {};
  const Evidence::Kind kind =
      std::string(key) == "witness" ? Evidence::Kind::witness : Evidence::Kind::counterexample;
  return Evidence{.kind = kind, .command = command, .trace = *found};
}

std::string ids_of(const Json& trace) {
  const std::vector<int> ids = trace.at("#meta").at("ids");
  return fmt::format("{} {}", ids.size() == 1 ? "identifier" : "identifiers", fmt::join(ids, ","));
}

// As in "at n=3 first, with identifiers 3,2,2, after 3 steps".
std::string smallest_case(const Json& json, int n, const Names& broken) {
  const Json& trace = json.at("counterexample");
  std::string text = fmt::format("at n={} first", n);
  const std::string of = trace.is_null() ? "" : trace.at("#meta").value("property", "");
  if (std::ranges::find(broken, of) == broken.end()) return text;
  text += ", with " + ids_of(trace);
  const Json& steps = property_of(json.at("properties"), of, "").at("counterexample_steps");
  const bool rounds = json.at("network") == "rounds";
  if (steps.is_null()) return text;
  const int count = steps;
  if (count == 0) return text + ", before any step";
  return text + fmt::format(", after {} {}{}", count, rounds ? "round" : "step", count == 1 ? "" : "s");
}

Finding of_properties(Runs& runs, const std::string& command, Names properties) {
  const Result& result = runs.of(command);
  const Json& json = result.json;
  const bool everything = properties.empty();
  if (everything) properties = names_in(json.at("properties"));
  const Sizes all = sizes_of(json, properties, command);
  Finding finding = all.found(has_ended(result));
  finding.of = model_of(command);
  finding.evidence.push_back(verdicts(command, json, properties));
  const std::string subject = everything && properties.size() > 2
                                  ? fmt::format("all {} properties", properties.size())
                                  : listed(quoted(properties));
  const char* verb = properties.size() == 1 ? " holds" : " hold";
  if (finding.truth == Truth::yes) {
    finding.says = fmt::format("{}{} for {}", subject, verb, cases_of(json, all.good));
    return finding;
  }
  if (finding.truth == Truth::open) {
    finding.says =
        fmt::format("{}{} for {} so far, then a limit was reached", subject, verb, sizes(all.good));
    return finding;
  }
  Names broken;
  for (const std::string& name : properties) {
    if (property_of(json.at("properties"), name, command).at("verdict") == "violated") broken.push_back(name);
  }
  finding.says = fmt::format("{} {} violated, {}", listed(quoted(broken)), broken.size() == 1 ? "is" : "are",
                             smallest_case(json, all.bad.front(), broken));
  if (finding.truth == Truth::partly) {
    finding.says +=
        fmt::format("; {} {} {}", properties.size() == 1 ? "it holds" : "all hold", "for", sizes(all.good));
  }
  if (auto shown = execution(command, result, "counterexample"))
    finding.evidence.push_back(std::move(*shown));
  return finding;
}

}  // namespace

std::string sizes(const std::vector<int>& all) {
  if (all.empty()) return "nothing";
  const bool range = all.size() > 1 && all.back() - all.front() + 1 == std::ssize(all);
  return range ? fmt::format("n = {}..{}", all.front(), all.back())
               : fmt::format("n = {}", fmt::join(all, ", "));
}

std::string listed(const Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

Part holds(const std::string& command, const Names& properties) {
  return Part::of(
      [=](Runs& runs) { return of_properties(runs, only_these(command, properties), properties); });
}

Part breaks(const std::string& command, const Names& properties) {
  return Part::of([=](Runs& runs) {
    Finding finding = of_properties(runs, only_these(command, properties), properties);
    finding.truth = finding.truth == Truth::yes                                    ? Truth::no
                    : finding.truth == Truth::no || finding.truth == Truth::partly ? Truth::yes
                                                                                   : Truth::open;
    finding.range.clear();
    return finding;
  });
}

Part covers(const std::string& command, const std::string& text, const std::function<Rational(int)>& number) {
  return Part::of([=](Runs& runs) {
    const Result& result = runs.of(command);
    Sizes all;
    Evidence table{.kind = Evidence::Kind::table, .command = command, .columns = {"n", "orders", text}};
    for (const Json& size : result.json.at("by_processes")) {
      const int n = size.at("processes");
      const auto orders = number_in(size.at("identifier_orders"));
      (orders == number(n) ? all.good : all.bad).push_back(n);
      table.rows.push_back({std::to_string(n), shown(orders), shown(number(n))});
    }
    Finding finding = all.found(has_ended(result));
    finding.of = model_of(command);
    finding.says = all.bad.empty() ? fmt::format("{} orders of identifiers are covered, for {}", text,
                                                 cases_of(result.json, all.good))
                                   : fmt::format("it is not {} orders for {}", text, sizes(all.bad));
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

Part witness(const std::string& command) {
  return Part::of([=](Runs& runs) {
           const Result& result = runs.of(command);
           Finding finding;
           auto shown = execution(command, result, "witness");
           if (!shown) {
             finding.says = "no execution was found before a limit was reached";
             return finding;
           }
           const Json& meta = shown->trace.at("#meta");
           finding.truth = Truth::yes;
           finding.says = "an execution that attains it has " + ids_of(shown->trace);
           if (const auto of = meta.find("attained"); of != meta.end()) {
             finding.says = fmt::format(
                 "an execution with the {} {} has {}", of->at("extreme") == "max" ? "most" : "least",
                 cost_words(of->at("cost").get<std::string>(), meta.at("network") == "rounds"),
                 ids_of(shown->trace));
           }
           finding.evidence.push_back(std::move(*shown));
           return finding;
         })
      .beside();
}

}  // namespace conclave::exercises
