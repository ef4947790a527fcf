// A temporary file of records, all of the same size. Records are added at its end and taken back from there,
// so it holds what there is no room for in memory, in no order that anybody relies on. The file has no name:
// it is gone when the object is, or when the process is killed. It is made when there is more in it than a
// few kilobytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace conclave {

// A file cannot be made, written or read. The text is one line.
struct SpillError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Every function but the destructor throws SpillError. When it has, nothing but to destroy the object is of
// use.
class Spill {
 public:
  explicit Spill(const std::string& folder) : folder_(folder) {}
  Spill(Spill&&) noexcept;
  Spill& operator=(Spill&&) noexcept;
  ~Spill();

  std::uint64_t size() const { return written_ + waiting_.size(); }  // in bytes

  void add(std::span<const std::byte> records) {
    if (waiting_.size() + records.size() > most_waiting) write();
    waiting_.insert(waiting_.end(), records.begin(), records.end());
  }
  // Tries whether there can be files in the folder.
  void make();
  // Takes bytes from the end, as many as are asked for or as there are. Returns how many these are.
  std::size_t take(std::span<std::byte> bytes);
  // Reads bytes from `at` on, as many as are asked for or as there are. Returns how many these are.
  std::size_t read(std::uint64_t at, std::span<std::byte> bytes);
  void clear();

 private:
  // So many bytes wait to be written at once. There may be hundreds of files.
  static constexpr std::size_t most_waiting = std::size_t{1} << 14;

  void write();
  void read_whole(std::uint64_t at, std::span<std::byte> bytes) const;
  void cut(std::uint64_t size);

  std::string folder_;
  int file_ = -1;
  std::uint64_t written_ = 0;
  std::vector<std::byte> waiting_;
};

}  // namespace conclave
