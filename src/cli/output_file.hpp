// Files of results. Each is whole or not there, because it is written beside its place and moved there at the
// end.
#pragma once

#include <cstdio>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace conclave {

class OutputFile {
 public:
  // "-" is standard output. Throws UsageError at once if the file cannot be written.
  explicit OutputFile(std::string path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // without commit() nothing is left behind

  // Throws UsageError, for example on a full disk. May come again: a file is then replaced.
  void commit(const std::string& text);
  bool is_replaced() const { return !in_place_; }
  bool is_standard_output() const { return path_ == "-"; }

 private:
  void open_temporary();

  std::string path_;
  std::string target_;     // behind symbolic links
  bool in_place_ = false;  // for standard output, and for what is no regular file
  std::string temporary_;  // the file in preparation; empty if there is none
};

// The files of a command that another one has called, by the option that names each.
using KeptFiles = std::map<std::string, std::string>;

// The files that one command writes, by the option that names each. An option that was not given names no
// file.
class OutputFiles {
 public:
  struct Wanted {
    std::string option;
    std::string path;
  };
  // This comes before the work, so that nobody waits for a file that cannot be written. Throws UsageError,
  // also where two options name one file.
  // With a place to keep them, they are kept there and nothing is written.
  explicit OutputFiles(const std::vector<Wanted>&, KeptFiles* kept = nullptr);

  // Words and data do not mix: if data goes to standard output, words go to standard error.
  std::FILE* words() const { return data_on_stdout_ ? stderr : stdout; }
  void say(const std::string& text);
  // Writes a file. Does nothing if the option was not given.
  void commit(const std::string& option, const std::string& text);
  // The same as long as the work goes on: what a file says so far outlives even a crash. Does nothing for
  // what cannot be replaced, and tells of no errors.
  void commit_so_far(const std::string& option, const std::string& text);
  bool any() const { return !files_.empty(); }
  // Comes last: writes what goes to standard output, words after data. Nothing that fails, here or in
  // commit(), keeps the rest from being written. Throws the first UsageError of all.
  void finish();

 private:
  template <class Write>
  void attempt(const Write&);

  KeptFiles* kept_ = nullptr;
  std::map<std::string, std::unique_ptr<OutputFile>> files_;
  bool data_on_stdout_ = false;
  std::string data_;
  std::string words_;
  std::exception_ptr failure_;
};

// Writes to standard output and makes sure that it got there, unless its reader has gone. Throws UsageError.
void print(const std::string& text);

}  // namespace conclave
