// Texts of a model's inside markup: they are shown as they are, whatever they contain.
#pragma once

#include <string>
#include <string_view>

#include "program/json.hpp"

namespace conclave {

// The text for HTML and SVG, as content or between quotes. What no such document may contain, such as a
// control character or broken UTF-8, becomes a replacement character.
std::string as_markup(std::string_view text);
// The value for an element <script>, which a text that contains `</script>` must not end.
std::string as_script_data(const Json&);

}  // namespace conclave
