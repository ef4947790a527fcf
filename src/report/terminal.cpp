#include "report/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace conclave {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 19> in_ascii{{{"✗", "x"},
                                                                                  {"✓", "ok"},
                                                                                  {"→", "->"},
                                                                                  {"⟨", "<"},
                                                                                  {"⟩", ">"},
                                                                                  {"·", "."},
                                                                                  {"–", "-"},
                                                                                  {"−", "-"},
                                                                                  {"≤", "<="},
                                                                                  {"≥", ">="},
                                                                                  {"⟲", "loop:"},
                                                                                  {"─", "-"},
                                                                                  {"⌈", "ceil("},
                                                                                  {"⌉", ")"},
                                                                                  {"⌊", "floor("},
                                                                                  {"⌋", ")"},
                                                                                  {"²", "^2"},
                                                                                  {"ó", "o"},
                                                                                  {"ñ", "n"}}};

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
// Does the byte go on with a character of UTF-8?
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

Terminal Terminal::of(std::FILE* stream, ColorChoice choice) {
  Terminal terminal;
  const int descriptor = fileno(stream);
  const bool is_terminal = isatty(descriptor) != 0;
  const std::string force = environment("CLICOLOR_FORCE");
  const bool dumb = environment("TERM") == "dumb";
  terminal.is_terminal = is_terminal && !dumb;  // a dumb one cannot take a line back
  terminal.color =
      choice == ColorChoice::always || (choice == ColorChoice::automatic && environment("NO_COLOR").empty() &&
                                        (terminal.is_terminal || (!force.empty() && force != "0")));
  std::string locale = environment("LC_ALL");
  if (locale.empty()) locale = environment("LC_CTYPE");
  if (locale.empty()) locale = environment("LANG");
  std::ranges::transform(locale, locale.begin(), [](unsigned char c) { return std::toupper(c); });
  terminal.utf8 = locale.find("UTF-8") != std::string::npos || locale.find("UTF8") != std::string::npos;
  winsize size{};
  const int columns = std::atoi(environment("COLUMNS").c_str());
  if (columns > 0) {
    terminal.width = columns;
  } else if (is_terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = size.ws_col;
  }
  return terminal;
}

std::string Terminal::show(std::string text) const {
  if (utf8) return text;
  std::string shown;
  shown.reserve(text.size());
  for (std::string_view rest = text; !rest.empty();) {
    if (is_ascii(rest.front())) {
      shown += rest.front();
      rest.remove_prefix(1);
      continue;
    }
    const auto mark =
        std::ranges::find_if(in_ascii, [&](const auto& each) { return rest.starts_with(each.first); });
    shown += mark == in_ascii.end() ? "?" : mark->second;
    // Whoever wrote it may not have had UTF-8 in mind.
    do rest.remove_prefix(1);
    while (!rest.empty() && is_continuation(rest.front()));
  }
  return shown;
}

std::string Terminal::paint(std::string_view code, std::string_view text) const {
  if (!color) return std::string(text);
  return "\033[" + std::string(code) + "m" + std::string(text) + "\033[0m";
}

std::size_t columns(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !is_continuation(c); }));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = columns(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

}  // namespace conclave
