// Garg, chapter 13: elections on rings.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {

std::vector<Exercise> of_garg_rings() {
  using namespace claimed;
  const std::string from_all = "measure chang-roberts -n 1..8 --initiators all --cost election";
  const std::string from_any = "measure chang-roberts -n 1..8 --initiators any --cost election";
  const std::string hs = "check hirschberg-sinclair -n 1..6";
  const std::string hs_rounds = "check hirschberg-sinclair-rounds -n 1..8";
  const Formula triangle = n * (n + 1) / 2;
  const std::string worst_order =
      "measure chang-roberts -n 5 --ids 5,4,3,2,1 --initiators all --by kind,id --cost election";
  const auto number = [](int, int j) { return Rational(j); };
  const auto eight = [](int processes, int) { return Rational(8 * processes); };
  const Formula hs_bound = 8 * n * (1 + ceiling_log2(n));
  return {
      {.name = "garg-3",
       .where = "13.2",
       .aliases = {},
       .asks = "Can no deterministic algorithm elect a leader on an anonymous ring?",
       .parts = {holds("check anonymous -n 2..4", {"symmetry", "no-single-leader"})
                     .if_true(
                         "All processes of a machine are always in the same state, and this is so of every "
                         "machine with two states and one message"),
                 holds("check anonymous:two-way -n 2..4 --set states=1", {"symmetry", "no-single-leader"}),
                 breaks("check chang-roberts -n 2..4 --ids equal", {"unique-leader"})
                     .when("Chang and Roberts, with one identifier for all")
                     .beside(),
                 breaks("check hirschberg-sinclair -n 2..4 --ids equal", {"unique-leader"})
                     .when("Hirschberg and Sinclair, with one identifier for all")
                     .beside()},
       .change = "Take larger machines (--set states=3, --set messages=2), and a ring of one: -n 1."},
      {.name = "garg-4",
       .where = "13.2",
       .aliases = {},
       .asks = "Can a randomized algorithm elect in expected finite time?",
       .parts = {holds("check itai-rodeh -n 1..5", {"unique-leader", "termination", "election"})
                     .if_true("It ends with probability 1"),
                 costs("measure itai-rodeh -n 2..6 --cost time",
                       mean("time", "all").is_at_most(1 + n * (1 + ceiling_log2(n)), ""))
                     .if_true("So it is finite")},
       .change = "Let nobody's draw differ: --set m=0."},
      {.name = "garg-5",
       .where = "13.2.1, Figure 13.1",
       .aliases = {"garg-fig-13.1"},
       .asks = "Does the algorithm of Chang and Roberts elect one leader, the process with the largest "
               "identifier, and does everybody learn of it?",
       .parts = {holds("check chang-roberts -n 1..8",
                       {"unique-leader", "max-id", "agreement", "termination"})},
       .change =
           "Drop what it needs: --ids duplicates, --loss 1, --crash 1; or keep no order: --network bag."},
      {.name = "garg-6",
       .where = "13.2.1",
       .aliases = {},
       .asks = "Is it right whichever processes wake up by themselves: any of them, all, or one?",
       .parts = {holds("check chang-roberts -n 1..8 --initiators any").when("any set of them"),
                 holds("check chang-roberts -n 1..8 --initiators all").when("all"),
                 holds("check chang-roberts -n 1..8 --initiators one").when("exactly one")},
       .change = "Name the places: --initiators 0,2 -n 4."},
      {.name = "garg-7",
       .where = "13.2.1",
       .aliases = {},
       .asks = "When a process gets its own leader message back, does everybody know the leader?",
       .parts = {holds("check chang-roberts:knows -n 1..6", {"all-know"})},
       .change = "Look at the last step of an execution: check chang-roberts -n 3 --witness leader=max; or "
                 "double a "
                 "message: --duplicate 1."},
      {.name = "garg-8",
       .where = "13.2.1",
       .aliases = {},
       .asks = "Does it work without any process knowing how many there are?",
       .parts = {is_not_told("chang-roberts", "processes"), holds("check chang-roberts -n 1..8")},
       .change = "Compare with a model that is told: list time-slice."},
      {.name = "garg-9",
       .where = "13.2.1, Figure 13.2a",
       .aliases = {"garg-fig-13.2a"},
       .asks =
           "Are 1 + 2 + ... + n election messages the worst case, and does the decreasing order attain it?",
       .parts = {costs(from_any, max("election", "any").is(triangle, "")),
                 costs(from_all, max("election", "all").is(triangle, "")),
                 costs("measure chang-roberts -n 5 --ids 5,4,3,2,1 --initiators all --cost election",
                       min("election", "all").is(triangle, ""))
                     .if_true("In the decreasing order every execution costs as much"),
                 witness("check chang-roberts -n 4 --initiators all --witness election=max")},
       .change = "Try another order (--ids 4,2,3,1), or exactly one initiator (--initiators one)."},
      {.name = "garg-10",
       .where = "13.2.1",
       .aliases = {},
       .asks = "Are there n leader messages besides, in every execution?",
       .parts = {costs("measure chang-roberts -n 1..8 --initiators any --cost leader",
                       max("leader", "any").is(n, "")),
                 costs("measure chang-roberts -n 1..8 --initiators any --cost leader",
                       min("leader", "any").is(n, ""))},
       .change = "Count them where messages are delivered again: --network set -n 1..3."},
      {.name = "garg-11",
       .where = "13.2.1, Figure 13.2b",
       .aliases = {"garg-fig-13.2b"},
       .asks = "Is the increasing order the best case, with O(n) election messages, when everyone starts?",
       .parts =
           {costs(from_all, min("election", "all").is(2 * n - 1, "")),
            costs("measure chang-roberts -n 5 --ids 1,2,3,4,5 --initiators all --cost election",
                  max("election", "all").is(2 * n - 1, ""))
                .if_true("In the increasing order every execution costs as little"),
            costs(from_any, min("election", "any").is(n, "")).when("if not everyone has to start").beside()},
       .change = "Let one process start: --initiators one. Which one makes it cheapest?"},
      {.name = "garg-12",
       .where = "13.2.1, Problem 13.2",
       .aliases = {"garg-13.2"},
       .asks =
           "Does it take O(n log n) election messages on average over all orders: n(1 + 1/2 + ... + 1/n)?",
       .parts = {costs(from_all, mean("election", "all").is(n * harmonic(n), ""))},
       .change = "Go to n = 9, or let any set of processes start (--initiators any)."},
      {.name = "garg-13",
       .where = "13.2.1",
       .aliases = {},
       .asks = "In the worst order, does the message of the process with identifier j travel j hops?",
       .parts = {each_class(worst_order, {"election id", Statistic::max, Relation::equal, "j", number}),
                 each_class(worst_order, {"election id", Statistic::min, Relation::equal, "j", number})
                     .if_true("So it does in every execution"),
                 costs("measure chang-roberts -n 5 --ids 5,4,3,2,1 --initiators all --cost election",
                       max("election", "all").is(triangle, ""))
                     .if_true("That is what the hops of all of them sum up to")
                     .beside(),
                 each_class("measure chang-roberts -n 1..6 --initiators all --by kind,id --cost election",
                            {"election id", Statistic::max, Relation::equal, "j", number})
                     .when("in the worst order for it")
                     .if_true("It passes only the processes with smaller identifiers, and they are j−1"),
                 witness("check chang-roberts --ids 4,3,2,1 --initiators all --witness election=max")},
       .change = "Take another order (--ids 3,5,4,1,2), or count by who sends: --by kind,sender."},
      {.name = "garg-14",
       .where = "13.2.2",
       .aliases = {},
       .asks = "Does a process win round r if and only if it has the largest identifier within distance 2^r?",
       .parts = {holds(hs, {"phase-winners"}).if_true("So only those win"),
                 holds(hs_rounds, {"phase-invariant"}).if_true("And in lock step they all do")},
       .change = "Let sleepers relay instead of starting: check hirschberg-sinclair:relay."},
      {.name = "garg-15",
       .where = "13.2.2",
       .aliases = {},
       .asks = "Are two processes that have won round r at least 2^r apart?",
       .parts = {holds(hs, {"phase-winners"}),
                 holds(hs_rounds, {"phase-winners"})
                     .if_true(
                         "Each is the largest within 2^r, so that of two that were so near each would be "
                         "larger than the other")},
       .change = "Repeat identifiers (--ids duplicates) and see whether it stays so."},
      {.name = "garg-16",
       .where = "13.2.2",
       .aliases = {},
       .asks = "Are there at most n/(2^(r−1)+1) leaders after round r?",
       .parts = {holds(hs, {"few-winners"}),
                 holds(hs_rounds, {"few-winners"})
                     .if_true("Already so few begin round r, those that have won the one before")},
       .change = "Take a larger ring in lock step: -n 9."},
      {.name = "garg-17",
       .where = "13.2.2",
       .aliases = {},
       .asks = "Does it take O(log n) rounds: 1+⌈log2 n⌉?",
       .parts = {holds(hs, {"few-phases"}), holds(hs_rounds, {"few-phases"})},
       .change = "Lose or double a message: check hirschberg-sinclair -n 1..3 --duplicate 1 --keep-going."},
      {.name = "garg-18",
       .where = "13.2.2",
       .aliases = {},
       .asks = "Does each round take O(n) messages?",
       .parts =
           {each_class("measure hirschberg-sinclair -n 1..5 --initiators any --by phase --cost messages",
                       {"phase", Statistic::max, Relation::at_most, "8n", eight}),
            each_class("measure hirschberg-sinclair-rounds -n 1..8 --by phase --cost messages",
                       {"phase", Statistic::max, Relation::at_most, "8n", eight}),
            holds(hs_rounds, {"few-winners"})
                .if_true(
                    "Who begins round r sends two tokens over at most 2^r hops and back, 4·2^r messages, "
                    "and at most n/(2^(r−1)+1) begin it: less than 8n in all")},
       .change = "Bound all rounds together: measure hirschberg-sinclair."},
      {.name = "garg-19",
       .where = "13.2.2, Problem 13.4",
       .aliases = {"garg-13.4"},
       .asks = "Is there an algorithm for a two-way ring with O(n log n) messages?",
       .parts = {holds(hs, {"unique-leader", "max-id", "termination", "election"}),
                 costs("measure hirschberg-sinclair -n 1..6 --initiators any --cost messages",
                       max("messages", "any").is_at_most(hs_bound, "")),
                 costs("measure franklin -n 1..5 --initiators any --cost messages",
                       max("messages", "any").is_at_most(2 * n * ceiling_log2(n + 1), ""))
                     .when("Franklin's")
                     .beside()},
       .change = "Compare with others: compare hirschberg-sinclair hirschberg-sinclair:relay -n 1..4.",
       .assignment =
           Assignment{.asks = "Elect one leader on a two-way ring, for as few messages as "
                              "hirschberg-sinclair takes.",
                      .reference = "hirschberg-sinclair",
                      .processes = "1..4",
                      .options = "--initiators any",
                      .properties = {"unique-leader", "election"},
                      .cost = "messages",
                      .leaves_open =
                          "On rings of these sizes n² is not yet more than n log n, so that how it grows "
                          "is not told: on paper, or on one large ring in lock step."}},
      {.name = "garg-30",
       .where = "13.5.2, listing",
       .aliases = {},
       .asks = "Does the listing of Dolev, Klawe and Rodeh's algorithm elect, as it is printed?",
       .parts =
           {holds("check dolev-klawe-rodeh:as-printed -n 1..4", {"termination", "election"})
                .if_false("Line 5 makes everyone PASSIVE, and only who is ASLEEP starts, so nothing is ever "
                          "sent"),
            holds("check dolev-klawe-rodeh -n 1..6").when("if everyone is ASLEEP in the beginning").beside(),
            breaks("check dolev-klawe-rodeh -n 1..3 --network bag", {"max-id"})
                .when("the same, if channels do not keep order")
                .beside()},
       .change = "Take the repaired program on --network bag, or with --ids duplicates."},
      {.name = "garg-31",
       .where = "13.5.2",
       .aliases = {},
       .asks = "Is the process that announces the leader the leader itself?",
       .parts =
           {first_sender_is_named("check dolev-klawe-rodeh -n 3 --witness leader=max", "leader", "id")
                .if_false(
                    "An identifier travels on with other processes, and who meets it again announces it")},
       .change = "Follow the largest identifier in other orders: --ids 1,2,3 and so on."},
      {.name = "garg-36",
       .where = "Problem 13.1",
       .aliases = {"garg-13.1"},
       .asks = "Is there a randomized algorithm for an anonymous ring, which knows n, that ends with "
               "probability 1?",
       .parts = {holds("check itai-rodeh -n 1..5", {"unique-leader", "termination", "election"})
                     .when("in lock step, with m = 1"),
                 holds("check itai-rodeh -n 1..4 --set m=3", {"unique-leader", "termination", "election"})
                     .when("in lock step, with m = 3"),
                 holds("check itai-rodeh:tokens -n 1..3", {"unique-leader", "termination", "election"})
                     .when("on channels that keep order"),
                 breaks("check itai-rodeh -n 2 --set m=0", {"termination"})
                     .when("that it does not end with m = 0")
                     .if_true("Then everyone draws the same for ever")
                     .beside()},
       .change =
           "Draw from more values: --set m=7; or let messages overtake each other: check itai-rodeh:tokens "
           "--network bag -n 3."},
      {.name = "garg-37",
       .where = "Problem 13.1",
       .aliases = {"garg-13.1"},
       .asks = "How many rounds does it expect to take, as a function of n and m?",
       .parts = {costs("measure itai-rodeh -n 2..6 --cost time",
                       mean("time", "all").is_at_most(1 + n * (1 + ceiling_log2(n)), ""))
                     .when("with m = 1, in rounds of lock step, n of which are one of the algorithm"),
                 costs("measure itai-rodeh -n 2..5 --set m=3 --cost time",
                       mean("time", "all").is_at_most(1 + 2 * n, ""))
                     .when("with m = 3"),
                 costs("measure itai-rodeh -n 2..5 --set m=7 --cost time",
                       mean("time", "all").is_at_most(1 + 2 * n, ""))
                     .when("with m = 7")},
       .change = "Take any n and m: measure itai-rodeh -n 2..8 --set m=8. Or ask how likely each number of "
                 "rounds is: measure itai-rodeh -n 3 --distribution time."},
      {.name = "garg-38",
       .where = "Problem 13.3",
       .aliases = {"garg-13.3"},
       .asks = "A process swallows whatever is smaller than the largest identifier that it has seen. Are the "
               "election messages still n(n+1)/2 in the worst case?",
       .parts = {costs("measure chang-roberts:maxid -n 1..6 --initiators all --cost election",
                       max("election", "all").is(triangle, "")),
                 costs("measure chang-roberts:maxid -n 1..5 --initiators all --network bag --cost election",
                       max("election", "all").is(triangle, ""))
                     .when("if channels do not keep order")
                     .if_true("Nothing has to overtake")
                     .beside()},
       .change = "Let any set start (--initiators any), or keep no order (--network bag).",
       .assignment =
           Assignment{.asks = "Elect the largest identifier on a one-way ring, with maxid, for as few "
                              "messages as chang-roberts:maxid takes.",
                      .reference = "chang-roberts:maxid",
                      .processes = "1..5",
                      .options = "--initiators any",
                      .properties = {"unique-leader", "max-id", "termination"},
                      .cost = "messages"}},
      {.name = "garg-39",
       .where = "Problem 13.3",
       .aliases = {"garg-13.3"},
       .asks = "And does that variant expect to take as many election messages as the plain algorithm, "
               "n(1 + 1/2 + ... + 1/n)?",
       .parts = {costs("measure chang-roberts:maxid -n 1..6 --initiators all --cost election",
                       mean("election", "all").is(n * harmonic(n), "")),
                 costs_alike("compare chang-roberts chang-roberts:maxid -n 1..5", "election")
                     .if_true(
                         "On channels that keep order no identifier comes behind a larger one that was sent "
                         "before it, so nothing is swallowed that would not have been anyway"),
                 costs("measure chang-roberts:maxid -n 1..5 --initiators all --network bag --cost election",
                       min("election", "all").is(2 * n - 1, ""))
                     .when("if channels do not keep order")
                     .beside()},
       .change =
           "Look at the mean of minima on --network bag: there maxid saves, if the adversary lets it. Or see "
           "how "
           "the messages are distributed over the orders: measure chang-roberts:maxid -n 5 --initiators all "
           "--distribution election.",
       .assignment = Assignment{.asks = "The same model as for garg-38.",
                                .reference = "chang-roberts:maxid",
                                .processes = "1..5",
                                .options = "--initiators all",
                                .properties = {"unique-leader", "max-id", "termination"},
                                .cost = "messages"}},
      {.name = "garg-40",
       .where = "13.7",
       .aliases = {},
       .asks = "Do Dolev, Klawe and Rodeh's and Peterson's algorithms take O(n log n) messages on a one-way "
               "ring?",
       .parts = {costs("measure dolev-klawe-rodeh -n 1..7 --initiators any --cost messages",
                       max("messages", "any").is_at_most(2 * n * ceiling_log2(n + 1) + 2 * n, "")),
                 costs("measure peterson -n 1..6 --initiators any --cost messages",
                       max("messages", "any").is_at_most(2 * n * ceiling_log2(n + 1) + n, ""))},
       .change = "Compare them: compare dolev-klawe-rodeh peterson -n 1..5."},
      {.name = "garg-41",
       .where = "13.7",
       .aliases = {},
       .asks = "Does every election on a ring take at least of the order of n log n messages?",
       .parts = {costs("measure chang-roberts -n 1..6 --initiators all --cost messages",
                       max("messages", "all").is_at_least(n * floor_log2(n), "")),
                 costs("measure dolev-klawe-rodeh -n 1..6 --initiators all --cost messages",
                       max("messages", "all").is_at_least(n * floor_log2(n), "")),
                 costs("measure peterson -n 1..6 --initiators all --cost messages",
                       max("messages", "all").is_at_least(n * floor_log2(n), "")),
                 costs("measure franklin -n 1..5 --initiators all --cost messages",
                       max("messages", "all").is_at_least(n * floor_log2(n), "")),
                 costs("measure hirschberg-sinclair -n 1..6 --initiators all --cost messages",
                       max("messages", "all").is_at_least(n * floor_log2(n), ""))},
       .change = "Measure a model of your own in the same way.",
       .not_finite =
           "It speaks of every algorithm that there could be, so no number of runs decides it. What can "
           "be shown is that no algorithm here is cheaper at its worst."},
  };
}

}  // namespace conclave::exercises
