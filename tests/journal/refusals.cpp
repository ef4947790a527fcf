// What does not fit together is refused in one line, and what is missing is told.
#include <doctest/doctest.h>

#include <csignal>

#include "journal/line_file.hpp"
#include "journal/runs.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

const std::string check = "check chang-roberts -n 7 --threads 1 -q ";

// A command that is refused in this one line. No file is changed, and none is new.
void refused(const std::string& command, const std::string& line, const Folder& folder) {
  CAPTURE(command);
  std::vector<std::string> before;
  const auto files = [&] {
    Words texts = folder.names();
    for (const std::string& name : folder.names()) texts.push_back(read_file(folder.file(name)));
    return texts;
  };
  const Words there = files();
  const Ran ran = conclave(split(command, ' '), folder);
  CHECK(ran.status == 2);
  CHECK(ran.out == "");
  CHECK(ran.err == "conclave: " + line + "\n");
  CHECK(files() == there);
}

}  // namespace

TEST_SUITE_BEGIN("journal");

TEST_CASE("a journal goes on only with the command that began it") {
  const Folder folder;
  CHECK(conclave(split(check + "--loss 1 --journal j", ' '), folder).status == 1);
  const std::string behind = "; name another file for this one";
  const std::string of = "the journal `j` is of another command: its ";
  refused("check chang-roberts -n 6 --loss 1 --journal j", of + "-n is `7`, not `6`" + behind, folder);
  refused("check chang-roberts --loss 1 --journal j", of + "-n is `7`, not nothing" + behind, folder);
  refused("check lcr -n 7 --loss 1 --journal j", of + "model is `chang-roberts`, not `lcr`" + behind, folder);
  refused("check chang-roberts:maxid -n 7 --loss 1 --journal j",
          of + "model is `chang-roberts`, not `chang-roberts:maxid`" + behind, folder);
  refused(check + "--loss 2 --journal j", of + "--loss is `1`, not `2`" + behind, folder);
  refused(check + "--loss 1 --crash 1 --journal j", of + "--crash is nothing, not `1`" + behind, folder);
  for (const std::string option :
       {"--network bag", "--ids duplicates", "--initiators all", "--initiators count:2", "--down count:1",
        "--fairness none", "--reduction none", "--universe 8", "--topology ring"}) {
    const std::size_t blank = option.find(' ');
    refused(check + "--loss 1 --journal j " + option,
            of + option.substr(0, blank) + " is nothing, not `" + option.substr(blank + 1) + "`" + behind,
            folder);
  }
  refused(check + "--loss 1 --journal j --property termination",
          of + "--property is nothing, not `[\"termination\"]`" + behind, folder);
  // An extreme is one over all orders, so --witness keeps going.
  for (const std::string option : {"--keep-going", "--witness messages=max"})
    refused(check + "--loss 1 --journal j " + option, of + "--keep-going is nothing, not `given`" + behind,
            folder);
  // How much effort is made does not matter, nor what is written.
  const Ran ran = conclave(
      split("check chang-roberts -n 7 --loss 1 --journal j --threads 2 --time 60 --json r -q", ' '), folder);
  CHECK(ran.status == 1);
  CHECK(ran.err == "");
}

TEST_CASE("a shard is one of so many, and has a journal of its own") {
  const Folder folder;
  for (const std::string shard : {"0/3", "4/3", "x/3", "1", "1/", "/3", "1/3/4", "-1/3", "1/0", "+1/3",
                                  "1/4097", "1/99999999999999999999"})
    refused(check + "--journal j --shard " + shard,
            "--shard takes which of how many, from 1/N to N/N with N at most 4096, such as 3/7; not `" +
                shard + "`",
            folder);
  refused(check + "--shard 2/3",
          "--shard 2/3 needs a file for what the shard finds, such as --journal shard2", folder);
  for (const std::string option :
       {"--json r", "--json -", "--trace t", "--html h", "--witness messages=max"}) {
    refused(check + "--shard 2/3 --journal j " + option,
            option.substr(0, option.find(' ')) +
                " is for the whole: `conclave merge` takes it when all shards are done",
            folder);
  }
  CHECK(conclave(split(check + "--shard 2/3 --journal j", ' '), folder).status == 0);
  const std::string behind =
      "; with that, the same command goes on, and `conclave merge` puts shards together";
  refused(check + "--shard 1/3 --journal j", "the journal `j` is of --shard 2/3, not 1/3" + behind, folder);
  refused(check + "--shard 2/4 --journal j", "the journal `j` is of --shard 2/3, not 2/4" + behind, folder);
  refused(check + "--journal j", "the journal `j` is of --shard 2/3" + behind, folder);
}

