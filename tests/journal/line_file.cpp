// A file of lines: what is left of it wherever it was torn, and what it refuses.
#include "journal/line_file.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <functional>

#include "cli/program.hpp"
#include "engine/pieces/ledger.hpp"
#include "sizes.hpp"

namespace conclave::outside {
namespace {

const Words three{R"({"journal":1,"command":{}})", R"({"part":"one"})", R"({"from":0,"to":7,"found":[1,2]})"};

// The text of a journal of these lines.
std::string text_of(const Words& lines) {
  const Folder folder;
  const std::string path = folder.file("j");
  {
    LineFile file(path);
    for (const std::string& line : lines) file.add(line);
  }
  return read_file(path);
}

// What is said when a file is opened, to add lines or only to read them. It is left as it was.
std::string refusal(const std::string& text) {
  const Folder folder;
  const std::string path = folder.file("j");
  write_file(path, text);
  std::string said;
  for (const std::function<void()>& open : {std::function<void()>([&] { LineFile file(path); }),
                                            std::function<void()>([&] { LineFile::read(path); })}) {
    std::string now;
    try {
      open();
    } catch (const LedgerError& error) {
      now = error.what();
    }
    CHECK(read_file(path) == text);
    CHECK(now.find('\n') == std::string::npos);
    CHECK((said.empty() || said == now));
    said = now;
  }
  const std::size_t at = said.find(path);
  return at == std::string::npos ? said : said.replace(at, path.size(), "j");
}

}  // namespace

TEST_SUITE_BEGIN("journal");

TEST_CASE("what was added is there, and more can be added") {
  const Folder folder;
  const std::string path = folder.file("j");
  for (std::size_t known = 0; known <= three.size(); ++known) {
    LineFile file(path);
    CHECK(file.lines() == Words(three.begin(), three.begin() + static_cast<std::ptrdiff_t>(known)));
    if (known < three.size()) file.add(three[known]);
  }
  CHECK(LineFile::read(path) == three);
  CHECK(LineFile::read(path).size() == split(read_file(path), '\n').size());
}

TEST_CASE("a last line that was torn is cut off, wherever it was torn") {
  const std::string text = text_of(three);
  const Folder folder;
  const std::string path = folder.file("j");
  for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
    for (const std::string& behind : {std::string(), std::string(7, '\0')}) {
      if (!behind.empty() && (bytes == text.size() || bytes < text.find('\n'))) continue;
      CAPTURE(bytes);
      write_file(path, text.substr(0, bytes) + behind);
      const std::size_t whole = text.rfind('\n', bytes == 0 ? 0 : bytes - 1);
      const std::string left = bytes == 0 || whole == std::string::npos ? "" : text.substr(0, whole + 1);
      Words lines = LineFile::read(path);
      CHECK(lines.size() == split(left, '\n').size());
      CHECK(read_file(path) == text.substr(0, bytes) + behind);
      LineFile file(path);
      CHECK(file.lines() == lines);
      CHECK(read_file(path) == left);
      file.add("another");
      lines.push_back("another");
      CHECK(LineFile::read(path) == lines);
    }
  }
}

TEST_CASE("a line that is damaged, but not torn, is refused with its number") {
  const std::string text = text_of(three);
  const std::size_t second = text.find('\n') + 1;
  const std::size_t third = text.find('\n', second) + 1;
  for (std::size_t at = second; at + 1 < third; ++at) {
    for (const char other : {static_cast<char>(text[at] ^ 1), '\n', '\0'}) {
      std::string damaged = text;
      damaged[at] = other;
      CAPTURE(at);
      CHECK(refusal(damaged) ==
            "the journal `j` is damaged in line 2; without that line and all after it, the same command goes "
            "on from there");
    }
  }
  // A line that is missing, or there twice, is whole; what is in the lines has to tell.
  CHECK(refusal(text.substr(0, second) + text.substr(third)).empty());
}

TEST_CASE("a file that is no journal is refused, and left as it was") {
  const std::string text = text_of(three);
  for (const std::string& other :
       Words{std::string("hello\n"), std::string("hello"), std::string("\n"), std::string("\n\n"),
             std::string("1234\n"), std::string(40, '\0'),
             std::string("#include \"author/model.hpp\"\nint x;\n"), three.front() + "\n",
             "00000000 " + three.front() + "\n" + three[1] + "\n", "deadbeef [1, 2]\n", "x" + text,
             text.substr(1), std::string("0123456789\n"),
             read_file(std::filesystem::path(CONCLAVE_ROOT) / "README.md"), read_file(CONCLAVE_PROGRAM)}) {
    CAPTURE(other.substr(0, 40));
    CHECK(refusal(other) == "`j` is no journal; name one that --journal wrote, or a new file");
  }
  const Folder folder;
  CHECK_THROWS_WITH_AS(LineFile(folder.path().string()),
                       ("cannot open the journal `" + folder.path().string() + "`: Is a directory").c_str(),
                       LedgerError);
  const std::string nowhere = folder.file("nowhere/j");
  CHECK_THROWS_WITH_AS(LineFile{nowhere},
                       ("cannot open the journal `" + nowhere + "`: No such file or directory").c_str(),
                       LedgerError);
  CHECK_THROWS_AS(LineFile::read(folder.file("none")), LedgerError);
  const std::string pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& device : {std::string("/dev/full"), std::string("/dev/null"), pipe}) {
    const std::string said = "`" + device + "` is no regular file; a journal is one";
    CHECK_THROWS_WITH_AS(LineFile{device}, said.c_str(), LedgerError);
    CHECK_THROWS_WITH_AS(LineFile::read(device), said.c_str(), LedgerError);
  }
  std::filesystem::remove(pipe);
  CHECK(folder.names().empty());
}

TEST_CASE("two cannot add to one file, but others may read it") {
  const Folder folder;
  const std::string path = folder.file("j");
  {
    LineFile file(path);
    file.add(three.front());
    CHECK_THROWS_WITH_AS(
        LineFile{path},
        ("the journal `" + path + "` is in use by another run; each run needs its own").c_str(), LedgerError);
    CHECK(LineFile::read(path) == Words{three.front()});
    file.add(three[1]);
  }
  CHECK(LineFile(path).lines().size() == 2);
}

TEST_CASE("where the disk is full it is said so, and all whole lines are kept") {
  const Folder folder;
  const std::string path = folder.file("j");
  const std::size_t size = text_of(three).size();
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  auto* const handler = std::signal(SIGXFSZ, SIG_IGN);
  for (std::size_t room = size - 12; room <= size; ++room) {
    std::filesystem::remove(path);
    std::string said;
    {
      LineFile file(path);
      file.add(three[0]);
      file.add(three[1]);
      const rlimit small{room, before.rlim_max};
      setrlimit(RLIMIT_FSIZE, &small);
      try {
        file.add(three[2]);
      } catch (const LedgerError& error) {
        said = error.what();
      }
      setrlimit(RLIMIT_FSIZE, &before);
    }
    CHECK(said == (room == size
                       ? ""
                       : "cannot write the journal `" + path +
                             "`: File too large; the same command goes on from its last whole line when "
                             "there is room"));
    LineFile file(path);
    CHECK(file.lines().size() == (room == size ? 3 : 2));
    if (room < size) file.add(three[2]);
    CHECK(LineFile::read(path) == three);
  }
  std::signal(SIGXFSZ, handler);
}

TEST_SUITE_END();

}  // namespace conclave::outside
