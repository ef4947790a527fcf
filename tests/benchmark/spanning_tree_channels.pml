/*
 * A spanning tree by flooding (Garg, Figure 13.3) from place 0 over fifo channels, as one writes it for SPIN: a process
 * for each place, native channels. Step for step what spanning_tree.pml and Conclave explore: one start or one
 * delivery, with all that it sends, is one transition. tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=4 -a                all connected graphs, one of each class that has the same root: 11 of them in one run
 *
 * N is 2 to 4. common.pml says what SPIN counts beyond the algorithm's, where a graph is what an order is for rings.
 */
#include "common.pml"

mtype = { invite, accept, reject };

/* There is a channel from every place to every other one, whether they are neighbours or not. None ever holds more than
   2 messages: SPIN reports "block in d_step" where one is full. */
#define CHANNEL(i, j) q[(i) * (N - 1) + ((j) > (i) -> (j) - 1 : (j))]
chan q[N * (N - 1)] = [2] of { mtype };
byte edges;

/* The properties look at everybody's parent and children, and only when nothing is on its way: the number of messages
   follows from the channels, so that it adds no configuration. */
typedef Family {
  byte parent;       /* its place, and 1 more; the root is its own */
  byte children;     /* how many */
  byte child[N - 1]  /* in the order in which they accepted */
}
Family family[N];
byte messages;

/* Hidden from the configuration: written before they are read, in the same indivisible step. */
hidden byte at, steps, listed, who, nth;

#define SEND(i, j, m) CHANNEL(i, j)!m; messages++
#define SEND_INVITE(i, j) \
  if :: ADJOIN(i, j) && family[i].parent != (j) + 1 -> SEND(i, j, invite) :: else fi;

/* The root is at the upper end of whatever leads to it. */
#define NO_CYCLE(i) \
  at = i; steps = 0; \
  do :: at != 0 && steps < N -> at = family[at].parent - 1; steps++ :: else -> break od; \
  assert(at == 0)

/* When nothing is on its way, everybody is somebody's child, and all lists together are no longer than that. */
inline spanning_tree() {
  assert(family[0].parent == 1);
  listed = family[0].children;
  for (who : 1 .. N - 1) {
    assert(family[who].parent);
    at = family[who].parent - 1;
    assert(ADJOIN(at, who));
    nth = 0;
    do :: nth < family[at].children && family[at].child[nth] != who -> nth++ :: else -> break od;
    assert(nth < family[at].children);
    listed = listed + family[who].children
  }
  assert(listed == N - 1)
}

#define PROPERTIES if :: !messages -> spanning_tree() :: else fi

#define DELIVER(i, j) \
  :: d_step { CHANNEL(j, i)?invite -> \
       messages--; \
       if \
       :: family[i].parent -> SEND(i, j, reject) \
       :: else -> \
          reports++; family[i].parent = (j) + 1; \
          NO_CYCLE(i); \
          SEND(i, j, accept); \
          TO_OTHERS(SEND_INVITE, i) \
       fi; \
       PROPERTIES } \
  :: d_step { CHANNEL(j, i)?accept -> \
       messages--; \
       family[i].child[family[i].children] = j; family[i].children++; reports++; \
       PROPERTIES } \
  :: d_step { CHANNEL(j, i)?reject -> messages--; reports++; PROPERTIES }

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
proctype node(byte place) {
  byte reports; /* who is done follows: there are as many as ports */

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { place == 0 && !family[0].parent -> family[0].parent = 1; TO_OTHERS(SEND_INVITE, 0) }
  FROM_OTHERS(DELIVER, place)
  od
}

/* What is left in this variable is always the same: no configuration is added. */
init {
  byte k;

  atomic {
    choose_graph();
    for (k : 0 .. N - 1) { run node(k) }
  }
}
