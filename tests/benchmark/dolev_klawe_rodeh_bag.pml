/*
 * Dolev, Klawe and Rodeh (Garg, listing 13.5.2) on a one-way ring whose channels are bags, packed by hand as
 * chang_roberts.pml is, and step for step what Conclave explores: any message of a channel may be the next, and two
 * equal ones are one transition. The algorithm is wrong here: max-id is violated, and pan has to go on after that
 * (-c0). tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=5 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *
 * N is 2 to 6. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

/* Kinds of messages: m < N is (type1, m + 1), N + m is (type2, m + 1), 2N + m is (leader, m + 1). A channel is an int
   with a field for each: how many of it there are, in 2 bits (asserted: at most 3), in 1 bit for a leader. */
#define AT(i)      (1 << (i))
#define TYPE1(j)   ((j) - 1)
#define TYPE2(j)   (N + (j) - 1)
#define LEADER(j)  (2 * N + (j) - 1)
#define FIELD(m)   (2 * (m) - ((m) > 2 * N -> (m) - 2 * N : 0))
#define LIMIT(m)   ((m) < 2 * N -> 3 : 1)
int channel[N];
byte id[N], max[N], neighbour[N], leader[N];
byte awake, passive; /* sets of places are bit masks */
byte k, p;

#define SEND(i, m) \
  put = FIELD(m); \
  assert((channel[i] >> put & LIMIT(m)) != LIMIT(m)); \
  channel[i] = channel[i] + (1 << put)

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, put, other;

#define START(i) \
  awake = awake | AT(i); SEND(NEXT(i), TYPE1(id[i]))

#define WAKE(i) \
  if :: !(awake & AT(i)) -> START(i) :: else fi

/* unique-leader and agreement: whom one believes to be leader all others do, too. max-id comes last. `got`, not j: pan
   prints each text of a violated assertion anew. */
#define BELIEVE(i, j) \
  got = j; other = 0; \
  do \
  :: other < N -> assert(!leader[other] || leader[other] == got); other = other + 1 \
  :: else -> break \
  od; \
  leader[i] = got; SEND(NEXT(i), LEADER(j)); \
  assert(got == N)

#define TAKE(i, m) \
  (channel[i] >> FIELD(m) & LIMIT(m)) -> channel[i] = channel[i] - (1 << FIELD(m)); WAKE(i)

#define DELIVER(i, j) \
  :: d_step { TAKE(i, TYPE1(j)); \
       if \
       :: passive & AT(i) -> SEND(NEXT(i), TYPE1(j)) \
       :: else -> \
          if \
          :: j != max[i] -> SEND(NEXT(i), TYPE2(j)); neighbour[i] = j \
          :: else -> BELIEVE(i, j) \
          fi \
       fi } \
  :: d_step { TAKE(i, TYPE2(j)); \
       if \
       :: passive & AT(i) -> SEND(NEXT(i), TYPE2(j)) \
       :: else -> \
          if \
          :: neighbour[i] > j && neighbour[i] > max[i] -> max[i] = neighbour[i]; SEND(NEXT(i), TYPE1(max[i])) \
          :: else -> passive = passive | AT(i) \
          fi \
       fi } \
  :: d_step { TAKE(i, LEADER(j)); if :: !leader[i] -> BELIEVE(i, j) :: else fi }

#define PLACE(i) \
  :: d_step { !(awake & AT(i)) -> START(i) } \
  FROM_EACH(DELIVER, i)

active proctype ring() {
  atomic {
    choose_order();
    do :: k < N -> max[k] = id[k]; k++ :: else -> break od;
    k = 0
  }

end: /* a quiescent configuration is no deadlock */
  do
  EACH_PLACE(PLACE)
  od
}
