/*
 * What the models have in common: N places, 2 to 9, on a one-way ring; all orders of identifiers in one run.
 *
 * What SPIN counts is more than the algorithm's by exactly
 *   1 configuration: the one in which no order has been chosen yet;
 *   1 transition for each order, its choice, and 1 more because SPIN counts storing the first configuration as one.
 */

#define NEXT(i) ((i + 1) % N)

/* Loops that are unrolled: m(0) m(1) ... m(N - 1); m(1) m(2) ... m(N); m(i, 1) m(i, 2) ... m(i, N). */
#define EACH_PLACE(m) \
  m(0) m(1) IF3(m(2)) IF4(m(3)) IF5(m(4)) IF6(m(5)) IF7(m(6)) IF8(m(7)) IF9(m(8))
#define EACH_ID(m) \
  m(1) m(2) IF3(m(3)) IF4(m(4)) IF5(m(5)) IF6(m(6)) IF7(m(7)) IF8(m(8)) IF9(m(9))
#define FROM_EACH(m, i) \
  m(i, 1) m(i, 2) IF3(m(i, 3)) IF4(m(i, 4)) IF5(m(i, 5)) IF6(m(i, 6)) IF7(m(i, 7)) IF8(m(i, 8)) IF9(m(i, 9))

/* For all places but i, N up to 4: m(i, i + 1) m(i, i + 2) ..., modulo N. There are two, for a macro cannot be inside
   itself. */
#define FROM_OTHERS(m, i) m(i, (i + 1) % N) IF3(m(i, (i + 2) % N)) IF4(m(i, (i + 3) % N))
#define TO_OTHERS(m, i)   m(i, (i + 1) % N) IF3(m(i, (i + 2) % N)) IF4(m(i, (i + 3) % N))

#define IF3(x)
#define IF4(x)
#define IF5(x)
#define IF6(x)
#define IF7(x)
#define IF8(x)
#define IF9(x)
#if N > 2
#undef IF3
#define IF3(x) x
#endif
#if N > 3
#undef IF4
#define IF4(x) x
#endif
#if N > 4
#undef IF5
#define IF5(x) x
#endif
#if N > 5
#undef IF6
#define IF6(x) x
#endif
#if N > 6
#undef IF7
#define IF7(x) x
#endif
#if N > 7
#undef IF8
#define IF8(x) x
#endif
#if N > 8
#undef IF9
#define IF9(x) x
#endif

/* id[] becomes any order of 1..N with N at place 0. Insertion sort backwards: k goes in at any place p but 0, which
   yields every order once. To be used inside `atomic`: then the choices are SPIN's "atomic steps", neither stored nor
   in the transitions, and nothing in here can block. id, k and p are the caller's. */
inline choose_order() {
#ifdef DECREASING
  k = 0;
  do :: k < N -> id[k] = N - k; k++ :: else -> break od;
#else
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
#endif
  k = 0;
  p = 0
}

/* A graph of N places, N up to 4: an edge is a bit of `edges`, which is the caller's: 0-1, 0-2, 0-3, 1-2, 1-3, 2-3. */
#define EDGE(i, j)   (1 << ((i) < (j) -> PAIR(i, j) : PAIR(j, i)))
#define PAIR(i, j)   ((i) -> (i) + (j) : (j) - 1)
#define ADJOIN(i, j) (edges & EDGE(i, j))

/* `edges` becomes any connected graph, one of each class that has the same root: paths with the root at an end and
   inside, stars with the root at the centre and at a leaf; the circle; a triangle and one more, which is the root,
   hangs on the root, or does not; all edges but one, all. To be used inside `atomic`, as choose_order() is. */
inline choose_graph() {
  if
#if N == 2
  :: edges = 1
#elif N == 3
  :: edges = 9 :: edges = 3 :: edges = 11
#else
  :: edges = 41 :: edges = 35 :: edges = 7 :: edges = 25
  :: edges = 45
  :: edges = 57 :: edges = 39 :: edges = 27
  :: edges = 31 :: edges = 59 :: edges = 63
#endif
  fi
}

/* `got` is where a node keeps the message that it has just taken: written before it is read, in the same indivisible
   step. It is hidden from the configuration. For partial-order reduction (-DREDUCED) a step must touch nothing that
   others touch: there it is local, and cleared when the step is done. `xr` and `xs` promise, and SPIN checks, that
   nobody else takes from `in` or sends to `out`. */
#ifdef REDUCED
#define GLOBAL_GOT
#define LOCAL_GOT(in, out) xr in; xs out; byte got;
#define FORGET             got = 0
#else
#define GLOBAL_GOT         hidden byte got;
#define LOCAL_GOT(in, out)
#define FORGET             skip
#endif
