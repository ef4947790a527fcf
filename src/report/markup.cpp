#include "report/markup.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace conclave {

std::string as_markup(std::string_view text) {
  std::string valid(text);
  if (!std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
    valid = Json::parse(Json(valid).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
  std::string markup;
  for (const char c : valid) {
    const auto code = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        markup += "&amp;";
        break;
      case '<':
        markup += "&lt;";
        break;
      case '>':
        markup += "&gt;";
        break;
      case '"':
        markup += "&quot;";
        break;
      case '\'':
        markup += "&#39;";
        break;
      default:
        if ((code < ' ' && c != '\n' && c != '\t') || code == 127) {
          markup += "\uFFFD";
        } else {
          markup += c;
        }
    }
  }
  return markup;
}

std::string as_script_data(const Json& value) {
  std::string data;
  for (const char c : value.dump(-1, ' ', true, Json::error_handler_t::replace)) {
    if (c == '<') {
      data += "\\u003c";
    } else {
      data += c;
    }
  }
  return data;
}

}  // namespace conclave
