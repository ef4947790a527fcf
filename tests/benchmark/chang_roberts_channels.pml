/*
 * Chang and Roberts (Garg, Figure 13.1) on a one-way ring, as one writes it for SPIN: a process for each place, native
 * channels, an init that chooses the order, as in SPIN's own Examples/leader0.pml. Step for step what chang_roberts.pml
 * and Conclave explore: one start or one delivery, with all that it sends, is one transition. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=7 -DFIFO -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DBAG -DDECREASING -a    the one order N, N-1, ..., 1
 *   spin -DN=8 -DFIFO -DREDUCED -a      for a verifier with partial-order reduction: without -DNOREDUCE
 *
 * N is 2 to 9. common.pml says what SPIN counts beyond the algorithm's.
 *
 * N processes add no configuration: none ever ends, and between two steps each of them is at the head of its loop. One
 * process for all places would store 52 bytes less a configuration at N=7 and save some 15 % of the CPU time; that way,
 * to its end, goes chang_roberts.pml.
 */

#include "common.pml"

mtype = { election, leader };

/* No channel ever holds more than N messages: SPIN reports "block in d_step" where one is full. */
chan q[N] = [N] of { mtype, byte };

#ifdef FIFO
#define SEND(kind, j) out!kind,j
#else
#define SEND(kind, j) out!!kind,j   /* sorted: the same multiset is the same configuration */
#endif

/* The property costs no configuration: who announces itself must be the maximum, hence the only one. */
#define ELECTION(j) \
  if \
  :: j > id           -> SEND(election, j) \
  :: j == id          -> assert(id == N); SEND(leader, id) \
  :: j < id && !awake -> SEND(election, id) \
  :: else \
  fi; \
  awake = true

#define LEADER(j) \
  assert(j == N); \
  known = j; \
  if :: j != id -> SEND(leader, j) :: else fi

/* `in??election,j` with a variable takes the first election message; one choice for each constant takes any. */
#define TAKE(j) \
  :: d_step { in??election,j -> ELECTION(j) }

GLOBAL_GOT

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
proctype node(chan in, out; byte id) {
  LOCAL_GOT(in, out)
  bool awake;
  byte known;

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { !awake -> awake = true; SEND(election, id) }
#ifdef FIFO
  :: d_step { in?election,got -> ELECTION(got); FORGET }
  :: d_step { in?leader,got -> LEADER(got); FORGET }
#else
  :: d_step { in??leader,N -> LEADER(N) }
  EACH_ID(TAKE)
#endif
  od
}

/* What is left in these variables follows from the order, which the nodes hold anyway: no configuration is added. */
init {
  byte id[N], k, p;

  atomic {
    choose_order();
    for (k : 0 .. N - 1) { run node(q[k], q[NEXT(k)], id[k]) }
  }
}
