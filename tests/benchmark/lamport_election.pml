/*
 * Lamport's mutual exclusion as an election (Garg, 13.3) on a complete network with fifo channels, packed by hand as
 * chang_roberts.pml is, and step for step what Conclave explores: one start or one delivery, with all that it sends,
 * is one transition. All but one may start. tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=4 -a                every choice of N - 1 initiators: N of them in one run
 *
 * N is 2 to 4. common.pml says what SPIN counts beyond the algorithm's, where a choice of initiators is what an order
 * is for rings. Place i has identifier i + 1: on a complete network all orders are alike.
 */
#include "common.pml"

/* A message is 1 to 3, a request of that time, an acknowledgement, or the news that its sender is leader. A request,
   too, comes from who makes it, so that a time is all it has to say. to[i] has the channels from all others to i, 9
   bits each: no channel ever holds more than 3 messages (asserted), the oldest in the low 3 bits. */
#define ACK         4
#define LEADER      5
#define LANE(i, j)  (9 * ((j) > (i) -> (j) - 1 : (j)))
int to[N];

/* A process requests once. So all requests that it knows, its own included, are a time for each place, 2 bits each, 0
   where there is none. */
byte known[N], clock[N], acks[N];
byte elected; /* the leader, and 1 more; all who know a leader know this one (asserted) */
byte told;    /* who knows it; sets of places are bit masks */
byte idle;    /* who may not start, and 1 more */

#define AT(i)            (1 << (i))
#define TIME(i, j)       (known[i] >> (2 * (j)) & 3)
#define NOTE(i, j, time) known[i] = known[i] | (time) << (2 * (j))

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, shift;

#define SEND(i, j, m) \
  shift = LANE(j, i); do :: to[j] >> shift & 7 -> shift = shift + 3 :: else -> break od; \
  assert(shift < LANE(j, i) + 9); to[j] = to[j] | (m) << shift;
#define SEND_REQUEST(i, j) SEND(i, j, clock[i])
#define SEND_LEADER(i, j)  SEND(i, j, LEADER)

/* Does i know of a request that is earlier than that of j at this time? */
#define EARLIER(i, k, time, j) (TIME(i, k) && (TIME(i, k) < (time) || TIME(i, k) == (time) && (k) < (j)))
#define KNOWS_EARLIER(i, time, j) \
  (EARLIER(i, 0, time, j) || EARLIER(i, 1, time, j) IF3(|| EARLIER(i, 2, time, j)) IF4(|| EARLIER(i, 3, time, j)))

#define ENTER_IF_POSSIBLE(i) \
  if \
  :: acks[i] == N - 1 && TIME(i, i) && !(told & AT(i)) && !KNOWS_EARLIER(i, TIME(i, i), i) -> \
     assert(!elected); elected = i + 1; told = told | AT(i); \
     TO_OTHERS(SEND_LEADER, i) \
  :: else \
  fi

#define START(i) \
  :: d_step { idle != i + 1 && !TIME(i, i) && !(told & AT(i)) -> \
       clock[i] = clock[i] + 1; NOTE(i, i, clock[i]); TO_OTHERS(SEND_REQUEST, i) }

#define DELIVER(i, j) \
  :: d_step { (to[i] >> LANE(i, j) & 7) -> \
       got = to[i] >> LANE(i, j) & 7; \
       to[i] = to[i] & ~(511 << LANE(i, j)) | (to[i] >> LANE(i, j) & 511) >> 3 << LANE(i, j); \
       if \
       :: got == LEADER -> assert(elected == j + 1); told = told | AT(i) \
       :: got == ACK    -> acks[i] = acks[i] + 1; ENTER_IF_POSSIBLE(i) \
       :: else -> \
          if :: got > clock[i] -> clock[i] = got :: else fi; \
          if \
          :: KNOWS_EARLIER(i, got, j) -> NOTE(i, j, got) \
          :: else                -> NOTE(i, j, got); SEND(i, j, ACK) \
          fi; \
          ENTER_IF_POSSIBLE(i) \
       fi }

#define PLACE(i)   START(i) FROM_OTHERS(DELIVER, i)
#define IDLE(i)    :: idle = i + 1

active proctype network() {
  atomic { if EACH_PLACE(IDLE) fi }

end: /* a quiescent configuration is no deadlock */
  do
  EACH_PLACE(PLACE)
  od
}
