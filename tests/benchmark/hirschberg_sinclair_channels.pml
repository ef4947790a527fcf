/*
 * Hirschberg and Sinclair (Garg, 13.2.2) on a two-way ring, as one writes it for SPIN: a process for each place, native
 * channels. Step for step what hirschberg_sinclair.pml and Conclave explore: one start or one delivery, with all that
 * it sends, is one transition; whoever sleeps starts before it handles a token. tests/benchmark/run compiles it; by
 * hand:
 *
 *   spin -DN=5 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=6 -DDECREASING -a   the one order N, N-1, ..., 1
 *
 * N is 2 to 9. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

#define BEFORE(i) ((i + N - 1) % N)

mtype = { outward, homeward };

/* A token is on its way out or home, and has its owner and how many hops it has still to go, 0 on its way home. What
   comes to place i from the place before it is in up[i], from the place behind it in down[i]. No channel ever holds
   more than ROOM tokens: SPIN reports "block in d_step" where one is full. */
#if N < 6
#define ROOM 4
#else
#define ROOM (N - 1)
#endif
chan up[N] = [ROOM] of { mtype, byte, byte };
chan down[N] = [ROOM] of { mtype, byte, byte };

/* The properties compare a process with all others, so these are everybody's. */
byte id[N], phase[N];

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, hops, far, others;

#define SEND_BOTH \
  next!outward,own,1 << phase[place]; previous!outward,own,1 << phase[place]

#define START \
  awake = true; SEND_BOTH

#define WAKE \
  if :: !awake -> START :: else fi

/* phase-winners, few-winners and few-phases say something new only when a process gets to a phase. Within distance d
   on both sides are all places from i - d to i + d, if that is not all anyway. */
#define REACHED (1 << (phase[place] - 1))
#define WINS \
  assert(1 << phase[place] < 2 * N); \
  for (far : 1 .. (REACHED < N -> REACHED : N - 1)) { \
    assert(own > id[(place + far) % N] && own > id[(place + N - far) % N]) \
  } \
  others = 0; \
  for (far : 0 .. N - 1) { \
    if :: phase[far] >= phase[place] -> others++ :: else fi \
  } \
  assert(others <= N / (REACHED + 1))

/* A token that came by `from`, from where `back` leads to, and goes on to where `on` leads. */
#define DELIVER(from, on, back) \
  :: d_step { from?outward,got,hops -> \
       WAKE; \
       if \
       :: got > own && hops > 1  -> on!outward,got,hops - 1 \
       :: got > own && hops == 1 -> back!homeward,got,0 \
       :: got == own -> assert(own == N); leader = true \
       :: else \
       fi } \
  :: d_step { from?homeward,got,_ -> \
       WAKE; \
       if \
       :: got != own -> on!homeward,got,0 \
       :: got == own && !returned -> returned = true \
       :: else -> returned = false; phase[place]++; WINS; SEND_BOTH \
       fi }

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
proctype node(byte place, own; chan from_previous, from_next, previous, next) {
  bool awake, leader;
  bool returned; /* one of both tokens is home */

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { !awake -> START }
  DELIVER(from_previous, next, previous)
  DELIVER(from_next, previous, next)
  od
}

/* What is left in these variables follows from the order: no configuration is added. */
init {
  byte k, p;

  atomic {
    choose_order();
    for (k : 0 .. N - 1) { run node(k, id[k], up[k], down[k], down[BEFORE(k)], up[NEXT(k)]) }
  }
}
