// What the predicates of a model's own properties say of configurations that look alike, so that these are
// evaluated once (docs/semantics/independence.md, "Properties of whole configurations").
//
// Configurations may also look alike but for their identifiers. A predicate that has compared no identifier
// in the one then says the same in the other. This holds from one order of identifiers to the next, so what
// is known so is kept from instance to instance of a topology.
#pragma once

#include <algorithm>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <vector>

#include "machine/asked.hpp"

namespace conclave {

class Evaluations {
 public:
  using Looks = std::vector<std::uint32_t>;
  struct Evaluation {
    std::uint32_t holds;
    Answers asked;  // about the order of identifiers
  };

  void begin(bool on_same_topology) {
    alike_.clear();
    if (!on_same_topology) *this = {};
  }

  // Of configurations that look alike; null if it is not known.
  const Evaluation* find(const Looks& looks) const {
    const auto known = alike_.find(looks);
    return known == alike_.end() ? nullptr : &known->second;
  }
  void keep(const Looks& looks, const Evaluation& evaluation) { keep_in(alike_, looks, evaluation); }

  // Is it worth while to look for those that look alike but for their identifiers? Not if few were found.
  bool pays_without_identifiers() const { return credit_ > 0; }
  struct Anonymous {
    bool compares;        // then it has to be evaluated with its identifiers
    std::uint32_t holds;  // if it compares none
  };
  const Anonymous* find_without_identifiers(const Looks& looks) {
    const auto known = anonymous_.find(looks);
    if (known == anonymous_.end()) {
      --credit_;  // perhaps others will be like this one
      return nullptr;
    }
    credit_ = std::min(known->second.compares ? credit_ - 4 : credit_ + 4, most_credit);
    return &known->second;
  }
  void keep_without_identifiers(const Looks& looks, const Anonymous& evaluation) {
    keep_in(anonymous_, looks, evaluation);
  }

 private:
  // So many are kept, because nobody charges them to the limits: some megabytes.
  static constexpr std::size_t most = std::size_t{1} << 15;
  static constexpr int most_credit = 1 << 14;
  template <class T>
  using ByLooks = boost::unordered_flat_map<Looks, T>;

  template <class T>
  static void keep_in(ByLooks<T>& known, const Looks& looks, const T& evaluation) {
    if (known.size() >= most) known.clear();
    known.emplace(looks, evaluation);
  }

  ByLooks<Evaluation> alike_;
  ByLooks<Anonymous> anonymous_;
  int credit_ = most_credit;
};

}  // namespace conclave
