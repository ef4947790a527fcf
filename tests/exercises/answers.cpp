// Every answer: what it is expected to be, and that docs/exercises.md has it. All exercises are run once.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "cli/program.hpp"
#include "exercises/expected.hpp"

namespace conclave::outside {
namespace {

struct Everything {
  Ran ran;
  Json answers;
  std::string document;
};

const Everything& everything() {
  static const Everything found = [] {
    const Folder folder;
    Everything all;
    all.ran = shell("./conclave exercise all --json all.json --markdown all.md", folder);
    all.answers = Json::parse(read_file(folder.file("all.json")));
    all.document = read_file(folder.file("all.md"));
    return all;
  }();
  return found;
}

const Json& answer_to(const std::string& name) {
  const Json& answers = everything().answers;
  const auto found = std::ranges::find_if(answers, [&](const Json& each) { return each.at("name") == name; });
  REQUIRE_MESSAGE(found != answers.end(), name);
  return *found;
}

}  // namespace

TEST_SUITE_BEGIN("exercises");

TEST_CASE("each answer is what it should be") {
  CHECK(everything().ran.status == 0);
  CHECK(everything().answers.size() == expected_answers().size());
  for (const auto& [name, word, says] : expected_answers()) {
    const Json& answer = answer_to(name);
    const std::string sentence = answer.at("sentence");
    CHECK_MESSAGE(answer.at("answer") == word, name, " is ", answer.at("answer").get<std::string>(), ": ",
                  sentence);
    for (const std::string& part : says)
      CHECK_MESSAGE(sentence.find(part) != std::string::npos, name, " does not say `", part, "`: ", sentence);
  }
}

TEST_CASE("an answer has evidence and commands, and what is open says why") {
  for (const Json& answer : everything().answers) {
    const std::string name = answer.at("name");
    CAPTURE(name);
    if (answer.at("answer") == "open") {
      CHECK(answer.at("sentence").get<std::string>().find("Not shown yet: ") != std::string::npos);
      continue;
    }
    CHECK(!answer.at("commands").empty());
    CHECK(!answer.at("evidence").empty());
    CHECK(!answer.at("change").get<std::string>().empty());
  }
}

TEST_CASE("what is false, or not always true, is shown by a counterexample or a table") {
  for (const Json& answer : everything().answers) {
    const bool shown = std::ranges::any_of(answer.at("evidence"), [](const Json& each) {
      return each.at("kind") == "counterexample" || each.at("kind") == "witness" ||
             each.at("kind") == "table";
    });
    // That something is *not* needed is shown by verdicts.
    const std::set<std::string> shown_by_verdicts{"aalborg-21", "complete-networks-12", "birmingham-16"};
    const std::string word = answer.at("answer");
    if ((word == "false" || word == "conditional") && !shown_by_verdicts.contains(answer.at("name")))
      CHECK_MESSAGE(shown, answer.at("name").get<std::string>());
  }
}

TEST_CASE("docs/exercises.md is what all exercises write") {
  const auto path = std::filesystem::path(CONCLAVE_ROOT) / "docs/exercises.md";
  if (std::getenv("CONCLAVE_BLESS") != nullptr) write_file(path, everything().document);
  CHECK(read_file(path) == everything().document);
}

TEST_CASE("the commands of an answer do when pasted what they did for it") {
  for (const std::string name :
       {"garg-9", "harmony-10", "aalborg-11", "birmingham-41", "garg-22", "birmingham-12"}) {
    for (const Json& command : answer_to(name).at("commands")) {
      CAPTURE(command.get<std::string>());
      const Ran ran =
          shell(command.get<std::string>() + " -h >/dev/null && " + command.get<std::string>(), Folder());
      CHECK((ran.status == 0 || ran.status == 1));
      CHECK(ran.err.empty());
    }
  }
}

TEST_CASE("the command lists every line of the list of the sources' statements, by source") {
  const Json listed = Json::parse(conclave({"exercise", "--json", "-", "-q"}).out);
  std::vector<std::string> names;
  for (const Json& each : listed) names.push_back(each.at("name"));
  std::vector<std::string> wanted;
  for (const auto& [source, count] : std::vector<std::pair<std::string, int>>{
           {"harmony", 11}, {"garg", 42}, {"aalborg", 22}, {"complete-networks", 12}, {"birmingham", 48}}) {
    for (int i = 1; i <= count; ++i) wanted.push_back(source + "-" + std::to_string(i));
  }
  CHECK(names == wanted);
}

TEST_SUITE_END();

}  // namespace conclave::outside
