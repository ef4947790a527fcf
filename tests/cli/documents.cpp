// The documents show what the program prints: each fenced block in README.md, CONTRIBUTING.md and the pages
// anywhere under docs/ that begins with `$ ./conclave` is run and compared.
//
// In a block, a line `...` stands for any number of lines. Time, speed and memory are not compared; where a
// run was not exhaustive, no number of that line is. The blocks of one document share a folder, in order, so
// that a trace that one writes can be replayed by the next.
#include <doctest/doctest.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <regex>
#include <utility>

#include "cli/program.hpp"
#include "program/model.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

namespace fs = std::filesystem;

struct Example {
  std::size_t line;  // in its document
  std::string command;
  Words output;
};

std::vector<Example> examples(const fs::path& document) {
  std::vector<Example> found;
  bool fenced = false;
  bool ours = false;
  std::size_t number = 0;
  for (const auto& line : split(read_file(document), '\n')) {
    ++number;
    if (line.starts_with("```")) {
      fenced = !fenced;
      ours = false;
    } else if (fenced && line.starts_with("$ ") && (ours || line.starts_with("$ ./conclave "))) {
      ours = true;
      found.push_back({number, line.substr(2), {}});
    } else if (ours) {
      found.back().output.push_back(line);
    }
  }
  return found;
}

// Puts what was printed in the place of an example's output.
void bless(const fs::path& document, std::size_t line, std::size_t old_lines, const Words& printed) {
  Words lines = split(read_file(document), '\n');
  const auto at = lines.begin() + static_cast<std::ptrdiff_t>(line);
  lines.insert(lines.erase(at, at + static_cast<std::ptrdiff_t>(old_lines)), printed.begin(), printed.end());
  write_file(document, fmt::format("{}\n", fmt::join(lines, "\n")));
}

// Lines about time differ from run to run.
Words comparable(const Words& lines) {
  static const std::regex numbers("[0-9]+([ .][0-9]+)*");
  Words result;
  bool partial = false;
  for (const auto& line : lines) {
    partial |= line.find("not exhaustive") != std::string::npos;
    const bool timed = line.find("transitions/s") != std::string::npos;
    result.push_back(partial && timed ? std::regex_replace(line, numbers, "#") : without_timing(line));
  }
  return result;
}

bool matches(Words::const_iterator pattern, Words::const_iterator pattern_end, Words::const_iterator line,
             Words::const_iterator end) {
  for (; pattern != pattern_end; ++pattern, ++line) {
    if (*pattern == "...") {
      for (auto skipped = line;; ++skipped) {
        if (matches(pattern + 1, pattern_end, skipped, end)) return true;
        if (skipped == end) return false;
      }
    }
    if (line == end || *line != *pattern) return false;
  }
  return line == end;
}

bool matches(const Words& pattern, const Words& lines) {
  return matches(pattern.begin(), pattern.end(), lines.begin(), lines.end());
}

