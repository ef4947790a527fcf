/*
 * Chang and Roberts (Garg, Figure 13.1) on a one-way ring, as one writes it for SPIN: a process for each place, native
 * channels, an init that chooses the order, as in SPIN's own Examples/leader0.pml. Step for step what chang_roberts.pml
 * and Conclave explore: one start or one delivery, with all that it sends, is one transition. tests/benchmark/run
 * compiles it; by hand:
 *
 *   spin -DN=7 -DFIFO -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *   spin -DN=9 -DBAG -DDECREASING -a    the one order N, N-1, ..., 1
 *
 * N is 2 to 9. What SPIN counts is more than the algorithm's by exactly
 *   1 configuration: the one in which no order has been chosen yet;
 *   1 transition for each order, its choice, and 1 more because SPIN counts storing the first configuration as one.
 *
 * N processes add no configuration: none ever ends, and between two steps each of them is at the head of its loop. One
 * process for all places would store 52 bytes less a configuration at N=7 and save some 15 % of the CPU time; that way,
 * to its end, goes chang_roberts.pml.
 */

mtype = { election, leader };

/* No channel ever holds more than N messages: SPIN reports "block in d_step" where one is full. */
chan q[N] = [N] of { mtype, byte };

#ifdef FIFO
#define SEND(kind, j) out!kind,j
#else
#define SEND(kind, j) out!!kind,j   /* sorted: the same multiset is the same configuration */
#endif

/* The property costs no configuration: who announces itself must be the maximum, hence the only one. */
#define ELECTION(j) \
  if \
  :: j > id           -> SEND(election, j) \
  :: j == id          -> assert(id == N); SEND(leader, id) \
  :: j < id && !awake -> SEND(election, id) \
  :: else \
  fi; \
  awake = true

#define LEADER(j) \
  assert(j == N); \
  known = j; \
  if :: j != id -> SEND(leader, j) :: else fi

/* `in??election,j` with a variable takes the first election message; one choice for each constant takes any. */
#define TAKE(j) \
  :: d_step { in??election,j -> ELECTION(j) }

/* Hidden from the configuration: written before it is read, in the same indivisible step. */
hidden byte got;

/* d_step, not atomic: SPIN neither stores nor counts anything inside it. */
proctype node(chan in, out; byte id) {
  bool awake;
  byte known;

end: /* a quiescent configuration is no deadlock */
  do
  :: d_step { !awake -> awake = true; SEND(election, id) }
#ifdef FIFO
  :: d_step { in?election,got -> ELECTION(got) }
  :: d_step { in?leader,got -> LEADER(got) }
#else
  :: d_step { in??leader,N -> LEADER(N) }
  TAKE(1) TAKE(2)
#if N > 2
  TAKE(3)
#endif
#if N > 3
  TAKE(4)
#endif
#if N > 4
  TAKE(5)
#endif
#if N > 5
  TAKE(6)
#endif
#if N > 6
  TAKE(7)
#endif
#if N > 7
  TAKE(8)
#endif
#if N > 8
  TAKE(9)
#endif
#endif
  od
}

/* What is left in these variables follows from the order, which the nodes hold anyway: no configuration is added. */
init {
  byte id[N], k, p;

  atomic {
#ifdef DECREASING
    for (k : 0 .. N - 1) { id[k] = N - k }
#else
    /* Insertion sort backwards: k goes in at any place p but 0, which yields every order once. */
    id[0] = N;
    for (k : 1 .. N - 1) {
      p = k;
      do :: p > 1 -> id[p] = id[p - 1]; p-- :: break od;
      id[p] = k
    }
#endif
    for (k : 0 .. N - 1) { run node(q[k], q[(k + 1) % N], id[k]) }
  }
}
