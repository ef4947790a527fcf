// The blog's page on efficient election in complete networks.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {

std::vector<Exercise> of_complete_networks() {
  using namespace claimed;
  const Names right{"unique-leader", "highest-candidate", "termination", "election"};
  const std::string printed = "check complete-network:as-printed -n 1..4";
  const std::string repaired = "check complete-network -n 1..7";
  const std::string up = " --set direction=up";
  const std::string measured = "measure complete-network -n 1..7 --cost ";
  return {
      {.name = "complete-networks-1",
       .where = "main idea",
       .aliases = {},
       .asks = "Does the candidate with the highest identifier become leader?",
       .parts =
           {holds(printed, right)
                .when("by the code as it is printed")
                .if_false(
                    "A candidate that has heard of its successor first, and then of a larger predecessor, "
                    "does nothing, and both wait for ever"),
            holds(repaired, right).when("by the repaired code"),
            holds(printed + " --keep-going", {"unique-leader", "highest-candidate"})
                .when("that nobody else becomes leader, by the printed code")
                .beside()},
       .change = "Turn the ring round: --set direction=up."},
      {.name = "complete-networks-2",
       .where = "introduction",
       .aliases = {},
       .asks = "Does it take linearly many messages, at most 3n?",
       .parts = {costs(measured + "messages", max("messages", "any").is_at_most(3 * n, "")),
                 costs(measured + "messages" + up, max("messages", "any").is_at_most(3 * n, "")),
                 costs("measure complete-network -n 1..7 --initiators one --cost messages",
                       max("messages", "one").is(n, ""))
                     .when("with one candidate")
                     .beside()},
       .change = "Compare with 3n−2, which it attains."},
      {.name = "complete-networks-3",
       .where = "introduction",
       .aliases = {},
       .asks = "Does it take linear time, at most 2n?",
       .parts = {costs(measured + "time", max("time", "any").is_at_most(2 * n, "")),
                 costs(measured + "time" + up, max("time", "any").is_at_most(2 * n, ""))},
       .change = "Watch the longest execution: check complete-network -n 4 --witness time=max."},
      {.name = "complete-networks-4",
       .where = "text against example",
       .aliases = {},
       .asks = "The text says that a node's neighbour is the identifier directly below, and the example that "
               "A's is B. "
               "Is the algorithm right whichever is meant?",
       .parts = {holds(printed, right).when("by the printed code, the neighbour below"),
                 holds(printed + up, right).when("by the printed code, the neighbour above"),
                 holds(repaired, right).when("by the repaired code, the neighbour below"),
                 holds(repaired + up, right).when("by the repaired code, the neighbour above"),
                 holds("check complete-network -n 1..4 --duplicate 1")
                     .when("if a message is doubled, below")
                     .beside(),
                 breaks("check complete-network -n 1..4 --duplicate 1" + up)
                     .when("if a message is doubled, above")
                     .beside()},
       .change = "Double a message in both directions: --duplicate 1."},
      {.name = "complete-networks-5",
       .where = "text",
       .aliases = {},
       .asks = "May passive nodes become candidates at any moment, and many at once?",
       .parts = {holds("check complete-network:as-printed -n 1..5 --initiators one", right)
                     .when("by the printed code, with one candidate"),
                 holds(printed + " --initiators any", right).when("by the printed code, with any"),
                 holds(printed + " --initiators all", right).when("by the printed code, if all are"),
                 holds(repaired + " --initiators any", right).when("by the repaired code, with any")},
       .change = "Name the candidates: --initiators 0,2 -n 4."},
      {.name = "complete-networks-6",
       .where = "text, the first way to lead",
       .aliases = {},
       .asks = "Does a node that is the only candidate lead as its own message1 comes round?",
       .parts = {holds("check complete-network:as-printed -n 1..6 --initiators one", right),
                 costs("measure complete-network:as-printed -n 1..6 --initiators one --cost message1",
                       max("message1", "one").is(n, "")),
                 costs("measure complete-network:as-printed -n 1..6 --initiators one --cost message3",
                       max("message3", "one").is(0, ""))},
       .change = "Look at one: check complete-network -n 4 --initiators 0 --witness messages=max."},
      {.name = "complete-networks-7",
       .where = "text, the second way to lead",
       .aliases = {},
       .asks = "Does the highest of several candidates lead as message3 brings it its own identifier?",
       .parts = {holds(repaired + " --initiators all", right),
                 costs("measure complete-network -n 2..6 --initiators all --cost message3",
                       min("message3", "all").is_at_least(1, ""))
                     .if_true("With several candidates there is always a message3"),
                 witness("check complete-network -n 3 --initiators all --witness message3=max")},
       .change = "See the last step of that execution; take the printed code."},
      {.name = "complete-networks-8",
       .where = "text",
       .aliases = {},
       .asks = "Is everything between a node's candidate_predecessor and itself a dummy?",
       .parts = {holds("check complete-network -n 1..4", {"dummies-between"}).when("as the text has it"),
                 holds("check complete-network -n 1..4 --set direction=up", {"dummies-between"})
                     .when("as the example has it")},
       .change = "Let messages overtake each other: --network bag."},
      {.name = "complete-networks-9",
       .where = "text",
       .aliases = {},
       .asks = "Does a candidate that has a candidate_successor become a dummy in the end?",
       .parts = {holds("check complete-network -n 1..4", {"successor-to-dummy"}).when("as the text has it"),
                 holds("check complete-network -n 1..4 --set direction=up", {"successor-to-dummy"})
                     .when("as the example has it")},
       .change = "Let messages overtake each other: --network bag."},
      {.name = "complete-networks-10",
       .where = "text",
       .aliases = {},
       .asks = "Is message2 sent by higher nodes to lower ones only?",
       .parts = {holds("check complete-network -n 1..4", {"message2-to-lower"}).when("as the text has it"),
                 holds("check complete-network -n 1..4 --set direction=up", {"message2-to-lower"})
                     .when("as the example has it")},
       .change = "Let messages overtake each other: --network bag."},
      {.name = "complete-networks-11",
       .where = "text",
       .aliases = {},
       .asks = "Can a node that receives message2 no longer become leader?",
       .parts = {holds("check complete-network -n 1..4", {"message2-defeats"}).when("as the text has it"),
                 holds("check complete-network -n 1..4 --set direction=up", {"message2-defeats"})
                     .when("as the example has it")},
       .change = "Let messages overtake each other: --network bag."},
      {.name = "complete-networks-12",
       .where = "the text is silent",
       .aliases = {},
       .asks = "Does it need channels that keep order?",
       .parts = {breaks("check complete-network -n 1..5 --network bag"),
                 breaks("check complete-network -n 1..5 --network bag" + up)},
       .change = "Take the printed code on --network bag: it is as wrong as before."},
  };
}

}  // namespace conclave::exercises
