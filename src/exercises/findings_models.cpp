// Statements about what a model is, and about one execution of it.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "exercises/findings.hpp"

namespace conclave::exercises {
namespace {

bool lists(const Json& all, const std::string& word) {
  return std::ranges::any_of(all, [&](const Json& each) { return each == word; });
}

Finding of_card(Runs& runs, const std::string& model, const char* key, const std::string& word, bool wanted) {
  const std::string command = "list " + model;
  const bool there = lists(runs.of(command).json.at(key), word);
  Finding finding;
  finding.truth = there == wanted ? Truth::yes : Truth::no;
  finding.evidence.push_back({.kind = Evidence::Kind::verdict,
                              .command = command,
                              .columns = {key, "of " + model},
                              .rows = {{word, there ? "yes" : "no"}}});
  return finding;
}

}  // namespace

Part is_not_told(const std::string& model, const std::string& what) {
  return Part::of([=](Runs& runs) {
    Finding finding = of_card(runs, model, "knows", what, false);
    const std::string of = what == "processes"  ? "how many processes there are"
                           : what == "number"   ? "more of identifiers than their order"
                           : what == "diameter" ? "the diameter"
                                                : what;
    finding.says =
        fmt::format("a process of {} is {} {}", model, finding.truth == Truth::yes ? "not told" : "told", of);
    return finding;
  });
}

Part has(const std::string& model, const std::string& hook, bool wanted) {
  return Part::of([=](Runs& runs) {
    Finding finding = of_card(runs, model, "hooks", hook, wanted);
    const std::string of = hook == "halted" ? "halting state" : "`" + hook + "`";
    const bool there = (finding.truth == Truth::yes) == wanted;
    finding.says = fmt::format("processes of {} have {} {}", model, there ? "a" : "no", of);
    return finding;
  });
}

Part first_sender_is_named(const std::string& command, const std::string& kind, const std::string& field) {
  return Part::of([=](Runs& runs) {
    const Json& trace = runs.of(command).json.at("witness");
    const std::vector<int> ids = trace.at("#meta").at("ids");
    for (const Json& state : trace.at("states")) {
      const Json& meta = state.at("#meta");
      if (!meta.contains("step") || !meta.at("step").contains("sends")) continue;
      for (const Json& sent : meta.at("step").at("sends")) {
        if (sent.at("message").at("kind") != kind) continue;
        const int sender = ids.at(meta.at("step").at("process").get<std::size_t>());
        const int named = sent.at("message").at(field);
        Finding finding;
        finding.truth = sender == named ? Truth::open : Truth::no;
        finding.says = fmt::format(
            "in an execution with n={}, the process with identifier {} is the first to send {}, "
            "which names {}",
            ids.size(), sender, kind, named);
        finding.evidence.push_back({.kind = Evidence::Kind::witness, .command = command, .trace = trace});
        return finding;
      }
    }
    throw std::logic_error("`" + command + "` shows no message " + kind);
  });
}

}  // namespace conclave::exercises
