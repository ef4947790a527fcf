/*
 * A spanning tree by flooding (Garg, Figure 13.3) from place 0 over fifo channels, packed by hand as chang_roberts.pml
 * is, and step for step what Conclave explores: one start or one delivery, with all that it sends, is one transition.
 * tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=4 -a                all connected graphs, one of each class that has the same root: 11 of them in one run
 *
 * N is 2 to 4. common.pml says what SPIN counts beyond the algorithm's, where a graph is what an order is for rings.
 */
#include "common.pml"

/* to[i] has the channels from all places to i, 4 bits each: no channel ever holds more than 2 messages (asserted), the
   oldest in the low 2 bits. */
#define INVITE 1
#define ACCEPT 2
#define REJECT 3
#define LANE(j)        (4 * (j))
#define CONTENT(i, j)  (to[i] >> LANE(j) & 15)
short to[N];
byte parent[N];   /* its place, and 1 more; the root is its own */
byte children[N]; /* in the order in which they accepted, 2 bits each; the root is nobody's child */
byte reports[N];  /* who is done follows: there are as many as ports */
byte edges;

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte got, at, steps, listed;

#define SEND(i, j, m) \
  if \
  :: CONTENT(j, i) == 0 -> to[j] = to[j] | (m) << LANE(i) \
  :: else -> assert(CONTENT(j, i) < 4); to[j] = to[j] | (m) << (LANE(i) + 2) \
  fi;
#define SEND_INVITE(i, j) \
  if :: ADJOIN(i, j) && parent[i] != j + 1 -> SEND(i, j, INVITE) :: else fi;

/* The root is at the upper end of whatever leads to it. */
#define NO_CYCLE(i) \
  at = i; steps = 0; \
  do :: at != 0 && steps < N -> at = parent[at] - 1; steps = steps + 1 :: else -> break od; \
  assert(at == 0)

#define IS_QUIET       !(to[0] || to[1] IF3(|| to[2]) IF4(|| to[3]))
#define LISTS(i, child) ((children[i] & 3) == child || (children[i] >> 2 & 3) == child || children[i] >> 4 == child)

/* When nothing is on its way, everybody is somebody's child, and all lists together are no longer than that. */
inline spanning_tree() {
  assert(parent[0] == 1);
  listed = (children[0] > 0) + (children[0] > 3) + (children[0] > 15);
  steps = 1;
  do
  :: steps < N ->
     assert(parent[steps]);
     at = parent[steps] - 1;
     assert(LISTS(at, steps) && ADJOIN(at, steps));
     listed = listed + (children[steps] > 0) + (children[steps] > 3) + (children[steps] > 15);
     steps = steps + 1
  :: else -> break
  od;
  assert(listed == N - 1)
}

#define DELIVER(i, j) \
  :: d_step { CONTENT(i, j) -> \
       got = CONTENT(i, j) & 3; \
       to[i] = to[i] & ~(15 << LANE(j)) | CONTENT(i, j) >> 2 << LANE(j); \
       if \
       :: got == INVITE && parent[i] -> SEND(i, j, REJECT) \
       :: got == INVITE && !parent[i] -> \
          reports[i] = reports[i] + 1; parent[i] = j + 1; \
          NO_CYCLE(i); \
          SEND(i, j, ACCEPT) \
          TO_OTHERS(SEND_INVITE, i) \
       :: got == ACCEPT -> children[i] = children[i] << 2 | j; reports[i] = reports[i] + 1 \
       :: else -> reports[i] = reports[i] + 1 \
       fi; \
       if :: IS_QUIET -> spanning_tree() :: else fi }

#define PLACE(i) FROM_OTHERS(DELIVER, i)

active proctype network() {
  atomic { choose_graph() }

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { !parent[0] -> parent[0] = 1; TO_OTHERS(SEND_INVITE, 0) }
  EACH_PLACE(PLACE)
  od
}
