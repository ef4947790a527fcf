// A model whose executions go on for ever.
#pragma once

#include "author/model.hpp"

namespace conclave::testing {

// A token goes round for ever.
struct Token {
  static constexpr About about{.name = "token",
                               .summary = "a test",
                               .source = "test",
                               .topology = "ring",
                               .initiators = Initiative::any,
                               .processes = {1, 9}};
  struct Message {};
  struct State {
    bool awake = false;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static bool decided(const State&) { return true; }
  static void start(auto& p) {
    p.state.awake = true;
    p.send(next, {});
  }
  static void receive(auto& p, Message m, Port) {
    p.state.awake = true;
    p.send(next, m);
  }
};
BOOST_DESCRIBE_STRUCT(Token::Message, (), ())
BOOST_DESCRIBE_STRUCT(Token::State, (), (awake))

}  // namespace conclave::testing
