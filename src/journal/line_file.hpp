// A file of lines that only grows. Each line is there whole or not at all, whatever ends the program: it has
// a checksum in front, and is on the disk when add() returns. A last line that was torn is cut off when the
// file is opened again.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace conclave {

class LineFile {
 public:
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile();

  // Opens a file to add lines, and makes it if it is not there. Nobody else can do so meanwhile. All of these
  // throw LedgerError.
  explicit LineFile(std::string path);
  // The lines that the file had when it was opened, without their checksums.
  const std::vector<std::string>& lines() const { return lines_; }
  void add(const std::string& line);

  // The lines of a file that is not changed. Others may add lines meanwhile.
  static std::vector<std::string> read(const std::string& path);

 private:
  std::string path_;
  int descriptor_ = -1;
  std::vector<std::string> lines_;
};

}  // namespace conclave
