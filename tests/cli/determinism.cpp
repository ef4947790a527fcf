// The same bytes for any number of threads: a counterexample, or figures, can be committed and compared.
#include <doctest/doctest.h>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

struct Result {
  std::string text;
  std::vector<std::string> files;  // JSON last
};

// `command` writes the files that it names, the last of which is JSON.
Result result_of(const std::string& command, const Words& files, const std::string& threads, int status) {
  const Folder folder;
  const Ran ran = shell("./conclave " + command + " --threads " + threads, folder);
  CHECK(ran.status == status);
  CHECK(ran.err.empty());
  Result result{without_timing(ran.out), {}};
  for (const auto& file : files) result.files.push_back(read_file(folder.file(file)));
  for (const auto& text : result.files) CHECK_FALSE(text.empty());
  result.files.back() = without_timing(Json::parse(result.files.back())).dump();
  return result;
}

void check_same(const std::string& command, const Words& files, const Words& threads, int status) {
  CAPTURE(command);
  if (!testing::is_tried(3)) return;
  const Result one = result_of(command, files, "1", status);
  for (const auto& number : threads) {
    CAPTURE(number);
    const Result many = result_of(command, files, number, status);
    CHECK(many.text == one.text);
    CHECK(many.files == one.files);
  }
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("violated checks print and write the same for 1, 2 and 8 threads") {
  for (const std::string arguments :
       {"chang-roberts --ids duplicates -n 1..4", "chang-roberts:java --ids duplicates -n 1..3",
        "harmony-leader --ids duplicates -n 3", "harmony-leader:non-atomic-send",
        "chang-roberts --network set -n 1..3", "harmony-leader --fairness none -n 1..3",
        "chang-roberts --network bag --loss 1 --crash 1 -n 1..3", "spanning-tree --duplicate 1 -n 1..3",
        "global-function:as-printed -n 1..3", "lcr -n 1..4 --byzantine 1",
        "bully:as-printed -n 1..3 --byzantine 1", "lcr -n 3 --ids duplicates --byzantine 2",
        "flood-max:as-printed -n 1..3 --crash 1", "flood-max -n 1..3 --set bound=1",
        "aalborg-chang-roberts -n 1..3 --late 1 --loss 1 --initiators any",
        "bully -n 3 --crash 1 --recover 1", "chang-roberts -n 1..3 --byzantine 1"}) {
    for (const std::string more : {"", " --keep-going"})
      check_same("check " + arguments + more + " --trace t --json j", {"t", "j"}, {"2", "8"}, 1);
  }
}

TEST_CASE("costs, time and witnesses are the same for 1 and 2 threads") {
  for (const std::string witness :
       {"messages=max", "election=min", "deliveries=max", "time=min", "time=max"}) {
    for (const std::string more : {"chang-roberts -n 1..4", "chang-roberts:java --network bag -n 3",
                                   "chang-roberts:maxid --initiators one -n 4"})
      check_same("check " + more + " --trace t --json j --witness " + witness, {"t", "j"}, {"2"}, 0);
  }
  const std::string files = " --csv c --svg s --trace t --witness time=max --json j";
  for (const std::string of : {"chang-roberts -n 1..5 --by kind", "harmony-leader -n 1..4 --cost time",
                               "chang-roberts:maxid -n 1..4 --network bag", "spanning-tree-rootless -n 1..3",
                               "flood-max -n 1..3", "lcr:halting -n 1..4", "lcr -n 2 --byzantine 1"})
    check_same("measure " + of + files, {"c", "s", "t", "j"}, {"2"}, 0);
}

TEST_CASE("large instances are the same where threads that have nothing to do help with them") {
  check_same("check lamport-election -n 4 --json j", {"j"}, {"2", "4"}, 0);
  check_same("check garcia-molina -n 4 --loss 1 --keep-going --trace t --json j", {"t", "j"}, {"2", "4"}, 1);
}

TEST_SUITE_END();

}  // namespace conclave::outside
