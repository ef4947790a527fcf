/*
 * Lamport's mutual exclusion as an election (Garg, 13.3) on a complete network with fifo channels, as one writes it for
 * SPIN: a process for each place, native channels. Step for step what lamport_election.pml and Conclave explore: one
 * start or one delivery, with all that it sends, is one transition. All but one may start. tests/benchmark/run compiles
 * it; by hand:
 *
 *   spin -DN=4 -a                every choice of N - 1 initiators: N of them in one run
 *
 * N is 2 to 4. common.pml says what SPIN counts beyond the algorithm's, where a choice of initiators is what an order
 * is for rings. Place i has identifier i + 1: on a complete network all orders are alike.
 */
#include "common.pml"

mtype = { request, ack, leader };

/* A request, too, comes from who makes it, so that a time is all it has to say. There is a channel from every place to
   every other one. None ever holds more than 2 messages: SPIN reports "block in d_step" where one is full. */
#define CHANNEL(i, j) q[(i) * (N - 1) + ((j) > (i) -> (j) - 1 : (j))]
chan q[N * (N - 1)] = [2] of { mtype, byte };

byte elected; /* the leader, and 1 more; all who know a leader know this one (asserted) */

/* Hidden from the configuration: written before it is read, in the same indivisible step. */
hidden byte got;

#define SEND_REQUEST(i, j) CHANNEL(i, j)!request,clock;
#define SEND_LEADER(i, j)  CHANNEL(i, j)!leader,0;

/* Does one know of a request that is earlier than that of j at this time? */
#define EARLIER(k, time, j) (times[k] && (times[k] < (time) || times[k] == (time) && (k) < (j)))
#define KNOWS_EARLIER(time, j) \
  (EARLIER(0, time, j) || EARLIER(1, time, j) IF3(|| EARLIER(2, time, j)) IF4(|| EARLIER(3, time, j)))

#define ENTER_IF_POSSIBLE \
  if \
  :: acks == N - 1 && times[place] && !told && !KNOWS_EARLIER(times[place], place) -> \
     assert(!elected); elected = place + 1; told = true; \
     TO_OTHERS(SEND_LEADER, place) \
  :: else \
  fi

#define DELIVER(i, j) \
  :: d_step { CHANNEL(j, i)?leader,_ -> assert(elected == (j) + 1); told = true } \
  :: d_step { CHANNEL(j, i)?ack,_ -> acks++; ENTER_IF_POSSIBLE } \
  :: d_step { CHANNEL(j, i)?request,got -> \
       if :: got > clock -> clock = got :: else fi; \
       if :: KNOWS_EARLIER(got, j) :: else -> CHANNEL(i, j)!ack,0 fi; \
       times[j] = got; \
       ENTER_IF_POSSIBLE }

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
proctype node(byte place; bool may_start) {
  byte times[N]; /* of the requests that it knows, its own included; a process requests once; 0: none */
  byte clock, acks;
  bool told; /* who is leader */

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { may_start && !times[place] && !told -> clock++; times[place] = clock; TO_OTHERS(SEND_REQUEST, place) }
  FROM_OTHERS(DELIVER, place)
  od
}

#define IDLE(i) :: idle = i

/* What is left in these variables follows from the choice, which the nodes hold anyway: no configuration is added. */
init {
  byte idle, k;

  atomic {
    if EACH_PLACE(IDLE) fi;
    for (k : 0 .. N - 1) { run node(k, k != idle) }
  }
}
