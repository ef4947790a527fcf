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

constexpr std::array<std::pair<std::string_view, std::string_view>, 20> in_ascii{
    {{"✗", "x"}, {"✓", "ok"},     {"→", "->"}, {"⟨", "<"},  {"⟩", ">"},     {"·", "."}, {"–", "-"},
     {"−", "-"}, {"≤", "<="},     {"≥", ">="}, {"■", "#"},  {"⟲", "loop:"}, {"─", "-"}, {"⌈", "ceil("},
     {"⌉", ")"}, {"⌊", "floor("}, {"⌋", ")"},  {"²", "^2"}, {"ó", "o"},     {"ñ", "n"}}};

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
// Does the byte go on with a character of UTF-8?
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Where the text of a line begins, in bytes: behind its blanks, and behind a number with a full stop, or a
// mark or a few words at its front that two blanks part from the rest.
std::size_t text_of(std::string_view line) {
  constexpr std::size_t most = 40;
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t number = std::min(line.find_first_not_of("0123456789", begin), line.size());
  if (number > begin && line.substr(number).starts_with(". ")) return number + 2;
  const std::size_t blanks = line.find("  ", begin);
  const std::size_t text = blanks == std::string_view::npos ? blanks : line.find_first_not_of(' ', blanks);
  return text == std::string_view::npos || text > most ? begin : text;
}

// Where a line is broken of which `fits` bytes have room: before an option of a command, behind a comma near
// the end, else at the last blank, and in the midst of a word that is longer than the line.
std::size_t best_break(std::string_view line, std::size_t begin, std::size_t fits) {
  const auto last = [&](std::string_view mark, std::size_t from) {
    const std::size_t at = line.rfind(mark, fits);
    return at == std::string_view::npos || at <= from ? 0 : at;
  };
  const std::size_t blank = last(" ", begin);
  if (blank == 0) return fits;
  const std::size_t near = begin + (fits - begin) * 2 / 3;
  if (const std::size_t option = last(" -", near); option > 0) return option;
  if (const std::size_t comma = last(", ", near); comma > 0 && comma + 1 <= fits) return comma + 1;
  return blank;
}

}  // namespace

Terminal Terminal::of(std::FILE* stream, const Display& display) {
  const ColorChoice choice = display.color;
  Terminal terminal;
  terminal.channels = display.channels;
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
  const int columns = display.columns > 0 ? display.columns : std::atoi(environment("COLUMNS").c_str());
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

std::string Terminal::page(const std::string& text) const {
  std::string all;
  const std::string shown = show(text);
  for (std::string_view rest = shown; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    const std::size_t text_at = text_of(line);
    const std::size_t indent = columns(line.substr(0, text_at));
    const bool is_command =
        line.substr(text_at).starts_with("./conclave ") || line.substr(text_at).starts_with("conclave ");
    const auto most = static_cast<std::size_t>(std::max(width, 20)) - (is_command ? 2 : 0);
    const std::vector<std::string> parts = columns(line) <= static_cast<std::size_t>(width)
                                               ? std::vector{std::string(line)}
                                               : folded(line, most, indent);
    for (const std::string& part : parts)
      all += part.substr(0, part.find_last_not_of(' ') + 1) +
             (is_command && &part != &parts.back() ? " \\\n" : "\n");
  }
  return all;
}

std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\033')
      at = std::min(text.find('m', at), text.size());
    else if (!is_continuation(text[at]))
      ++count;
  }
  return count;
}

std::vector<std::string> folded(std::string_view line, std::size_t width, std::size_t indent) {
  std::vector<std::string> lines;
  const std::string margin(std::min(indent, width / 2), ' ');
  while (columns(line) + (lines.empty() ? 0 : margin.size()) > width) {
    const std::size_t room = width - (lines.empty() ? 0 : margin.size());
    const std::size_t begin = line.find_first_not_of(' ');
    std::size_t fits = 0;  // how many bytes do
    for (std::size_t at = 0; at <= line.size() && columns(line.substr(0, at)) <= room; ++at) {
      if (at == line.size() || !is_continuation(line[at])) fits = at;
    }
    const std::size_t end = best_break(line, begin, fits);
    lines.push_back((lines.empty() ? "" : margin) + std::string(line.substr(0, end)));
    line.remove_prefix(end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  }
  if (!line.empty() || lines.empty()) lines.push_back((lines.empty() ? "" : margin) + std::string(line));
  return lines;
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t has = columns(text);
  if (has < width) text.append(width - has, ' ');
  return text;
}

}  // namespace conclave
