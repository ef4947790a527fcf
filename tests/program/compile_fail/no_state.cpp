// expect: the model needs a struct State: the variables of one process
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
  struct Message {
    Id id;
  };
  static void start(Process<Whole>& p) { p.send(next, {p.id}); }
  static void receive(Process<Whole>& p, Message m, Port) { p.state.leader = m.id; }
};
BOOST_DESCRIBE_STRUCT(Whole::Message, (), (id))

const Registration<Whole> registered;
