// The same bytes for any number of threads: a counterexample can be committed and compared.
#include <doctest/doctest.h>

#include "cli/program.hpp"
#include "model/process.hpp"

namespace conclave::outside {
namespace {

struct Result {
  std::string text;
  std::string trace;
  Json json;
};

Result result_of(const std::string& arguments, const std::string& threads) {
  const Folder folder;
  const Ran ran =
      shell("./conclave check " + arguments + " --threads " + threads + " --trace t --json j", folder);
  CHECK(ran.status == 1);
  CHECK(ran.err.empty());
  Result result{without_timing(ran.out), read_file(folder.file("t")),
                Json::parse(read_file(folder.file("j")))};
  CHECK_FALSE(result.trace.empty());
  const auto erase_timing = [](Json& json) {
    for (const char* key : {"seconds", "states_per_second", "peak_memory_bytes"}) json.erase(key);
  };
  erase_timing(result.json);
  for (auto& each : result.json.at("by_processes")) erase_timing(each);
  return result;
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("violated checks print and write the same for 1, 2 and 8 threads") {
  for (const std::string arguments :
       {"chang-roberts --ids duplicates -n 1..4", "chang-roberts:java --ids duplicates -n 1..3",
        "harmony-leader --ids duplicates -n 3", "harmony-leader:non-atomic-send",
        "chang-roberts --network set -n 1..3"}) {
    for (const std::string more : {"", " --keep-going"}) {
      const Result one = result_of(arguments + more, "1");
      for (const std::string threads : {"2", "8"}) {
        CAPTURE(arguments + more);
        CAPTURE(threads);
        const Result many = result_of(arguments + more, threads);
        CHECK(many.text == one.text);
        CHECK(many.trace == one.trace);
        CHECK(many.json == one.json);
      }
    }
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
