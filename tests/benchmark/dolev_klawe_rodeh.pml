/*
 * Dolev, Klawe and Rodeh (Garg, listing 13.5.2) on a one-way ring, packed by hand as chang_roberts.pml is, and step for
 * step what Conclave explores: one start or one delivery, with all that it sends, is one transition; whoever sleeps
 * starts before it handles a message. tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=7 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *
 * N is 2 to 7. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

/* Message codes: j is (type1, j), N + j is (type2, j), 2N + 1 is (leader, N); any other leader is a violation. */
#define TYPE1(j) (j)
#define TYPE2(j) (N + (j))
#define LEADER   (2 * N + 1)

/* One Promela process plays all places; sets of places are bit masks. A queue is an int, its oldest message in the low
   4 bits; no channel ever holds more than N messages (asserted). */
#define AT(i) (1 << (i))
int channel[N];
byte id[N], max[N], neighbour[N];
byte awake, passive, decided;
byte k, p;

#define SEND(i, m) \
  shift = 0; do :: channel[i] >> shift -> shift = shift + 4 :: else -> break od; \
  assert(shift < 4 * N); channel[i] = channel[i] | ((m) << shift)

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, shift;

#define START(i) \
  awake = awake | AT(i); SEND(NEXT(i), TYPE1(id[i]))

#define RECEIVE(i) \
  if :: !(awake & AT(i)) -> START(i) :: else fi; \
  if \
  :: got == LEADER -> \
     if :: !(decided & AT(i)) -> decided = decided | AT(i); SEND(NEXT(i), LEADER) :: else fi \
  :: got != LEADER && (passive & AT(i)) -> SEND(NEXT(i), got) \
  :: got <= N && !(passive & AT(i)) -> \
     if \
     :: got != max[i] -> SEND(NEXT(i), TYPE2(got)); neighbour[i] = got \
     :: else          -> assert(got == N); decided = decided | AT(i); SEND(NEXT(i), LEADER) \
     fi \
  :: else -> \
     if \
     :: neighbour[i] > got - N && neighbour[i] > max[i] -> max[i] = neighbour[i]; SEND(NEXT(i), TYPE1(max[i])) \
     :: else -> passive = passive | AT(i) \
     fi \
  fi

#define PLACE(i) \
  :: d_step { !(awake & AT(i)) -> START(i) } \
  :: d_step { channel[i] -> got = channel[i] & 15; channel[i] = channel[i] >> 4; RECEIVE(i) }

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
