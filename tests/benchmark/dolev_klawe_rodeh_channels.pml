/*
 * Dolev, Klawe and Rodeh (Garg, listing 13.5.2) on a one-way ring, as one writes it for SPIN: a process for each place,
 * native channels. Step for step what dolev_klawe_rodeh.pml, dolev_klawe_rodeh_bag.pml and Conclave explore: one start
 * or one delivery, with all that it sends, is one transition; whoever sleeps starts before it handles a message.
 * tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=7 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DALL -a          everyone starts before it handles a message, instead of at any moment or never
 *   spin -DN=5 -DBAG -a          channels are bags: max-id is violated, and pan has to go on after that (-c0)
 *   spin -DN=8 -DREDUCED -a      for a verifier with partial-order reduction: without -DNOREDUCE
 *
 * N is 2 to 9. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

mtype = { asleep, passive, contending };  /* what a process is */
mtype = { type1, type2, leader };     /* what a message is */

/* No channel ever holds more than N messages: SPIN reports "block in d_step" where one is full. */
chan q[N] = [N] of { mtype, byte };

#ifdef BAG
#define SEND(kind, j) out!!kind,j   /* sorted: the same multiset is the same configuration */
#else
#define SEND(kind, j) out!kind,j
#endif

#define START \
  state = contending; SEND(type1, id)

/* The properties cost no configuration. On fifo, whoever knows a leader knows the maximum, hence all know the same. On
   a bag max-id is violated, and from N=6 on agreement, too: there all others are asked, so that what they know is no
   variable of their own. `got`, not j: pan prints each text of a violated assertion anew. */
#ifdef BAG
byte believed[N];
hidden byte other;
#define known believed[id - 1]
#define BELIEVE(j) \
  got = j; \
  for (other : 0 .. N - 1) { assert(!believed[other] || believed[other] == got) } \
  known = j; SEND(leader, j); \
  assert(got == N)
#else
#define BELIEVE(j) \
  assert(j == N); known = j; SEND(leader, j)
#endif

#define WAKE \
  if :: state == asleep -> START :: else fi

#define TYPE1(j) \
  WAKE; \
  if \
  :: state == passive -> SEND(type1, j) \
  :: else -> \
     if \
     :: j != max -> SEND(type2, j); neighbour = j \
     :: else     -> BELIEVE(j) \
     fi \
  fi

#define TYPE2(j) \
  WAKE; \
  if \
  :: state == passive -> SEND(type2, j) \
  :: else -> \
     if \
     :: neighbour > j && neighbour > max -> max = neighbour; SEND(type1, max) \
     :: else -> state = passive \
     fi \
  fi

#define LEADER(j) \
  WAKE; \
  if :: !known -> BELIEVE(j) :: else fi

/* `in??type1,j` with a variable takes the first such message; one choice for each constant takes any. */
#define TAKE(j) \
  :: d_step { in??type1,j -> TYPE1(j) } \
  :: d_step { in??type2,j -> TYPE2(j) } \
  :: d_step { in??leader,j -> LEADER(j) }

GLOBAL_GOT

proctype node(chan in, out; byte id) {
  LOCAL_GOT(in, out)
  mtype state = asleep;
  byte max = id, neighbour;  /* 0: none */
#ifndef BAG
  byte known;
#endif

#ifdef ALL
  d_step { START };
#endif
end: /* a quiescent configuration is no deadlock */
  do
#ifndef ALL
  :: d_step { state == asleep -> START }
#endif
#ifdef BAG
  EACH_ID(TAKE)
#else
  :: d_step { in?type1,got -> TYPE1(got); FORGET }
  :: d_step { in?type2,got -> TYPE2(got); FORGET }
  :: d_step { in?leader,got -> LEADER(got); FORGET }
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
