#include "journal/line_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <boost/crc.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <utility>

#include "engine/pieces/ledger.hpp"

namespace conclave {
namespace {

[[noreturn]] void fail(const std::string& doing, const std::string& path, int error) {
  const bool no_room = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw LedgerError(
      "cannot " + doing + " the journal `" + path + "`: " + std::strerror(error) +
      (no_room ? "; the same command goes on from its last whole line when there is room" : ""));
}

std::string checksum(std::string_view line) {
  boost::crc_32_type crc;
  crc.process_bytes(line.data(), line.size());
  std::array<char, 10> digits{};
  std::snprintf(digits.data(), digits.size(), "%08x ", static_cast<unsigned>(crc.checksum()));
  return digits.data();
}

bool is_whole(std::string_view line) {
  constexpr std::size_t front = 9;
  return line.size() > front && line.substr(0, front) == checksum(line.substr(front));
}

struct Read {
  std::vector<std::string> lines;
  std::size_t whole = 0;  // so many bytes of the file are whole lines
};

// A file of one torn line is a journal only if it begins like one.
bool begins_like_a_journal(std::string_view text) {
  const std::string_view head = R"({"journal":)";
  const std::string_view line = text.substr(std::min<std::size_t>(text.size(), 9)).substr(0, head.size());
  return text.find_first_not_of("0123456789abcdef") >= std::min<std::size_t>(text.size(), 8) &&
         head.starts_with(line);
}

// A device or a pipe has no lines to go on from, and may have no end.
void expect_regular_file(int descriptor, const std::string& path) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) fail("read", path, errno);
  if (!S_ISREG(status.st_mode)) throw LedgerError("`" + path + "` is no regular file; a journal is one");
}

Read read_lines(int descriptor, const std::string& path) {
  expect_regular_file(descriptor, path);
  std::string text;
  std::array<char, 1 << 16> block{};
  for (;;) {
    const ssize_t got = pread(descriptor, block.data(), block.size(), static_cast<off_t>(text.size()));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("read", path, errno);
    if (got == 0) break;
    text.append(block.data(), static_cast<std::size_t>(got));
  }
  Read read;
  while (read.whole < text.size()) {
    const std::size_t end = text.find('\n', read.whole);
    const std::string_view line = std::string_view(text).substr(
        read.whole, end == std::string::npos ? std::string::npos : end - read.whole);
    const bool is_last = end == std::string::npos || end + 1 == text.size();
    if (end != std::string::npos && is_whole(line)) {
      read.lines.emplace_back(line.substr(9));
      read.whole = end + 1;
      continue;
    }
    if (read.lines.empty() && !(end == std::string::npos && begins_like_a_journal(line)))
      throw LedgerError("`" + path + "` is no journal; name one that --journal wrote, or a new file");
    if (is_last) break;  // it was being written when the program or the machine stopped
    throw LedgerError("the journal `" + path + "` is damaged in line " +
                      std::to_string(read.lines.size() + 1) +
                      "; without that line and all after it, the same command goes on from there");
  }
  return read;
}

}  // namespace

LineFile::LineFile(std::string path) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("open", path_, errno);
  try {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      if (errno == EWOULDBLOCK)
        throw LedgerError("the journal `" + path_ + "` is in use by another run; each run needs its own");
      // Some file systems of clusters have no locks.
      if (errno != ENOSYS && errno != ENOLCK && errno != EOPNOTSUPP) fail("lock", path_, errno);
    }
    Read read = read_lines(descriptor_, path_);
    if (ftruncate(descriptor_, static_cast<off_t>(read.whole)) != 0) fail("write", path_, errno);
    lines_ = std::move(read.lines);
  } catch (...) {
    close(descriptor_);
    throw;
  }
}

LineFile::~LineFile() { close(descriptor_); }

void LineFile::add(const std::string& line) {
  const std::string text = checksum(line) + line + "\n";
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t now = write(descriptor_, text.data() + written, text.size() - written);
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) fail("write", path_, errno);
    written += static_cast<std::size_t>(now);
  }
  if (fdatasync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail("write", path_, errno);
}

std::vector<std::string> LineFile::read(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) fail("open", path, errno);
  try {
    std::vector<std::string> lines = read_lines(descriptor, path).lines;
    close(descriptor);
    return lines;
  } catch (...) {
    close(descriptor);
    throw;
  }
}

}  // namespace conclave
