// expect: an anonymous model cannot know identifiers, or send to them
#include "author/model.hpp"

using namespace conclave;

struct Whole {
  static constexpr About about{.name = "whole",
                               .summary = "states all that a model must",
                               .source = "test",
                               .network = Network::fifo,
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 3}};
  static constexpr bool anonymous = true;
  static constexpr Knowledge knows = Knowledge::number;
  struct Message {
    int number;
  };
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State& s) { return s.awake; }
  static void start(Process<Whole>& p) { p.send(next, {p.number()}); }
  static void receive(Process<Whole>& p, Message, Port) { p.state.awake = true; }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (number))
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake))

const Registration<Whole> registered;
