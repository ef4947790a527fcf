// The frame of each page that the program writes: a single HTML file that reaches for nothing beyond itself.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace conclave {

// The title is a text; the styles, the body and the script stand in the file as they are.
std::string html_document(const std::string& title, std::initializer_list<std::string_view> styles,
                          const std::string& body, std::string_view script);

}  // namespace conclave
