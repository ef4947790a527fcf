/*
 * Chang and Roberts (Garg, Figure 13.1) on a one-way ring, as fast as SPIN can be made to run it, and step for step
 * what Conclave explores: one start or one delivery, with all that it sends, is one transition. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=7 -DFIFO -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DBAG -DDECREASING -a    the one order N, N-1, ..., 1
 *
 * FIFO takes N up to 7, BAG up to 9. What SPIN counts is more than the algorithm's by exactly
 *   1 configuration: the one in which no order has been chosen yet;
 *   1 transition for each order, its choice, and 1 more because SPIN counts storing the first configuration as one.
 */

/* Message codes: j is (election, j), N + 1 is (leader, N); any other leader message is a violation. */
#define LEADER    (N + 1)
#define NEXT(i)   ((i + 1) % N)

/* One Promela process plays all places: N processes would add 4 bytes each to what is hashed and compared. The
   loops over places and messages are unrolled, so that every index is a constant. Beside the channels
   nothing else is stored, and k and p are back at 0 before the algorithm begins. */
byte id[N], leader[N];
bool awake[N];
byte k, p;

#ifdef FIFO
/* A queue is an int, its oldest message in the low 4 bits: native `chan`s hold the same in 88 more bytes a
   configuration at N=7 and make the whole run 1.8 times as long (chang_roberts_channels.pml has them, and N processes).
   No channel ever holds more than N messages. */
int channel[N];
#define SEND(i, m) \
  shift = 0; do :: channel[i] >> shift -> shift = shift + 4 :: else -> break od; \
  assert(shift < 4 * N); channel[i] = channel[i] | ((m) << shift)
#else
/* A message is never twice in one channel (asserted), so the multiset is a set, and the set a bit mask. */
#if N < 8
byte channel[N];
#else
short channel[N];
#endif
#define BIT(m)     (1 << ((m) - 1))
#define SEND(i, m) assert(!(channel[i] & BIT(m))); channel[i] = channel[i] | BIT(m)
#endif

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, shift;

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
#define START(i) \
  :: d_step { !awake[i] -> awake[i] = true; SEND(NEXT(i), id[i]) }

/* The property costs no configuration: who announces itself must be the maximum, hence the only one. */
#define RECEIVE(i, m) \
  if \
  :: m == LEADER -> \
     leader[i] = N; \
     if :: id[i] != N -> SEND(NEXT(i), LEADER) :: else fi \
  :: else -> \
     if \
     :: m > id[i]              -> SEND(NEXT(i), m) \
     :: m == id[i]             -> assert(m == N); SEND(NEXT(i), LEADER) \
     :: m < id[i] && !awake[i] -> SEND(NEXT(i), id[i]) \
     :: else \
     fi; \
     awake[i] = true \
  fi

#ifdef FIFO
#define DELIVER(i) \
  :: d_step { channel[i] -> got = channel[i] & 15; channel[i] = channel[i] >> 4; RECEIVE(i, got) }
#else
#define DELIVER(i)  EXPAND(TAKE, N)(i)
#define EXPAND(name, n) PASTE(name, n)   /* one step more, or the letter N would be pasted instead of its value */
#define PASTE(name, n)  name ## _ ## n
#define TAKE(i, m) \
  :: d_step { channel[i] & BIT(m) -> channel[i] = channel[i] & ~BIT(m); RECEIVE(i, m) }
#define TAKE_2(i) TAKE(i, 1) TAKE(i, 2) TAKE(i, 3)   /* LEADER included */
#define TAKE_3(i) TAKE_2(i) TAKE(i, 4)
#define TAKE_4(i) TAKE_3(i) TAKE(i, 5)
#define TAKE_5(i) TAKE_4(i) TAKE(i, 6)
#define TAKE_6(i) TAKE_5(i) TAKE(i, 7)
#define TAKE_7(i) TAKE_6(i) TAKE(i, 8)
#define TAKE_8(i) TAKE_7(i) TAKE(i, 9)
#define TAKE_9(i) TAKE_8(i) TAKE(i, 10)
#endif

#define PLACE(i) START(i) DELIVER(i)

active proctype ring() {
#ifdef DECREASING
  d_step {
    do :: k < N -> id[k] = N - k; k++ :: else -> break od;
    k = 0
  }
#else
  /* Insertion sort backwards: k goes in at any place p but 0, which yields every order once. The choices inside are
     SPIN's "atomic steps": neither stored nor in the transitions, and nothing in here can block. */
  atomic {
    id[0] = N;
    k = 1;
    do
    :: k < N ->
       p = k;
       do :: p > 1 -> id[p] = id[p - 1]; p-- :: break od;
       id[p] = k;
       k++
    :: else -> break
    od;
    k = 0;
    p = 0
  }
#endif

end: /* a quiescent configuration is no deadlock */
  do
  PLACE(0) PLACE(1)
#if N > 2
  PLACE(2)
#endif
#if N > 3
  PLACE(3)
#endif
#if N > 4
  PLACE(4)
#endif
#if N > 5
  PLACE(5)
#endif
#if N > 6
  PLACE(6)
#endif
#if N > 7
  PLACE(7)
#endif
#if N > 8
  PLACE(8)
#endif
  od
}
