#include "own/diagnostics.hpp"

#include <fstream>
#include <regex>
#include <sstream>
#include <string_view>
#include <vector>

namespace conclave {
namespace {

std::vector<std::string> lines_of(std::istream& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Where a line of a compiler's output says that something is.
struct Position {
  bool in_source = false;
  int line = 0;
  std::string said;  // what comes after the position
};

Position position(const std::string& text, const std::string& source) {
  static const std::regex pattern(R"(^([^:]+):(\d+):(?:\d+:)?\s*(.*)$)");
  std::smatch found;
  if (!std::regex_match(text, found, pattern)) return {};
  return {found[1] == source, std::stoi(found[2]), found[3]};
}

constexpr std::string_view error = "error: ";
constexpr std::string_view assertion = "static assertion failed: ";

std::string sentence_of(std::string said) {
  if (said.starts_with("fatal ")) said.erase(0, std::string_view("fatal ").size());
  said.erase(0, error.size());
  if (said.starts_with(assertion)) said.erase(0, assertion.size());
  return said;
}

// The line of a member that the sentence names first, in backquotes: an assertion about a hook stands in our
// header, and is reached from where the model is registered, but the author looks for the hook. 0 if there is
// none.
int line_of_member(const std::string& sentence, const std::filesystem::path& source) {
  static const std::regex quoted("`([A-Za-z_][A-Za-z_0-9]*)`");
  std::smatch name;
  if (!std::regex_search(sentence, name, quoted)) return 0;
  const std::regex declared("(^|[^A-Za-z_0-9.>])" + name[1].str() + R"(\s*(\(|=|\{|;))");
  std::ifstream file(source);
  int number = 0;
  for (const std::string& line : lines_of(file)) {
    ++number;
    if (std::regex_search(line, declared)) return number;
  }
  return 0;
}

}  // namespace

std::string tell(const std::string& output, const std::filesystem::path& source, bool everything) {
  const std::string name = source.string();
  std::istringstream stream(output);
  const std::vector<std::string> lines = lines_of(stream);
  std::string sentence;
  int at = 0;
  std::string own;         // what is said of the file itself
  bool of_source = false;  // do the lines of code below belong to it?
  for (const std::string& line : lines) {
    const Position here = position(line, name);
    const bool is_error = here.said.starts_with(error) || here.said.starts_with("fatal error: ");
    // An error in a header was reached from the line of the file that was named last.
    if (here.in_source && sentence.empty()) at = here.line;
    if (is_error && sentence.empty()) {
      sentence = sentence_of(here.said);
      const bool in_header = !here.in_source;
      if (const int member = in_header ? line_of_member(sentence, source) : 0; member > 0) at = member;
    }
    if (here.line > 0) of_source = here.in_source;
    if (of_source && !here.said.starts_with("required from")) own += line + "\n";
  }
  if (sentence.empty()) return name + ": the compiler has failed\n" + output;
  const std::string where = at > 0 ? name + ":" + std::to_string(at) : name;
  return where + ": " + sentence + "\n" + (everything ? output : own);
}

}  // namespace conclave
