// Garg, chapter 13: elections on complete networks, trees and graphs.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {

std::vector<Exercise> of_garg_graphs() {
  using namespace claimed;
  const std::string rings = "on rings of 3 to 5, where nobody has a single neighbour";
  const auto lamport_from = [](const std::string& places, int count) {
    return costs("measure lamport-election -n 4 --cost messages --initiators " + places,
                 max("messages", "").is_at_most(2 * Formula(count) * n + n, ""))
        .when(std::to_string(count) + (count == 1 ? " initiator" : " initiators"));
  };
  return {
      {.name = "garg-1",
       .where = "13.1",
       .aliases = {},
       .asks = "On a complete network, does Lamport's mutual exclusion elect: is whoever enters the critical "
               "section "
               "first a unique leader?",
       .parts = {holds("check lamport-election:ack-all -n 1..3").when("on channels that keep order"),
                 holds("check lamport-election:ack-all -n 1..3 --network bag",
                       {"unique-leader", "agreement", "termination"})
                     .when("on channels that do not")
                     .if_false("An acknowledgement may overtake an earlier request of the same process")},
       .change =
           "Take the election of 13.3, which does not acknowledge every request: check lamport-election "
           "--network bag -n 1..3."},
      {.name = "garg-2",
       .where = "13.1",
       .aliases = {},
       .asks = "Does every process have to talk to every other there, in the worst case?",
       .parts = {costs("measure lamport-election:ack-all -n 1..3 --initiators all --cost request",
                       max("request", "all").is(n * (n - 1), ""))
                     .if_true("Each sends one request to each of the others"),
                 costs("measure lamport-election:ack-all -n 1..3 --initiators one --cost request",
                       max("request", "one").is(n - 1, ""))
                     .when("with one initiator")
                     .beside()},
       .change = "Let one process start: --initiators one."},
      {.name = "garg-20",
       .where = "13.3",
       .aliases = {},
       .asks = "May a process leave a request unacknowledged if it knows an earlier one, and does that save "
               "messages?",
       .parts = {holds("check lamport-election -n 1..4"),
                 saves("compare lamport-election lamport-election:ack-all -n 1..3", "messages")},
       .change = "Keep no order (--network bag): then the one that acknowledges all is wrong."},
      {.name = "garg-21",
       .where = "13.3",
       .aliases = {},
       .asks = "Does the election do without release messages?",
       .parts = {holds("check lamport-election -n 1..4")
                     .if_true("It sends requests, acknowledgements and the announcement, and no release")},
       .change = "See its messages: list lamport-election."},
      {.name = "garg-22",
       .where = "13.3",
       .aliases = {},
       .asks = "Do c initiators take at most 2cn + n messages?",
       .parts = {lamport_from("0", 1), lamport_from("0,1", 2), lamport_from("0,1,2", 3),
                 lamport_from("0,1,2,3", 4),
                 meets("measure lamport-election -n 1..4 --cost messages", "messages", "max ≤ 2c·n+n")},
       .change = "Take n = 3, or the variant that acknowledges all: measure lamport-election:ack-all -n 3."},
      {.name = "garg-23",
       .where = "13.3",
       .aliases = {},
       .asks = "Does the winner tell all others, so that everyone knows the leader?",
       .parts = {holds("check lamport-election -n 1..4", {"agreement", "termination"}),
                 costs("measure lamport-election -n 1..4 --initiators any --cost leader",
                       max("leader", "any").is(n - 1, ""))},
       .change = "Lose a message: --loss 1."},
      {.name = "garg-24",
       .where = "Figure 13.3, 13.3.1",
       .aliases = {"garg-fig-13.3"},
       .asks =
           "When numreports reaches the number of neighbours, does a process know all its children, and does "
           "every process get there and halt?",
       .parts = {holds("check spanning-tree:as-printed -n 3..5 --topology ring").when(rings),
                 holds("check spanning-tree:as-printed -n 1..4", {"spanning-tree", "termination"})
                     .when("on connected graphs in general")
                     .if_false(
                         "A process whose only neighbour is its parent gets no reply, and only a reply makes "
                         "it look at the count"),
                 holds("check spanning-tree -n 1..4")
                     .when("if it also looks when it accepts an invitation")
                     .beside()},
       .change = "Draw a graph: --topology line -n 3, --topology star -n 4, or a file of your own."},
      {.name = "garg-25",
       .where = "13.3.1",
       .aliases = {},
       .asks = "Does flooding bring a message to everybody, without a tree?",
       .parts = {holds("check flooding -n 1..4", {"nobody-forgotten", "termination"})},
       .change = "Count the messages: measure flooding -n 1..4; or lose one: --loss 1."},
      {.name = "garg-26",
       .where = "13.3.1, the exercise at its end",
       .aliases = {},
       .asks = "Can a spanning tree be built without a distinguished root?",
       .parts = {holds("check spanning-tree-rootless -n 1..3")
                     .if_true("The tree of the largest identifier displaces the others")},
       .change = "Take --network bag, or larger graphs such as --topology ring -n 4.",
       .assignment =
           Assignment{.asks = "Build a spanning tree of any connected graph, whoever starts; state it as an "
                              "invariant `spanning-tree` (author/tree.hpp has what it takes).",
                      .reference = "spanning-tree-rootless",
                      .processes = "1..3",
                      .options = "--initiators any",
                      .properties = {"spanning-tree", "termination"}}},
      {.name = "garg-27",
       .where = "Figure 13.4",
       .aliases = {"garg-fig-13.4"},
       .asks = "In the convergecast as it is printed, does the root hear from all its children?",
       .parts = {holds("check convergecast:as-printed -n 1..4", {"termination"})
                     .if_false("A report follows reports only, so nobody sends the first one"),
                 holds("check convergecast -n 1..6").when("if leaves begin").beside()},
       .change = "Let leaves sleep on: check convergecast --initiators any -n 1..3."},
      {.name = "garg-28",
       .where = "Figure 13.5",
       .aliases = {"garg-fig-13.5"},
       .asks = "Does the broadcast down the tree reach everyone?",
       .parts = {holds("check convergecast -n 1..6", {"right-value", "termination"})
                     .if_true("Everyone gets the result that the root sends down"),
                 costs("measure convergecast -n 1..6 --cost messages",
                       max("messages", "").is(2 * (n - 1), ""))
                     .if_true("Half of these go up and half down")},
       .change = "Lose a message (--loss 1), or double one (--duplicate 1)."},
      {.name = "garg-29",
       .where = "13.5, 13.5.1, listing",
       .aliases = {},
       .asks = "Does getLeader return in the end, with the largest, and is the listing as cheap as the "
               "algorithm of "
               "13.2.1?",
       .parts =
           {holds("check chang-roberts:java -n 1..5", {"unique-leader", "agreement", "termination"})
                .when("that everyone gets the leader"),
            costs("measure chang-roberts:java -n 1..5 --initiators all --cost election",
                  max("election", "all").is_at_most(n * (n + 1) / 2, ""))
                .when("that it is as cheap if startElection is called before anything arrives"),
            costs("measure chang-roberts:java -n 1..5 --initiators any --cost election",
                  max("election", "any").is_at_most(n * (n + 1) / 2, ""))
                .when("that it is as cheap if startElection is called at any moment")
                .if_false(
                    "Forwarding does not wake a process, and startElection has no guard, so a process may "
                    "send its number twice")},
       .change = "Compare it with the figure: compare chang-roberts chang-roberts:java -n 1..4."},
      {.name = "garg-32",
       .where = "13.5.3, listing",
       .aliases = {},
       .asks = "Does waitForDone return everywhere?",
       .parts = {holds("check spanning-tree:as-printed -n 3..5 --topology ring", {"termination"}).when(rings),
                 holds("check spanning-tree:as-printed -n 1..4", {"termination"})
                     .when("on connected graphs in general")
                     .if_false("A leaf is never done")},
       .change = "Take the repaired program: check spanning-tree."},
      {.name = "garg-33",
       .where = "13.5.4, Figure 13.6",
       .aliases = {"garg-fig-13.6"},
       .asks = "Does computeGlobal, as it is printed, compute the function at every process?",
       .parts =
           {holds("check global-function:as-printed -n 1..4", {"right-value", "termination", "no-exception"})
                .if_false("A leaf of the spanning tree is never done, so initialize does not return there"),
            breaks("check global-function:as-printed -n 3 --topology complete", {"no-exception"})
                .when("where there is no leaf")
                .if_true("The call pending.remove(src) takes src for a position in the list")
                .beside(),
            holds("check global-function -n 1..4").when("with both repaired").beside()},
       .change = "Choose the graph: --topology line -n 2, --topology complete -n 3."},
      {.name = "garg-34",
       .where = "Figure 13.7",
       .aliases = {"garg-fig-13.7"},
       .asks = "With process 0 as root, is the right sum printed everywhere?",
       .parts = {holds("check global-function:as-printed -n 1..4", {"right-value", "termination"}),
                 holds("check global-function -n 1..4", {"right-value", "termination"})
                     .when("with Figure 13.6 repaired")
                     .beside()},
       .change = "Double a message and see the sum go wrong: check global-function -n 3 --duplicate 1."},
      {.name = "garg-35",
       .where = "13.5.4",
       .aliases = {},
       .asks = "If the function is commutative and associative, may inner nodes combine what they get, in "
               "whatever "
               "order it arrives?",
       .parts =
           {holds("check global-function -n 1..4", {"right-value"}).when("the sum, on every connected graph"),
            holds("check convergecast -n 1..6", {"right-value"})
                .when("the sum and the largest, on every tree"),
            breaks("check global-function -n 1..3 --set function=difference", {"right-value"})
                .when("that it goes wrong with a difference, which is neither")
                .beside()},
       .change =
           "Keep no order: --network bag; or take one that is commutative alone: --set function=average."},
      {.name = "garg-42",
       .where = "13.5.2 to 13.5.4, listings",
       .aliases = {},
       .asks = "Are the calls that wait, getLeader, waitForDone and computeGlobal, woken when what they wait "
               "for is "
               "there?",
       .parts =
           {holds("check chang-roberts:waiting -n 1..3", {"woken"})
                .when("by getLeader of RingLeader")
                .if_true("Its handler calls notify when it has the leader"),
            holds("check dolev-klawe-rodeh:waiting -n 1..3", {"woken"})
                .when("by getLeader of DKR")
                .if_false(
                    "Nothing calls notify, so whoever called before the leader was known sleeps for ever"),
            holds("check spanning-tree:waiting -n 1..3", {"woken"}).when("by waitForDone of SpanTree"),
            holds("check global-function:waiting -n 1..3", {"woken"})
                .when("by computeGlobal of GlobalFunc")
                .if_false("It calls notifyAll once, before it waits itself")},
       .change = "Take one call alone: explore dolev-klawe-rodeh:waiting -n 2."},
  };
}

}  // namespace conclave::exercises
