// `explore`: scripted sessions, from outside.
#include <doctest/doctest.h>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

// A session with these commands, parted by semicolons.
Ran session(const std::string& arguments, const std::string& commands, const Folder& folder = {}) {
  return shell("printf '%s' '" + commands + "' | tr ';' '\\n' | ./conclave explore " + arguments, folder);
}

std::string plural(const std::string& number, const std::string& what) {
  return number + " " + what + (number == "1" ? "" : "s");
}

bool says(const Ran& ran, const std::string& part) {
  INFO(ran.out, ran.err);
  const bool found = ran.out.find(part) != std::string::npos;
  CHECK_MESSAGE(found, part);
  return found;
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("a session steps, goes back and keeps branches") {
  const Ran ran = session("chang-roberts -n 2", "1;1;back;2;branch;branch 1;goto 1;forward;restart;here");
  CHECK(ran.status == 0);
  CHECK(ran.err.empty());
  says(ran, "chang-roberts, ring of 2, identifiers 2,1, any set of initiators, fifo network, no faults\n");
  says(ran, "  0 · id 2 sleeps  awake: false, leader: none\n");
  says(ran, "     1  0 starts; sends ⟨election 2⟩→1\n");
  says(ran, "> back\nstep 1 of 2, 1 message sent\n");
  says(ran, "> branch\n    1  2 steps\n  * 2  2 steps\n");
  says(ran, "> branch 1\nstep 2, branch 1, 2 messages sent\n");
  says(ran, "> goto 1\nstep 1 of 2, branch 1, 1 message sent\n");
  says(ran, "> forward\nstep 2, branch 1, 2 messages sent\n");
  says(ran, "> restart\nstep 0 of 2, branch 1, 0 messages sent\n");
}

TEST_CASE("a page has the whole state space, or is refused") {
  const Folder folder;
  const Ran ran = shell("./conclave explore chang-roberts -n 2 --html walk.html && cat walk.html", folder);
  CHECK(ran.status == 0);
  says(ran, "chang-roberts, ring of 2, identifiers 2,1, any set of initiators, fifo network, no faults");
  says(ran, "0 starts; sends");
  says(ran, "<noscript>");
  const Ran many =
      shell("./conclave explore chang-roberts -n 2 --most 3 --html small.html; ls small.html", folder);
  CHECK(many.err.find("more than 3 configurations") != std::string::npos);
  CHECK(many.out.empty());
  const Ran random = shell("./conclave explore chang-roberts -n 2 --random 1 --html walk.html", folder);
  CHECK(random.status == 2);
  CHECK(random.err.find("--random") != std::string::npos);
}

TEST_CASE("each network and each fault has its steps") {
  struct Case {
    std::string arguments;
    std::string commands;
    Words parts;
  };
  for (const auto& [arguments, commands, parts] : std::vector<Case>{
           {"chang-roberts -n 2", "1", {"0→1: ⟨election 2⟩"}},
           {"chang-roberts -n 2 --network bag", "1;1", {"─⟨election"}},
           {"chang-roberts -n 2 --network set", "1;2", {"0→1: ⟨election 2⟩"}},
           {"chang-roberts -n 2 --loss 1", "1", {"lost", "faults left: loss: 1"}},
           {"chang-roberts -n 2 --crash 1", "1", {"crashes", "faults left: crash: 1"}},
           {"chang-roberts -n 2 --byzantine 1", "", {"forged", "byzantine: true"}},
           {"lcr -n 2 --crash 1", "2", {"round 1", "✗ crashed"}},
           {"lcr -n 2 --byzantine 1", "", {"forges"}},
           {"bully -n 2 --loss 1 --late 1", "1", {"late", "faults left: loss: 1, late: 1"}},
           {"harmony-leader -n 2", "1", {"any→id 1: ⟨2⟩"}},
       }) {
    CAPTURE(arguments);
    const Ran ran = session(arguments, commands);
    CHECK(ran.status == 0);
    CHECK(ran.err.empty());
    for (const std::string& part : parts) says(ran, part);
  }
}

TEST_CASE("the ends and their costs are those that check finds") {
  for (const std::string arguments :
       {"chang-roberts --ids 1,2,3", "franklin -n 2 --ids 2,1", "lcr --ids 1,2,3",
        "echo-extinction --ids 2,1,3 --topology line", "chang-roberts --ids 2,1 --loss 1"}) {
    CAPTURE(arguments);
    const Json all = all_instances(arguments + " --reduction none");
    const auto number = [](const Json& value) { return std::to_string(value.get<int>()); };
    const Ran ran = session(arguments + " --columns 300", "ahead;cheapest;restart;dearest");
    CHECK(ran.status == 0);
    says(ran, plural(number(all.at("states")), "configuration") + ", this one included, " +
                  plural(number(all.at("transitions")), "step") + " and " +
                  plural(number(all.at("quiescent")), "ending"));
    const auto sent_after = [&](const std::string& title) {
      const std::string line = split(ran.out.substr(ran.out.find(title)), '\n').at(1);
      return line.substr(line.rfind(", ") + 2);
    };
    CHECK(sent_after("an execution with the fewest") ==
          plural(number(all.at("messages").at("min")), "message") + " sent");
    CHECK(sent_after("an execution with the most") ==
          plural(number(all.at("messages").at("max")), "message") + " sent");
  }
}

TEST_CASE("a violation is found, saved, shown and replayed") {
  const Folder folder;
  const Ran ran = session("chang-roberts --ids 3,1,3",
                          "violation unique-leader;save bad.json;back 2;save part.json", folder);
  CHECK(ran.status == 0);
  says(ran, "the nearest violation of unique-leader, 8 steps away\n");
  says(ran, "✗ unique-leader is violated: 2 processes are leader");
  says(ran, "saved 8 steps in bad.json, as a counterexample to unique-leader\n");
  says(ran, "saved 6 steps in part.json\n");
  CHECK(conclave({"replay", "bad.json"}, folder).status == 1);
  const Ran replayed = conclave({"replay", "part.json"}, folder);
  CHECK(replayed.status == 0);
  says(replayed, "EXECUTION\n");
  says(replayed, "The model follows the trace step by step.\n");
  for (const char* format : {"text", "html", "svg", "mermaid", "tikz", "shiviz", "itf", "json"}) {
    const Ran shown = conclave({"show", "part.json", "--format", format}, folder);
    CHECK(shown.status == 0);
    CHECK(shown.out.find("✗ violated") == std::string::npos);
    CHECK(shown.out.find("VIOLATED") == std::string::npos);
  }
  const Ran from = session("--from bad.json@3", "forward 5", folder);
  CHECK(from.status == 0);
  says(from, "step 3 of 8, 3 messages sent\n");
  says(from, "✗ unique-leader is violated");
  const Ran whole = session("--from bad.json", "", folder);
  says(whole, "step 8, 6 messages sent\n");
}

TEST_CASE("saved executions of every kind replay") {
  for (const std::string arguments :
       {"chang-roberts -n 2 --loss 1", "chang-roberts -n 2 --network set", "chang-roberts -n 2 --byzantine 1",
        "lcr -n 2 --crash 1", "bully -n 2 --late 1", "harmony-leader:non-atomic-send -n 2"}) {
    CAPTURE(arguments);
    const Folder folder;
    CHECK(session(arguments, "1;1;1;save t.json", folder).status == 0);
    CHECK(conclave({"replay", "t.json"}, folder).status == 0);
    CHECK(session("--from t.json@1", "1", folder).status == 0);
  }
}

TEST_CASE("what is violated by an execution that goes on for ever, or by none") {
  const Ran loop = session("chang-roberts -n 2 --network set", "violation termination");
  says(loop, "; it goes on for ever: the last configuration is that after step ");
  const Ran later = session("chang-roberts --ids 3,1,3",
                            "1;violation unique-leader;restart;violation unique-leader;restart;violation");
  says(later, "the nearest violation of unique-leader, 7 steps away\n");
  says(later, "the nearest violation of unique-leader, 8 steps away\n");
  says(later, "the nearest violation of can-terminate, 2 steps away\n");
  const Ran own = session("lcr -n 2 --byzantine 1", "violation assertion-1;1;violation assertion-2");
  says(own, "the nearest violation of assertion-1, ");
  says(own, "✗ assertion-1 is violated");
  const Ran none = session("chang-roberts -n 2", "violation;violation agreement");
  says(none, "  no execution of this instance violates a property\n");
  says(none, "  no execution of this instance violates agreement\n");
}

TEST_CASE("a random execution comes again with its seed") {
  const Ran one = session("chang-roberts -n 3 --random 7", "");
  CHECK(one.status == 0);
  CHECK(one.out == session("chang-roberts -n 3 --random 7", "").out);
  CHECK(one.out != session("chang-roberts -n 3 --random 8", "").out);
  says(one, "quiescent: process 0 leads\n");
  const Ran inside = session("chang-roberts -n 3", "random 7");
  says(inside, "quiescent: process 0 leads\n");
}

TEST_CASE("another instance is another beginning") {
  const Ran ran = session("chang-roberts -n 3", "instances 2;instances;instance 6;instance 7");
  CHECK(ran.status == 2);
  says(ran, "> instances 2\n  1  identifiers 3,2,1\n  2  identifiers 3,1,2\n     and more");
  says(ran, "> instance 6\nidentifiers 1,2,3\n");
  says(ran, "there is no instance 7; the last one is 6\n");
  says(session("chang-roberts -n 3 --instance 2", ""), "identifiers 3,1,2");
}

TEST_CASE("what a process chooses is a step of its own for each choice") {
  const Folder folder;
  std::string source = read_file(CONCLAVE_ROOT "/examples/new/ring.cpp");
  const std::string plain = "if (m.id > p.id) p.send";
  REQUIRE(source.find(plain) != std::string::npos);
  source.replace(source.find(plain), plain.size(), "if (m.id > p.id || p.choose(2) == 1) p.send");
  write_file(folder.file("coin.cpp"), source);
  const Ran ran = session("./coin.cpp -n 2 --columns 300", "1;1;2;violation max-id", folder);
  CHECK(ran.status == 0);
  says(
      ran,
      "     1  1 ─⟨election 1⟩→ 0; chooses 0\n     2  1 ─⟨election 1⟩→ 0; sends ⟨election 1⟩→1, chooses 1\n");
  says(ran, "> 2\nstep 3, 3 messages sent\n");
  says(ran, "max-id is violated: process 0 (id 2) takes id 1 for the leader since step");
}

TEST_CASE("a wrong command is told in a line, the session goes on, and a script then ends with status 2") {
  for (const auto& [command, part] : std::vector<std::pair<std::string, std::string>>{
           {"9", "takes whole numbers from 1 to 2, not `9`"},
           {"take", "take which step?"},
           {"take x", "not `x`"},
           {"back", "this is the initial configuration"},
           {"forward", "this is the end of the branch"},
           {"goto 5", "from 0 to 0, not `5`"},
           {"bacck", "did you mean `back`?"},
           {"ending", "ending takes a number of the list"},
           {"ending 1 best", "cheapest or dearest, not `best`"},
           {"branch 7", "there is no branch `7`"},
           {"name a b", "name takes one word"},
           {"violation frob", "the model states no property `frob`"},
           {"random", "random takes a number"},
           {"save", "save takes the name of one file"},
           {"save /nowhere/x.json", "a folder that you may write to"},
           {"quit now", "`now` is too much here"},
           {"take 1 9;back;restart", "not `9`"},
           {"b", "may be back or branch"},
       }) {
    CAPTURE(command);
    const Ran ran = session("chang-roberts -n 2 --columns 300", command + ";1");
    CHECK(ran.status == 2);
    says(ran, "error: line 1: ");
    says(ran, part);
    says(ran, "step 1, 1 message sent\n");
  }
}

TEST_CASE("wrong usage is told before a session begins") {
  for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
           {"", "a session needs a model or --from TRACE"},
           {"chang-robert", "did you mean `chang-roberts`?"},
           {"chang-roberts -n 2..3", "so -n takes one number"},
           {"chang-roberts --most 0", "from 1 to"},
           {"chang-roberts --instance 7", "the last one is 6"},
           {"chang-roberts --random x", "not `x`"},
           {"--from /nowhere/t.json", "cannot read `/nowhere/t.json`"},
           {"chang-roberts --reduction none", "takes no `--reduction`"},
       }) {
    CAPTURE(arguments);
    const Ran ran = session(arguments, "1");
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(is_one_line(ran.err));
    CHECK_MESSAGE(ran.err.find(part) != std::string::npos, ran.err);
  }
}

TEST_CASE("a limit ends the session with status 3, and the bound on what lies ahead is told") {
  says(session("chang-roberts -n 3 --most 10", "ahead"), "at least 10 configurations");
  const Ran ran = shell("(sleep 1; echo 1) | ./conclave explore chang-roberts -n 2 --time 0.1", Folder());
  CHECK(ran.status == 3);
  CHECK(is_one_line(ran.err));
}

}  // namespace conclave::outside
