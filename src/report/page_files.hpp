// The files of src/report/page, which a page is made of. CMake embeds them into the program.
#pragma once

#include <string_view>

namespace conclave {

extern const std::string_view page_script;
extern const std::string_view page_style;
extern const std::string_view diagram_style;
extern const std::string_view explore_script;
extern const std::string_view explore_style;

}  // namespace conclave
