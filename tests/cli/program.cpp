#include "cli/program.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <regex>
#include <sstream>

namespace conclave::outside {
namespace {

namespace fs = std::filesystem;

std::vector<char*> pointers(const Words& words) {
  std::vector<char*> result;
  for (const auto& word : words) result.push_back(const_cast<char*>(word.c_str()));
  result.push_back(nullptr);
  return result;
}

Words environment(const Words& settings) {
  // What the program remembers of models that passed their self-check serves all tests.
  const auto cache = std::filesystem::path(CONCLAVE_PROGRAM).parent_path() / "tests" / "cache";
  Words all{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "XDG_CACHE_HOME=" + cache.string()};
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"}) {
    if (const char* value = std::getenv(name)) all.push_back(std::string(name) + "=" + value);
  }
  for (const auto& setting : settings) {
    const std::string name = setting.substr(0, setting.find('=') + 1);
    std::erase_if(all, [&](const auto& other) { return other.starts_with(name); });
    all.push_back(setting);
  }
  return all;
}

// What was written to a file without a name, which is closed.
std::string take(int& descriptor) {
  std::string text;
  lseek(descriptor, 0, SEEK_SET);
  std::array<char, 65536> piece{};
  for (ssize_t got = 0; (got = read(descriptor, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
  close(descriptor);
  descriptor = -1;
  return text;
}

}  // namespace

Folder::Folder() {
  std::string pattern = (fs::temp_directory_path() / "conclave-test-XXXXXX").string();
  REQUIRE(mkdtemp(pattern.data()) != nullptr);
  path_ = pattern;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Words Folder::names() const {
  Words names;
  for (const auto& entry : fs::recursive_directory_iterator(path_)) {
    names.push_back(fs::relative(entry.path(), path_).string());
  }
  std::ranges::sort(names);
  return names;
}

Running::Running(const Words& command, const fs::path& folder, const Words& settings)
    : out_(memfd_create("out", MFD_CLOEXEC)), err_(memfd_create("err", MFD_CLOEXEC)) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out_, 1);
  posix_spawn_file_actions_adddup2(&actions, err_, 2);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  const Words variables = environment(settings);
  const int error = posix_spawn(&pid_, command.front().c_str(), &actions, nullptr, pointers(command).data(),
                                pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  REQUIRE_MESSAGE(error == 0, "cannot run ", command.front(), ": ", std::strerror(error));
}

Running::~Running() {
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  if (out_ >= 0) close(out_);
  if (err_ >= 0) close(err_);
}

bool Running::catches(int signal) const {
  const std::string status = read_file("/proc/" + std::to_string(pid_) + "/status");
  const std::size_t at = status.find("SigCgt:");
  if (at == std::string::npos) return false;
  return std::strtoull(status.c_str() + at + 7, nullptr, 16) >> (signal - 1) & 1U;
}

void Running::send(int signal) const { kill(pid_, signal); }

double Running::cpu_seconds() const {
  const std::string stat = read_file("/proc/" + std::to_string(pid_) + "/stat");
  const Words fields = split(stat.substr(stat.rfind(')') + 2), ' ');  // from the third one on
  return (std::stod(fields.at(11)) + std::stod(fields.at(12))) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

Ran Running::wait() {
  int status = 0;
  rusage usage{};
  REQUIRE(wait4(pid_, &status, 0, &usage) == pid_);
  pid_ = -1;
  Ran ran;
  for (const timeval& time : {usage.ru_utime, usage.ru_stime})
    ran.cpu_seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  ran.out = take(out_);
  ran.err = take(err_);
  if (ran.err.find("Sanitizer") != std::string::npos || ran.err.find("runtime error:") != std::string::npos) {
    FAIL_CHECK(ran.err);
  }
  return ran;
}

Ran conclave(const Words& arguments, const Folder& folder, const Words& settings) {
  Words command{CONCLAVE_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return Running(command, folder.path(), settings).wait();
}

Ran conclave(const Words& arguments) { return conclave(arguments, Folder()); }

Ran shell(const std::string& line, const Folder& folder, const Words& settings) {
  const std::string command =
      std::regex_replace(line, std::regex(R"(\./conclave\b)"), "'" CONCLAVE_PROGRAM "'");
  return Running({"/bin/sh", "-c", command}, folder.path(), settings).wait();
}

Json json_of(const std::string& arguments, int status) {
  CAPTURE(arguments);
  const Ran ran = conclave(split(arguments + " --json -", ' '));
  CHECK(ran.status == status);
  return Json::parse(ran.out);  // throws, which doctest reports, unless that is all there is
}

Json all_instances(const std::string& arguments, const Folder& folder) {
  CAPTURE(arguments);
  const Ran ran = conclave(split("check " + arguments + " --keep-going -q --json -", ' '), folder);
  REQUIRE_MESSAGE(ran.status <= 1, ran.err);
  Json json = Json::parse(ran.out);
  CHECK(ran.status == (json.at("verdict") == "violated" ? 1 : 0));
  return json;
}

const Json& property(const Json& result, const std::string& name) {
  for (const auto& each : result.at("properties")) {
    if (each.at("name") == name) return each;
  }
  FAIL("no property ", name);
  return result;
}

Words split(const std::string& text, char at) {
  Words parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, at);) parts.push_back(part);
  return parts;
}

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  REQUIRE_MESSAGE(file.flush().good(), "cannot write ", path.string());
}

bool is_one_line(const std::string& text) {
  return text.size() > 1 && std::ranges::count(text, '\n') == 1 && text.back() == '\n';
}

std::string without_timing(const std::string& text) {
  // A narrow page may break the line anywhere; where it does depends on the figures.
  static const std::regex timing(
      "\\s+[0-9.]+\\s+s(,\\s+[0-9.]+\\s+M\\s+transitions/s|\\s+besides\\s+other\\s+runs),"
      "\\s+peak\\s+[0-9.]+\\s+[MG]iB");
  static const std::regex last("\n[0-9.]+ s\n");  // of `measure`
  static const std::regex proof("((checked by \\S+ \\S+|found) in )[0-9.]+ s");
  std::string shown = std::regex_replace(text, timing, " T s, R M transitions/s, peak M");
  shown = std::regex_replace(shown, last, "\nT s\n");
  return std::regex_replace(shown, proof, "$1T s");
}

Json without_timing(Json json) {
  for (const char* key : {"seconds", "states_per_second", "peak_memory_bytes"}) json.erase(key);
  for (const char* of : {"by_processes", "variants"}) {
    if (!json.contains(of)) continue;
    for (auto& each : json.at(of)) each = without_timing(std::move(each));
  }
  return json;
}

}  // namespace conclave::outside
