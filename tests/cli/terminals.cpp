// What is printed where: nothing but ASCII without UTF-8, and no escape sequence to a terminal that takes
// none.
#include <doctest/doctest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string>

#include "cli/program.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

// What a command line prints to a terminal of that name.
std::string on_terminal(const std::string& line, const char* name) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  REQUIRE(child >= 0);
  if (child == 0) {
    const std::string all = std::string("TERM=") + name + " exec '" CONCLAVE_PROGRAM "' " + line;
    execl("/bin/sh", "sh", "-c", all.c_str(), static_cast<char*>(nullptr));
    _exit(127);
  }
  std::string text;
  std::array<char, 4096> piece{};
  // Where the last writer is gone, reading from such a terminal is an error.
  for (ssize_t got = 0; (got = read(terminal, piece.data(), piece.size())) > 0;)
    text.append(piece.data(), static_cast<std::size_t>(got));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  return text;
}

bool is_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

TEST_SUITE_BEGIN("cli");

TEST_CASE("a dumb terminal gets no escape sequence") {
  const std::string violated = "check harmony-leader:non-atomic-send";
  CHECK(on_terminal(violated, "xterm").find('\033') != std::string::npos);
  for (const std::string& line :
       {violated, std::string("list"), std::string("measure chang-roberts -n 1..3"),
        std::string(
            "check chang-roberts --ids 9,8,7,6,5,4,3,2,1 --network bag --reduction none --time 1.2")}) {
    CAPTURE(line);
    const std::string text = on_terminal(line, "dumb");
    CHECK(text.size() > 100);
    CHECK(text.find('\033') == std::string::npos);
  }
}

TEST_CASE("without UTF-8 every byte is ASCII") {
  const Folder folder;
  REQUIRE(shell("./conclave check harmony-leader:non-atomic-send -q --trace t", folder).status == 1);
  Words lines{"",
              "--help",
              "check --help",
              "list",
              "list --json",
              "show t",
              "replay t",
              "show t\u00e4",
              "check t\u00e4st",
              "check chang-roberts --topology \u00e4",
              "selfcheck lcr",
              "check bully -n 7 --time 0.3",
              "check harmony-leader:non-atomic-send --json -",
              "check harmony-leader:non-atomic-send --trace -",
              "measure chang-roberts -n 1..4 --csv -"};
  for (const auto& model : Json::parse(shell("./conclave list --json", folder).out)) {
    std::string name = model.at("model");
    if (model.at("variant").is_string()) name += ":" + model.at("variant").get<std::string>();
    if (!testing::is_tried()) continue;
    lines.push_back("check " + name + " -n 2 --time 5");
    lines.push_back("measure " + name + " -n 2 --time 5");
  }
  for (const auto& line : lines) {
    for (const std::string locale : {"LC_ALL=C", "LC_ALL="}) {
      if (locale == "LC_ALL=" && line.ends_with("--time 5")) continue;
      CAPTURE(line);
      const Ran ran = shell("./conclave " + line, folder, {locale, "LANG=C"});
      CHECK(is_ascii(ran.out));
      CHECK(is_ascii(ran.err));
      CHECK(ran.out.size() + ran.err.size() > 0);
    }
  }
  // The same says more where it may.
  CHECK(!is_ascii(shell("./conclave show t", folder).out));
}

TEST_SUITE_END();

}  // namespace conclave::outside
