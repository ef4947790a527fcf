#include "trace/itf_parse.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace conclave {
namespace {

// No model's values are nested so deep, and reading them by recursion does not yet run out of stack.
constexpr std::size_t deepest = 32;
// No model's values have so many fields, and Json looks for a field among all of them.
constexpr std::size_t most_fields = 1000;

// Looks through a text before it is read. (The library also calls back while it reads, but then it takes time
// in proportion to the square of the longest list.)
class Censor : public nlohmann::json_sax<Json> {
 public:
  explicit Censor(const std::string& text) : text_(text) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool string(string_t& value) override { return refuse_control(value); }
  bool start_object(std::size_t) override { return begin(); }
  bool start_array(std::size_t) override { return begin(); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }

  bool key(string_t& name) override {
    refuse_control(name);
    std::set<std::string>& fields = open_.back();
    if (!fields.insert(name).second) throw TraceError("an object in it has two fields `" + name + "`");
    if (fields.size() > most_fields)
      throw TraceError("an object in it has more than " + std::to_string(most_fields) + " fields");
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const Json::exception&) override {
    if (byte > text_.size())
      throw TraceError("the file is cut off: it ends after " + std::to_string(text_.size()) +
                       " bytes, in the middle of a value");
    throw TraceError("not JSON: byte " + std::to_string(byte) + " of " + std::to_string(text_.size()) +
                     " is not what JSON allows there");
  }

 private:
  bool begin() {
    if (open_.size() == deepest)
      throw TraceError("values are nested more than " + std::to_string(deepest) + " deep");
    open_.emplace_back();
    return true;
  }
  bool end() {
    open_.pop_back();
    return true;
  }
  // Such characters would steer the terminal.
  static bool refuse_control(const std::string& value) {
    if (std::ranges::any_of(value, [](unsigned char c) { return c < ' ' || c == 127; }))
      throw TraceError("a text in it has a control character: " + Json(value).dump());
    return true;
  }

  const std::string& text_;
  std::vector<std::set<std::string>> open_;  // the fields so far of each object that has begun
};

}  // namespace

Json parse_itf(const std::string& text) {
  if (std::ranges::all_of(text, [](unsigned char c) { return std::isspace(c) != 0; })) {
    throw TraceError("the file is empty; a trace is written by `conclave check ... --trace FILE`");
  }
  Censor censor(text);
  Json::sax_parse(text, &censor);
  return Json::parse(text);
}

}  // namespace conclave
