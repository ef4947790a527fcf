// expect: the model needs a struct Message: what a message carries
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
  struct State {
    bool awake = false;
    std::optional<Id> leader;
  };
  static bool asleep(const State& s) { return !s.awake; }
  static std::optional<Id> leader(const State& s) { return s.leader; }
};
BOOST_DESCRIBE_STRUCT(Whole::State, (), (awake, leader))

const Registration<Whole> registered;
