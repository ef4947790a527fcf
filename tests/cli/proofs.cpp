// `prove` and `learn` from outside: what they write, and what is said when something is wrong.
#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <thread>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using namespace std::chrono_literals;

// A solver that is a script of the shell.
std::string solver(const Folder& folder, const std::string& script) {
  write_file(folder.file("solver"), "#!/bin/sh\n" + script);
  std::filesystem::permissions(folder.file("solver"), std::filesystem::perms::owner_all);
  return "CONCLAVE_SOLVER=" + folder.file("solver");
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("what was proved is known to `check`, and to no other parameters and properties") {
  const Folder folder;
  const Words own{"XDG_CACHE_HOME=" + folder.file("cache")};
  const std::string says = "Proved before for rings of every size";
  const auto fields = [&] {
    const Json json = Json::parse(conclave(split("check lcr -n 2 -q --json -", ' '), folder, own).out);
    std::vector<std::string> names;
    for (const auto& [name, value] : json.items()) names.push_back(name);
    return names;
  };
  const std::vector<std::string> before = fields();
  CHECK(conclave(split("check lcr -n 2", ' '), folder, own).out.find(says) == std::string::npos);
  CHECK(conclave(split("prove lcr -q", ' '), folder, own).status == 0);
  const Ran checked = conclave(split("check lcr -n 2", ' '), folder, own);
  CHECK(checked.out.find(says + ": unique-leader, max-id, irrevocable;") != std::string::npos);
  CHECK(fields() == before);  // A result does not depend on what was asked earlier.
  const Ran one = conclave(split("check lcr -n 2 --property max-id", ' '), folder, own);
  CHECK(one.out.find(says + ": max-id;") != std::string::npos);
  CHECK(conclave(split("check lcr -n 2 --property termination", ' '), folder, own).out.find(says) ==
        std::string::npos);
  CHECK(conclave(split("check lcr:halting -n 2", ' '), folder, own).out.find(says) == std::string::npos);
  // What a proof does not speak of.
  for (const char* other :
       {"--ids 1,1", "--ids duplicates", "--universe 0..2", "--byzantine 1", "--crash 1 --recover 1"}) {
    CAPTURE(other);
    const Ran ran =
        conclave(split(std::string("check lcr -n 2 --property irrevocable ") + other, ' '), folder, own);
    CHECK(ran.out.find("irrevocable") != std::string::npos);
    CHECK(ran.out.find(says) == std::string::npos);
  }
  CHECK(conclave(split("check lcr -n 2 --crash 1 --property irrevocable", ' '), folder, own).out.find(says) !=
        std::string::npos);
}

TEST_CASE("what `prove` writes") {
  const Folder folder;
  const Words own{"XDG_CACHE_HOME=" + folder.file("cache")};
  // A file of an earlier proof would pass for a part of this one.
  std::filesystem::create_directory(folder.file("smt"));
  write_file(folder.file("smt/step-99.smt2"), "old");
  write_file(folder.file("smt/notes.txt"), "mine");
  write_file(folder.file("smt/startup.smt2"), "(check-sat)\n");
  const Ran ran = conclave(split("prove lcr --smt smt --ivy lcr.ivy --json lcr.json -q", ' '), folder, own);
  CHECK(ran.status == 0);
  CHECK(ran.out == "");
  const Json json = Json::parse(read_file(folder.file("lcr.json")));
  CHECK(json.at("model") == "lcr");
  CHECK(json.at("solver").get<std::string>().starts_with("z3 "));
  CHECK(json.at("properties").at(0) == Json({{"property", "unique-leader"}, {"verdict", "proved"}}));
  CHECK(json.at("properties").back().at("verdict") == "not-asked");
  CHECK(json.at("properties").back().contains("why"));
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.file("smt"))) {
    if (entry.path().extension() != ".smt2") continue;
    ++files;
    CHECK(read_file(entry.path()).ends_with("(check-sat)\n"));
  }
  CHECK(files == json.at("rules").get<std::size_t>() + 2);  // the start, and what was there
  CHECK(read_file(folder.file("smt/notes.txt")) == "mine");
  CHECK(read_file(folder.file("lcr.ivy")).starts_with("#lang ivy1.7\n"));
}

TEST_CASE("a counterexample is in the JSON, too") {
  const Json json = json_of("prove dolev-klawe-rodeh --property max-id", 1);
  const Json& property = json.at("properties").at(0);
  CHECK(property.at("verdict") == "violated");
  const Json& example = property.at("counterexample");
  CHECK(example.at("step") == "1 receives type1(1)");
  CHECK(example.at("before").at("identifiers") == Json({1, 2}));
  CHECK(example.at("after").at("processes").size() == 2);
}

TEST_CASE("without a solver, files are written and nothing is proved") {
  const Folder folder;
  const Words none{"CONCLAVE_SOLVER=/nowhere", "XDG_CACHE_HOME=" + folder.file("cache")};
  const Ran ran = conclave(split("prove chang-roberts --smt smt --ivy it.ivy", ' '), folder, none);
  CHECK(ran.status == 3);
  CHECK(ran.out.find("PROVED for every n") == std::string::npos);
  CHECK(ran.out.find("apt-get install z3") != std::string::npos);
  CHECK(std::filesystem::exists(folder.file("smt/start.smt2")));
  CHECK(std::filesystem::exists(folder.file("it.ivy")));
  CHECK_FALSE(std::filesystem::exists(folder.file("cache/conclave/proofs")));
  CHECK(conclave(split("learn lcr -n 2", ' '), folder, none).status == 0);
}

