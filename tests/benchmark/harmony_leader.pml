/*
 * Harmony's election on its set network (Figure 25.1), packed by hand, and step for step what Conclave explores: a
 * message is never consumed, and may be read again and again; a reading that changes nothing is a transition, too.
 * tests/benchmark/run compiles it; by hand:
 *
 *   spin -DN=8 -a                every order of 1..N with N at place 0: (N-1)! orders in one run
 *
 * N is 2 to 8. common.pml says what SPIN counts beyond the algorithm's.
 */
#include "common.pml"

/* One Promela process plays all places; sets of places and mailboxes are bit masks. Bit j - 1 of a mailbox is (j, not
   found); place i's bit of `found` is (N, found): found can be said of nobody else (asserted). */
#define BIT(j) (1 << ((j) - 1))
#define AT(i)  (1 << (i))
byte id[N], mailbox[N];
byte working, done, found;
byte k, p;

#define SEND(i, j)    mailbox[i] = mailbox[i] | BIT(j)
#define SEND_FOUND(i) found = found | AT(i)

#define START(i) \
  :: d_step { !((working | done) & AT(i)) -> working = working | AT(i); SEND(NEXT(i), id[i]) }

#define READ(i, j) \
  :: d_step { (working & AT(i)) && (mailbox[i] & BIT(j)) -> \
       if \
       :: j == id[i] -> assert(j == N); SEND_FOUND(NEXT(i)) \
       :: j > id[i]  -> assert(id[i] != N); SEND(NEXT(i), j) \
       :: else \
       fi }

#define READ_FOUND(i) \
  :: d_step { (working & found) & AT(i) -> \
       SEND_FOUND(NEXT(i)); working = working & ~AT(i); done = done | AT(i) }

#define PLACE(i) START(i) FROM_EACH(READ, i) READ_FOUND(i)

active proctype ring() {
  atomic { choose_order() }

end: /* a quiescent configuration is no deadlock */
  do
  EACH_PLACE(PLACE)
  od
}
