// The Harmony book's chapter: Figure 25.1 and its exercises.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {
namespace {

// In how many ways n of 5 identifiers can be given to n places: 5 · 4 · ..., n factors.
Rational ways_to_choose(int n) {
  Rational ways = 1;
  for (int k = 0; k < n; ++k) ways *= 5 - k;
  return ways;
}

}  // namespace

std::vector<Exercise> of_harmony() {
  const std::string nids = "check harmony-leader -n 1..5 --universe 5";
  return {
      {.name = "harmony-1",
       .where = "Figure 25.1",
       .aliases = {"harmony-fig-25.1"},
       .asks =
           "With up to five processors and identifiers out of 1 to 5, does the processor with the highest "
           "one, and no other, find out that it leads?",
       .parts = {holds(nids, {"assertions", "termination"}),
                 holds("check harmony-leader:elected -n 1..5 --universe 5", {"unique-leader", "max-id"})},
       .change = "Take NIDS = 6 (-n 1..6 --universe 6), or repeated identifiers (--ids duplicates)."},
      {.name = "harmony-2",
       .where = "text, the second phase",
       .aliases = {},
       .asks = "Is every processor told in the second phase, so that all of them stop?",
       .parts = {holds("check harmony-leader -n 1..5", {"termination"}),
                 breaks("check harmony-leader -n 1..3 --fairness none", {"termination"})
                     .when("without any fairness")
                     .if_true("A processor may then read one old message again and again, for ever")
                     .beside()},
       .change = "See under --fairness none which message is read for ever."},
      {.name = "harmony-3",
       .where = "code, `assert self == leader`",
       .aliases = {},
       .asks = "Does a processor that receives its own identifier always have the highest one?",
       .parts = {holds(nids, {"assertions"}),
                 breaks("check harmony-leader -n 1..3 --ids duplicates", {"assertions"})
                     .when("with repeated identifiers")
                     .beside()},
       .change = "Give the identifiers place by place: --ids 3,2,2, or --ids 2,2."},
      {.name = "harmony-4",
       .where = "code, `assert self != leader`",
       .aliases = {},
       .asks = "Is a processor that forwards a larger identifier never the one with the highest?",
       .parts = {holds(nids, {"assertions"})
                     .if_true(
                         "What is forwarded is in the network, so somebody has it; who has the highest one "
                         "sees nothing larger")},
       .change = "Let a Byzantine processor invent identifiers: --network fifo --byzantine 1."},
      {.name = "harmony-5",
       .where = "text, the test cases",
       .aliases = {},
       .asks = "Is every way tried to give n of the identifiers 1 to 5 to the processors, place by place?",
       .parts = {covers(nids, "5!/(5−n)!", ways_to_choose)},
       .change = "Count without symmetry and order classes (--reduction none): the same orders, more runs."},
      {.name = "harmony-6",
       .where = "text, the network",
       .aliases = {},
       .asks = "Is every order of receipt tried, and may the same message be received several times?",
       .parts = {unbounded("measure harmony-leader -n 1..3 --cost deliveries", "deliveries")
                     .if_true("A message stays in the set, so it can be received any number of times"),
                 unbounded("measure harmony-leader -n 1..3 --network bag --cost deliveries", "deliveries")
                     .when("where each message is received once (bag)")
                     .beside()},
       .change = "Compare the costs on --network set, bag and fifo."},
      {.name = "harmony-7",
       .where = "text, the network",
       .aliases = {},
       .asks = "The network may be modelled in several ways. Is the protocol right in each: a set of "
               "messages that "
               "stay, a bag, and channels that keep order?",
       .parts = {holds("check harmony-leader -n 1..5").when("on a set"),
                 holds("check harmony-leader -n 1..5 --network bag").when("on a bag"),
                 holds("check harmony-leader -n 1..5 --network fifo").when("on channels that keep order")},
       .change = "Count the configurations of each network (check tells them)."},
      {.name = "harmony-8",
       .where = "text, atomicity",
       .aliases = {},
       .asks = "Since bodies are atomic and processors share no memory, need the interleavings inside a body "
               "not be "
               "checked?",
       .parts = {holds("check harmony-leader:non-atomic-body -n 1..3", {"assertions", "can-terminate"})
                     .when("for its assertions, and for whether it can end"),
                 holds("check harmony-leader:non-atomic-body -n 1..3", {"termination"})
                     .when("for whether it ends under weak fairness")
                     .if_false("Between its steps a process takes no message, so weak fairness owes it none"),
                 holds("check harmony-leader:non-atomic-body -n 1..3 --fairness strong", {"termination"})
                     .when("for whether it ends under strong fairness")},
       .change = "Cut the first send in two instead: check harmony-leader:non-atomic-send."},
      {.name = "harmony-9",
       .where = "Exercise 25.1",
       .aliases = {"harmony-25.1"},
       .asks = "Does the code find a unique leader if identifiers are not unique?",
       .parts =
           {holds("check harmony-leader:elected -n 1..3 --ids duplicates", {"unique-leader"})
                .if_false("Two processors with the same highest identifier both get it back and both take "
                          "the leader's branch"),
            breaks("check harmony-leader -n 1..3 --ids duplicates", {"assertions"})
                .if_true("A processor whose successor has its own identifier takes its own first message for "
                         "one that has come round")
                .beside(),
            breaks("check harmony-leader -n 1..4 --ids duplicates", {"termination"}).beside()},
       .change = "Take single assignments: --ids 2,2, or --ids 3,2,2, or --ids 3,1,1."},
      {.name = "harmony-10",
       .where = "Exercise 25.2",
       .aliases = {"harmony-25.2"},
       .asks = "Messages are added to the network atomically. Is that necessary?",
       .parts = {breaks("check harmony-leader:non-atomic-send -n 1..3", {"termination"})
                     .if_true(
                         "If two processors load the network before either stores it, one message is lost, "
                         "and somebody waits for ever"),
                 holds("check harmony-leader:non-atomic-send -n 1..3", {"assertions"})
                     .if_true("A lost message makes nobody leader, so atomicity matters for liveness alone")
                     .beside(),
                 breaks("check harmony-leader:non-atomic-send -n 1..3 --fairness strong", {"termination"})
                     .when("Under strong fairness")
                     .beside()},
       .change = "Ask for the assertions instead (--property assertions), or for --fairness strong."},
      {.name = "harmony-11",
       .where = "text, assumptions",
       .aliases = {},
       .asks = "Messages reach the successor reliably. Does the protocol need that?",
       .parts = {breaks("check harmony-leader -n 1..3 --network bag --loss 1", {"termination"})
                     .if_true("A message that is lost is not sent again"),
                 holds("check harmony-leader -n 1..4 --network bag --loss 1", {"assertions"}).beside(),
                 holds("check harmony-leader -n 1..3 --network bag --duplicate 1").beside()},
       .change = "Duplicate messages instead (--duplicate 1), or let a processor crash (--crash 1)."},
  };
}

}  // namespace conclave::exercises
