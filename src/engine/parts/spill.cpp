#include "engine/parts/spill.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace conclave {
namespace {

[[noreturn]] void fail(const std::string& what, const std::string& folder) {
  const int why = errno;
  throw SpillError("cannot " + what + " a temporary file in `" + folder + "`: " + std::strerror(why));
}

}  // namespace

void Spill::make() {
  std::string name = folder_ + "/conclave-XXXXXX";
  file_ = mkostemp(name.data(), O_CLOEXEC);
  if (file_ < 0) fail("make", folder_);
  unlink(name.c_str());
}

Spill::Spill(Spill&& other) noexcept
    : folder_(std::move(other.folder_)),
      file_(std::exchange(other.file_, -1)),
      written_(std::exchange(other.written_, 0)),
      waiting_(std::move(other.waiting_)) {}

Spill& Spill::operator=(Spill&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(file_, other.file_);
  std::swap(written_, other.written_);
  std::swap(waiting_, other.waiting_);
  return *this;
}

Spill::~Spill() {
  if (file_ >= 0) close(file_);
}

std::size_t Spill::take(std::span<std::byte> bytes) {
  if (waiting_.empty()) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(written_, bytes.size()));
    read_whole(written_ - count, bytes.first(count));
    cut(written_ - count);
    return count;
  }
  const std::size_t count = std::min(waiting_.size(), bytes.size());
  std::copy(waiting_.end() - static_cast<std::ptrdiff_t>(count), waiting_.end(), bytes.begin());
  waiting_.resize(waiting_.size() - count);
  return count;
}

std::size_t Spill::read(std::uint64_t at, std::span<std::byte> bytes) {
  if (at < written_) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(written_ - at, bytes.size()));
    read_whole(at, bytes.first(count));
    return count;
  }
  const auto waiting = std::span(waiting_).subspan(static_cast<std::size_t>(at - written_));
  const std::size_t count = std::min(waiting.size(), bytes.size());
  std::copy_n(waiting.begin(), count, bytes.begin());
  return count;
}

void Spill::clear() {
  waiting_ = {};
  cut(0);
}

void Spill::write() {
  if (file_ < 0) make();
  std::span<const std::byte> left = waiting_;
  while (!left.empty()) {
    const ssize_t count = pwrite(file_, left.data(), left.size(), static_cast<off_t>(written_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("write", folder_);
    written_ += static_cast<std::uint64_t>(count);
    left = left.subspan(static_cast<std::size_t>(count));
  }
  waiting_.clear();
}

void Spill::read_whole(std::uint64_t at, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count == 0) errno = EIO;
    if (count <= 0) fail("read", folder_);
    at += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

void Spill::cut(std::uint64_t size) {
  if (size == written_) return;  // also if there is no file yet
  if (ftruncate(file_, static_cast<off_t>(size)) != 0) fail("shorten", folder_);
  written_ = size;
}

}  // namespace conclave
