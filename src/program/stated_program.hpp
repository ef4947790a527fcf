// The properties that a model states itself, as a part of its Program: their predicates are asked of the
// model's own types.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "author/property.hpp"
#include "program/handler_runner.hpp"
#include "program/shape.hpp"

namespace conclave {

// Which model a list of properties speaks of: for a variant that inherits `properties` from the plain model,
// that is the plain model.
template <class M, class List>
struct SpeaksOf {
  using type = M;  // what is no such list is refused elsewhere
};
template <class M, class By>
struct SpeaksOf<M, std::vector<Stated<By>>> {
  using type = By;
};
template <class M>
struct StatedBy {
  using type = M;
};
template <class M>
requires requires { M::properties(); }
struct StatedBy<M> : SpeaksOf<M, std::decay_t<decltype(M::properties())>> {};

// May the predicates of the one model look at configurations of the other, through its own Global? They must
// not see more there than the other model says that it knows.
template <class By, class M>
constexpr bool can_look_at() {
  const auto rooted = [](Knowledge knows) { return has(knows, Knowledge::root | Knowledge::tree); };
  return std::is_same_v<typename By::State, typename M::State> &&
         std::is_same_v<typename By::Message, typename M::Message> &&
         (is_anonymous<By>() || !is_anonymous<M>()) &&
         (!rooted(knowledge_of<By>()) || rooted(knowledge_of<M>()));
}

template <class M>
class StatedProgram : public HandlerRunner {
  using By = typename StatedBy<M>::type;

 public:
  static const auto& looks() { return Looks<By>::all(); }
  const Shape& shape_of_looks(When when) const override {
    // It is put together when it is asked for, because then all looks have been noted.
    static const Shape& always = record_of(looks().at(When::always));
    static const Shape& when_quiet = record_of(looks().at(When::quiet));
    return when == When::always ? always : when_quiet;
  }
  NetworkLook network_looked_at() const override { return looks().at_network; }
  std::vector<Statement> statements() const override {
    std::vector<Statement> statements;
    for (const auto& s : stated_) {
      const When when = s.when_quiet != nullptr ? When::quiet : When::always;
      statements.push_back({s.form, s.name, s.says, when, s.p.by()});
    }
    return statements;
  }
  std::uint32_t evaluate(const Snapshot& snapshot, std::uint32_t asked) const override {
    const Global<By> global(snapshot);
    const QuietGlobal<By> quiet(snapshot);
    std::uint32_t bits = 0;
    int (*until)(const Global<By>&) = nullptr;  // what was asked last, because properties may share it
    int last = 0;
    for (std::size_t k = 0; k < stated_.size(); ++k) {
      if ((asked >> k & 1U) == 0) continue;
      const auto speaks = [&] {
        if (stated_[k].form != Form::after_rounds) return stated_[k].p.is_given();
        if (snapshot.rounds() < 0) return false;
        if (until != stated_[k].until) last = stated_[k].until(global);
        until = stated_[k].until;
        return snapshot.rounds() <= last;
      };
      begin_part(stated_[k].name);
      guarded("property ", stated_[k].name, [&] {
        const bool holds = stated_[k].when_quiet != nullptr
                               ? !snapshot.quiet() || stated_[k].when_quiet(quiet)
                               : !speaks() || stated_[k].p(global);
        if (holds) bits |= 1U << k;
        if (stated_[k].q.is_given() && stated_[k].q(global)) bits |= 1U << (most_statements + k);
      });
    }
    return bits;
  }
  Grounds grounds(const Snapshot& snapshot, std::size_t statement, bool of_q) const override {
    const Stated<By>& s = stated_.at(statement);
    Grounds grounds;
    begin_part(s.name);
    guarded("property ", s.name, [&] {
      if (s.when_quiet != nullptr)
        grounds.holds = !snapshot.quiet() || s.when_quiet(QuietGlobal<By>(snapshot, &grounds));
      else
        grounds.holds = (of_q ? s.q : s.p)(Global<By>(snapshot, &grounds));
    });
    return grounds;
  }

  int rounds_claimed(const Snapshot& initially) const override {
    int last = -1;
    for (const auto& s : stated_) {
      if (s.form != Form::after_rounds) continue;
      begin_part(s.name);
      guarded("`until` of property ", s.name, [&] { last = std::max(last, s.until(Global<By>(initially))); });
    }
    return last;
  }

 private:
  // It is never freed, as shapes of types are not.
  static const Shape& record_of(const std::vector<typename Looks<By>::AtProcess>& looks) {
    auto& record = *new Shape;
    record.kind = Shape::Kind::record;
    for (const auto& look : looks) record.fields.push_back({{}, &look.shape()});
    return record;
  }
  static std::vector<Stated<By>> stated() {
    if constexpr (requires { M::properties(); }) {
      begin_part("`properties`");
      std::vector<Stated<By>> all = M::properties();
      begin_part();
      return all;
    } else {
      return {};
    }
  }
  // Throws std::logic_error if a property lacks what its form needs.
  static std::vector<Stated<By>> complete(std::vector<Stated<By>> all) {
    for (const Stated<By>& s : all) {
      const bool wants_p = s.form != Form::every_step;
      const bool wants_rounds = s.form == Form::after_rounds;
      const bool is_invariant = s.form == Form::invariant;
      if (s.when_quiet != nullptr && (!is_invariant || s.p.is_given()))
        throw std::logic_error("property `" + std::string(s.name) +
                               "`: when_quiet is for an invariant, and takes the place of p");
      if ((wants_p && !s.p.is_given() && s.when_quiet == nullptr) ||
          (s.form == Form::leads_to && !s.q.is_given()) ||
          (wants_rounds && (s.until == nullptr || !is_lock_step<M>())) ||
          (s.form == Form::every_step && !asserts<M>()))
        throw std::logic_error("property `" + std::string(s.name) +
                               "`: leads_to needs p and q, after_rounds p, until and lock step, every_step "
                               "`asserts = true`, all others p");
    }
    return all;
  }
  const std::vector<Stated<By>> stated_ = complete(stated());
};

}  // namespace conclave
