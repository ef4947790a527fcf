# The script and the styles of src/report/page as string literals, so that the program needs no files beside it to
# write a page. They are made anew when one of these files changes.
set(page ${PROJECT_SOURCE_DIR}/src/report/page)
set(page_files ${page}/page.js ${page}/page.css ${page}/diagram.css ${page}/explore.js ${page}/explore.css)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page_files})
file(READ ${page}/page.js page_script)
file(READ ${page}/page.css page_style)
file(READ ${page}/diagram.css diagram_style)
file(READ ${page}/explore.js explore_script)
file(READ ${page}/explore.css explore_style)
file(CONFIGURE OUTPUT page_files.cpp @ONLY CONTENT [[
#include "report/page_files.hpp"

namespace conclave {

const std::string_view page_script = R"page(@page_script@)page";
const std::string_view page_style = R"page(@page_style@)page";
const std::string_view diagram_style = R"page(@diagram_style@)page";
const std::string_view explore_script = R"page(@explore_script@)page";
const std::string_view explore_style = R"page(@explore_style@)page";

}  // namespace conclave
]])
target_sources(conclave_report PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/page_files.cpp)
