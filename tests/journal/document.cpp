// The scripts on docs/scale.md that need a cluster's scheduler, or GNU parallel, run as they stand there:
// with a smaller size, and with a stand-in for the scheduler. What else the page shows is run by tests/cli.
#include <doctest/doctest.h>

#include <regex>

#include "journal/runs.hpp"

namespace conclave::outside {
namespace {

// What is in the page's blocks of that kind, with a size that takes no time.
Words scripts() {
  Words found;
  bool inside = false;
  for (const std::string& line :
       split(read_file(std::filesystem::path(CONCLAVE_ROOT) / "docs/scale.md"), '\n')) {
    if (line == "```sh") found.emplace_back();
    if (inside && line != "```") found.back() += line + "\n";
    inside = line == "```sh" || (inside && line != "```");
  }
  for (std::string& script : found) {
    for (const auto& [text, other] : {std::pair{"build/conclave", "./conclave"},
                                      {"-n 1[0-9]", "-n 8"},
                                      {"1-32\\b", "1-3"},
                                      {"/32\\b", "/3"}})
      script = std::regex_replace(script, std::regex(text), other);
  }
  return found;
}

// Does with each word after ::: what stands before it.
const std::string parallel = R"END(#!/bin/sh
[ "$1" = --jobs ] || exit 9
shift 2
command=
while [ "$1" != ::: ]; do command="$command '$1'"; shift; done
shift
for each; do sh -c "$(printf %s "$command" | sed "s/{}/$each/g")" || exit; done
)END";

}  // namespace

TEST_SUITE_BEGIN("journal");

TEST_CASE("the page's scripts for Slurm and GNU parallel work when pasted") {
  const Words all = scripts();
  REQUIRE(all.size() == 7);  // the last ones are for MPI (tests/mpi/run) and for simulations
  const Folder folder;
  const Outcome plain = outcome("check chang-roberts -n 8", folder);

  std::filesystem::create_directory(folder.file("bin"));
  write_file(folder.file("bin/parallel"), parallel);
  std::filesystem::permissions(folder.file("bin/parallel"), std::filesystem::perms::owner_all);
  const Ran jobs = shell(all[0], folder, {"PATH=" + folder.file("bin") + ":/usr/bin:/bin"});
  CHECK(jobs.status == 0);
  CHECK(jobs.out + jobs.err == "");
  CHECK(outcome("merge job1 job2 job3 job4 job5 job6 job7 job8", folder) == plain);

  REQUIRE(all[1].find("--array=1-3\n") != std::string::npos);
  for (int task = 1; task <= 3; ++task) {
    const Ran ran =
        shell(all[1], folder, {"SLURM_ARRAY_TASK_ID=" + std::to_string(task), "SLURM_CPUS_PER_TASK=1"});
    CHECK(ran.status == 0);
    CHECK(ran.out + ran.err == "");
  }
  const Ran merged = shell(all[2], folder);
  CHECK(merged.status == 0);
  CHECK(without_timing(merged.out) == without_timing(conclave({"check", "chang-roberts", "-n", "8"}).out));
}

TEST_SUITE_END();

}  // namespace conclave::outside
