// Anonymous processes have no identifiers, so nobody is shown any: not in text, pictures, pages or logs.
#include <doctest/doctest.h>

#include <regex>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

// Who draws the largest number alone is leader; who draws it with others draws again. Fokkink and Pang 2006,
// for channels in order.
const std::string itai_rodeh = R"(#include "author/model.hpp"
using namespace conclave;
struct ItaiRodeh {
  static constexpr About about{.name = "itai-rodeh", .summary = "numbers are drawn until one is alone the largest",
                               .source = "Itai and Rodeh 1990", .topology = "ring", .processes = {1, 2}};
  static constexpr bool anonymous = true;
  static constexpr Knowledge knows = Knowledge::processes;
  static constexpr Elects elects = Elects::anyone;
  struct Message { int drawn; int hops; bool alone; };
  struct State { int drawn = 0; bool passive = false; bool leader = false; };
  static bool asleep(const State& s) { return s.drawn == 0; }
  static bool is_leader(const State& s) { return s.leader; }
  static bool decided(const State& s) { return s.leader || s.passive; }
  static void start(auto& p) {
    p.state.drawn = 1 + static_cast<int>(p.choose(2));
    p.send(next, {p.state.drawn, 1, true});
  }
  static void receive(auto& p, Message m, Port) {
    if (asleep(p.state)) start(p);
    if (!p.state.passive && m.hops == p.processes()) {
      if (m.alone) p.state.leader = true;
      else start(p);
    } else if (p.state.passive || m.drawn > p.state.drawn) {
      p.state.passive = true;
      p.send(next, {m.drawn, m.hops + 1, m.alone});
    } else if (m.drawn == p.state.drawn) {
      p.send(next, {m.drawn, m.hops + 1, false});
    }
  }
  static Properties<ItaiRodeh> properties() {
    return {{Form::invariant, "nobody-leads", "no process is leader",
             every([](const State& s) { return !s.leader; })}};
  }
};
const Registration<ItaiRodeh> registered;
)";

// A word or a number that only an identifier could be.
bool tells_identifiers(const std::string& text) {
  static const std::regex identifier("\\bid [0-9]|identifiers? [0-9]|[0-9]-id[0-9]|identifier order");
  return std::regex_search(text, identifier);
}

}  // namespace

TEST_SUITE_BEGIN("own");

TEST_CASE("anonymous processes are shown without identifiers") {
  const Folder folder;
  write_file(folder.file("itai_rodeh.cpp"), itai_rodeh);
  const auto run = [&](const std::string& arguments, int status) {
    CAPTURE(arguments);
    const Ran ran = conclave(split(arguments, ' '), folder, {"XDG_CACHE_HOME=" + folder.file("cache")});
    CHECK(ran.err == "");
    CHECK(ran.status == status);
    CHECK_MESSAGE(!tells_identifiers(ran.out), ran.out);
    return ran.out;
  };
  for (const std::string& subject :
       {std::string("itai_rodeh.cpp -n 2"), std::string("spanning-tree -n 2 --loss 1")}) {
    const bool own = subject.starts_with("itai");
    const std::string check = "check " + subject + " --trace trace.json --html page.html";
    const std::string text = run(check + " --keep-going", 1);
    CHECK(text.find(", anonymous processes (") != std::string::npos);
    CHECK(text.find(", anonymous processes, fifo network") != std::string::npos);
    if (own) CHECK(text.find("chooses 0") != std::string::npos);
    CHECK(run(check + " --columns 40 --channels", 1).find("channels: ") != std::string::npos);
    const std::string page = read_file(folder.file("page.html"));
    CHECK(!tells_identifiers(page));
    CHECK(page.find("the processes are anonymous") != std::string::npos);

    const Json file = Json::parse(read_file(folder.file("trace.json")));
    CHECK(file.at("#meta").at("anonymous") == true);
    CHECK(file.at("#meta").at("ids").size() == 2);
    for (const std::string form : {"text", "html", "svg", "tikz", "mermaid", "shiviz"})
      CHECK(!run("show trace.json --format " + form, 0).empty());
    run("replay trace.json", 1);

    run("measure " + subject, 0);
    CHECK(run("graph " + subject, 0).find("label=\"anonymous processes\"") != std::string::npos);
    CHECK(run("graph " + subject + " --format aut", 0).starts_with("des ("));
    run("explore " + subject + " --html walk.html", 0);
    CHECK(read_file(folder.file("walk.html")).find(", anonymous processes, ") != std::string::npos);
    CHECK(!tells_identifiers(read_file(folder.file("walk.html"))));
    CHECK(run("explore " + subject + " --random 7", 0).find("leads") != std::string::npos);
  }
}

TEST_CASE("a trace says whether its model is anonymous, and replay holds it to that") {
  const Folder folder;
  REQUIRE(shell("./conclave check spanning-tree -n 2 --loss 1 -q --trace t", folder).status == 1);
  Json file = Json::parse(read_file(folder.file("t")));
  file["#meta"].erase("anonymous");
  write_file(folder.file("t"), file.dump());
  CHECK(shell("./conclave replay t", folder).err ==
        "conclave: t: the model `spanning-tree` is anonymous; the trace does not say so\n");
  file["#meta"]["anonymous"] = true;
  file["#meta"]["model"] = "echo-extinction";
  write_file(folder.file("t"), file.dump());
  CHECK(shell("./conclave replay t", folder).err ==
        "conclave: t: the trace is of an anonymous model, but `echo-extinction` is none\n");
}

TEST_SUITE_END();

}  // namespace conclave::outside
