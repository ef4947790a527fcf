#include "cli/output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include "cli/error.hpp"

namespace conclave {
namespace {

constexpr const char* standard_output = "standard output";

[[noreturn]] void cannot_write(const std::string& path, int error) {
  if (path == standard_output)
    throw UsageError(std::string("cannot write to standard output: ") + std::strerror(error));
  if (error == ENOSPC || error == EDQUOT || error == EFBIG || error == EIO)
    throw UsageError("cannot write `" + path + "`: " + std::strerror(error) +
                     "; make room there, or name a file elsewhere");
  throw UsageError("cannot write `" + path + "`: " + std::strerror(error) +
                   "; name a file in a folder that you may write to");
}

// Returns what went wrong, or 0.
int write_all(std::FILE* file, const std::string& text) {
  const bool whole = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return whole && std::fflush(file) == 0 ? 0 : errno;
}

// The file that a symbolic link stands for, at the end of all links; it need not exist.
std::string behind_links(const std::string& path) {
  std::filesystem::path at = path;
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(at, error); ++links) {
    const auto target = std::filesystem::read_symlink(at, error);
    if (error) break;
    at = target.is_absolute() ? target : at.parent_path() / target;
  }
  return at.string();
}

// A file of its own beside the path. Its name is random, so it is neither that of another run, nor of one
// that was killed and left its file behind.
int open_beside(const std::string& path, std::string& name) {
  std::random_device random;
  for (int attempt = 0;; ++attempt) {
    std::array<char, 24> suffix{};
    std::snprintf(suffix.data(), suffix.size(), ".part%08x%08x", random(), random());
    name = path + suffix.data();
    const int descriptor = open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || errno != EEXIST || attempt == 100) return descriptor;
  }
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  in_place_ = true;
  if (path_ == "-") return;
  target_ = behind_links(path_);
  std::error_code ignored;
  const auto status = std::filesystem::status(path_, ignored);
  if (std::filesystem::is_directory(status)) cannot_write(path_, EISDIR);
  if (std::filesystem::exists(status)) {
    if (access(path_.c_str(), W_OK) != 0) cannot_write(path_, errno);
    if (!std::filesystem::is_regular_file(status)) return;  // a device or a pipe cannot be moved to
  }
  in_place_ = false;
  open_temporary();
}

void OutputFile::open_temporary() {
  const int descriptor = open_beside(target_, temporary_);
  if (descriptor < 0) {
    const int error = errno;
    temporary_.clear();
    cannot_write(path_, error);
  }
  // A file that is replaced keeps its mode and, as far as this may be, its owner.
  struct stat before {};
  if (stat(target_.c_str(), &before) == 0) {
    if (fchown(descriptor, before.st_uid, before.st_gid) != 0) errno = 0;
    if (fchmod(descriptor, before.st_mode & 07777) != 0) errno = 0;
  }
  close(descriptor);
}

OutputFile::~OutputFile() {
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void OutputFile::commit(const std::string& text) {
  if (path_ == "-") {
    print(text);
    return;
  }
  if (!in_place_ && temporary_.empty()) open_temporary();
  const std::string& written = in_place_ ? path_ : temporary_;
  std::FILE* file = std::fopen(written.c_str(), "w");
  if (file == nullptr) cannot_write(path_, errno);
  const int error = write_all(file, text);
  if (std::fclose(file) != 0 || error != 0) cannot_write(path_, error != 0 ? error : errno);
  if (in_place_) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) cannot_write(path_, errno);
  temporary_.clear();
}

OutputFiles::OutputFiles(const std::vector<Wanted>& wanted, KeptFiles* kept) : kept_(kept) {
  if (kept_ != nullptr) return;
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

void OutputFiles::say(const std::string& text) { words_ += text; }

void OutputFiles::commit(const std::string& option, const std::string& text) {
  if (kept_ != nullptr) {
    (*kept_)[option] = text;
    return;
  }
  const auto file = files_.find(option);
  if (file == files_.end()) return;
  if (file->second->is_standard_output()) {
    data_ += text;
    return;
  }
  attempt([&] { file->second->commit(text); });
}

void OutputFiles::commit_so_far(const std::string& option, const std::string& text) {
  const auto file = files_.find(option);
  if (file == files_.end() || !file->second->is_replaced()) return;
  try {
    file->second->commit(text);
  } catch (const UsageError&) {  // commit() will tell
  }
}

void OutputFiles::finish() {
  if (kept_ != nullptr) return;
  attempt([&] { print(data_); });
  if (data_on_stdout_) {
    std::fputs(words_.c_str(), stderr);
  } else {
    attempt([&] { print(words_); });
  }
  if (failure_) std::rethrow_exception(failure_);
}

template <class Write>
void OutputFiles::attempt(const Write& write) {
  try {
    write();
  } catch (const UsageError&) {
    if (!failure_) failure_ = std::current_exception();
  }
}

void print(const std::string& text) {
  const int error = write_all(stdout, text);
  // Where the reader has gone, as in `| head`, it has read enough.
  if (error != 0 && error != EPIPE) cannot_write(standard_output, error);
}

}  // namespace conclave
