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

bool is_instantiation(const std::string& said) {
  return said.find("In instantiation of") != std::string::npos;
}

bool registers(const std::vector<std::string>& source, int line) {
  return line > 0 && source[static_cast<std::size_t>(line) - 1].find("Registration<") != std::string::npos;
}

// The first line from there on that has the pattern; 0 if none has it.
int line_of(const std::regex& pattern, const std::vector<std::string>& source, int from) {
  for (std::size_t k = static_cast<std::size_t>(from); k < source.size(); ++k) {
    if (std::regex_search(source[k], pattern)) return static_cast<int>(k) + 1;
  }
  return 0;
}

// The line of a type of the source that the compiler was at, by what it says on the way to an error: the last
// argument in "In instantiation of 'class conclave::TypedProgram<Mine::State>'" or "[with T = Mine::State]".
// 0 if it names none of the source.
int line_of_type(const std::string& said, const std::vector<std::string>& source) {
  static const std::regex argument(R"((?:conclave::(?:\w+::)*\w+<|\[with [TM] = )(.*?)(?:>|;|\]|$))");
  static const std::regex word(R"(\w+)");
  std::smatch type;
  if (!std::regex_search(said, type, argument)) return 0;
  const std::string name = type[1].str();
  int line = 0;
  for (std::sregex_iterator each(name.begin(), name.end(), word), end; each != end; ++each) {
    const std::regex declared(R"(\b(struct|class|enum)\s+)" + each->str() + R"(\b)");
    if (const int inside = line_of(declared, source, line); inside > 0) line = inside;
  }
  return line;
}

// The line of a member that the sentence names first, in backquotes, of the type in that line, or of another
// one: an assertion about a hook stands in our header, and is reached from where the model is registered, but
// the author looks for the hook. 0 if there is none.
int line_of_member(const std::string& sentence, const std::vector<std::string>& source, int type) {
  static const std::regex quoted("`([A-Za-z_][A-Za-z_0-9]*)`");
  std::smatch name;
  if (!std::regex_search(sentence, name, quoted)) return 0;
  const std::regex declared("(^|[^A-Za-z_0-9.>])" + name[1].str() + R"(\s*(\(|=|\{|;))");
  const int of_type = line_of(declared, source, type);
  return of_type > 0 ? of_type : line_of(declared, source, 0);
}

}  // namespace

std::string tell(const std::string& output, const std::filesystem::path& source, bool everything) {
  const std::string name = source.string();
  std::istringstream stream(output);
  const std::vector<std::string> lines = lines_of(stream);
  std::ifstream file(source);
  const std::vector<std::string> source_lines = lines_of(file);
  std::string sentence;
  int at = 0;
  int type = 0;            // the line of the type that the compiler is at
  std::string own;         // what is said of the file itself
  bool of_source = false;  // do the lines of code below belong to it?
  for (const std::string& line : lines) {
    const Position here = position(line, name);
    const bool is_error = here.said.starts_with(error) || here.said.starts_with("fatal error: ");
    // An error in a header was reached from the line of the file that is named first on the way, or, where
    // that is the one that registers models, is one of the type that is named first.
    if (sentence.empty() && is_instantiation(line)) at = type = 0;
    if (sentence.empty() && type == 0) type = line_of_type(line, source_lines);
    if (sentence.empty() && here.in_source && (at == 0 || is_error)) at = here.line;
    if (is_error && sentence.empty()) {
      sentence = sentence_of(here.said);
      if (!here.in_source) {
        const int member = line_of_member(sentence, source_lines, type);
        if (type > 0 && (at == 0 || registers(source_lines, at))) at = type;
        if (member > 0) at = member;
      }
    }
    if (here.line > 0) of_source = here.in_source;
    if (of_source && !here.said.starts_with("required from")) own += line + "\n";
  }
  if (sentence.empty()) return name + ": the compiler has failed\n" + output;
  const std::string where = at > 0 ? name + ":" + std::to_string(at) : name;
  return where + ": " + sentence + "\n" + (everything ? output : own);
}

}  // namespace conclave
