// A result file that is whole or not there: written beside its place and moved there at the end.
#pragma once

#include <string>

namespace conclave {

class OutputFile {
 public:
  // "-" is standard output. Throws UsageError at once where the file could not be written.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // without commit() nothing is left behind

  // Throws UsageError, for example on a full disk.
  void commit(const std::string& text);

 private:
  bool in_place() const { return temporary_.empty(); }

  std::string path_;
  std::string temporary_;  // empty for standard output and for what is no regular file
};

// Writes to standard output and makes sure that it got there. Throws UsageError.
void print(const std::string& text);

}  // namespace conclave
