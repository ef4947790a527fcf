// What the place where we print can show: colour, width, and characters beyond ASCII. Every report is made
// for one.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace conclave {

enum class ColorChoice { automatic, always, never };

// What the user wants of it.
struct Display {
  ColorChoice color = ColorChoice::automatic;
  int columns = 0;        // 0: as many as there are
  bool channels = false;  // a trace shows in each row what every channel contains
};

struct Terminal {
  bool is_terminal = false;  // one that can take a line back; TERM=dumb cannot
  bool color = false;
  bool utf8 = false;
  int width = 120;        // in columns; what is no terminal is as wide as a page
  bool channels = false;  // as in Display

  // Finds out about the stream, with the environment (NO_COLOR, CLICOLOR_FORCE, TERM, COLUMNS, LC_ALL,
  // LC_CTYPE, LANG).
  static Terminal of(std::FILE* stream, const Display& display);

  // The text as this terminal can show it: without UTF-8, marks and arrows become ASCII, and what is unknown
  // a question mark.
  std::string show(std::string text) const;
  // The same, with lines that are wider than the terminal folded at blanks. What goes on is indented as far
  // as the text that it belongs to; a command goes on after a backslash, so that it can be copied.
  std::string page(const std::string& text) const;
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string red(std::string_view text) const { return paint("1;31", text); }
  std::string green(std::string_view text) const { return paint("1;32", text); }
  std::string yellow(std::string_view text) const { return paint("1;33", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const;
};

// How many columns a UTF-8 text takes. Every character that we print takes one, and a colour none.
std::size_t columns(std::string_view text);
// A line cut into lines of at most so many columns, at blanks where there are any; all but the first begin
// with `indent` blanks.
std::vector<std::string> folded(std::string_view line, std::size_t width, std::size_t indent);
std::string padded(std::string text, std::size_t width);

}  // namespace conclave
