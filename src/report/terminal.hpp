// What the place where we print can show: colour, width, and characters beyond ASCII. Every report is made
// for one.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace conclave {

enum class ColorChoice { automatic, always, never };

struct Terminal {
  bool is_terminal = false;  // one that can take a line back; TERM=dumb cannot
  bool color = false;
  bool utf8 = false;
  int width = 120;  // in columns; what is no terminal is as wide as a page

  // Finds out about the stream, with the environment (NO_COLOR, CLICOLOR_FORCE, TERM, COLUMNS, LC_ALL,
  // LC_CTYPE, LANG).
  static Terminal of(std::FILE* stream, ColorChoice choice);

  // The text as this terminal can show it: without UTF-8, marks and arrows become ASCII, and what is unknown
  // a question mark.
  std::string show(std::string text) const;
  std::string bold(std::string_view text) const { return paint("1", text); }
  std::string red(std::string_view text) const { return paint("1;31", text); }
  std::string green(std::string_view text) const { return paint("1;32", text); }
  std::string yellow(std::string_view text) const { return paint("1;33", text); }

 private:
  std::string paint(std::string_view code, std::string_view text) const;
};

// How many columns a UTF-8 text takes. Every character that we print takes one.
std::size_t columns(std::string_view text);
std::string padded(std::string text, std::size_t width);

}  // namespace conclave
