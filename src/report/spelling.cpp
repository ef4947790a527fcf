#include "report/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/locale/utf.hpp>
#include <iterator>
#include <utility>

#include "report/terminal.hpp"

namespace conclave {
namespace {

namespace utf = boost::locale::utf;

constexpr char32_t replacement = 0xFFFD;

void append(std::string& text, char32_t c) { utf::utf_traits<char>::encode(c, std::back_inserter(text)); }

// Control characters, separators of lines, and what has no shape of its own or turns its neighbours round.
bool is_unseen(char32_t c) {
  return c < ' ' || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x61C || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xFFF9 && c <= 0xFFFB) || (c >= 0xE0000 && c <= 0xE0FFF);
}

std::string spelt_out(char32_t c) { return fmt::format("U+{:04X}", static_cast<std::uint32_t>(c)); }

bool is_plain(char32_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ';
}

// Our own marks in TeX, and letters that it puts together.
constexpr std::array<std::pair<char32_t, std::string_view>, 20> in_tex{{{U'→', "$\\to$"},
                                                                        {U'⟨', "$\\langle$"},
                                                                        {U'⟩', "$\\rangle$"},
                                                                        {U'★', "$\\star$"},
                                                                        {U'☆', "$\\star$"},
                                                                        {U'◇', "$\\diamond$"},
                                                                        {U'■', "\\rule{3pt}{3pt}"},
                                                                        {U'✗', "$\\times$"},
                                                                        {U'✓', "ok"},
                                                                        {U'·', "$\\cdot$"},
                                                                        {U'⟲', "$\\hookleftarrow$"},
                                                                        {U'↻', "$\\hookleftarrow$"},
                                                                        {U'…', "..."},
                                                                        {U'–', "-"},
                                                                        {U'−', "-"},
                                                                        {U'─', "-"},
                                                                        {U'≤', "$\\le$"},
                                                                        {U'≥', "$\\ge$"},
                                                                        {U'∞', "$\\infty$"},
                                                                        {U'∅', "$\\emptyset$"}}};
constexpr std::u32string_view composed = U"ÀÁÂÄÈÉÊËÌÍÎÏÒÓÔÖÙÚÛÜàáâäèéêëìíîïòóôöùúûüÇçÑñß";

}  // namespace

std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (const char* at = text.data(); at != text.data() + text.size();) {
    const utf::code_point c = utf::utf_traits<char>::decode(at, text.data() + text.size());
    points += c == utf::illegal || c == utf::incomplete ? replacement : static_cast<char32_t>(c);
  }
  return points;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char32_t c : code_points(text)) {
    if (is_unseen(c)) {
      line += spelt_out(c);
    } else {
      append(line, c);
    }
  }
  return line;
}

std::string as_mermaid(std::string_view text) {
  constexpr std::u32string_view harmless = U".,()=+*/!?_-";
  // Mermaid itself writes the one in front of a number that stands for a character, and the other behind it.
  constexpr char32_t escape = 0xFB02;
  constexpr char32_t end_of_escape = 0xB6;
  std::string shown;
  for (const char32_t c : code_points(text)) {
    if (is_unseen(c)) {
      shown += spelt_out(c);
    } else if (is_plain(c) || (c >= 0x80 && c != escape && c != end_of_escape) ||
               harmless.find(c) != harmless.npos) {
      append(shown, c);
    } else {
      shown += fmt::format("#{};", static_cast<std::uint32_t>(c));
    }
  }
  return shown;
}

std::string as_tex(std::string_view text) {
  constexpr std::u32string_view harmless = U".,()=+*/!?:;@[]-";
  std::string shown;
  for (const char32_t c : code_points(text)) {
    const auto mark = std::ranges::find(in_tex, c, [](const auto& each) { return each.first; });
    if (mark != in_tex.end()) {
      shown += mark->second;
    } else if (is_unseen(c) || (c >= 0x80 && composed.find(c) == composed.npos)) {
      shown += spelt_out(c);
    } else if (is_plain(c) || c >= 0x80 || harmless.find(c) != harmless.npos) {
      append(shown, c);
    } else {
      shown += fmt::format("\\char{}{{}}", static_cast<std::uint32_t>(c));
    }
  }
  return shown;
}

std::string as_dot(std::string_view text) {
  std::string shown;
  for (const char32_t c : code_points(text)) {
    if (c == '"' || c == '\\') {
      shown += '\\';
      shown += static_cast<char>(c);
    } else if (c == '&') {  // otherwise an entity such as &lt; would be understood
      shown += "&amp;";
    } else if (is_unseen(c)) {
      shown += spelt_out(c);
    } else {
      append(shown, c);
    }
  }
  return shown;
}

std::string as_aut(std::string_view text) {
  const Terminal ascii;
  std::string shown;
  for (const char32_t c : code_points(text)) {
    std::string here;
    append(here, c);
    const std::string mark = ascii.show(here);
    if (c == '"') {
      shown += '\'';
    } else if (is_unseen(c) || (c >= 0x80 && mark == "?")) {
      shown += spelt_out(c);
    } else {
      shown += mark;
    }
  }
  return shown;
}

}  // namespace conclave
