#include "cli/output_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/error.hpp"

namespace conclave {
namespace {

[[noreturn]] void cannot_write(const std::string& path, int error) {
  throw UsageError("cannot write `" + path + "`: " + std::strerror(error) +
                   "; name a file in a folder that you may write to");
}

void write_all(std::FILE* file, const std::string& text, const std::string& path) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fflush(file) != 0) {
    cannot_write(path, errno);
  }
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") return;
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::is_directory(status)) cannot_write(path_, EISDIR);
  if (std::filesystem::exists(status)) {
    if (access(path_.c_str(), W_OK) != 0) cannot_write(path_, errno);
    if (!std::filesystem::is_regular_file(status)) return;  // a device or a pipe cannot be moved to
  }
  temporary_ = path_ + ".part" + std::to_string(getpid());
  const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    const int error = errno;
    temporary_.clear();
    cannot_write(path_, error);
  }
  close(descriptor);
}

OutputFile::~OutputFile() {
  if (!in_place()) unlink(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (path_ == "-") {
    print(text);
    return;
  }
  const std::string& target = in_place() ? path_ : temporary_;
  std::FILE* file = std::fopen(target.c_str(), "w");
  if (file == nullptr) cannot_write(path_, errno);
  try {
    write_all(file, text, path_);
  } catch (...) {
    std::fclose(file);
    throw;
  }
  if (std::fclose(file) != 0) cannot_write(path_, errno);
  if (in_place()) return;
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) cannot_write(path_, errno);
  temporary_.clear();
}

OutputFiles::OutputFiles(const std::vector<Wanted>& wanted) {
  for (const auto& [option, path] : wanted) {
    if (path.empty()) continue;
    for (const auto& [other, other_path] : wanted) {
      if (other_path != path || other >= option) continue;
      const std::string both = path == "-" ? "standard output" : "`" + path + "`";
      throw UsageError(other + " and " + option + " cannot both go to " + both +
                       "; name another file for one of them");
    }
    data_on_stdout_ |= path == "-";
  }
  for (const auto& [option, path] : wanted) {
    if (!path.empty()) files_.emplace(option, std::make_unique<OutputFile>(path));
  }
}

void OutputFiles::say(const std::string& text) const {
  if (data_on_stdout_) {
    std::fputs(text.c_str(), stderr);
  } else {
    print(text);
  }
}

void OutputFiles::commit(const std::string& option, const std::string& text) {
  const auto file = files_.find(option);
  if (file != files_.end()) file->second->commit(text);
}

void print(const std::string& text) { write_all(stdout, text, "standard output"); }

}  // namespace conclave
