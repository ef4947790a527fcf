// What an author naturally keeps in State or Message: each type is encoded and decoded, printed, and renamed
// where it holds names.
#include <doctest/doctest.h>

#include <array>
#include <deque>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "program/codec.hpp"
#include "program/comparisons.hpp"
#include "program/json.hpp"
#include "program/renaming.hpp"
#include "trace/value.hpp"

using namespace conclave;

namespace {

enum class Tone { red, green };
BOOST_DESCRIBE_ENUM(Tone, red, green)
struct Pieces {
  Id id;
  std::optional<Tone> hue;
  friend bool operator==(const Pieces&, const Pieces&) = default;
};
BOOST_DESCRIBE_STRUCT(Pieces, (), (id, hue))

// The value as JSON, after it was encoded and decoded; a trace shows the same.
template <class T>
std::string shown(const T& value) {
  const Encoded words = codec::encode(value);
  const Shape& shape = codec::shape_of<T>();
  CHECK(codec::decode<T>(words) == value);
  Words at = words.data();
  skip(shape, at);
  CHECK(at == words.data() + words.size());
  CHECK(Renaming()(shape, words) == words);
  const std::string json = json_text(shape, words);
  CHECK(json_text(value_of(shape, words)) == json);
  return json;
}

template <class T>
std::string renamed(const T& value, const Renaming& to) {
  const Shape& shape = codec::shape_of<T>();
  return json_text(shape, to(shape, codec::encode(value)));
}

}  // namespace

TEST_SUITE_BEGIN("program");

TEST_CASE("numbers of every width") {
  CHECK(shown(std::numeric_limits<std::int64_t>::min()) == "-9223372036854775808");
  CHECK(shown(std::int64_t{-1}) == "-1");
  CHECK(shown(std::int64_t{1} << 32) == "4294967296");
  CHECK(shown((std::int64_t{1} << 40) + (std::int64_t{1} << 31)) == "1101659111424");
  CHECK(shown(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
  CHECK(shown(std::numeric_limits<std::uint32_t>::max()) == "4294967295");
  CHECK(shown(std::numeric_limits<std::int8_t>::min()) == "-128");
  CHECK(shown(std::size_t{7}) == "7");
  // Words compare as the numbers do.
  CHECK(codec::encode(std::int64_t{1} << 40) > codec::encode(std::int64_t{5}));
}

TEST_CASE("texts") {
  CHECK(shown(std::string()) == R"("")");
  CHECK(shown(std::string("a \"b\"")) == R"("a \"b\"")");
  CHECK(shown(std::string("\n")) == R"("\\x0a")");  // JSON doubles the backslash again
  CHECK(shown(std::string("\\x0a")) == R"("\\\\x0a")");
  CHECK(shown(std::string("→")) == R"("→")");
  CHECK(shown(std::string("a\xff")) == R"("a\\xff")");  // no UTF-8
  CHECK(shown(std::vector<std::string>{"a", "", "bc"}) == R"(["a","","bc"])");
}

TEST_CASE("containers") {
  CHECK(shown(std::vector<bool>{true, false, true}) == "[true,false,true]");
  CHECK(shown(std::vector<std::vector<int>>{{}, {1, 2}}) == "[[],[1,2]]");
  CHECK(shown(std::array<int, 3>{3, 1, 2}) == "[3,1,2]");
  CHECK(shown(std::array<std::vector<bool>, 2>{{{true}, {}}}) == "[[true],[]]");
  CHECK(shown(std::deque<Tone>{Tone::green}) == R"(["green"])");
  CHECK(shown(std::set<int>{3, 1, 2}) == "[1,2,3]");
  CHECK(shown(std::pair<int, bool>{4, true}) == R"({"first":4,"second":true})");
  CHECK(shown(std::map<std::string, int>{{"b", 2}, {"a", 1}}) ==
        R"([{"first":"a","second":1},{"first":"b","second":2}])");
  CHECK(shown(std::optional<std::optional<Pieces>>(Pieces{given_id(2), Tone::red})) ==
        R"({"id":2,"hue":"red"})");
}

TEST_CASE("names in containers are renamed") {
  Renaming to;
  to.move_places({1, 2, 0});
  to.move_ports({1, 0});
  const auto place = [](int i) { return given_place(i); };
  CHECK(renamed(std::array<Place, 2>{place(0), place(2)}, to) == "[1,0]");
  CHECK(renamed(std::pair<Port, std::string>{given_port(0), "0"}, to) == R"({"first":1,"second":"0"})");
  CHECK(renamed(std::map<std::int64_t, std::deque<Place>>{{7, {place(1)}}}, to) ==
        R"([{"first":7,"second":[2]}])");
  CHECK(has_names(codec::shape_of<std::map<int, std::vector<std::pair<int, Port>>>>(), Shape::Kind::port));
  CHECK_FALSE(has_names(codec::shape_of<std::map<Id, std::string>>(), Shape::Kind::port));
}

TEST_CASE("a set of identifiers is in the order that is in force") {
  const std::vector<std::int32_t> ranks{0, 2, 1};
  const std::set<Id> natural{given_id(1), given_id(2)};
  const Encoded words = codec::encode(natural);
  CHECK(words == Encoded{2, 1, 2});
  const OrderInForce order(ranks);
  const Comparisons comparisons;
  const auto now = codec::decode<std::set<Id>>(words);
  CHECK(codec::encode(now) == Encoded{2, 2, 1});
  CHECK(comparisons.notes.facts == std::vector<Comparisons::Fact>{{2, 1}});
  // The renaming keeps it sorted.
  Renaming to;
  to.spread_identifiers();
  CHECK(to(codec::shape_of<std::set<Id>>(), codec::encode(now)) == Encoded{2, 3, 5});
}

TEST_CASE("a value that is no enumerator is refused") {
  const Pieces parts{given_id(1), static_cast<Tone>(7)};
  CHECK_THROWS_WITH(codec::encode(parts), "an enumeration has the value 7, which is none of its enumerators");
}

TEST_CASE("only an enumeration tells the kind of a message") {
  const Shape number = codec::shape_of<int>();
  Shape message{.kind = Shape::Kind::record, .fields = {{"kind", &number}}, .enumerators = {}};
  CHECK(kinds(message) == std::vector<std::string>{"message"});
  CHECK(kind_of(message, {5}) == 0);
}

TEST_SUITE_END();
