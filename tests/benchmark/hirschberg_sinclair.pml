/*
 * Hirschberg and Sinclair (Garg, 13.2.2) on a two-way ring, packed by hand as chang_roberts.pml is, and step for step
 * what Conclave explores: one start or one delivery, with all that it sends, is one transition; whoever sleeps starts
 * before it handles a token. tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=5 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=6 -DDECREASING -a   the one order N, N-1, ..., 1
 *
 * N is 2 to 7. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

#define BEFORE(i) ((i + N - 1) % N)

/* A token is its owner, in the upper 3 bits of 6, and how many hops it has still to go: 1 to 7, 0 on its way home. From
   phase 3 on it may go 8, which is as good as 7: that is as far as home. A queue is an int, its oldest token in the low
   bits; no channel ever holds more than 5 tokens (asserted). What comes to place i from the place before it is in
   up[i], from the place behind it in down[i]. */
#define TOKEN(j, hops) ((j) << 3 | (hops))
#define REACH(i)       (phase[i] < 3 -> 1 << phase[i] : 7)
int up[N], down[N];
byte id[N], phase[N];
byte awake, returned, leader; /* sets of places are bit masks; `returned`: one of both tokens is home */
byte k, p;

#define AT(i) (1 << (i))

#define SEND(queue, m) \
  shift = 0; do :: queue >> shift -> shift = shift + 6 :: else -> break od; \
  assert(shift < 30); queue = queue | ((m) << shift)

#define SEND_BOTH(i) \
  SEND(up[NEXT(i)], TOKEN(id[i], REACH(i))); SEND(down[BEFORE(i)], TOKEN(id[i], REACH(i)))

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, shift, far, others;

#define START(i) \
  awake = awake | AT(i); SEND_BOTH(i)

/* phase-winners, few-winners and few-phases say something new only when a process gets to a phase. Within distance d
   on both sides are all places from i - d to i + d, if that is not all anyway. */
#define WINS(i) \
  assert(1 << phase[i] < 2 * N); \
  far = 1; \
  do \
  :: far <= 1 << (phase[i] - 1) && far < N -> \
     assert(id[i] > id[(i + far) % N] && id[i] > id[(i + N - far) % N]); far = far + 1 \
  :: else -> break \
  od; \
  far = 0; others = 0; \
  do \
  :: far < N -> if :: phase[far] >= phase[i] -> others = others + 1 :: else fi; far = far + 1 \
  :: else -> break \
  od; \
  assert(others <= N / ((1 << (phase[i] - 1)) + 1))

/* A token that came from where `back` leads to, and goes on to where `on` leads. */
#define RECEIVE(i, on, back) \
  if :: !(awake & AT(i)) -> START(i) :: else fi; \
  if \
  :: got & 7 -> \
     if \
     :: got >> 3 > id[i] && (got & 7) > 1 -> SEND(on, got - 1) \
     :: got >> 3 > id[i] && (got & 7) == 1 -> SEND(back, got - 1) \
     :: got >> 3 == id[i] -> assert(id[i] == N); leader = leader | AT(i) \
     :: else \
     fi \
  :: else -> \
     if \
     :: got >> 3 != id[i] -> SEND(on, got) \
     :: got >> 3 == id[i] && !(returned & AT(i)) -> returned = returned | AT(i) \
     :: else -> \
        returned = returned & ~AT(i); \
        phase[i] = phase[i] + 1; \
        WINS(i); \
        SEND_BOTH(i) \
     fi \
  fi

#define PLACE(i) \
  :: d_step { !(awake & AT(i)) -> START(i) } \
  :: d_step { up[i] -> got = up[i] & 63; up[i] = up[i] >> 6; RECEIVE(i, up[NEXT(i)], down[BEFORE(i)]) } \
  :: d_step { down[i] -> got = down[i] & 63; down[i] = down[i] >> 6; RECEIVE(i, down[BEFORE(i)], up[NEXT(i)]) }

active proctype ring() {
  atomic { choose_order() }

end: /* a quiescent configuration is no deadlock */
  do
  EACH_PLACE(PLACE)
  od
}
