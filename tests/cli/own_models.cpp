// A user's model file: compiled, kept, loaded, checked; and what is said of one that does not compile.
#include <doctest/doctest.h>

#include <algorithm>
#include <regex>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

namespace fs = std::filesystem;

// The largest identifier comes home on a one-way ring. Tests change words of it.
const std::string ring = R"(#include "author/model.hpp"
using namespace conclave;
struct Ring {
  static constexpr About about{.name = "mine", .summary = "the largest comes home", .source = "none",
                               .topology = "ring", .processes = {1, 3}};
  struct Message { Id id; };
  struct State { bool awake = false; bool leader = false; };
  static bool asleep(const State& s) { return !s.awake; }
  static bool is_leader(const State& s) { return s.leader; }
  static void start(Process<Ring>& p) { p.state.awake = true; p.send(next, {p.id}); }
  static void receive(Process<Ring>& p, Message m, Port) {
    if (!p.state.awake) start(p);
    if (m.id > p.id) p.send(next, m);
    if (m.id == p.id) p.state.leader = true;
  }
};
const Registration<Ring> mine;
)";

std::string with(std::string text, const std::string& old, const std::string& other) {
  const std::size_t at = text.find(old);
  REQUIRE_MESSAGE(at != std::string::npos, old);
  return text.replace(at, old.size(), other);
}

struct Place {
  Folder folder;
  Words settings{"XDG_CACHE_HOME=" + folder.file("cache")};

  Ran run(const std::string& arguments) { return conclave(split(arguments, ' '), folder, settings); }
  void write(const std::string& name, const std::string& text) { write_file(folder.file(name), text); }
  // The objects that are kept, each with the time when it was made.
  std::vector<std::pair<std::string, fs::file_time_type>> objects() const {
    std::vector<std::pair<std::string, fs::file_time_type>> found;
    for (const auto& entry : fs::recursive_directory_iterator(folder.file("cache"))) {
      if (entry.path().extension() == ".so") found.emplace_back(entry.path(), entry.last_write_time());
    }
    std::ranges::sort(found);
    return found;
  }
};

}  // namespace

TEST_SUITE_BEGIN("own");

// To compile the file takes longer than the limit.
TEST_CASE("the time that a file takes to compile is no part of the time that is limited") {
  Place at;
  for (const std::string command : {"check", "measure", "graph"}) {
    CAPTURE(command);
    at.write("mine.cpp", with(ring, "the largest comes home", "to " + command));
    const Ran ran = at.run(command + " mine.cpp -n 2 --ids 1,2 --time 1");
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
  }
}

TEST_CASE("a model that counts for ever: what grew is told") {
  Place at;
  std::string counts = with(ring, "Id id; }", "Id id; int hops = 0; }");
  counts = with(counts, "if (m.id > p.id) p.send(next, m);",
                "if (m.id >= p.id) p.send(next, {m.id, m.hops + 1});");
  at.write("mine.cpp", counts);
  CHECK(at.run("check mine.cpp -n 2").out.find("an execution has more than 10 000 steps (--depth) at n=2") !=
        std::string::npos);
  const Ran ran = at.run("check mine.cpp -n 2 --memory 400M --depth 1000000000 --json result.json");
  CHECK(ran.status == 3);
  CHECK_MESSAGE(
      std::regex_search(ran.out, std::regex("what grew until then: Message::hops \\(0 to [0-9 ]+\\)")),
      ran.out);
  const Json grown = Json::parse(read_file(at.folder.path() / "result.json")).at("growth").at(0);
  CHECK(grown.at("what") == "Message::hops");
  CHECK(grown.at("least") == 0);
  CHECK(grown.at("most") > 1000);
  const std::string measured = at.run("measure mine.cpp -n 2 --memory 400M").out;
  CHECK_MESSAGE(measured.find("what grew until then: Message::hops (0 to ") != std::string::npos, measured);
  CHECK(at.run("check chang-roberts -n 8 --network bag --reduction none --time 1").out.find("what grew") ==
        std::string::npos);
}

