// The result is the same, however the work is divided among runs: plain, with a journal, again from the whole
// journal, from the journal cut anywhere, and merged from shards in any order.
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <random>

#include "journal/runs.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

std::mt19937 random_numbers(20);

// At random, so many bytes of a file as are whole lines, perhaps with a part of the next one.
std::string cut_at_random(const Words& lines, std::size_t least) {
  const std::size_t whole = least + random_numbers() % (lines.size() + 1 - least);
  const std::string torn = whole < lines.size() ? lines[whole] : "";
  return first_lines(lines, whole) + torn.substr(0, torn.empty() ? 0 : random_numbers() % torn.size());
}

// The same work, divided in many ways.
class Divided {
 public:
  Divided(std::string command, int status) : command_(std::move(command)) {
    write_file(folder_.file("parity.cpp"), parity_model);
    write_file(folder_.file("first-port.cpp"), first_port_model);
    plain_ = outcome(command_ + " --threads 1", folder_);
    CHECK(plain_.status == status);
  }

  const Json& found() const { return plain_.json; }

  // With a journal, again, and from the journal cut at every line.
  void cut() const {
    const std::string with_journal = command_ + " --journal j --threads ";
    CHECK(outcome(with_journal + "2", folder_) == plain_);
    const Words lines = lines_of(folder_.file("j"));
    REQUIRE(lines.size() >= 3);
    CHECK(outcome(with_journal + "1", folder_) == plain_);
    CHECK(lines_of(folder_.file("j")) == lines);  // nothing was explored again
    const std::size_t step = 1 + lines.size() / (testing::thorough ? 12 : 3);
    for (std::size_t whole = 0; whole < lines.size(); whole += step) {
      CAPTURE(whole);
      const std::string torn = lines[whole].substr(0, whole % 3 * lines[whole].size() / 3);
      write_file(folder_.file("j"), first_lines(lines, whole) + torn);
      CHECK(outcome(with_journal + "1", folder_) == plain_);
    }
  }

  // Merged from so many shards, of which some were interrupted and have gone on.
  void share(std::size_t count) const {
    Words journals = shards(command_, count, "shard", folder_);
    for (const std::string& journal : journals) {
      if (random_numbers() % 2 == 0) continue;
      write_file(folder_.file(journal), cut_at_random(lines_of(folder_.file(journal)), 0));
    }
    shards(command_, count, "shard", folder_);
    check_merged(journals, "whole");
    // Shards that are not finished hand back what they have left.
    for (const std::string& journal : journals)
      write_file(folder_.file(journal), cut_at_random(lines_of(folder_.file(journal)), 2));
    std::ranges::shuffle(journals, random_numbers);
    const Ran ran =
        conclave(split(fmt::format("merge {} --journal all -q", fmt::join(journals, " ")), ' '), folder_);
    CAPTURE(ran.err);
    CHECK((ran.status == 3 || ran.status == plain_.status));
    // The new ones may be others in number.
    const std::size_t now = 1 + random_numbers() % 4;
    for (std::size_t shard = 1; shard <= now; ++shard)
      write_file(folder_.file("again" + std::to_string(shard)), read_file(folder_.file("all")));
    check_merged(shards(command_, now, "again", folder_), "rest");
    if (now == count && count > 1) check_mixed(count);
    for (const std::string& name : folder_.names()) {
      if (!name.ends_with(".cpp")) std::filesystem::remove(folder_.file(name));
    }
  }

 private:
  void check_merged(Words journals, const std::string& all) const {
    std::ranges::shuffle(journals, random_numbers);
    const std::string line = fmt::format("merge {} --journal {}", fmt::join(journals, " "), all);
    CAPTURE(line);
    CHECK(outcome(line, folder_) == plain_);
    CHECK(outcome(command_ + " --journal " + all, folder_) == plain_);
  }

