// The built command, run from outside: what it prints, and how it ends.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program/json.hpp"

namespace conclave::outside {

using Words = std::vector<std::string>;

struct Ran {
  int status = -1;  // as a shell has it: 128 + the signal if one ended it
  std::string out;
  std::string err;
  double cpu_seconds = 0;
};

// A folder of its own, gone at the end.
class Folder {
 public:
  Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder();

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }
  Words names() const;  // of what is in it, sorted

 private:
  std::filesystem::path path_;
};

// A run that has begun. Sanitizers' reports on its standard error fail the test.
class Running {
 public:
  // `settings` ("NAME=value") come on top of PATH, LC_ALL=C.UTF-8 and the sanitizers' options, and nothing
  // else is in the environment: a user's COLUMNS or NO_COLOR must not change what is tested.
  Running(const Words& command, const std::filesystem::path& folder, const Words& settings);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  bool catches(int signal) const;  // has installed a handler
  void send(int signal) const;
  double cpu_seconds() const;  // so far
  Ran wait();

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
};

// `conclave` with these arguments.
Ran conclave(const Words& arguments, const Folder& folder, const Words& settings = {});
Ran conclave(const Words& arguments);
// A command line in which `./conclave` is the built program.
Ran shell(const std::string& line, const Folder& folder, const Words& settings = {});

// What `arguments --json -` writes; the test fails unless it ends with that status and writes nothing else.
Json json_of(const std::string& arguments, int status);
// What `check` says of all instances, violated or not, as JSON; and of one of its properties.
Json all_instances(const std::string& arguments, const Folder& = {});
const Json& property(const Json& result, const std::string& name);

Words split(const std::string& text, char at);
std::string read_file(const std::filesystem::path&);
void write_file(const std::filesystem::path&, const std::string& text);
bool is_one_line(const std::string& text);  // ended by a newline
inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}
// The text with what differs from run to run, time, speed and memory, replaced by marks.
std::string without_timing(const std::string& text);
// The same of a result as JSON.
Json without_timing(Json);

}  // namespace conclave::outside