TEST_CASE("a file is checked as a built-in model is, and compiled only when it has changed") {
  Place place;
  place.write("ring.hpp", "inline constexpr bool forwards_smaller = false;\n");
  place.write("ring.cpp",
              "#include \"ring.hpp\"\n" + with(ring, "m.id > p.id", "m.id > p.id || forwards_smaller"));
  const Ran first = place.run("check ring.cpp --json found.json");
  CHECK(first.err == "");
  CHECK(first.status == 0);
  CHECK(first.out.find("  ring.cpp, rings of 1 to 3, ") != std::string::npos);
  const Json json = Json::parse(read_file(place.folder.file("found.json")));
  CHECK(json.at("model") == "ring.cpp");
  CHECK(json.at("variant").is_null());
  const auto made = place.objects();
  REQUIRE(made.size() == 1);
  CHECK(without_timing(place.run("check ring.cpp").out) == without_timing(first.out));
  CHECK(place.objects() == made);

  // Neither the file nor its folder is written to.
  for (const auto& entry : fs::directory_iterator(place.folder.path()))
    CHECK((entry.is_directory() || entry.path().extension() != ".so"));

  place.write("ring.hpp", "inline constexpr bool forwards_smaller = true;\n");
  const Ran changed = place.run("check ring.cpp --trace run.itf.json");
  CHECK(changed.status == 1);
  CHECK(changed.out.find("again  ./conclave check ring.cpp -n ") != std::string::npos);
  CHECK(place.objects() != made);
  CHECK(place.run("replay run.itf.json").out.find("is confirmed") != std::string::npos);
  CHECK(place.run("show run.itf.json").out.find("ring.cpp, ring of") != std::string::npos);
  // The trace belongs to the file as it was.
  place.write("ring.hpp", "inline constexpr bool forwards_smaller = false;\n");
  CHECK(place.run("replay run.itf.json").status == 2);
}

// g++ passes over a precompiled header in silence where it does not match the options. Under -H its line
// begins with `!` where it is taken.
TEST_CASE("a file is compiled with the precompiled header") {
  Place place;
  place.write("ring.cpp", ring);
  place.write("kit", read_file(fs::path(CONCLAVE_PROGRAM).parent_path() / "model-kit"));
  const std::string folder = fs::path(CONCLAVE_PROGRAM).parent_path().string() + "/";
  const Ran ran =
      shell("c++ $(sed -n 's/^options //p' kit) -I" + folder + "$(sed -n 's/^precompiled //p' kit) -I" +
                folder + "$(sed -n 's/^headers //p' kit) -H -fsyntax-only ring.cpp",
            place.folder);
  CHECK(ran.status == 0);
  CHECK(ran.err.starts_with("! "));
}

TEST_CASE("a command that is told can be typed, whatever the file is called") {
  Place place;
  place.write("it's my ring.cpp", with(ring, "m.id > p.id", "m.id < p.id"));
  const std::string cache = "XDG_CACHE_HOME=" + place.folder.file("cache") + " ";
  CHECK(shell(cache + "./conclave check \"it's my ring.cpp\" -n 2 -q --trace t", place.folder).status == 1);
  const Json meta = Json::parse(read_file(place.folder.file("t"))).at("#meta");
  const Ran same = shell(cache + meta.at("again").get<std::string>(), place.folder);
  CHECK(same.status == 1);
  CHECK(same.err == "");
  CHECK(same.out.find("again  ./conclave check 'it'\\''s my ring.cpp' ") != std::string::npos);
  const Ran shown = shell(cache + "./conclave replay t", place.folder);
  CHECK(shown.out.find("the violation is confirmed") != std::string::npos);
}

TEST_CASE("a property of one's own says which processes violate it, also where a variant inherits it") {
  Place place;
  std::string text = std::regex_replace(ring, std::regex("Process<Ring>& p"), "auto& p");
  text = with(text, "  static bool asleep", R"(  static Properties<Ring> properties() {
    return {{Form::invariant, "alone", "only one process is awake", at_most_one([](const State& s) { return s.awake; })}};
  }
  static bool asleep)");
  text = with(text, "const Registration<Ring> mine;", R"(struct Other : Ring {
  static constexpr About about = Ring::about.variant({.name = "mine:other", .summary = "the same"});
};
const Registration<Ring, Other> mine;)");
  place.write("ring.cpp", text);
  for (const std::string variant : {"", ":other"}) {
    CAPTURE(variant);
    const std::string check = "check ring.cpp" + variant + " -n 3 --property alone";
    const Ran found = place.run(check);
    CHECK(found.status == 1);
    CHECK(found.err == "");
    CHECK(found.out.find("  why    it does not hold after step 2\n"
                         "         the predicate in `at_most_one` holds of processes 0 and 1\n"
                         "         process 0 (id 3), since step 2: awake: true, leader: false\n"
                         "         process 1 (id 2), since step 1: awake: true, leader: false\n"
                         "  again  ") != std::string::npos);
    CHECK(place.run(check + " --trace run.itf.json").status == 1);
    const Json why = Json::parse(read_file(place.folder.file("run.itf.json"))).at("#meta").at("why");
    CHECK(why.size() == 4);
    CHECK(why.at(2) == "process 0 (id 3), since step 2: awake: true, leader: false");
    CHECK(place.run("replay run.itf.json").out.find("is confirmed") != std::string::npos);
  }
}

