// `new`: what it writes can be checked at once, and says what its original says.
#include <doctest/doctest.h>

#include <array>
#include <map>
#include <regex>
#include <set>

#include "cli/program.hpp"
#include "program/model.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

namespace fs = std::filesystem;

// Where models are written and checked.
struct Desk {
  Folder folder;
  Words settings{"XDG_CACHE_HOME=" + folder.file("cache")};

  Ran run(const std::string& arguments) { return conclave(split(arguments, ' '), folder, settings); }
  std::string text(const std::string& name) const { return read_file(folder.file(name)); }
  // What a command prints of a model in a file, as if the model were called by the other name.
  std::string said(const std::string& arguments, const std::string& file, const std::string& other) {
    std::string out = run(arguments).out;
    for (auto at = out.find(file); at != std::string::npos; at = out.find(file, at + other.size()))
      out.replace(at, file.size(), other);
    return without_timing(out);
  }
};

// Of each file of built-in models one: the last, which is a variant wherever there are variants.
std::vector<const Model*> one_of_each_file() {
  std::map<std::string, const Model*> last;
  for (const Model* model : models()) last[model->file] = model;
  std::vector<const Model*> all;
  for (const auto& [file, model] : last) all.push_back(model);
  return all;
}

}  // namespace

TEST_SUITE_BEGIN("own");

TEST_CASE("a new model of each kind holds, and costs what it claims") {
  Desk desk;
  for (const auto& [kind, property] : std::map<std::string, std::string>{{"ring", "follows-up"},
                                                                         {"complete", "knows-itself"},
                                                                         {"graph", "knows-itself"},
                                                                         {"rounds", "swallows-smaller"}}) {
    CAPTURE(kind);
    const std::string file = "my_" + kind + ".cpp";
    const Ran made = desk.run("new my-" + kind + " --kind " + kind);
    CHECK(made.status == 0);
    CHECK(made.err == "");
    CHECK(made.out ==
          "`" + file + "` is a model that can be checked as it stands:\n\n  ./conclave check " + file + "\n");
    const Ran checked = desk.run("check " + file);
    CHECK(checked.err == "");
    CHECK(checked.status == 0);
    CHECK(checked.out.starts_with("✓ HOLDS  unique-leader, "));
    CHECK(split(checked.out, '\n').front().ends_with(", " + property));
    const Ran measured = desk.run("measure " + file);
    CHECK(measured.status == 0);
    CHECK(measured.out.find("equal") != std::string::npos);
    CHECK(desk.run("selfcheck " + file + " -n 1..3").status == 0);
    // Nothing of the name that it has in our house is left.
    CHECK(desk.text(file).find("ew" + kind) == std::string::npos);
    CHECK(desk.text(file).find("new-") == std::string::npos);
    CHECK(desk.text(file).find("\"my-" + kind + "\"") != std::string::npos);
  }
  CHECK(desk.run("new a-ring").status == 0);
  CHECK(std::regex_replace(desk.text("a_ring.cpp"), std::regex("\"a-"), "\"my-") ==
        std::regex_replace(desk.text("my_ring.cpp"), std::regex("MyRing"), "ARing"));
  std::set<std::string> kinds;
  for (const auto& entry : fs::directory_iterator(fs::path(CONCLAVE_ROOT) / "examples/new"))
    kinds.insert(entry.path().filename());
  CHECK(kinds == std::set<std::string>{"complete.cpp", "graph.cpp", "ring.cpp", "rounds.cpp"});
}

TEST_CASE("a new model that is like another one says what that one says") {
  const auto originals = one_of_each_file();
  CHECK(originals.size() >= 17);
  Desk desk;
  int tried = 0;
  for (const Model* original : originals) {
    if (!testing::is_tried(7, 4)) continue;  // each takes the compiler some seconds
    const std::string name = original->full_name();
    CAPTURE(name);
    const std::string file = "copy_" + std::to_string(++tried) + ".cpp";
    const Ran made = desk.run("new " + file + " --like " + name);
    CHECK(made.err == "");
    const std::string check = " -n 1..2 --keep-going --columns 1000";  // where lines end depends on names
    const Ran copy = desk.run("check " + file + check);
    const Ran built_in = desk.run("check " + name + check);
    CHECK(copy.err == built_in.err);
    CHECK(copy.status == built_in.status);
    CHECK(desk.said("check " + file + check, file, name) == without_timing(built_in.out));
    if (original->variant.empty()) continue;
    // The plain algorithm is there as well.
    CHECK(desk.said("check " + file + ":plain" + check, file + ":plain", original->name) ==
          without_timing(desk.run("check " + original->name + check).out));
  }
}

