#include "report/html_document.hpp"

#include <fmt/format.h>

#include "report/markup.hpp"

namespace conclave {

std::string html_document(const std::string& title, std::initializer_list<std::string_view> styles,
                          const std::string& body, std::string_view script) {
  // The policy forbids whatever would reach beyond the file.
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"generator\" content=\"conclave {}\">\n<title>{}</title>\n<style>\n",
      CONCLAVE_VERSION, as_markup(title));
  for (const std::string_view style : styles) text += style;
  return text + "</style>\n</head>\n<body>\n" + body + "<script>\n" + std::string(script) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace conclave