TEST_CASE("a copy of a built-in model says what that one says, with its variants") {
  Place place;
  fs::copy_file(fs::path(CONCLAVE_ROOT) / "models/ring/chang_roberts.cpp", place.folder.file("copy.cpp"));
  for (const std::string variant : {"", ":java", ":maxid"}) {
    CAPTURE(variant);
    Ran own = place.run("check copy.cpp" + variant + " -n 1..3 --keep-going");
    const Ran built_in = place.run("check chang-roberts" + variant + " -n 1..3 --keep-going");
    CHECK(own.status == built_in.status);
    own.out = std::regex_replace(own.out, std::regex("copy\\.cpp"), "chang-roberts");
    CHECK(without_timing(own.out) == without_timing(built_in.out));
  }
  CHECK(place.run("check copy.cpp:jaava").err ==
        "there is no model `copy.cpp:jaava`; the file has copy.cpp, copy.cpp:java, copy.cpp:knows, "
        "copy.cpp:maxid, copy.cpp:slide, copy.cpp:waiting\n");
  CHECK(place.run("measure copy.cpp -n 1..3").status == 0);
  CHECK(place.run("selfcheck copy.cpp -n 1..3").out.starts_with("✓ NO DIFFERENCE  copy.cpp\n"));
  CHECK(place.run("list copy.cpp").out.find("variants    copy.cpp:java, copy.cpp:knows, copy.cpp:maxid") !=
        std::string::npos);
}

TEST_CASE("a model that is called like another one, down to its type, is not taken for it") {
  Place place;
  const std::string source = read_file(fs::path(CONCLAVE_ROOT) / "models/ring/chang_roberts.cpp");
  place.write("copy.cpp",
              with(source, "if (m.id > p.id) p.send(next, m);", "if (m.id < p.id) p.send(next, m);"));
  CHECK(place.run("check chang-roberts -n 3").status == 0);
  CHECK(place.run("check copy.cpp -n 3").status == 1);
}

TEST_CASE("a file that does not compile is told in a sentence, at its line, and harms nothing else") {
  struct Case {
    std::string old;
    std::string other;
    std::string said;  // the first line
  };
  const std::vector<Case> cases{
      {"return s.leader;", "return s.leader", "ring.cpp:9: expected ';' before '}' token"},
      {"m.id > p.id", "m.idd > p.id",
       "ring.cpp:13: 'struct Ring::Message' has no member named 'idd'; did you mean 'id'?"},
      {"is_leader(const State&", "is_leader(State&",
       "ring.cpp:9: `is_leader` is `static bool is_leader(const State&)`"},
      {"bool asleep(const", "bool asleeep(const",
       "ring.cpp:3: the model needs `static bool asleep(const State&)`: may this process still start "
       "spontaneously?"},
      {"bool leader = false; };", "double leader = 0; };",
       "ring.cpp:7: a value of a model is no float or double, which are not exact; keep whole numbers"},
      {"Process<Ring>& p) { p.state.awake = true; p", "auto& p) { p.neighbour(next); p",
       "ring.cpp:10: `knows` must include Knowledge::neighbours"},
      {"\"author/model.hpp\"", "\"author/modl.hpp\"",
       "ring.cpp:1: author/modl.hpp: No such file or directory"},
      {"const Registration<Ring> mine;", "",
       "ring.cpp: it has no model; it is to register one, as in `const conclave::Registration<MyModel> "
       "my_model;`"},
  };
  Place place;
  for (const auto& [old, other, said] : cases) {
    CAPTURE(said);
    place.write("ring.cpp", with(ring, old, other));
    const Ran ran = place.run("check ring.cpp");
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK(split(ran.err, '\n').front() == said);
    CHECK(ran.err.find("typed_program.hpp") == std::string::npos);
  }
  CHECK(place.run("check chang-roberts -n 2").status == 0);
  place.write("ring.cpp", with(ring, "is_leader(const State&", "is_leader(State&"));
  CHECK(place.run("check ring.cpp --verbose").err.find("typed_program.hpp") != std::string::npos);
}

