// What people read, word for word: the files in golden/ against the program's output.
//
// After a change that is meant, look at what is different and write the files anew with
//     CONCLAVE_BLESS=1 build/tests/test_report
// Time, speed and memory are replaced by marks.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "cli/program.hpp"
#include "report/terminal.hpp"

namespace conclave::outside {
namespace {

struct Case {
  std::string file;
  std::string arguments;
  Words settings;
};

const std::string stem = "check chang-roberts --ids 3,1,3";
const std::string lasso = "check harmony-leader:non-atomic-send";
const std::string holds = "check chang-roberts -n 1..4";
const std::string measure = "measure chang-roberts -n 1..5";
const std::string loss = "check chang-roberts -n 2 --loss 1";
const std::string exception = "check global-function:as-printed -n 3 --property no-exception";
// A Byzantine process is silent, and in the last round nothing happens.
const std::string idle = "check lcr -n 3 --byzantine 1 --property assertion-1";
// A start, a loss, a crash, and a message that does not go out any more.
const std::string withheld = "check bully -n 3 --crash 1 --loss 1 --initiators any --property termination";
const Words ascii{"LC_ALL=C"};
const Words narrow{"COLUMNS=60"};

const std::vector<Case> cases{
    {"stem_ascii.txt", stem, ascii},
    {"stem_narrow.txt", stem, narrow},
    {"stem_color.txt", stem + " --color always --property unique-leader", {}},
    {"stem_keep_going.txt", "check chang-roberts --ids duplicates -n 1..3 --keep-going", {}},
    {"lasso_ascii.txt", lasso, ascii},
    {"lasso_narrow.txt", lasso, narrow},
    {"holds.txt", holds, {}},
    {"holds_ascii.txt", holds, ascii},
    {"violated_at.txt",
     "check harmony-leader:non-atomic-send -n 1..3 --keep-going --property termination",
     {}},
    {"no_fairness.txt", "check harmony-leader -n 2 --fairness none --property termination", {}},
    {"witness.txt", "check chang-roberts -n 3 --initiators one --witness time=min", {}},
    {"witness_lasso.txt",
     "check chang-roberts -n 2 --network set --property max-id --witness election=max",
     {}},
    {"measure_ascii.txt", measure, ascii},
    {"measure_violated.txt",
     "measure chang-roberts -n 1..2 --network set --initiators all --cost election",
     {}},
    {"measure_undefined.txt", "measure harmony-leader:non-atomic-send -n 1..3", {}},
    {"loss.txt", loss, {}},
    {"loss_ascii.txt", loss, ascii},
    {"crash.txt", "check chang-roberts -n 3 --crash 1 --network bag --property termination", {}},
    {"exception.txt", exception, {}},
    {"exception_ascii.txt", exception, ascii},
    {"family.txt", "check spanning-tree -n 1..4", {}},
    {"parameter.txt", "check complete-network:as-printed --set direction=up", {}},
    {"measure_faults.txt", "measure chang-roberts -n 1..3 --loss 1 --initiators all", {}},
    {"rounds_ring.txt", idle, {}},
    {"rounds_ring_ascii.txt", idle, ascii},
    {"rounds_ring_narrow.txt", "check lcr -n 3 --loss 1 --property assertion-1", narrow},
    {"rounds_crash.txt", "check bully:as-printed -n 3 --crash 1 --property unique-leader", {}},
    {"rounds_withheld_ascii.txt", withheld, ascii},
    {"rounds_late.txt", "check bully -n 2 --late 1 --initiators any --property unique-leader", {}},
    {"rounds_recovery.txt",
     "check hirschberg-sinclair-rounds -n 3 --crash 1 --recover 1 --property no-clash",
     {}},
    {"rounds_byzantine_loop.txt", "check bully:as-printed -n 2 --byzantine 1 --property termination", {}},
    {"rounds_orders.txt", "check time-slice -n 2..3 --set assumed-n=1 --keep-going", {}},
    {"rounds_digraphs.txt", "check flood-max -n 1..3", {}},
    {"rounds_witness.txt", "check lcr:halting -n 2 --property max-id --witness time=max", {}},
    {"measure_rounds.txt", "measure lcr:halting -n 1..4", {}},
    {"welcome.txt", "", {}},
    // What is proved here is not to be known elsewhere.
    {"proof.txt", "prove harmony-leader", {"XDG_CACHE_HOME=/dev/null"}},
    {"proof_violated.txt", "prove dolev-klawe-rodeh --property max-id", {"XDG_CACHE_HOME=/dev/null"}},
    {"proof_violated_80.txt",
     "prove dolev-klawe-rodeh --property max-id",
     {"XDG_CACHE_HOME=/dev/null", "COLUMNS=80"}},
    {"proof_80.txt", "prove harmony-leader", {"XDG_CACHE_HOME=/dev/null", "COLUMNS=80"}},
    {"proof_not_asked_ascii.txt", "prove lcr", {"XDG_CACHE_HOME=/dev/null", "LC_ALL=C"}},
    {"learned.txt", "learn lcr -n 1..3", {}},
};

// What people see most, at the width that most terminals begin with (in NAME_80.txt) and at a wide one (in
// NAME.txt).
const std::vector<Case> at_both_widths{
    {"stem", stem, {}},
    {"lasso", lasso, {}},
    {"holds_initiators", "check chang-roberts:maxid -n 3 --initiators 0,2 --universe 4 --reduction none", {}},
    {"four", "check hirschberg-sinclair -n 4 --crash 1 --channels --property termination", {}},
    {"nine", "check chang-roberts --ids 9,1,2,3,4,5,6,7,8 --loss 1 --property termination", {}},
    {"rounds_withheld", withheld, {}},
    {"before_any_step", "check lcr -n 2 --byzantine 1", {}},
    {"forged", "check chang-roberts -n 3 --byzantine 1 --property agreement", {}},
    {"duplicate", "check spanning-tree -n 3 --duplicate 1 --property spanning-tree", {}},
    {"written_out", "check spanning-tree:as-printed --topology graph6:Bg --property termination", {}},
    {"measure", measure, {}},
    {"measure_family", "measure spanning-tree -n 1..4", {}},
    {"compare", "compare chang-roberts chang-roberts:maxid -n 1..4", {}},
    {"selfcheck", "selfcheck peterson -n 1..4", {}},
    {"explore", "explore hirschberg-sinclair -n 3", {}},
    {"explore_random", "explore bully -n 3 --crash 1 --random 1", {}},
    {"list", "list", {}},
    {"card", "list raft-election", {}},
    {"help", "check --help", {}},
};

std::vector<Case> all_cases() {
  std::vector<Case> all = cases;
  for (const auto& [name, arguments, settings] : at_both_widths) {
    all.push_back({name + ".txt", arguments, {"COLUMNS=120"}});
    all.push_back({name + "_80.txt", arguments, {"COLUMNS=80"}});
  }
  return all;
}

std::size_t width_of(const Case& wanted) {
  for (const std::string& setting : wanted.settings) {
    if (setting.starts_with("COLUMNS=")) return std::stoul(setting.substr(8));
  }
  return 120;  // where nobody looks at a terminal
}

}  // namespace

TEST_SUITE_BEGIN("report");

TEST_CASE("the text is that of the golden files") {
  const bool bless = std::getenv("CONCLAVE_BLESS") != nullptr;
  for (const Case& each : all_cases()) {
    const auto& [file, arguments, settings] = each;
    const auto path = std::filesystem::path(CONCLAVE_ROOT) / "tests/report/golden" / file;
    const Ran ran = conclave(split(arguments, ' '), Folder(), settings);
    for (const std::string& line : split(ran.out, '\n'))
      CHECK_MESSAGE(columns(line) <= width_of(each), file, ": ", line);
    const std::string text = without_timing(ran.out);
    CHECK(ran.err.empty());
    if (bless) {
      write_file(path, text);
      continue;
    }
    const std::string golden = read_file(path);
    CHECK_MESSAGE(text == golden, file, ", golden:\n", golden, "\nprinted:\n", text);
  }
}

TEST_CASE("ASCII mode prints ASCII") {
  for (const auto& arguments : {stem, lasso, holds, measure, loss, exception, idle, withheld}) {
    const std::string text = conclave(split(arguments, ' '), Folder(), ascii).out;
    CHECK(std::all_of(text.begin(), text.end(), [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  }
}

TEST_CASE("lanes align, also where ASCII takes more room for an arrow") {
  for (const auto& settings : {Words{}, ascii}) {
    const Words lines =
        split(conclave(split(stem + " --property unique-leader", ' '), Folder(), settings).out, '\n');
    const auto column = [&](const std::string& text) {
      for (const auto& line : lines) {
        if (const std::size_t at = line.find(text); at != std::string::npos)
          return columns(line.substr(0, at));
      }
      FAIL("nowhere: " << text);
      return std::size_t{0};
    };
    const std::string dot = settings.empty() ? "·" : ".";
    const std::string arrow = settings.empty() ? "→" : "->";
    const std::string election = settings.empty() ? "⟨election 3⟩" : "<election 3>";
    for (const int place : {0, 1, 2}) {
      const int id = place == 1 ? 1 : 3;
      const std::string head = fmt::format("{} {} id {}", place, dot, id);
      CHECK(column(head) == column(fmt::format("sends {}{}{}", election, arrow, (place + 1) % 3)));
    }
  }
}

TEST_CASE("colour only where it is wanted") {
  struct Case {
    std::string more;
    Words settings;
    bool colored;
  };
  const std::vector<Case> choices{
      {"", {}, false},  // no terminal
      {" --color never", {"CLICOLOR_FORCE=1"}, false},
      {" --color always", {}, true},
      {" --color always", {"NO_COLOR=1"}, true},
      {" --color auto", {"CLICOLOR_FORCE=1"}, true},
      {"", {"CLICOLOR_FORCE=1", "TERM=dumb"}, true},
      {"", {"CLICOLOR_FORCE=0"}, false},
      {"", {"CLICOLOR_FORCE=1", "NO_COLOR=1"}, false},
  };
  for (const auto& [more, settings, colored] : choices) {
    CAPTURE(more);
    const std::string text = conclave(split(stem + more, ' '), Folder(), settings).out;
    CHECK((text.find('\033') != std::string::npos) == colored);
  }
}

TEST_CASE("characters beyond ASCII follow the locale") {
  struct Case {
    Words settings;
    bool utf8;
  };
  const std::vector<Case> locales{
      {{}, true},
      {{"LC_ALL=de_DE.utf8"}, true},
      {{"LC_ALL=POSIX"}, false},
      {{"LC_ALL=", "LC_CTYPE=en_US.UTF-8"}, true},
      {{"LC_ALL=", "LC_CTYPE=C", "LANG=en_US.UTF-8"}, false},
      {{"LC_ALL=", "LANG=en_US.UTF-8"}, true},
      {{"LC_ALL="}, false},
  };
  for (const auto& [settings, utf8] : locales) {
    CHECK((conclave(split(stem, ' '), Folder(), settings).out.find("✗ VIOLATED") != std::string::npos) ==
          utf8);
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
