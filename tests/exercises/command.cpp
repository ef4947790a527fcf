// The command `exercise` from outside: names, questions, files, limits, and how it ends.
#include <doctest/doctest.h>

#include <csignal>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

Ran exercise(const std::string& arguments, const Folder& folder = {}) {
  return shell("./conclave exercise " + arguments, folder);
}

}  // namespace

TEST_SUITE_BEGIN("exercise");

TEST_CASE("an answer has its word, its figures, its evidence and its commands") {
  const Ran ran = exercise("garg-9");
  CHECK(ran.status == 0);
  for (const std::string part : {"✓ TRUE", "n(n+1)/2", "WITNESS  election: 10",
                                 "./conclave measure chang-roberts -n 1..8 --initiators all", "To change"})
    CHECK_MESSAGE(has(ran.out, part), part, " is not in\n", ran.out);
  const Ran refuted = exercise("harmony-9");
  CHECK(refuted.status == 0);  // answered, though the answer is no
  CHECK(has(refuted.out, "✗ FALSE"));
  CHECK(has(refuted.out, "✗ VIOLATED  unique-leader"));
  CHECK(has(exercise("birmingham-39").out, "~ CONDITIONAL\n  True: for n = 2..5."));
  CHECK(has(exercise("garg-42").out, "True: by getLeader of RingLeader."));
}

TEST_CASE("a number of the book names every entry that belongs to it") {
  const Json both = Json::parse(exercise("garg-13.3 --json - -q").out);
  REQUIRE(both.size() == 2);
  CHECK(both.at(0).at("name") == "garg-38");
  CHECK(both.at(1).at("name") == "garg-39");
  CHECK(Json::parse(exercise("harmony-25.2 --json - -q").out).at("name") == "harmony-10");
}

TEST_CASE("the question alone tells nothing of the answer") {
  const Ran ran = exercise("harmony-10 --question --json question.json");
  CHECK(ran.status == 0);
  CHECK(has(ran.out, "Is that necessary?"));
  for (const std::string part : {"TRUE", "FALSE", "check ", "measure ", "violated", "To repeat", "To change"})
    CHECK_FALSE_MESSAGE(has(ran.out, part), ran.out);
  const Json json = Json::parse(exercise("harmony-10 --question -q --json - 2>/dev/null").out);
  CHECK(json.at("question") == "Messages are added to the network atomically. Is that necessary?");
  for (const char* key : {"answer", "sentence", "commands", "evidence", "change"})
    CHECK_FALSE(json.contains(key));
}

TEST_CASE("JSON has the contract's keys") {
  const Json json = Json::parse(exercise("aalborg-17 --json - -q").out);
  CHECK(json.at("name") == "aalborg-17");
  CHECK(json.at("source") == "aalborg");
  CHECK(json.at("where") == "Bully, Beware");
  CHECK(json.at("answer") == "true");
  CHECK(has(json.at("sentence"), "at n=2 first"));
  CHECK(json.at("commands").at(0) ==
        "./conclave check bully -n 1..3 --set timeout=1 --property unique-leader");
  bool shown = false;
  for (const Json& each : json.at("evidence"))
    shown |= each.at("kind") == "counterexample" && each.at("trace").contains("states");
  CHECK(shown);
}

TEST_CASE("a page has the answer, the plot and the execution") {
  const Folder folder;
  CHECK(exercise("garg-9 --html page.html -q", folder).status == 0);
  const std::string page = read_file(folder.file("page.html"));
  for (const std::string part : {"<!doctype html>", "garg-9", "n(n+1)/2", "<svg",
                                 "election messages, everyone initiates", "./conclave measure chang-roberts"})
    CHECK_MESSAGE(has(page, part), part);
}

TEST_CASE("what cannot be asked is refused in one line that says what could be") {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"garg-93", "there is no exercise `garg-93`; did you mean `garg-3`? The nearest of "},
      {"garg-9 mine.cpp",
       "garg-9 asks for no model, so `mine.cpp` cannot be its answer; these ask for one: garg-19"},
      {"all mine.cpp", "a model file answers one exercise, not all of them"},
      {"garg-13.3 mine.cpp --question", "--question shows the question alone, so it takes no model file"},
      {"garg-9 --question --html a.html", "--html and --markdown write answers"},
      {"--markdown a.md", "--html and --markdown write answers"},
      {"garg-9 --colour never", "`conclave exercise` takes no `--colour`"},
  };
  for (const auto& [arguments, says] : cases) {
    const Folder folder;
    const Ran ran = exercise(arguments, folder);
    CAPTURE(arguments);
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(is_one_line(ran.err));
    CHECK_MESSAGE(has(ran.err, says), ran.err);
    CHECK(folder.names().empty());
  }
}

TEST_CASE("a limit that is reached leaves the answer open") {
  const Ran ran = exercise("garg-21 --time 0.05");
  CHECK(ran.status == 3);
}

TEST_CASE("Ctrl-C ends it, and what was answered is told") {
  const Folder folder;
  Running running({CONCLAVE_PROGRAM, "exercise", "all", "--json", "all.json"}, folder.path(), {});
  while (!running.catches(SIGINT)) continue;
  running.send(SIGINT);
  const Ran ran = running.wait();
  CHECK(ran.status == 130);
  const Json answered = Json::parse(read_file(folder.file("all.json")));  // perhaps none yet
  REQUIRE(answered.is_array());
  CHECK(has(ran.out, std::to_string(answered.size()) + " exercises"));
}

// The models of that program are broken on purpose: tests/exercises/broken.
TEST_CASE("a model that is broken changes the answers") {
  const auto word = [](const std::string& name) {
    const Folder folder;
    const Ran ran = Running({CONCLAVE_BROKEN, "exercise", name, "-q", "--json", "-"}, folder.path(),
                            {"XDG_CACHE_HOME=" + folder.file("cache")})
                        .wait();
    CHECK(ran.status == 0);
    return Json::parse(ran.out).at("answer").get<std::string>();
  };
  CHECK(word("garg-5") == "false");   // two leaders
  CHECK(word("garg-9") == "false");   // more messages
  CHECK(word("garg-12") == "false");  // on average, too
  CHECK(word("garg-8") == "false");
}

TEST_SUITE_END();

}  // namespace conclave::outside
