// Texts of a model's in the languages of pictures: there they are shown as they are, and never understood.
// What nobody would see, such as a line break or a mark that turns the direction of writing, is spelt out as
// in U+202E.
#pragma once

#include <string>
#include <string_view>

namespace conclave {

// What is no UTF-8 is a replacement character.
std::u32string code_points(std::string_view text);

std::string on_one_line(std::string_view text);  // for comments and logs
std::string as_mermaid(std::string_view text);
// In a typewriter font of TeX's own encoding, OT1. What it does not have is spelt out.
std::string as_tex(std::string_view text);
std::string as_dot(std::string_view text);  // between double quotes; its lines are centred
// ASCII between double quotes, in which there are no others.
std::string as_aut(std::string_view text);

}  // namespace conclave
