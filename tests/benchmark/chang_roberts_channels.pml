/*
 * Chang and Roberts (Garg, Figure 13.1) on a one-way ring, as one writes it for SPIN: a process for each place, native
 * channels, an init that chooses the order, as in SPIN's own Examples/leader0.pml. Step for step what chang_roberts.pml
 * and Conclave explore: one start or one delivery, with all that it sends, is one transition. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=7 -DFIFO -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DBAG -DDECREASING -a    the one order N, N-1, ..., 1
 *   spin -DN=8 -DFIFO -DREDUCED -a      for a verifier with partial-order reduction: without -DNOREDUCE
 *   spin -DN=6 -DFIFO -DLOSS -a         one message may be lost; -DCRASH: one process may stop for good
 *
 * N is 2 to 9; faults are for FIFO. common.pml says what SPIN counts beyond the algorithm's.
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
#ifdef CRASH
#define SEND(kind, j) if :: dead != out -> out!kind,j :: else fi
#else
#define SEND(kind, j) out!kind,j
#endif
#else
#define SEND(kind, j) out!!kind,j   /* sorted: the same multiset is the same configuration */
#endif

/* What the adversary may do, once in an execution. A loss takes the oldest message of a channel. Who crashes loses its
   variables and the messages to it, now and later, and leaves its loop: that is no other configuration, for `dead` says
   it, too. */
#ifdef LOSS
bool lost;
#define LOSE \
  :: d_step { !lost && nempty(in) -> in?_,_; lost = true }
#else
#define LOSE
#endif
#ifdef CRASH
chan dead; /* what leads to who has crashed; 0: nobody */
#define CRASHES \
  :: d_step { !dead -> \
       dead = in; awake = false; known = 0; \
       do :: nempty(in) -> in?_,_ :: empty(in) -> break od }; \
     break
#else
#define CRASHES
#endif

/* SPIN leaves out of the configuration what is never read. Without faults, what one knows follows from the rest. */
#if defined(LOSS) || defined(CRASH)
#define IRREVOCABLE(j) assert(!known || known == j);
#else
#define IRREVOCABLE(j)
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
  IRREVOCABLE(j) \
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
  LOSE
  CRASHES
  od
#ifdef CRASH
end_crashed:
  false
#endif
}

/* What is left in these variables follows from the order, which the nodes hold anyway: no configuration is added. */
init {
  byte id[N], k, p;

  atomic {
    choose_order();
    for (k : 0 .. N - 1) { run node(q[k], q[NEXT(k)], id[k]) }
  }
}
