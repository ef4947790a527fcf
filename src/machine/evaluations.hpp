// What the predicates of a model's own properties say of configurations that look alike, so that these are
// evaluated once (docs/semantics/independence.md, "Properties of whole configurations").
//
// Configurations may also look alike but for their identifiers. A predicate that has compared no identifier
// in the one then says the same in the other. This holds from one order of identifiers to the next, so what
// is known so is kept from instance to instance of a topology.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine/asked.hpp"
#include "machine/sequences.hpp"

namespace conclave {

class Evaluations {
 public:
  using Looks = std::vector<std::uint32_t>;

  void begin(bool on_same_topology) {
    forget_alike();
    alike_credit_ = most_credit;
    if (!on_same_topology) *this = {};
  }

  struct Evaluation {
    std::uint32_t holds;
    const Answers& asked;  // about the order of identifiers
  };
  // Is it worth while to look for those that look alike? Not if few were found in this instance.
  bool pays() const { return alike_credit_ > 0; }
  // Of configurations that look alike; empty if it is not known.
  std::optional<Evaluation> find(const Looks& looks) {
    if (alike_.size() >= most) forget_alike();
    const std::optional<Alike>& known = alike_.at(looks);
    alike_credit_ = std::min(alike_credit_ + (known ? 8 : -1), most_credit);
    if (!known) return {};
    return Evaluation{known->holds, asked_[known->asked]};
  }
  void keep(const Looks& looks, const Evaluation& evaluation) {
    alike_.at(looks) = {evaluation.holds, number(evaluation.asked)};
  }

  // Is it worth while to look for those that look alike but for their identifiers? Not if few were found.
  bool pays_without_identifiers() const { return credit_ > 0; }
  struct Anonymous {
    bool compares;        // then it has to be evaluated with its identifiers
    std::uint32_t holds;  // if it compares none
  };
  const Anonymous* find_without_identifiers(const Looks& looks) {
    if (anonymous_.size() >= most) anonymous_.clear();
    const std::optional<Anonymous>& known = anonymous_.at(looks);
    if (!known) {
      --credit_;  // perhaps others will be like this one
      return nullptr;
    }
    credit_ = std::min(known->compares ? credit_ - 4 : credit_ + 4, most_credit);
    return &*known;
  }
  void keep_without_identifiers(const Looks& looks, const Anonymous& evaluation) {
    anonymous_.at(looks) = evaluation;
  }

 private:
  // So many are kept, because nobody charges them to the limits: some megabytes.
  static constexpr std::size_t most = std::size_t{1} << 15;
  static constexpr int most_credit = 1 << 14;

  template <class T>
  class ByLooks {
   public:
    std::size_t size() const { return all_.size(); }
    void clear() {
      looks_.clear();
      all_.clear();
    }
    std::optional<T>& at(const Looks& looks) {
      const std::uint32_t number = looks_.intern(looks);
      if (number == all_.size()) all_.emplace_back();
      return all_[number];
    }

   private:
    Sequences looks_;
    std::vector<std::optional<T>> all_;  // by the number of these
  };
  struct Alike {
    std::uint32_t holds;
    std::uint32_t asked;  // which of asked_
  };

  void forget_alike() {
    alike_.clear();
    asked_words_.clear();
    asked_.clear();
  }
  // Answers are large, and few are different.
  std::uint32_t number(const Answers& asked) {
    using Sequence = std::array<Sequences::Word, sizeof(asked.bits) / sizeof(Sequences::Word)>;
    const std::uint32_t number = asked_words_.intern(std::bit_cast<Sequence>(asked.bits));
    if (number == asked_.size()) asked_.push_back(asked);
    return number;
  }

  ByLooks<Alike> alike_;
  int alike_credit_ = most_credit;
  Sequences asked_words_;
  std::vector<Answers> asked_;  // by the number of these
  ByLooks<Anonymous> anonymous_;
  int credit_ = most_credit;
};

}  // namespace conclave