  // Shards before and after what was left was dealt out anew do not belong together. Nothing wrong comes of
  // them.
  void check_mixed(std::size_t count) const {
    std::string journals;
    for (std::size_t shard = 1; shard <= count; ++shard)
      journals += fmt::format(" {}{}", shard % 2 == 0 ? "again" : "shard", shard);
    const Ran ran = conclave(split("merge" + journals + " -q --json mixed", ' '), folder_);
    CAPTURE(ran.err);
    if (ran.status == 2) {
      CHECK(is_one_line(ran.err));
    } else {
      const Json found = without_timing(Json::parse(read_file(folder_.file("mixed"))));
      CHECK((found == plain_.json || found.at("stopped_by") == "missing pieces" || ran.status == 1));
    }
  }

  const std::string command_;
  const Folder folder_;
  Outcome plain_;
};

struct Case {
  std::string command;
  int status;
  std::string says = {};  // in the JSON
};

const std::vector<Case> cases{
    {"chang-roberts -n 5", 0},
    {"chang-roberts -n 3..5 --keep-going", 0},
    {"chang-roberts -n 4 --reduction none", 0},
    {"chang-roberts -n 4 --ids duplicates", 1},
    {"chang-roberts -n 4 --ids duplicates --keep-going", 1},
    {"chang-roberts -n 4 --loss 1", 1},
    {"chang-roberts -n 5 --initiators count:2 --loss 1 --keep-going", 1},
    {"hirschberg-sinclair -n 3 --crash 1 --keep-going", 1},
    {"dolev-klawe-rodeh -n 2..4 --network bag --property max-id", 1},
    {"spanning-tree -n 4", 0},
    {"spanning-tree -n 3 --crash 1 --keep-going", 1},
    {"lcr -n 5", 0},
    {"bully -n 4 --crash 2", 1},
    {"bully:as-printed -n 3 --crash 1 --keep-going", 1},
    {"bully:textbook -n 3..4 --down count:1", 0},
    {"itai-rodeh -n 3", 0},
    {"time-slice -n 3", 0},
    {"parity.cpp -n 2..4 --keep-going", 1, "identifiers as numbers"},
    {"first-port.cpp --keep-going", 1, "chooses ports by their numbers"},
};

}  // namespace

TEST_SUITE_BEGIN("journal");

TEST_CASE("however a check is divided among runs, its result is that of one run") {
  for (const auto& [command, status, says] : cases) {
    CAPTURE(command);
    const Divided work("check " + command, status);
    CHECK(work.found().dump().find(says) != std::string::npos);
    work.cut();
    for (const std::size_t count : {1, 2, 3, 7}) {
      CAPTURE(count);
      if (testing::is_tried(7, 3)) work.share(count);
    }
  }
}

TEST_CASE("what shards leave is dealt out anew, to any number of them") {
  const std::string check = "check chang-roberts -n 9";
  const Folder folder;
  const Outcome plain = outcome(check, folder);
  for (const std::size_t before : {1, 2, 3}) {
    for (const std::size_t now : {1, 2, 3}) {
      if (!testing::is_tried(4)) continue;
      CAPTURE(before);
      CAPTURE(now);
      const Folder here;
      std::string journals;
      for (std::size_t shard = 1; shard <= before; ++shard) {
        const std::string journal = "before" + std::to_string(shard);
        journals += " " + journal;
        // Threads that wait for each other's work divide it into small pieces.
        conclave(
            split(fmt::format("{} --shard {}/{} --journal {} --threads 4 -q", check, shard, before, journal),
                  ' '),
            here);
        const Words lines = lines_of(here.file(journal));
        write_file(here.file(journal),
                   first_lines(lines, shard == before ? lines.size() * 2 / 3 : lines.size()));
      }
      CHECK(conclave(split("merge" + journals + " --journal all -q", ' '), here).status == 3);
      for (std::size_t shard = 1; shard <= now; ++shard)
        write_file(here.file("now" + std::to_string(shard)), read_file(here.file("all")));
      CHECK(outcome(fmt::format("merge {}", fmt::join(shards(check, now, "now", here), " ")), here) == plain);
      CHECK(outcome(check + " --journal all", here) == plain);
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