TEST_CASE("what is no model file is refused") {
  Place place;
  CHECK(place.run("check nothing.cpp").err == "cannot read `nothing.cpp`: No such file or directory\n");
  fs::create_directory(place.folder.file("folder.cpp"));
  CHECK(place.run("check folder.cpp").err == "`folder.cpp` is a folder, not a model file\n");
  CHECK(place.run("check ./mine.so").err.find("a model is a C++ source") != std::string::npos);
  for (const char* name : {"check nothing.cpp", "check folder.cpp", "check ./mine.so"})
    CHECK(place.run(name).status == 2);
}

TEST_CASE("the source of a model is shown, whether it is built in or the user's") {
  Place place;
  const std::string chang_roberts = read_file(fs::path(CONCLAVE_ROOT) / "models/ring/chang_roberts.cpp");
  for (const char* name : {"chang-roberts", "chang-roberts:java"}) {
    const Ran ran = place.run("show --source " + std::string(name));
    CHECK(ran.status == 0);
    CHECK(ran.err == "");
    CHECK(ran.out == chang_roberts);
  }
  place.write("ring.cpp", "this does not compile\n");
  CHECK(place.run("show ring.cpp --source").out == "this does not compile\n");
  place.write("ring.cpp", ring);
  CHECK(place.run("show ./ring.cpp --source").out == ring);
  // A variant is looked for in what is compiled.
  CHECK(place.run("show ring.cpp:other --source").err ==
        "there is no model `ring.cpp:other`; the file has ring.cpp\n");
  CHECK(place.run("show nothing.cpp --source").err ==
        "cannot read `nothing.cpp`: No such file or directory\n");
  const Ran misspelt = place.run("show chang-robert --source");
  CHECK(misspelt.status == 2);
  CHECK(misspelt.out == "");
  CHECK(misspelt.err == place.run("check chang-robert").err);
}

TEST_CASE("without a cache nothing is kept") {
  Place place;
  place.settings = {"XDG_CACHE_HOME=/dev/null", "HOME=", "TMPDIR=" + place.folder.path().string()};
  place.write("ring.cpp", ring);
  const Ran ran = place.run("check ring.cpp -n 2");
  CHECK(ran.err == "");
  CHECK(ran.status == 0);
  CHECK(place.folder.names() == Words{"ring.cpp"});
  place.write("ring.cpp", with(ring, "m.id > p.id", "m.idd > p.id"));
  CHECK(place.run("check ring.cpp -n 2").status == 2);
  CHECK(place.folder.names() == Words{"ring.cpp"});
}

TEST_CASE("the example of docs/write-a-model.md prints what the page shows") {
  const Words lines = split(read_file(fs::path(CONCLAVE_ROOT) / "docs/write-a-model.md"), '\n');
  const auto block = [&](auto from, const std::string& begin) {
    const auto first =
        std::find_if(from, lines.end(), [&](const auto& line) { return line.starts_with(begin); });
    REQUIRE(first != lines.end());
    return std::pair(first + 1, std::find(first + 1, lines.end(), "```"));
  };
  const auto text = [](const auto& range) {
    std::string all;
    for (auto line = range.first; line != range.second; ++line) all += *line + "\n";
    return all;
  };
  const auto source = block(lines.begin(), "```cpp");
  const auto shown = block(source.second, "$ conclave check roll_call.cpp -n 3");
  Place place;
  place.write("roll_call.cpp", text(source));
  const Ran ran = place.run("check roll_call.cpp -n 3");
  CHECK(ran.err == "");
  CHECK(ran.status == 0);
  CHECK(without_timing(ran.out) == without_timing(text(shown)));
}

TEST_SUITE_END();

}  // namespace conclave::outside
