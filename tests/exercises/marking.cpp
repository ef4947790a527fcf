// A reader's own model file as an answer: right, wrong, too dear, or without what an answer has to state.
#include <doctest/doctest.h>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

// Problem 13.3, as a reader may solve it. Tests change words of it.
const std::string solution = R"(#include "author/model.hpp"
using namespace conclave;
struct Mine {
  static constexpr About about{.name = "mine", .summary = "maxid", .source = "Problem 13.3", .topology = "ring"};
  enum class Kind { election, leader };
  struct Message { Kind kind; Id id; };
  struct State { bool awake = false; Id maxid; std::optional<Id> leader; };
  static State initial(Id id) { return {.maxid = id}; }
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
  static void start(auto& p) { p.state.awake = true; p.send(next, {Kind::election, p.id}); }
  static void receive(auto& p, Message m, Port) {
    if (m.kind == Kind::leader) {
      p.state.leader = m.id;
      if (m.id != p.id) p.send(next, m);
    } else if (m.id == p.id) {
      p.send(next, {Kind::leader, p.id});
    } else if (m.id > p.state.maxid) {
      p.state.maxid = m.id;
      p.state.awake = true;
      p.send(next, m);
    } else if (!p.state.awake) {
      start(p);
    }
  }
};
const Registration<Mine> mine;
)";

struct Marked {
  Ran ran;
  Json json;
};

Marked mark(const std::string& exercise, const std::string& old, const std::string& other) {
  const Folder folder;
  std::string text = solution;
  if (!old.empty()) {
    const std::size_t at = text.find(old);
    REQUIRE_MESSAGE(at != std::string::npos, old);
    text.replace(at, old.size(), other);
  }
  write_file(folder.file("mine.cpp"), text);
  Marked marked{shell("./conclave exercise " + exercise + " mine.cpp --json mine.json", folder,
                      {"XDG_CACHE_HOME=" + folder.file("cache")}),
                {}};
  marked.json = Json::parse(read_file(folder.file("mine.json")));
  return marked;
}

}  // namespace

TEST_SUITE_BEGIN("marking");

TEST_CASE("a right answer is found right") {
  const Marked marked = mark("garg-13.3", "", "");
  CHECK_MESSAGE(marked.ran.status == 0, marked.ran.out, marked.ran.err);
  CHECK(marked.json.at("right") == true);
  CHECK(has(marked.ran.out, "✓ RIGHT  mine.cpp as an answer to garg-38"));
  CHECK(has(marked.ran.out, "It is as cheap as chang-roberts:maxid."));
  CHECK(has(marked.ran.out, "It does what chang-roberts:maxid does."));
}

TEST_CASE("a wrong answer gets the shortest execution in which it goes wrong") {
  const Marked marked = mark("garg-13.3", "m.id > p.state.maxid", "m.id != p.state.maxid");
  CHECK(marked.ran.status == 1);
  CHECK(marked.json.at("right") == false);
  CHECK(has(marked.ran.out, "✗ NOT RIGHT"));
  CHECK(has(marked.ran.out, "at n=2 first, with identifiers 2,1, after 4 steps"));
  CHECK(has(marked.ran.out, "✗ VIOLATED  max-id"));
}

TEST_CASE("an answer that is right and too dear is told where") {
  const Marked marked = mark("garg-13.3", "p.send(next, {Kind::election, p.id}); }",
                             "p.send(next, {Kind::election, p.id}); p.send(next, {Kind::election, p.id}); }");
  CHECK(marked.ran.status == 1);
  CHECK(has(marked.ran.out,
            "It costs too much: at n=1 it takes up to 4 messages, and chang-roberts:maxid takes 2."));
  CHECK(has(marked.ran.out, "WITNESS  messages: 4"));
}

TEST_CASE("an answer has to be of the kind that is asked for") {
  const Marked lock_step = mark("birmingham-15", "", "");
  CHECK(lock_step.ran.status == 1);
  CHECK(has(lock_step.ran.out, "It does not run in rounds, and an answer does."));
  const Marked ring = mark("garg-26", "", "");
  CHECK(ring.ran.status == 1);
  CHECK(has(ring.ran.out, "Its topology is ring, and an answer's is connected."));
  const Marked tree = mark("garg-26", R"(.topology = "ring")", R"(.topology = "connected")");
  CHECK(tree.ran.status == 1);
  CHECK(has(tree.ran.out, "It does not state spanning-tree, which an answer has to."));
}

TEST_CASE("a file that does not compile is refused, with the author's line") {
  const Folder folder;
  write_file(folder.file("mine.cpp"), "nonsense\n");
  const Ran ran =
      shell("./conclave exercise garg-13.3 mine.cpp", folder, {"XDG_CACHE_HOME=" + folder.file("cache")});
  CHECK(ran.status == 2);
  CHECK(has(ran.err, "mine.cpp:1"));
}

TEST_SUITE_END();

}  // namespace conclave::outside
