// Mistakes of authors: none of them silently gets a verdict. Each file in tests/mistakes is tried with the
// command in its first line; the comment below it has the status, and the sentence that is said of it, with
// `...` for what differs from run to run or comes between two parts of it.
#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

namespace fs = std::filesystem;

struct Mistake {
  std::string name;
  std::string command;
  int status = -1;
  std::string sentence;
};

// The text with one blank instead of every line break and what stands around it.
std::string in_one_line(const std::string& text) {
  std::istringstream words(text);
  std::string line;
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  return line;
}

Mistake read(const fs::path& file) {
  const Words lines = split(read_file(file), '\n');
  Mistake mistake{.name = file.stem().string(), .command = {}, .sentence = {}};
  const std::string prompt = "// $ conclave ";
  REQUIRE_MESSAGE(lines.front().starts_with(prompt), file.string());
  mistake.command = lines.front().substr(prompt.size());
  for (std::size_t k = 1; lines[k].starts_with("// "); ++k) mistake.sentence += lines[k].substr(3) + " ";
  std::size_t digits = 0;
  mistake.status = std::stoi(mistake.sentence, &digits);
  REQUIRE_MESSAGE(mistake.sentence.substr(digits, 2) == ": ", file.string());
  mistake.sentence = in_one_line(mistake.sentence.substr(digits + 2));
  return mistake;
}

// Does the text have the parts of a sentence one after the other? All of it has to, if `whole`.
bool says(const std::string& text, const std::string& sentence, bool whole) {
  const std::string gap = "...";
  std::size_t at = 0;
  for (std::size_t from = 0; from <= sentence.size();) {
    const std::size_t end = std::min(sentence.find(gap, from), sentence.size());
    const std::string part = in_one_line(sentence.substr(from, end - from));
    const std::size_t found = text.find(part, at);
    if (found == std::string::npos || (whole && from == 0 && found != 0)) return false;
    at = found + part.size();
    from = end + gap.size();
  }
  return !whole || at == text.size() || sentence.ends_with(gap);
}

// A file of the house is named without the folder of the house.
std::string without_root(std::string text) {
  const std::string root = CONCLAVE_ROOT "/";
  for (std::size_t at = 0; (at = text.find(root)) != std::string::npos;) text.erase(at, root.size());
  return text;
}

std::vector<Mistake> mistakes() {
  std::vector<Mistake> all;
  for (const auto& entry : fs::directory_iterator(fs::path(CONCLAVE_ROOT) / "tests/mistakes")) {
    if (entry.path().extension() == ".cpp") all.push_back(read(entry.path()));
  }
  std::ranges::sort(all, {}, &Mistake::name);
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("mistakes");

TEST_CASE("a mistake gets its sentence, and no verdict that it does not deserve") {
  const std::vector<Mistake> all = mistakes();
  CHECK(all.size() >= 50);
  for (const auto& [name, command, status, sentence] : all) {
    CAPTURE(name);
    const Folder folder;
    // Models of one name must not remember each other's self-check.
    const Words settings{"MISTAKE=" + name, "XDG_CACHE_HOME=" + folder.file("cache")};
    Words words = split(command, ' ');
    words.insert(words.begin(), CONCLAVE_MISTAKES);
    const Ran ran = Running(words, folder.path(), settings).wait();
    CHECK(ran.status == status);
    if (status == 2) {  // one line, and nothing else
      CHECK(ran.out == "");
      CHECK(is_one_line(ran.err));
      CHECK_MESSAGE(says(in_one_line(without_root(ran.err)), "conclave: " + sentence, true), ran.err);
    } else {
      CHECK(ran.err == "");
      CHECK_MESSAGE(says(in_one_line(ran.out), sentence, false), ran.out);
    }
  }
}

TEST_CASE("what was found before a fault is told, and written") {
  const Folder folder;
  const Words settings{"MISTAKE=fault_array_index", "XDG_CACHE_HOME=" + folder.file("cache")};
  Words words = split("check meeting -n 1..4 --keep-going --json found.json", ' ');
  words.insert(words.begin(), CONCLAVE_MISTAKES);
  const Ran ran = Running(words, folder.path(), settings).wait();
  CHECK(ran.status == 2);
  CHECK(is_one_line(ran.err));
  CHECK_MESSAGE(
      says(in_one_line(ran.out), "INCONCLUSIVE ... not exhaustive: there was an error at n=3; so far", false),
      ran.out);
  const Json json = Json::parse(read_file(folder.file("found.json")));
  CHECK(json.at("verdict") == "inconclusive");
  CHECK(json.at("stopped_by") == "error");
  CHECK("conclave: the model went wrong: " + json.at("error").get<std::string>() + "\n" == ran.err);
  const Json& sizes = json.at("by_processes");
  REQUIRE(sizes.size() == 3);
  CHECK(sizes.at(0).at("states").get<int>() > 0);
  CHECK(sizes.at(1).at("states").get<int>() > 0);
}

TEST_CASE("a trace with values of every type is shown, and is replayed") {
  const Folder folder;
  const Words settings{"MISTAKE=keeps_everything", "XDG_CACHE_HOME=" + folder.file("cache")};
  const auto run = [&](const std::string& line) {
    Words words = split(line, ' ');
    words.insert(words.begin(), CONCLAVE_MISTAKES);
    return Running(words, folder.path(), settings).wait();
  };
  CHECK(run("check meeting -n 2 --trace run.itf.json").status == 1);
  const Ran shown = run("show run.itf.json --columns 1000");
  CHECK(shown.status == 0);
  for (const std::string part : {"18000000000000000000", "-5000000000 → -10000000000", "narrow: 200",
                                 "first -1", "eager", R"(\x0a\xff)"})
    CHECK_MESSAGE(shown.out.find(part) != std::string::npos, part, " is not in\n", shown.out);
  const Ran replayed = run("replay run.itf.json");
  CHECK(replayed.status == 1);
  CHECK_MESSAGE(replayed.err == "", replayed.err);
  // Another number of 64 bits is noticed.
  std::string text = read_file(folder.file("run.itf.json"));
  const std::size_t at = text.find("-10000000000");
  REQUIRE(at != std::string::npos);
  write_file(folder.file("run.itf.json"), text.replace(at, 12, "-10000000001"));
  CHECK(run("replay run.itf.json").status == 2);
}

TEST_CASE("the parts of a sentence are found in their order") {
  CHECK(says("a b c", "a ... c", true));
  CHECK(says("x a b c x", "a ... c", false));
  CHECK_FALSE(says("x a b c", "a ... c", true));
  CHECK_FALSE(says("a b c x", "a ... c", true));
  CHECK_FALSE(says("c b a", "a ... c", false));
}

TEST_SUITE_END();

}  // namespace conclave::outside