std::vector<fs::path> documents() {
  const fs::path root = CONCLAVE_ROOT;
  std::vector<fs::path> all{root / "README.md", root / "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  }
  std::ranges::sort(all);
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("documents");

TEST_CASE("a line of three dots matches any number of lines") {
  CHECK(matches({"a", "...", "d"}, {"a", "b", "c", "d"}));
  CHECK(matches({"a", "...", "d"}, {"a", "d"}));
  CHECK(matches({"..."}, {}));
  CHECK_FALSE(matches({"a", "...", "d"}, {"a", "b", "c"}));
  CHECK_FALSE(matches({"a"}, {"a", "b"}));
  CHECK_FALSE(matches({"a", "b"}, {"a"}));
}

// In how many rounds a property is violated at the earliest, by its name in the table of faults.
std::map<std::string, int> broken(const std::string& model, const std::string& fault, int n) {
  const std::map<std::string, std::string> names{{"election", "no leader"},
                                                 {"max-id", "wrong leader"},
                                                 {"min-id", "wrong leader"},
                                                 {"unique-leader", "two leaders"}};
  std::map<std::string, int> rounds;
  const Json json = all_instances(model + " " + fault + " -n " + std::to_string(n), Folder());
  for (const Json& property : json.at("properties")) {
    const auto name = names.find(property.at("name").get<std::string>());
    if (name != names.end() && property.at("verdict") == "violated")
      rounds[name->second] = property.at("counterexample_steps").get<int>();
  }
  return rounds;
}

TEST_CASE("the table of what a fault does in lock step is what the program finds") {
  int rows = 0;
  Words faults;
  for (const auto& line : split(read_file(fs::path(CONCLAVE_ROOT) / "docs/algorithms/README.md"), '\n')) {
    Words cells;
    for (const std::string& cell : split(line, '|')) {
      const std::size_t first = cell.find_first_not_of(' ');
      cells.push_back(
          first == std::string::npos ? "" : cell.substr(first, cell.find_last_not_of(' ') + 1 - first));
    }
    if (line.starts_with("| model |")) faults = cells;
    if (faults.empty() || find_model(cells.size() > 1 ? cells[1] : "") == nullptr) continue;
    ++rows;
    // Every configuration of three processes with a liar takes long here.
    if (testing::brief && cells[1] == "hirschberg-sinclair-rounds") continue;
    for (std::size_t column = 2; column < 5; ++column) {
      const std::string fault = faults[column].substr(1, faults[column].size() - 2);
      const auto two = broken(cells[1], fault, 2);
      const auto three = broken(cells[1], fault, 3);
      std::string text;
      const auto add = [&](const auto& found, const auto& known, std::string prefix) {
        for (const char* name : {"no leader", "wrong leader", "two leaders"}) {
          if (!found.contains(name) || known.contains(name)) continue;
          text += (text.empty() ? "" : ", ") + std::exchange(prefix, "") + name + " (" +
                  std::to_string(found.at(name)) + ")";
        }
      };
      add(two, std::map<std::string, int>{}, "");
      add(three, two, "n=3: ");
      CAPTURE(cells[1]);
      CHECK(cells[column] == text);
    }
  }
  CHECK(rows == 10);
}

TEST_CASE("every example in the documents is what the program prints") {
  const bool blessing = std::getenv("CONCLAVE_BLESS") != nullptr;
  std::size_t run = 0;
  for (const auto& document : documents()) {
    const Folder folder;
    std::ptrdiff_t moved = 0;  // by how many lines the blessed ones are more
    for (const auto& [line, command, output] : examples(document)) {
      // Sanitizers take more memory of their own than what does not fit into it in an example.
      if (testing::brief && command.find(" --memory ") != std::string::npos) continue;
      const std::string where = fs::relative(document, CONCLAVE_ROOT).string() + ":" + std::to_string(line);
      // What is proved in one document is not to be known in others.
      const bool proves = command.find("conclave prove ") != std::string::npos;
      const Ran ran = shell((proves ? "XDG_CACHE_HOME=$PWD/cache; { " : "{ ") + command + "\n} 2>&1", folder);
      const Words printed = split(ran.out, '\n');
      ++run;
      const bool same = matches(comparable(output), comparable(printed));
      if (!same && blessing && std::ranges::find(output, "...") == output.end()) {
        bless(document, static_cast<std::size_t>(static_cast<std::ptrdiff_t>(line) + moved), output.size(),
              printed);
        moved += std::ssize(printed) - std::ssize(output);
        continue;
      }
      CHECK_MESSAGE(same, where, ": `", command, "` prints\n", ran.out);
    }
  }
  CHECK(run >= 2);  // the README alone has as many
}

TEST_CASE("the plot in the README is what the program draws") {
  const Folder folder;
  shell("./conclave measure chang-roberts -n 1..7 --initiators all --cost election -q --svg plot.svg",
        folder);
  CHECK(read_file(folder.file("plot.svg")) ==
        read_file(fs::path(CONCLAVE_ROOT) / "docs/images/chang-roberts.svg"));
}

TEST_SUITE_END();

}  // namespace conclave::outside
