/*
 * Dolev, Klawe and Rodeh (Garg, listing 13.5.2) on a one-way ring, as one writes it for SPIN: a process for each place,
 * native channels. Step for step what dolev_klawe_rodeh.pml and Conclave explore: one start or one delivery, with all
 * that it sends, is one transition; whoever sleeps starts before it handles a message. tests/benchmark/run compiles
 * it; by hand:
 *
 *   spin -DN=7 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DALL -a          everyone starts before it handles a message, instead of at any moment or never
 *   spin -DN=8 -DREDUCED -a      for a verifier with partial-order reduction: without -DNOREDUCE
 *
 * N is 2 to 9. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

mtype = { asleep, passive, contending };  /* what a process is */
mtype = { type1, type2, leader };     /* what a message is */

/* No channel ever holds more than N messages: SPIN reports "block in d_step" where one is full. */
chan q[N] = [N] of { mtype, byte };

#define START \
  state = contending; out!type1,id

#define WAKE \
  if :: state == asleep -> START :: else fi

#define TYPE1(j) \
  WAKE; \
  if \
  :: state == passive -> out!type1,j \
  :: else -> \
     if \
     :: j != max -> out!type2,j; neighbour = j \
     :: else     -> assert(j == N); known = j; out!leader,j \
     fi \
  fi

#define TYPE2(j) \
  WAKE; \
  if \
  :: state == passive -> out!type2,j \
  :: else -> \
     if \
     :: neighbour > j && neighbour > max -> max = neighbour; out!type1,max \
     :: else -> state = passive \
     fi \
  fi

#define LEADER(j) \
  WAKE; \
  assert(j == N); \
  if :: !known -> known = j; out!leader,j :: else fi

GLOBAL_GOT

proctype node(chan in, out; byte id) {
  LOCAL_GOT(in, out)
  mtype state = asleep;
  byte max = id, neighbour, known;  /* 0: none */

#ifdef ALL
  d_step { START };
#endif
end: /* a quiescent configuration is no deadlock */
  do
#ifndef ALL
  :: d_step { state == asleep -> START }
#endif
  :: d_step { in?type1,got -> TYPE1(got); FORGET }
  :: d_step { in?type2,got -> TYPE2(got); FORGET }
  :: d_step { in?leader,got -> LEADER(got); FORGET }
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
