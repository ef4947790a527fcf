#include "machine/contents.hpp"

#include <doctest/doctest.h>

using namespace conclave;

namespace {

std::vector<Contents::Message> messages(const Contents& contents, std::uint32_t content) {
  const auto span = contents.at(content);
  return {span.begin(), span.end()};
}

using Messages = std::vector<Contents::Message>;

}  // namespace

TEST_SUITE_BEGIN("machine");

TEST_CASE("a fifo keeps order") {
  Contents contents;
  std::uint32_t c = 0;
  for (const Contents::Message m : {5U, 3U, 5U}) c = contents.push(Network::fifo, c, m);
  CHECK(messages(contents, c) == Messages{5, 3, 5});
  c = contents.pop(Network::fifo, c, 5);
  CHECK(messages(contents, c) == Messages{3, 5});
  c = contents.pop(Network::fifo, c, 3);
  c = contents.pop(Network::fifo, c, 5);
  CHECK(c == 0);
}

TEST_CASE("a bag forgets order and keeps repetitions") {
  Contents contents;
  const auto ab = contents.push(Network::bag, contents.push(Network::bag, 0, 7), 2);
  const auto ba = contents.push(Network::bag, contents.push(Network::bag, 0, 2), 7);
  CHECK(ab == ba);
  const auto aab = contents.push(Network::bag, ab, 7);
  CHECK(aab != ab);
  CHECK(contents.pop(Network::bag, aab, 7) == ab);
  CHECK(messages(contents, contents.pop(Network::bag, ab, 2)) == Messages{7});
}

TEST_CASE("a set forgets order and repetitions, and keeps what was read") {
  Contents contents;
  const auto a = contents.push(Network::set, 0, 7);
  CHECK(contents.push(Network::set, a, 7) == a);
  CHECK(contents.pop(Network::set, a, 7) == a);
  CHECK(contents.push(Network::set, contents.push(Network::set, 0, 2), 7) ==
        contents.push(Network::set, a, 2));
}

TEST_CASE("contents are numbered once, through growth, and forgotten by clear") {
  Contents contents;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::uint32_t> numbers{0};
    for (Contents::Message m = 0; m < 2000; ++m) numbers.push_back(contents.push(Network::fifo, 0, m));
    CHECK(contents.size() == 2002);
    for (Contents::Message m = 0; m < 2000; ++m) {
      REQUIRE(contents.push(Network::fifo, 0, m) == numbers[m + 1]);
      REQUIRE(messages(contents, numbers[m + 1]) == Messages{m});
    }
    contents.clear();
    CHECK(contents.size() == 2);
    CHECK(contents.at(Contents::empty).empty());
    CHECK(contents.at(Contents::closed).empty());
  }
}

TEST_CASE("what is sent to where nobody is vanishes") {
  Contents contents;
  for (const Network network : {Network::fifo, Network::bag, Network::set}) {
    CHECK(contents.push(network, Contents::closed, 7) == Contents::closed);
    CHECK(contents.push(network, Contents::empty, 7) != Contents::closed);
  }
  // The empty content stays the open one, also when the table of contents has grown.
  for (Contents::Message m = 0; m < 2000; ++m) {
    CHECK(contents.pop(Network::fifo, contents.push(Network::fifo, Contents::empty, m), m) ==
          Contents::empty);
  }
}

TEST_CASE("a message twice") {
  Contents contents;
  const auto of = [&](Network network, const Messages& sent) {
    std::uint32_t c = Contents::empty;
    for (const Contents::Message m : sent) c = contents.push(network, c, m);
    return c;
  };
  CHECK(contents.duplicate(Network::fifo, of(Network::fifo, {5, 3}), 5) == of(Network::fifo, {5, 5, 3}));
  CHECK(contents.duplicate(Network::bag, of(Network::bag, {5, 3, 5}), 3) == of(Network::bag, {3, 3, 5, 5}));
  // And lost, which is to be received by nobody.
  CHECK(contents.pop(Network::fifo, of(Network::fifo, {5, 3}), 5) == of(Network::fifo, {3}));
}

TEST_SUITE_END();
