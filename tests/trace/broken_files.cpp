// Files that are no trace, or not quite: one line, and never a crash.
#include <doctest/doctest.h>

#include <iterator>

#include "cli/program.hpp"
#include "sizes.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

void check_unreadable(const std::string& text) {
  const Reception reception = reception_of(text);
  CAPTURE(reception.refusal);
  CHECK_FALSE(reception.shown);
  CHECK_FALSE(reception.refusal.empty());
  CHECK(reception.refusal.find('\n') == std::string::npos);
}

const std::vector<Json>& wrong_values() {
  static const std::vector<Json> values{nullptr,
                                        true,
                                        -1,
                                        2,
                                        9'000'000'000'000'000'000LL,
                                        1.5,
                                        1e300,
                                        "",
                                        "text",
                                        Json::array(),
                                        Json::array({Json::array()}),
                                        Json::array({-1, "text", nullptr}),
                                        Json::object(),
                                        Json{{"#bigint", "1"}},
                                        Json{{"#bigint", 1}},
                                        Json{{"#bigint", "text"}},
                                        Json{{"#bigint", "99999999999999999999999"}}};
  return values;
}

// Whatever it is, it is shown or refused in words.
void check_survives(const Json& file) {
  const Reception reception = reception_of(file);
  if (reception.followed) return;
  CAPTURE(reception.refusal);
  CHECK_FALSE(reception.refusal.empty());
  CHECK(reception.refusal.find('\n') == std::string::npos);
}

// Every place in a file, inner ones included.
void places(const Json& value, const Json::json_pointer& at, std::vector<Json::json_pointer>& found) {
  found.push_back(at);
  if (!value.is_structured()) return;
  for (const auto& [key, part] : value.items()) {
    places(part, value.is_array() ? at / std::stoul(key) : at / key, found);
  }
}

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("a file that is cut off is refused wherever it ends") {
  for (const Trace* trace :
       {&stem_specimen(), &lasso_specimen(), &strange_specimens().front(), &round_specimens()[1]}) {
    const std::string text = to_itf(*trace).dump(1);
    for (std::size_t size = 0; size < text.size(); size += 97) check_unreadable(text.substr(0, size));
  }
}

TEST_CASE("from outside: what is no trace gives 2 and one line") {
  const std::string text = to_itf(stem_specimen()).dump(1);
  const std::vector<std::string> contents{"",
                                          " \n",
                                          "[]",
                                          "3",
                                          "null",
                                          "\"text\"",
                                          R"({"a":1})",
                                          R"({"#meta":3})",
                                          R"({"#meta":{"conclave":[]}})",
                                          "not JSON\nat all",
                                          text.substr(0, 97),
                                          text.substr(0, text.size() / 2),
                                          text.substr(0, text.size() - 3),
                                          text + "}",
                                          "\xff\xfe" + text,
                                          std::string(1000, '\0')};
  const outside::Folder folder;
  for (const auto& content : contents) {
    check_unreadable(content);
    outside::write_file(folder.file("t"), content);
    for (const std::string command : {"show", "replay"}) {
      CAPTURE(content.substr(0, 100));
      const outside::Ran ran = outside::conclave({command, "t"}, folder);
      CAPTURE(ran.err);
      CHECK(ran.status == 2);
      CHECK(ran.out == "");
      CHECK(outside::is_one_line(ran.err));
      CHECK(ran.err.starts_with("conclave: t: "));
    }
  }
}

TEST_CASE("every value of a trace replaced by another kind, or gone") {
  for (const Trace* trace : {&lasso_specimen(), &strange_specimens().front(), &round_specimens()[1]}) {
    const Json file = to_itf(*trace);
    std::vector<Json::json_pointer> all;
    places(file, Json::json_pointer(), all);
    std::size_t turn = 0;
    for (const auto& place : all) {
      if (!testing::is_tried()) continue;
      const std::string where = place.to_string();
      CAPTURE(where);
      // Everywhere a few kinds, in turn; in #meta and the first states, where each part is read, every kind.
      const bool every = where.starts_with("/#meta") || where.starts_with("/states/0/") ||
                         where.starts_with("/states/1/") || place.empty() || place.parent_pointer().empty();
      for (std::size_t i = 0; i < (every ? wrong_values().size() : 3); ++i, ++turn) {
        Json other = file;
        other[place] = wrong_values()[turn % wrong_values().size()];
        check_survives(other);
      }
      if (place.empty()) continue;
      Json other = file;
      Json& parent = other[place.parent_pointer()];
      if (parent.is_array()) {
        parent.erase(std::stoul(place.back()));
      } else {
        parent.erase(place.back());
      }
      check_survives(other);
    }
  }
}

TEST_CASE("values nested without end are refused") {
  // As deep as this, a reader that calls itself runs out of stack.
  const std::size_t depth = 300'000;
  const std::string deep = std::string(depth, '[') + std::string(depth, ']');
  check_unreadable(deep);
  Json file = to_itf(stem_specimen());
  file["states"][0]["processes"][0]["awake"] = "DEEP";
  std::string text = file.dump();
  text.replace(text.find("\"DEEP\""), 6, deep);
  check_unreadable(text);
}

TEST_CASE("bytes changed at random places") {
  const std::string text = to_itf(lasso_specimen()).dump();
  std::uint32_t state = 20;
  const auto random = [&] { return state = state * 1664525U + 1013904223U; };
  for (int round = 0; round < 2000; ++round) {
    std::string other = text;
    for (unsigned i = 0; i <= random() % 3; ++i) {
      other[random() / 7 % other.size()] = "0129-\"[]{},:\\x\n\xff"[random() / 11 % 16];
    }
    const Reception reception = reception_of(other);
    CHECK((reception.followed || !reception.refusal.empty()));
  }
}

TEST_CASE("texts that would steer the terminal are refused") {
  for (const char* text : {"two\nlines", "\033[2J", "\a", "\177"}) {
    for (const char* place :
         {"/#meta/why/0", "/#meta/model", "/states/0/processes/0/leader", "/states/1/#meta/step/action"}) {
      Json file = to_itf(stem_specimen());
      file[Json::json_pointer(place)] = text;
      check_unreadable(file.dump());
    }
    Json file = to_itf(stem_specimen());
    file["states"][1]["processes"][0][text] = true;
    check_unreadable(file.dump());
  }
}

TEST_CASE("a number is all digits") {
  for (const char* number : {"", "3x", "x", "3 ", "0x3", "3.0", "99999999999999999999"}) {
    Json file = to_itf(stem_specimen());
    file["states"][0]["processes"][0]["leader"] = {{"#bigint", number}};
    check_unreadable(file.dump());
  }
}

TEST_SUITE_END();

}  // namespace conclave
