#include "own/compile.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include "own/cache_folder.hpp"
#include "own/diagnostics.hpp"
#include "own/kit.hpp"
#include "own/own_model.hpp"

namespace conclave {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw OwnModelError("cannot read `" + path.string() + "`: " + std::strerror(errno));
  return {std::istreambuf_iterator<char>(file), {}};
}

// 128 bits of FNV-1a: two hashes that begin differently. Nobody makes files collide on purpose, against
// himself.
class Hash {
 public:
  Hash& add(const std::string& text) {
    for (const char c : text) mix(static_cast<unsigned char>(c));
    mix(256);  // an end, so that one text more is not a longer one
    return *this;
  }
  std::string text() const {
    std::array<char, 33> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(halves_[0]),
                  static_cast<unsigned long long>(halves_[1]));
    return digits.data();
  }

 private:
  void mix(unsigned word) {
    for (std::uint64_t& half : halves_) half = (half ^ word) * 0x100000001b3ULL;
  }
  std::array<std::uint64_t, 2> halves_{0xcbf29ce484222325ULL, 0x84222325cbf29ce4ULL};
};

// Which compiler it is: another one has another size or time.
std::string compiler_stamp() {
  struct stat of {};
  if (stat(CONCLAVE_CXX, &of) != 0)
    throw OwnModelError(std::string("a model file needs the compiler ") + CONCLAVE_CXX +
                        ", which is not there; on Debian `apt-get install g++` installs one");
  return std::string(CONCLAVE_CXX) + " " + std::to_string(of.st_size) + " " + std::to_string(of.st_mtime);
}

struct Folder {
  fs::path path;
  bool is_kept = true;
};

Folder folder_for_objects() {
  fs::path folder = cache_folder("models");
  std::error_code error;
  if (!folder.empty()) {
    fs::create_directories(folder, error);
    if (access(folder.c_str(), W_OK) == 0) return {folder};
  }
  // Nothing is kept then.
  const fs::path somewhere = fs::temp_directory_path(error);
  std::string temporary = (somewhere / "conclave-XXXXXX").string();
  if (error || mkdtemp(temporary.data()) == nullptr)
    throw OwnModelError(
        "cannot compile a model file: there is no folder for what the compiler makes; set "
        "XDG_CACHE_HOME to one");
  return {temporary, false};
}

// Are the user's headers what they were? Each line of the list has a hash, a blank and a path.
bool are_unchanged(const fs::path& list) {
  std::ifstream file(list);
  if (!file) return false;
  for (std::string line; std::getline(file, line);) {
    const std::size_t blank = line.find(' ');
    const fs::path header = line.substr(blank + 1);
    std::error_code error;
    if (!fs::is_regular_file(header, error)) return false;
    if (Hash().add(content_of(header)).text() != line.substr(0, blank)) return false;
  }
  return true;
}

// The headers that a rule of a makefile names, but for those of the program and of the system.
std::vector<std::string> own_headers(const fs::path& rule) {
  const std::string of_program = kit().headers.string() + "/";
  std::ifstream file(rule);
  std::vector<std::string> headers;
  std::string word;
  bool first = true;
  for (char c = 0; file.get(c);) {
    if (c == '\\' && (file.peek() == ' ' || file.peek() == '\n')) {
      if (file.get() == ' ') word += ' ';
      continue;
    }
    if (c != ' ' && c != '\n') {
      word += c;
      continue;
    }
    const bool is_target = word.ends_with(':');
    if (!word.empty() && !is_target && !std::exchange(first, false) && !word.starts_with(of_program))
      headers.push_back(word);
    word.clear();
  }
  return headers;
}

// Runs the compiler. Returns what it printed if it failed; otherwise nothing.
std::string run(const std::vector<std::string>& words, const fs::path& output) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  std::vector<std::string> settings;
  for (char** each = environ; *each != nullptr; ++each) {
    // Its words are read here, so they have to be English.
    const std::string_view setting = *each;
    if (!setting.starts_with("LC_") && !setting.starts_with("LANG")) settings.emplace_back(setting);
  }
  settings.emplace_back("LC_ALL=C");
  std::vector<char*> environment;
  for (std::string& setting : settings) environment.push_back(setting.data());
  environment.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawn(&child, CONCLAVE_CXX, &files, nullptr, arguments.data(), environment.data());
  posix_spawn_file_actions_destroy(&files);
  if (error != 0)
    throw OwnModelError(std::string("cannot run ") + CONCLAVE_CXX + ": " + std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  const std::string said = content_of(output);
  return said.empty() ? "the compiler was ended\n" : said;
}

// What is in preparation, and is removed if it does not come about.
class Preparation {
 public:
  explicit Preparation(fs::path stem) : stem_(std::move(stem)) {}
  Preparation(const Preparation&) = delete;
  Preparation& operator=(const Preparation&) = delete;
  ~Preparation() {
    std::error_code ignored;
    for (const char* kind : {".so", ".d", ".txt"}) fs::remove(file(kind), ignored);
  }
  fs::path file(const char* kind) const { return stem_.string() + kind; }

 private:
  const fs::path stem_;
};

Compiled compile_in(const Folder& in, const std::string& content, const fs::path& source, bool everything) {
  const auto& [folder, is_kept] = in;
  std::error_code error;
  const fs::path object = folder / (content + ".so");
  const fs::path headers = folder / (content + ".headers");
  // What a model was made of are also the headers that its file includes.
  const auto compiled = [&, &is_kept = is_kept] {
    return Compiled{object, Hash().add(content).add(content_of(headers)).text(), is_kept};
  };
  if (fs::exists(object, error) && are_unchanged(headers)) return compiled();

  const Preparation making(folder / (content + "." + std::to_string(getpid())));
  std::vector<std::string> words{CONCLAVE_CXX};
  words.insert(words.end(), kit().options.begin(), kit().options.end());
  // What is precompiled is looked for first.
  if (!kit().precompiled.empty()) words.push_back("-I" + kit().precompiled.string());
  words.insert(words.end(), {"-I" + kit().headers.string(), "-shared", "-MMD", "-MF", making.file(".d"), "-o",
                             making.file(".so"), source.string()});
  const std::string said = run(words, making.file(".txt"));
  if (!said.empty()) throw OwnModelError(tell(said, source, everything));
  std::ostringstream list;
  for (const std::string& header : own_headers(making.file(".d")))
    list << Hash().add(content_of(header)).text() << " " << fs::absolute(header).string() << "\n";
  // The list comes last: an object without one is made again.
  fs::rename(making.file(".so"), object, error);
  if (!error && (std::ofstream(headers) << list.str()).good()) return compiled();
  throw OwnModelError("cannot write to " + folder.string() + ": is there room?");
}

}  // namespace

Compiled compile(const fs::path& source, bool everything) {
  std::error_code error;
  if (fs::is_directory(source, error))
    throw OwnModelError("`" + source.string() + "` is a folder, not a model file");
  const std::string stamp = compiler_stamp();
  const std::string content =
      Hash().add(content_of(source)).add(fs::absolute(source).string()).add(stamp).text();
  const Folder folder = folder_for_objects();
  try {
    return compile_in(folder, content, source, everything);
  } catch (const OwnModelError&) {
    if (!folder.is_kept) fs::remove_all(folder.path, error);
    throw;
  }
}

}  // namespace conclave
