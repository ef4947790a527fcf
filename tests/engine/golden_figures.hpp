// Figures that an independent program (in Python, sharing no code with this one) computed for the same
// semantics.
#pragma once

#include <cstdint>

namespace conclave::testing {

inline constexpr std::int64_t unbounded = -1;

struct Figures {
  const char* model;
  int n;
  const char* network;
  bool symmetry;
  const char* initiators;
  const char* ids;
  std::uint64_t orders, instances, states, transitions, quiescent;
  std::int64_t min, max;  // messages sent
  std::int64_t sum;       // over all orders, of the most that an execution sends
  // Initial of the property (S: assertions) and length of the shortest execution that violates it; L: of the
  // stem of a lasso.
  const char* violations;
};

// clang-format off
inline constexpr Figures golden_figures[] = {
    {"chang-roberts", 3, "fifo", true, "any", "all", 6, 2, 56, 106, 2, 6, 9, 51, ""},
    {"chang-roberts", 3, "fifo", true, "all", "duplicates", 27, 11, 306, 496, 11, 6, 10, 222, "U8 M6 A11 I11"},
    {"chang-roberts", 3, "fifo", false, "0", "duplicates", 27, 27, 180, 153, 27, 2, 8, 126, "M3 T3 C0"},
    {"chang-roberts", 3, "bag", true, "any", "all", 6, 2, 93, 200, 2, 6, 9, 51, ""},
    {"chang-roberts", 3, "bag", true, "all", "duplicates", 27, 11, 555, 1076, 17, 6, 10, 222, "U7 M5 A9 I10"},
    {"chang-roberts", 3, "bag", false, "0", "duplicates", 27, 27, 180, 153, 27, 2, 8, 126, "M3 T3 C0"},
    {"chang-roberts", 3, "set", true, "any", "all", 6, 2, 80, 404, 0, unbounded, unbounded, unbounded, "T7L C0"},
    {"chang-roberts", 3, "set", true, "all", "duplicates", 27, 11, 335, 1609, 0, unbounded, unbounded, unbounded, "U7 M5 A9 I10 T9L C0"},
    {"chang-roberts", 3, "set", false, "0", "duplicates", 27, 27, 180, 563, 0, unbounded, unbounded, unbounded, "M3 T3L C0"},
    {"chang-roberts:java", 3, "fifo", true, "any", "all", 6, 2, 731, 1440, 14, 6, 15, 90, ""},
    {"chang-roberts:java", 3, "fifo", true, "all", "duplicates", 27, 11, 393, 646, 11, 8, 12, 276, "U13 M6 A8 I9"},
    {"chang-roberts:java", 3, "fifo", false, "0", "duplicates", 27, 27, 201, 174, 27, 4, 8, 147, "M3"},
    {"chang-roberts:java", 3, "bag", true, "any", "all", 6, 2, 548, 1310, 14, 6, 15, 90, ""},
    {"chang-roberts:java", 3, "bag", true, "all", "duplicates", 27, 11, 1794, 3443, 71, 8, 12, 276, "U11 M5 A7 I8"},
    {"chang-roberts:java", 3, "bag", false, "0", "duplicates", 27, 27, 201, 174, 27, 4, 8, 147, "M3"},
    {"chang-roberts:java", 3, "set", true, "any", "all", 6, 2, 137, 865, 0, unbounded, unbounded, unbounded, "T7L C0"},
    {"chang-roberts:java", 3, "set", true, "all", "duplicates", 27, 11, 983, 7951, 0, unbounded, unbounded, unbounded, "U11 M5 A7 I8 T9L C0"},
    {"chang-roberts:java", 3, "set", false, "0", "duplicates", 27, 27, 201, 671, 0, unbounded, unbounded, unbounded, "M3 T5L C0"},
    {"chang-roberts:maxid", 3, "fifo", true, "any", "all", 6, 2, 57, 107, 2, 6, 9, 51, ""},
    {"chang-roberts:maxid", 3, "fifo", true, "all", "duplicates", 27, 11, 306, 496, 11, 6, 10, 222, "U8 M6 A11 I11"},
    {"chang-roberts:maxid", 3, "fifo", false, "0", "duplicates", 27, 27, 180, 153, 27, 2, 8, 126, "M3 T3 C0"},
    {"chang-roberts:maxid", 3, "bag", true, "any", "all", 6, 2, 95, 203, 2, 6, 9, 51, ""},
    {"chang-roberts:maxid", 3, "bag", true, "all", "duplicates", 27, 11, 579, 1112, 17, 6, 10, 222, "U7 M5 A9 I10"},
    {"chang-roberts:maxid", 3, "bag", false, "0", "duplicates", 27, 27, 180, 153, 27, 2, 8, 126, "M3 T3 C0"},
    {"chang-roberts:maxid", 3, "set", true, "any", "all", 6, 2, 80, 404, 0, unbounded, unbounded, unbounded, "T7L C0"},
    {"chang-roberts:maxid", 3, "set", true, "all", "duplicates", 27, 11, 335, 1609, 0, unbounded, unbounded, unbounded, "U7 M5 A9 I10 T9L C0"},
    {"chang-roberts:maxid", 3, "set", false, "0", "duplicates", 27, 27, 180, 563, 0, unbounded, unbounded, unbounded, "M3 T3L C0"},
    {"harmony-leader", 3, "fifo", true, "any", "duplicates", 27, 11, 1341, 3463, 230, 1, unbounded, unbounded, "S2 T1 C3"},
    {"harmony-leader", 3, "fifo", true, "all", "all", 6, 2, 51, 79, 2, 9, 10, 57, ""},
    {"harmony-leader", 3, "fifo", false, "0", "duplicates", 27, 27, 72, 45, 27, 1, 3, 45, "S2 T1 C0"},
    {"harmony-leader", 3, "bag", true, "any", "duplicates", 27, 11, 957, 2003, 223, 1, unbounded, unbounded, "S2 T1 C4"},
    {"harmony-leader", 3, "bag", true, "all", "all", 6, 2, 90, 158, 10, 9, 10, 57, ""},
    {"harmony-leader", 3, "bag", false, "0", "duplicates", 27, 27, 72, 45, 27, 1, 3, 45, "S2 T1 C0"},
    {"harmony-leader", 3, "set", true, "any", "duplicates", 27, 11, 482, 1821, 90, 1, unbounded, unbounded, "S2 T1"},
    {"harmony-leader", 3, "set", true, "all", "all", 6, 2, 38, 120, 3, 9, unbounded, unbounded, ""},
    {"harmony-leader", 3, "set", false, "0", "duplicates", 27, 27, 72, 54, 27, 1, unbounded, unbounded, "S2 T1 C0"},
    {"harmony-leader:non-atomic-send", 3, "fifo", true, "any", "duplicates", 27, 11, 8163, 18175, 622, 1, unbounded, unbounded, "S3 T2 C4"},
    {"harmony-leader:non-atomic-send", 3, "fifo", true, "all", "all", 6, 2, 240, 394, 4, 3, 11, 63, "T7 C4"},
    {"harmony-leader:non-atomic-send", 3, "fifo", false, "0", "duplicates", 27, 27, 99, 72, 27, 1, 3, 45, "S3 T2 C0"},
    {"harmony-leader:non-atomic-send", 3, "bag", true, "any", "duplicates", 27, 11, 4689, 9409, 450, 1, unbounded, unbounded, "S3 T2 C4"},
    {"harmony-leader:non-atomic-send", 3, "bag", true, "all", "all", 6, 2, 276, 469, 12, 3, 11, 63, "T7 C4"},
    {"harmony-leader:non-atomic-send", 3, "bag", false, "0", "duplicates", 27, 27, 99, 72, 27, 1, 3, 45, "S3 T2 C0"},
    {"harmony-leader:non-atomic-send", 3, "set", true, "any", "duplicates", 27, 11, 3886, 11116, 256, 1, unbounded, unbounded, "S3 T2 C4"},
    {"harmony-leader:non-atomic-send", 3, "set", true, "all", "all", 6, 2, 259, 589, 10, 3, unbounded, unbounded, "T6L C4"},
    {"harmony-leader:non-atomic-send", 3, "set", false, "0", "duplicates", 27, 27, 99, 81, 27, 1, unbounded, unbounded, "S3 T2 C0"},
    {"chang-roberts", 4, "fifo", true, "any", "all", 24, 6, 497, 1252, 6, 8, 14, 296, ""},
    {"chang-roberts", 5, "fifo", true, "any", "all", 120, 24, 6002, 18896, 24, 10, 20, 1970, ""},
    {"chang-roberts:maxid", 4, "fifo", true, "any", "all", 24, 6, 509, 1267, 6, 8, 14, 296, ""},
    {"harmony-leader", 4, "set", true, "all", "all", 24, 6, 286, 1281, 16, 12, unbounded, unbounded, ""},
    {"harmony-leader", 3, "set", true, "any", "all", 6, 2, 38, 120, 9, 1, unbounded, unbounded, "T1"},
};
// clang-format on

}  // namespace conclave::testing