TEST_CASE("a solver that goes wrong proves nothing") {
  for (const auto& [script, says] :
       {std::pair{"exit 0\n", "the solver has ended"},
        {"while read -r line; do echo nonsense; done\n", "the solver"},
        {"while read -r line; do case $line in *check-sat*) echo sat;; *get-*) echo '(error \"no\")';; esac; "
         "done\n",
         "the solver says (error"}}) {
    CAPTURE(script);
    const Folder folder;
    const Ran ran = conclave(split("prove chang-roberts", ' '), folder, {solver(folder, script)});
    CHECK(ran.status == 3);
    CHECK(ran.out.find("PROVED for every n") == std::string::npos);
    CHECK_MESSAGE(ran.err.find(says) != std::string::npos, ran.err);
    CHECK(is_one_line(ran.err));
  }
}

TEST_CASE("a solver that thinks for ever is ended with the run") {
  const Folder folder;
  const Words settings{solver(folder, "exec sleep 1000\n")};
  const Ran limited = conclave(split("prove chang-roberts --time 0.3", ' '), folder, settings);
  CHECK(limited.status == 3);
  CHECK(limited.err.find("the time limit of 0.3 s was reached") != std::string::npos);
  Running running({CONCLAVE_PROGRAM, "prove", "chang-roberts"}, folder.path(), settings);
  while (!running.catches(SIGINT)) std::this_thread::sleep_for(10ms);
  std::this_thread::sleep_for(100ms);
  running.send(SIGINT);
  const Ran ended = running.wait();
  CHECK(ended.status == 130);
  CHECK(ended.err.find("interrupted") != std::string::npos);
}

TEST_CASE("an error that only a repeated message brings about is told with its ring") {
  const Folder folder;
  const Words own{"XDG_CACHE_HOME=" + folder.file("cache")};
  CHECK(conclave(split("new my-ring", ' '), folder, own).status == 0);
  std::string text = read_file(folder.file("my_ring.cpp"));
  const auto replace = [&text](std::string_view before, std::string_view after) {
    const std::size_t at = text.find(before);
    REQUIRE(at != std::string::npos);
    text.replace(at, before.size(), after);
  };
  replace("{ return s.leader; }", "{ if (s.leader && !s.awake) throw 1; return s.leader; }");
  replace("p.state.leader = m.id;", "p.state.awake = !p.state.leader; p.state.leader = m.id;");
  write_file(folder.file("my_ring.cpp"), text);
  const Ran ran =
      conclave(split("prove ./my_ring.cpp --property max-id --json found.json", ' '), folder, own);
  CHECK(ran.status == 1);
  CHECK(ran.out.find("The model itself ends with an error on a ring of 1 after 4 steps") !=
        std::string::npos);
  const Json example =
      Json::parse(read_file(folder.file("found.json"))).at("properties").at(0).at("counterexample");
  CHECK(example.at("step") == "1 receives leader(1)");
  CHECK(example.at("error").get<std::string>().find("what is asked of local states") != std::string::npos);
}

TEST_CASE("what `prove` and `learn` refuse") {
  for (const auto& [arguments, says] :
       {std::pair{"prove chang-roberts --property termination", "says what happens in the end"},
        {"prove chang-roberts --property uniq", "no safety property `uniq`"},
        {"prove peterson", "`phase` of State is a number"},
        {"prove flooding", "proofs are for rings"},
        {"prove nothing", "there is no model `nothing`"},
        {"prove chang-roberts --smt /proc/none", "--smt takes a folder to write to"},
        {"prove chang-roberts --ivy /proc/none/x", "/proc/none/x"},
        {"learn chang-roberts --literals 9", "--literals takes"},
        {"learn chang-roberts -n 7", "a smaller -n has fewer"}}) {
    CAPTURE(arguments);
    const Ran ran = conclave(split(arguments, ' '));
    CHECK(ran.status == 2);
    CHECK_MESSAGE(ran.err.find(says) != std::string::npos, ran.err);
    CHECK(is_one_line(ran.err));
    CHECK(ran.out == "");
  }
}

TEST_CASE("facts are those of the sizes that were explored whole") {
  const Json json = json_of("learn chang-roberts -n 1..6", 0);
  CHECK(json.at("processes") == 5);
  CHECK(json.at("complete") == false);
  const auto& facts = json.at("facts");
  CHECK(std::ranges::find(facts, Json("If A.leader = A, then B < A.")) == facts.end());
  CHECK(std::ranges::find(facts, Json("If A.leader = A, then B.leader = A.")) != facts.end());
  CHECK(std::ranges::find(facts, Json("If A.leader = B, then A < B.")) != facts.end());
}

TEST_SUITE_END();

}  // namespace conclave::outside
