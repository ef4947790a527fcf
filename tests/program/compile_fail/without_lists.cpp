// expect: nothing
#include "whole.hpp"

using namespace conclave;

enum class Colour : std::uint8_t { red, green };
enum Size : int { small, large };
struct Inner {
  Colour colour{};
  std::optional<Size> size;
};
struct Base {
  Id id;
};
struct Derived : Base {
  bool more;
};
BOOST_DESCRIBE_STRUCT(Base, (), (id))
BOOST_DESCRIBE_STRUCT(Derived, (Base), (more))

struct Other : Whole<Other> {
  struct Message {
    std::vector<Inner> inner;
    Derived derived;
  };
  struct Parameters {
    Colour colour = Colour::red;
    std::optional<int> rounds;
  };
  static void receive(Process<Other>&, Message, Port) {}
};
const Registration<Other> registered;