TEST_CASE("a copy means its own variants, and keeps what its source claims") {
  Desk desk;
  CHECK(desk.run("new mine --like harmony-leader").status == 0);
  // The variant that remembers who was elected is the file's own.
  const std::string remembers = " -n 2 --ids duplicates --keep-going";
  CHECK(desk.said("check mine.cpp" + remembers, "mine.cpp", "harmony-leader") ==
        without_timing(desk.run("check harmony-leader" + remembers).out));
  CHECK(desk.run("new other --like chang-roberts:maxid").status == 0);
  CHECK(desk.run("list other.cpp").out.find("variants    other.cpp:plain, other.cpp:java") !=
        std::string::npos);
  const std::string costs = " -n 1..3 --cost election";
  CHECK(desk.said("measure other.cpp" + costs, "other.cpp", "chang-roberts:maxid") ==
        without_timing(desk.run("measure chang-roberts:maxid" + costs).out));
  const std::string text = desk.text("other.cpp");
  CHECK(
      text.starts_with("// This began as a copy of models/ring/chang_roberts.cpp, under the name other.\n"));
  CHECK(text.find("struct OtherMaxid : Other {") != std::string::npos);
  CHECK(text.find("// Chang and Roberts' election") != std::string::npos);
}

TEST_CASE("a name may be written in several ways, and be that of anything else") {
  Desk desk;
  fs::create_directory(desk.folder.file("a folder"));
  for (const auto& [name, file, type] : std::vector<std::array<std::string, 3>>{
           {"my-ring", "my_ring.cpp", "MyRing"},
           {"my_other", "my_other.cpp", "MyOther"},
           {"third.cpp", "third.cpp", "Third"},
           {"./r2-d2", "./r2_d2.cpp", "R2D2"},
           // What Conclave's own headers speak of is no name for a struct.
           {"process", "process.cpp", "ProcessModel"},
           {"state", "state.cpp", "StateModel"}}) {
    CAPTURE(name);
    CHECK(desk.run("new " + name).status == 0);
    CHECK(desk.text(file).find("struct " + type + " {") != std::string::npos);
  }
  for (const char* file : {"process.cpp", "state.cpp"})
    CHECK(desk.run(std::string("check ") + file + " -n 2").status == 0);
  // The command can be typed as it is shown.
  const Ran made = conclave({"new", "a folder/mine"}, desk.folder, desk.settings);
  CHECK(made.out.ends_with("\n  ./conclave check 'a folder/mine.cpp'\n"));
  CHECK(shell("./conclave check 'a folder/mine.cpp' -n 2 -q", desk.folder, desk.settings).status == 0);
}

TEST_CASE("what cannot be made is refused in a line, and nothing is written over") {
  Desk desk;
  write_file(desk.folder.file("mine.cpp"), "precious\n");
  fs::create_directory(desk.folder.file("folder.cpp"));
  const std::string no_name =
      "is no name for a model, which has small letters, digits and dashes and begins with a letter; ";
  for (const auto& [arguments, said] : std::vector<std::pair<Words, std::string>>{
           {{"mine"}, "`mine.cpp` is there already, and stays as it is; take another name"},
           {{"folder"}, "`folder.cpp` is there already, and stays as it is; take another name"},
           {{"mine", "--like", "lcr"}, "`mine.cpp` is there already, and stays as it is; take another name"},
           {{"nowhere/other"}, "cannot write `nowhere/other.cpp`: No such file or directory"},
           {{"MyRing"}, "`MyRing` " + no_name + "`my-ring` is one"},
           {{"My Ring!"}, "`My Ring!` " + no_name + "`my-ring` is one"},
           {{"2rings"}, "`2rings` " + no_name + "`rings` is one"},
           {{"-- "}, "`-- ` " + no_name + "`my-ring` is one"},
           {{"a:b"}, "`a:b` " + no_name + "`a-b` is one"},
           {{"folder.cpp/"}, "`folder.cpp/` " + no_name + "`folder.cpp/my-ring` is one"},
           {{""}, "`` " + no_name + "`my-ring` is one"},
           {{"x", "--kind", "rings"},
            "there is no kind of model `rings`; did you mean `ring`? There are ring, complete, graph, "
            "rounds"},
           {{"x", "--like", "mine.cpp"},
            "--like takes the name of a built-in model, not a file; copy `mine.cpp` instead"},
           {{"x", "--like", "lcr", "--kind", "ring"}, "--kind excludes --like; see `conclave --help`"},
           {{}, "name is required; see `conclave --help`"}}) {
    CAPTURE(said);
    Words words{"new"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Ran ran = conclave(words, desk.folder, desk.settings);
    CHECK(ran.status == 2);
    CHECK(ran.out == "");
    CHECK(ran.err == "conclave: " + said + "\n");
  }
  CHECK(desk.run("new x --like chang-robert").err == desk.run("check chang-robert").err);
  CHECK(desk.text("mine.cpp") == "precious\n");
  CHECK(desk.folder.names() == Words{"folder.cpp", "mine.cpp"});
}

TEST_SUITE_END();

}  // namespace conclave::outside
