/*
 * Chang and Roberts (Garg, Figure 13.1) on a one-way ring, as fast as SPIN can be made to run it, and step for step
 * what Conclave explores: one start or one delivery, with all that it sends, is one transition. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=7 -DFIFO -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DBAG -DDECREASING -a    the one order N, N-1, ..., 1
 *   spin -DN=6 -DFIFO -DLOSS -a         one message may be lost; -DCRASH: one process may stop for good
 *
 * FIFO takes N up to 8, BAG up to 9, faults are for FIFO. common.pml says what SPIN counts beyond the algorithm's.
 */

#include "common.pml"

/* Message codes: j is (election, j), N + 1 is (leader, N); any other leader message is a violation. */
#define LEADER (N + 1)

/* One Promela process plays all places: N processes would add 4 bytes each to what is hashed and compared. The
   loops over places and messages are unrolled, so that every index is a constant. Beside the channels
   nothing else is stored, and k and p are back at 0 before the algorithm begins. */
byte id[N], leader[N];
bool awake[N];
byte k, p;

/* What the adversary may do, once in an execution. A loss takes the oldest message of a channel. Who crashes loses its
   variables and the messages to it, now and later. */
#if defined(LOSS) || defined(CRASH)
/* SPIN leaves out of the configuration what is never read. Without faults, what one knows follows from the rest. */
#define IRREVOCABLE(i) assert(!leader[i] || leader[i] == N);
#else
#define IRREVOCABLE(i)
#endif
#ifdef LOSS
bool lost;
#define LOSE(i) \
  :: d_step { !lost && channel[i] -> channel[i] = REST(i); lost = true }
#else
#define LOSE(i)
#endif
#ifdef CRASH
byte dead; /* the place of who has crashed, and 1 more; 0: nobody */
#define LIVES(i) dead != (i) + 1 &&
#define CRASHES(i) \
  :: d_step { !dead -> dead = (i) + 1; awake[i] = false; leader[i] = 0; channel[i] = 0 }
#else
#define LIVES(i)
#define CRASHES(i)
#endif

#ifdef FIFO
/* A queue is an int, its oldest message in the low 4 bits: native `chan`s hold the same in 88 more bytes a
   configuration at N=7 and make the whole run 1.8 times as long (chang_roberts_channels.pml has them, and N processes).
   No channel ever holds more than N messages. */
int channel[N];
#if N < 8
#define REST(i) channel[i] >> 4
#else /* eight messages fill the sign, too */
#define REST(i) (channel[i] >> 4) & 268435455
#endif
#define PUT(i, m) \
  shift = 0; do :: channel[i] >> shift -> shift = shift + 4 :: else -> break od; \
  assert(shift < 4 * N); channel[i] = channel[i] | ((m) << shift)
#ifdef CRASH
#define SEND(i, m) if :: dead != (i) + 1 -> PUT(i, m) :: else fi
#else
#define SEND(i, m) PUT(i, m)
#endif
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
  :: d_step { LIVES(i) !awake[i] -> awake[i] = true; SEND(NEXT(i), id[i]) }

/* The property costs no configuration: who announces itself must be the maximum, hence the only one. */
#define RECEIVE(i, m) \
  if \
  :: m == LEADER -> \
     IRREVOCABLE(i) leader[i] = N; \
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
  :: d_step { channel[i] -> got = channel[i] & 15; channel[i] = REST(i); RECEIVE(i, got) }
#else
#define DELIVER(i) FROM_EACH(TAKE, i) TAKE(i, LEADER)
#define TAKE(i, m) \
  :: d_step { channel[i] & BIT(m) -> channel[i] = channel[i] & ~BIT(m); RECEIVE(i, m) }
#endif

#define PLACE(i) START(i) DELIVER(i) LOSE(i) CRASHES(i)

active proctype ring() {
  atomic { choose_order() }

end: /* a quiescent configuration is no deadlock */
  do
  EACH_PLACE(PLACE)
  od
}
