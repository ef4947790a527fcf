// The Aalborg lecture 7.2: requirements, Chang–Roberts and the Bully.
#include "exercises/book.hpp"
#include "exercises/findings.hpp"

namespace conclave::exercises {

std::vector<Exercise> of_aalborg() {
  using namespace claimed;
  const std::string ring = "check aalborg-chang-roberts:as-printed -n 1..4 --initiators any";
  const std::string bully = "check bully:as-printed -n 1..4 --keep-going";
  const Names safe{"unique-leader", "max-id", "agreement"};
  const Names live{"termination"};
  const Names both{"unique-leader", "max-id", "agreement", "termination"};
  // The old leader has crashed, and everyone else knows it.
  const std::string crashed = " --initiators one --down largest";
  const std::string crashing_ring = "check aalborg-chang-roberts:repaired -n 1..4 --crash 2";
  const std::string crashing_bully = "check bully -n 1..4 --crash 2 --set ids=live";
  return {
      {.name = "aalborg-1",
       .where = "Requirements",
       .aliases = {},
       .asks = "Safety: is whoever is believed to be leader the living process with the largest identifier?",
       .parts = {holds(ring, safe).when("by the Chang–Roberts listing"),
                 holds(bully, safe).when("by the Bully listing"),
                 holds("check bully -n 1..4", safe).when("by the Bully that waits two rounds")},
       .change = "Let processes crash (--crash 1), or name the one that is broken (--property agreement)."},
      {.name = "aalborg-2",
       .where = "Requirements",
       .aliases = {},
       .asks = "Liveness: does every process crash in the end, or know a leader?",
       .parts = {holds(ring, live).when("by the Chang–Roberts listing, without crashes"),
                 holds(bully, live).when("by the Bully listing, without crashes"),
                 holds("check aalborg-chang-roberts:as-printed -n 1..3 --crash 1", live)
                     .when("by the Chang–Roberts listing, with a crash")
                     .if_false("The vote that the crashed process held is gone")},
       .change = "Take the program that survives crashes: check aalborg-chang-roberts:repaired --crash 1."},
      {.name = "aalborg-3",
       .where = "Requirements, the note",
       .aliases = {},
       .asks = "Processes can crash during the election. Do the lecture's programs stay safe and live then?",
       .parts = {holds("check aalborg-chang-roberts:as-printed -n 1..3 --crash 1", both)
                     .when("the Chang–Roberts listing"),
                 holds("check bully:as-printed -n 1..3 --crash 1", both).when("the Bully listing"),
                 holds(crashing_ring, both).when("Chang–Roberts repaired for it").beside(),
                 holds(crashing_bully, both).when("the Bully repaired for it").beside()},
       .change = "Allow more crashes, or crashes between rounds only: check bully --set crashes=between "
                 "--crash 2."},
      {.name = "aalborg-4",
       .where = "Assumptions",
       .aliases = {},
       .asks = "Processes stay dead. Is that needed?",
       .parts = {holds(crashing_bully, both).when("the repaired Bully, as long as they do").beside(),
                 breaks("check bully -n 1..3 --crash 1 --recover 1", {"unique-leader"})
                     .if_true("Who comes back does not know that it was declared dead")},
       .change = "See whether it also breaks on the ring: check aalborg-chang-roberts:repaired --crash 1 "
                 "--recover 1."},
      {.name = "aalborg-5",
       .where = "Assumptions",
       .aliases = {},
       .asks = "Crashes are reliably detected. Is that needed?",
       .parts = {holds("check garcia-molina -n 1..3 --crash 1")
                     .when("Garcia-Molina's Bully, as long as they are")
                     .beside(),
                 breaks("check garcia-molina -n 1..3 --set detection=timeouts", {"unique-leader"})
                     .when("Garcia-Molina's Bully, if a process may give up too early"),
                 breaks("check bully -n 1..3 --set timeout=1", {"unique-leader"})
                     .when("the lecture's Bully, if one silent round is taken for death")},
       .change = "Wait longer: --set timeout=3.",
       .missing = "a detector that suspects living processes, for the lecture's own programs."},
      {.name = "aalborg-6",
       .where = "Assumptions",
       .aliases = {},
       .asks = "Identifiers are unique. Is that needed?",
       .parts = {breaks("check aalborg-chang-roberts -n 1..3 --ids duplicates", {"unique-leader"}),
                 breaks("check aalborg-chang-roberts -n 1..3 --ids duplicates", {"termination"}).beside()},
       .change = "Give the identifiers place by place: --ids 2,2, or --ids 3,2,2."},
      {.name = "aalborg-7",
       .where = "Chang–Roberts, Idea",
       .aliases = {},
       .asks = "Is the rule of the slide, by which a process takes part once it has heard of the election, "
               "right?",
       .parts = {holds(ring, both)
                     .when("as the listing has it")
                     .if_true("There a process takes part from its first "
                              "round on")},
       .change =
           "Let one process start: --initiators one; or read the rule literally: check chang-roberts:slide."},
      {.name = "aalborg-8",
       .where = "Chang–Roberts, Idea",
       .aliases = {},
       .asks = "\"Forward own ID otherwise\", read literally: is that right?",
       .parts = {holds("check chang-roberts:slide -n 1..4",
                       {"unique-leader", "max-id", "agreement", "termination"})
                     .when("for who is elected"),
                 holds("check chang-roberts:slide -n 1..4", {"one-election"})
                     .when("for there being only one election at a time")
                     .if_false("Nothing is ever swallowed, so the message of each initiator comes home")},
       .change = "Let one process start: --initiators one."},
      {.name = "aalborg-9",
       .where = "Chang–Roberts, code",
       .aliases = {},
       .asks = "Is the code safe and live, if nobody crashes?",
       .parts = {holds("check aalborg-chang-roberts:as-printed -n 1..5 --initiators any", both),
                 breaks("check aalborg-chang-roberts:as-printed -n 1..3 --crash 1", live)
                     .when("if one process may crash")
                     .beside()},
       .change = "Deliver a message a round late (--late 1), or lose one (--loss 1)."},
      {.name = "aalborg-10",
       .where = "Chang–Roberts, Properties",
       .aliases = {},
       .asks = "Does an election take 3n−1 messages?",
       .parts =
           {costs("measure aalborg-chang-roberts -n 1..5 --initiators all --cost messages",
                  max("messages", "all").is(3 * n - 1, ""))
                .when("at the most, by the listing")
                .if_false("Everyone votes, and in other orders more votes go far"),
            costs("measure aalborg-chang-roberts -n 1..5 --initiators one --cost messages",
                  max("messages", "one").is(3 * n - 1, ""))
                .when("at the most, by the listing with one initiator"),
            costs("measure aalborg-chang-roberts -n 1..5 --initiators all --cost messages",
                  min("messages", "all").is(3 * n - 1, ""))
                .when("at the least, by the listing"),
            costs("measure chang-roberts -n 1..8 --initiators one --cost messages",
                  max("messages", "one").is(3 * n - 1, ""))
                .when("at the most, without rounds and with one initiator (Figure 13.1 in Garg)"),
            holds("check aalborg-chang-roberts:as-printed -n 2..4 --initiators one --down largest", live)
                .when("that the listing ends at all, if the old leader has crashed")
                .if_false("The ring is cut where it was")
                .beside(),
            costs("measure aalborg-chang-roberts:repaired -n 2..6 --initiators one --down largest --cost "
                  "messages",
                  min("messages", "one").is(3 * (n - 1) - 1, ""))
                .when("at the least, if the old leader has crashed, everyone else knows it, and the ring "
                      "closes over it")
                .if_true("That is 3n−1 for the processes that are left")
                .beside()},
       .change =
           "Name the order and the initiator: measure chang-roberts --ids 4,1,2,3 --initiators 1; or let "
           "two start: --initiators count:2."},
      {.name = "aalborg-11",
       .where = "Chang–Roberts, Properties",
       .aliases = {},
       .asks = "Can crashes be overcome if they are reliably detected?",
       .parts = {holds(crashing_ring, both)
                     .if_true(
                         "On a ring that closes over crashed processes, who learns of a crash votes again"),
                 breaks("check aalborg-chang-roberts:as-printed -n 1..3 --crash 1", live)
                     .when("the listing by itself")
                     .beside(),
                 breaks("check aalborg-chang-roberts:repaired -n 1..3 --crash 1", {"election"})
                     .when("that somebody is leader at some time")
                     .if_true("Who leads may crash in the round in which it would have known")
                     .beside()},
       .change = "Allow three crashes: --crash 3 -n 4.",
       .assignment =
           Assignment{.asks = "A Chang–Roberts in rounds that survives a crash which everyone hears of "
                              "(knows = Knowledge::crashes, heals = true).",
                      .reference = "aalborg-chang-roberts:repaired",
                      .processes = "1..3",
                      .options = "--crash 1",
                      .properties = {"unique-leader", "max-id", "agreement", "termination"}}},
      {.name = "aalborg-12",
       .where = "Bully, code",
       .aliases = {},
       .asks = "Is the code of the Bully safe and live, if nobody crashes?",
       .parts = {holds(bully, both)
                     .if_false(
                         "A vote and its answer take two rounds, and one silent round is taken for death")},
       .change = "Take the repaired program: check bully."},
      {.name = "aalborg-13",
       .where = "Bully, Properties",
       .aliases = {},
       .asks = "Is the Bully safe and live, given unique identifiers and reliable detection?",
       .parts = {holds("check bully:as-printed -n 1..3 --crash 1 --set ids=live", both).when("the listing"),
                 holds(crashing_bully, both).when("the repaired program, which waits for two rounds"),
                 holds("check garcia-molina -n 1..3 --crash 2").when("Garcia-Molina's, without rounds")},
       .change = "Let only some start: --initiators any."},
      {.name = "aalborg-14",
       .where = "Bully, Properties",
       .aliases = {},
       .asks = "Are n−2 messages the best case?",
       .parts = {costs("measure bully:textbook -n 2..6" + crashed + " --cost messages",
                       min("messages", "one").is(n - 2, ""))
                     .when("the slide's idea, if the old leader has crashed and everyone else knows it")
                     .if_true("The next one below it starts, and tells the n−2 others"),
                 costs("measure bully:as-printed -n 2..5" + crashed + " --cost messages",
                       min("messages", "one").is(n - 2, ""))
                     .when("the listing, from the same start")
                     .if_false("There whoever is woken asks all higher ones before it reads its mail"),
                 costs("measure bully -n 2..5" + crashed + " --cost messages",
                       min("messages", "one").is(n - 2, ""))
                     .when("the listing that waits two rounds, from the same start"),
                 costs("measure garcia-molina -n 2..5 --initiators one --down largest --cost messages",
                       min("messages", "one").is(n - 2, ""))
                     .when("Garcia-Molina's, from the same start"),
                 costs("measure bully:as-printed -n 1..4 --initiators one --cost messages",
                       min("messages", "one").is(largest(n - 2, 0), ""))
                     .when("the listing, if nobody has crashed")
                     .if_false("There every process asks all higher ones, and everyone takes part")},
       .change =
           "Let the old leader crash on the way instead: measure garcia-molina --initiators one --crash 1; "
           "or let two notice it: --initiators count:2."},
      {.name = "aalborg-15",
       .where = "Bully, Properties",
       .aliases = {},
       .asks = "Is the worst case O(n²) messages, at most 2n²?",
       .parts = {costs("measure bully:as-printed -n 1..4 --initiators one --cost messages",
                       max("messages", "one").is_at_most(2 * squared(n), ""))
                     .when("the listing with one initiator"),
                 costs("measure garcia-molina -n 1..4 --initiators one --cost messages",
                       max("messages", "one").is_at_most(2 * squared(n), ""))
                     .when("Garcia-Molina's with one initiator"),
                 costs("measure garcia-molina -n 1..4 --initiators any --cost messages",
                       max("messages", "any").is(2 * n * (n - 1), ""))
                     .when("Garcia-Molina's, with any set of initiators")
                     .beside(),
                 witness("check garcia-molina -n 3 --initiators one --witness messages=max")},
       .change = "See who starts in the dearest execution."},
      {.name = "aalborg-16",
       .where = "Bully, Properties",
       .aliases = {},
       .asks = "Is an election over after two rounds?",
       .parts =
           {costs("measure bully:textbook -n 2..6" + crashed + " --cost time",
                  min("time", "one").is_at_most(2, ""))
                .when("at the least, by the slide's idea, if the old leader has crashed and everyone else "
                      "knows it")
                .if_true("The next one below it announces itself in the first round, and is heard in the "
                         "second"),
            costs("measure bully:textbook -n 2..6" + crashed + " --cost time",
                  max("time", "one").is_at_most(2, ""))
                .when("at the most, from the same start")
                .if_false("A lower process asks first, and waits for an answer for two rounds"),
            costs("measure bully:as-printed -n 2..5" + crashed + " --cost time",
                  max("time", "one").is_at_most(2, ""))
                .when("at the most, by the listing from the same start"),
            costs("measure bully:as-printed -n 1..4 --initiators one --cost time",
                  max("time", "one").is_at_most(2, ""))
                .when("at the most, by the listing if nobody has crashed"),
            costs("measure bully:as-printed -n 2..4 --initiators one --cost time",
                  min("time", "one").is_at_most(2, ""))
                .when("at the least, by the listing if nobody has crashed and others are there"),
            costs("measure bully:as-printed -n 2..4 --initiators one --until decided --cost time",
                  min("time", "one").is_at_most(2, ""))
                .when("until everyone knows the leader, by the listing, at the least"),
            costs("measure bully:as-printed -n 1..4 --initiators one --until leader --cost time",
                  max("time", "one").is_at_most(2, ""))
                .when("until some process is leader, by the listing")
                .if_true("The others are not told yet")
                .beside()},
       .change = "Let everyone start: --initiators all."},
      {.name = "aalborg-17",
       .where = "Bully, Beware",
       .aliases = {},
       .asks = "Does too tight a deadline break safety?",
       .parts =
           {breaks("check bully -n 1..3 --set timeout=1", {"unique-leader"}),
            holds("check bully -n 1..3 --set timeout=2", {"unique-leader"}).when("with two rounds").beside()},
       .change = "Wait three rounds: --set timeout=3."},
      {.name = "aalborg-18",
       .where = "Bully, Beware",
       .aliases = {},
       .asks = "Do identifiers that reappear break safety?",
       .parts = {breaks("check bully -n 1..3 --crash 1 --recover 1", {"unique-leader"}),
                 holds("check bully -n 1..3 --crash 1", {"unique-leader"})
                     .when("if who has crashed stays away")
                     .beside()},
       .change = "Find the smallest n: -n 2."},
      {.name = "aalborg-19",
       .where = "Bully, Beware",
       .aliases = {},
       .asks = "Is safety broken if the system is not synchronous?",
       .parts = {breaks("check bully -n 1..3 --late 1", {"unique-leader"})
                     .if_true("One message that comes a round late is enough")},
       .change = "Be patient: --set timeout=3 --late 1."},
      {.name = "aalborg-20",
       .where = "Bully, Requires",
       .aliases = {},
       .asks = "Does the Bully require that messages arrive in order?",
       .parts = {breaks("check bully -n 1..4", both)
                     .when("the repaired program in rounds, in which a mailbox is read in any order"),
                 breaks("check garcia-molina -n 1..4 --network bag")
                     .when("Garcia-Molina's without order, if nobody crashes"),
                 breaks("check garcia-molina -n 1..3 --network bag --crash 1")
                     .when("Garcia-Molina's without order, if a process may crash")},
       .change = "With order it is right: check garcia-molina -n 1..3 --crash 1."},
      {.name = "aalborg-21",
       .where = "Bully, code",
       .aliases = {},
       .asks = "The code calls self.start_selection(), which there is not. Does it ever get there?",
       .parts = {breaks("check bully:as-printed -n 1..4", {"no-exception"})
                     .when("if everyone starts")
                     .if_false(
                         "Whoever has not been told to shut up has begun an election before it reads its "
                         "mail"),
                 breaks("check bully:as-printed -n 1..3 --initiators any", {"no-exception"})
                     .when("Whoever starts"),
                 breaks("check bully:as-printed -n 1..3 --crash 1", {"no-exception"}).when("with a crash")},
       .change = "Try --late 1 or --loss 1."},
      {.name = "aalborg-22",
       .where = "Bully, Idea",
       .aliases = {},
       .asks = "Higher processes answer, and the highest that is alive announces itself. Is that idea right?",
       .parts = {holds("check garcia-molina -n 1..4").when("Garcia-Molina's, without crashes"),
                 holds("check garcia-molina -n 1..3 --crash 2").when("Garcia-Molina's, with two crashes"),
                 holds("check bully:textbook -n 1..4").when("in rounds, without crashes")},
       .change =
           "Give up too early: --set detection=timeouts; or take the idea in rounds: check bully:textbook."},
  };
}

}  // namespace conclave::exercises