TEST_CASE("shards that do not belong together are not merged, and a missing one is named") {
  const Folder folder;
  shards("check chang-roberts -n 9", 3, "s", folder);
  shards("check chang-roberts -n 9", 2, "half", folder);
  shards("check chang-roberts -n 6", 3, "small", folder);
  CHECK(conclave(split("check chang-roberts -n 9 -q --journal whole", ' '), folder).status == 0);
  refused("merge s1 s2 s2", "two of the journals are of --shard 2/3; the second is `s2`", folder);
  refused("merge s1 s2 half2",
          "`s1` is of --shard 1/3, and `half2` of --shard 2/2: the work was not dealt out alike", folder);
  refused(
      "merge s1 small2 s3",
      "the journal `small2` is of another command: its -n is `6`, not `9`; name another file for this one",
      folder);
  for (const std::string journals : {"whole s1", "s1 whole"})
    refused("merge " + journals, "the journal `whole` is of no shard, so that it is whole without the others",
            folder);
  refused("merge s1 none s3", "cannot open the journal `none`: No such file or directory", folder);
  for (const std::string option : {"--json", "--trace", "--html"}) {
    refused("merge s1 s2 s3 " + option + " s2",
            option + " would overwrite the journal `s2`; name another file", folder);
    refused("check chang-roberts -n 9 --journal whole " + option + " ./whole",
            option + " would overwrite the journal `whole`; name another file", folder);
  }
  refused("merge s1 s2 s3 --journal s2", "the journal `s2` is there already; name a new file", folder);
  refused("merge s1 s2 s3 --journal whole", "the journal `whole` is there already; name a new file", folder);

  for (const auto& [journals, line] :
       {std::pair<std::string, std::string>{"s1 s3", "conclave: shard 2 of 3 is missing\n"},
        {"s2", "conclave: shards 1 and 3 of 3 are missing\n"}}) {
    CAPTURE(journals);
    const Ran ran = conclave(split("merge -q --json r " + journals, ' '), folder);
    CHECK(ran.status == 3);
    CHECK(ran.err == line);
    const Json found = Json::parse(read_file(folder.file("r")));
    CHECK(found.at("stopped_by") == "missing pieces");
    CHECK(found.at("verdict") == "inconclusive");
  }
}

TEST_CASE("a journal of a model's file ends with the version of that, and of what it includes") {
  const Folder folder;
  const std::string own = "check parity.cpp -n 3 -q --journal j";
  const std::string model = "#include \"parity.hpp\"\n" + parity_model;
  for (const std::string other : {"parity.cpp", "parity.hpp"}) {
    CAPTURE(other);
    write_file(folder.file("parity.cpp"), model);
    write_file(folder.file("parity.hpp"), "inline constexpr int unused = 1;\n");
    std::filesystem::remove(folder.file("j"));
    CHECK(conclave(split(own, ' '), folder).status == 1);
    CHECK(conclave(split(own, ' '), folder).err == "");
    write_file(folder.file(other), read_file(folder.file(other)) + "// another version\n");
    const Ran ran = conclave(split(own, ' '), folder);
    CHECK(ran.status == 2);
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.find("another") != std::string::npos);
    CHECK(ran.err.find("model's file") != std::string::npos);
    CHECK(conclave({"merge", "j"}, folder).status == 2);
  }
}

TEST_CASE("a journal that another run has is not taken") {
  const Folder folder;
  Running running(split(CONCLAVE_PROGRAM " check chang-roberts -n 14 --threads 1 -q --journal j", ' '),
                  folder.path(), {});
  for (int i = 0; i < 2000 && read_file(folder.file("j")).empty(); ++i) usleep(5000);
  const Ran second = conclave(split("check chang-roberts -n 14 --threads 1 -q --journal j", ' '), folder);
  CHECK(second.status == 2);
  CHECK(second.err == "conclave: the journal `j` is in use by another run; each run needs its own\n");
  running.send(SIGKILL);
  CHECK(running.wait().status == 128 + SIGKILL);
  // Nothing has to be tidied up after it.
  CHECK(conclave(split("check chang-roberts -n 14 --time 0.1 -q --journal j", ' '), folder).status == 3);
}

TEST_CASE("if a whole line is missing, nothing wrong comes of it") {
  const Folder folder;
  const Outcome plain = outcome("check chang-roberts -n 8", folder);
  shards("check chang-roberts -n 8", 2, "s", folder);
  const Words lines = lines_of(folder.file("s1"));
  REQUIRE(lines.size() > 5);
  const std::size_t step = testing::brief ? 4 : 1;
  for (std::size_t at = 1; at < lines.size(); at += step) {
    CAPTURE(at);
    Words missing = lines;
    missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(at));
    write_file(folder.file("k"), first_lines(missing, missing.size()));
    const Ran ran = conclave(split("check chang-roberts -n 8 -q --shard 1/2 --journal k", ' '), folder);
    CHECK((ran.status == 0 || (ran.status == 2 && is_one_line(ran.err))));
    const Ran merged = conclave(split("merge k s2 -q --json r", ' '), folder);
    CAPTURE(merged.err);
    CHECK((merged.status == 0 || merged.status == 3 || (merged.status == 2 && is_one_line(merged.err))));
    if (merged.status == 0) CHECK(without_timing(Json::parse(read_file(folder.file("r")))) == plain.json);
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
