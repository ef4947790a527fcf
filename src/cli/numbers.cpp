#include "cli/numbers.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <regex>
#include <system_error>

#include "cli/error.hpp"

namespace conclave {

int read_number(const std::string& text, const std::string& option, int least, int most) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < least || number > most) {
    throw UsageError(option + " takes whole numbers from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not `" + text + "`");
  }
  return number;
}

Rational read_probability(const std::string& text, const std::string& option) {
  static const std::regex decimal("(0|1)(\\.[0-9]{1,15})?"), fraction("([0-9]{1,15})/([0-9]{1,15})");
  std::smatch parts;
  Rational value = 0;
  if (std::regex_match(text, decimal)) {
    const std::size_t point = std::min(text.find('.'), text.size());
    std::string digits = text;
    std::string ten_to = "1";
    if (point < text.size()) {
      digits.erase(point, 1);
      ten_to.append(digits.size() - point, '0');
    }
    value = Rational(std::stoll(digits)) / Rational(std::stoll(ten_to));
  } else if (std::regex_match(text, parts, fraction) && std::stoll(parts[2]) > 0) {
    value = {std::stoll(parts[1]), std::stoll(parts[2])};
  }
  if (value <= 0 || value > 1)
    throw UsageError(option + " takes a probability above 0 and up to 1, such as 0.999 or 999/1000, not `" +
                     text + "`");
  return value;
}

std::vector<int> read_list(const std::string& text, const std::string& option, int least, int most) {
  std::vector<int> numbers;
  std::size_t from = 0;
  while (from <= text.size()) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    numbers.push_back(read_number(text.substr(from, comma - from), option, least, most));
    from = comma + 1;
  }
  return numbers;
}

bool starts_like_a_list(const std::string& text) {
  return !text.empty() &&
         (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '-' || text[0] == ',');
}

std::vector<int> read_places(const std::string& text, const std::string& option, int n) {
  auto places = read_list(text, option + " (with -n " + std::to_string(n) + ")", 0, n - 1);
  std::ranges::sort(places);
  const auto repeated = std::ranges::unique(places);
  places.erase(repeated.begin(), repeated.end());
  return places;
}

}  // namespace conclave
