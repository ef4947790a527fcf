// What all passes over keys of so many words share: most functions of StepTables, and what sets of keys do
// seldom. This is compiled here once for each number of words, instead of in every file of passes.
#include <boost/sort/spreadsort/integer_sort.hpp>

#include "engine/steps/persistent_sets.hpp"
#include "engine/steps/step_tables_fill.hpp"
#include "engine/steps/step_tables_list.hpp"
#include "engine/storage/sets/compact_key_set_seldom.hpp"

namespace conclave {

template <std::size_t Words>
void sort_by_first_word(Key<Words>* begin, Key<Words>* end, const Limits& limits) {
  std::size_t looks = 0;
  boost::sort::spreadsort::integer_sort(
      begin, end,
      [&](const Key<Words>& key, unsigned shift) {
        if (++looks % 65536 == 0) limits.poll();
        return key[0] >> shift;
      },
      [](const Key<Words>& a, const Key<Words>& b) { return a[0] < b[0]; });
}

#define CONCLAVE_TABLES(words)         \
  template class StepTables<words>;    \
  template class KeySet<words>;        \
  template class CompactKeySet<words>; \
  template void sort_by_first_word<words>(Key<words>*, Key<words>*, const Limits&);

// Every number of words in instances.hpp; tests of sets of keys take 1, 2, 3 and 6 in both builds.
CONCLAVE_TABLES(1)
CONCLAVE_TABLES(2)
CONCLAVE_TABLES(3)
CONCLAVE_TABLES(6)
CONCLAVE_TABLES(12)
CONCLAVE_TABLES(100)
#ifndef CONCLAVE_SANITIZED
CONCLAVE_TABLES(4)
CONCLAVE_TABLES(8)
CONCLAVE_TABLES(32)
#endif

}  // namespace conclave
