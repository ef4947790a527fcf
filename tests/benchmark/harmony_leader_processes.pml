/*
 * Harmony's election on its set network (Figure 25.1), as one writes it for SPIN: a process for each place, and bits
 * for the messages, since nothing is ever taken away. (Native channels that hold every message once, sorted, and are
 * read by `in??[...]` take about four times as long.) Step for step what harmony_leader.pml and Conclave explore: a
 * message may be read again and again; a reading that changes nothing is a transition, too. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=8 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *
 * N is 2 to 9. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

mtype = { starting, working, done };

/* Messages: j is (j, not found), N + 1 is (N, found); found can be said of nobody else (asserted). */
#define FOUND (N + 1)
#define BIT(j) (1 << ((j) - 1))
#if N < 8
byte mailbox[N];
#else
short mailbox[N];
#endif

#define SEND(j) mailbox[NEXT(place)] = mailbox[NEXT(place)] | BIT(j)
#define IN(j)   (mailbox[place] & BIT(j))

#define READ(j) \
  :: d_step { phase == working && IN(j) -> \
       if \
       :: j == id -> assert(id == N); SEND(FOUND) \
       :: j > id  -> assert(id != N); SEND(j) \
       :: else \
       fi }

proctype node(byte place, id) {
  mtype phase = starting;

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { phase == starting -> phase = working; SEND(id) }
  EACH_ID(READ)
  :: d_step { phase == working && IN(FOUND) -> SEND(FOUND); phase = done }
  od
}

/* What is left in these variables follows from the order, which the nodes hold anyway: no configuration is added. */
init {
  byte id[N], k, p;

  atomic {
    choose_order();
    for (k : 0 .. N - 1) { run node(k, id[k]) }
  }
}
