// The handlers of a model as a finite table. A model that only compares identifiers behaves alike wherever
// the identifiers that a handler sees are ordered alike, so each handler is run once for each kind of local
// state and message and for each order, in which some may be equal (docs/semantics/proofs.md).
#pragma once

#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "program/model.hpp"
#include "program/watched.hpp"
#include "proof/rule.hpp"

namespace conclave::proof {

// Who may be in a slot, as a set: bit 2 + k stands for slot k.
using Candidates = std::uint32_t;
inline constexpr Candidates stays = 1;   // what was there before
inline constexpr Candidates nobody = 2;  // no identifier
constexpr Candidates slot_bit(std::size_t slot) { return Candidates{4} << slot; }
// The first slot of a set that has one.
constexpr std::size_t first_slot(Candidates slots) {
  return static_cast<std::size_t>(std::countr_zero(slots & ~(stays | nobody))) - 2;
}

// What one run of a handler did. Each name is every slot that held it.
struct Effect {
  struct Sent {
    std::size_t kind = 0;
    Candidates to = 0;
    std::vector<Candidates> names;
    friend bool operator==(const Sent&, const Sent&) = default;
  };
  std::vector<std::int32_t> values;  // by variable that holds no identifier; else 0
  std::vector<Candidates> names;     // by variable that does; else 0
  std::vector<Sent> sent = {};
  std::vector<std::string> breaks = {};
  std::string error = {};
};

struct Case {
  Parts control;           // by variable: the value, or whether it holds an identifier
  std::vector<int> ranks;  // by slot; -1 where the slot is empty, or not seen
  std::vector<Effect> effects;
};

// What a local state says of its process.
struct StateCase {
  Parts control;
  std::vector<int> ranks;
  bool leads = false;
  Candidates belief = nobody;
  bool believes_nobody = false;  // It believes in Id(), which is worse than not to believe in anybody.
  bool errs = false;             // What is asked of the state ends with an error.
  // By own property of the model: that of `every` and `none` fails of this process alone, or what
  // `at_most_one` counts is so of it.
  std::uint32_t fails = 0;
};

// The local states of two processes, one after the other, of which a property of `every_two` fails or not.
struct PairCase {
  Parts control;
  std::vector<int> ranks;
  bool fails = false;
};

class HandlerTable {
 public:
  // Throws NotProvable, ModelError.
  HandlerTable(const Model&, const Encoded& parameters);

  const Model& model() const { return model_; }
  const Fields& state() const { return state_; }
  const Fields& message() const { return message_; }
  bool two_way() const { return two_way_; }
  bool knows_largest() const { return knows_largest_; }
  const std::vector<MessageKind>& kinds() const { return kinds_; }
  const std::map<Event, std::vector<Case>>& cases() const { return cases_; }
  const std::set<Parts>& controls() const { return controls_; }
  // The initial state: each name by the slots of the process that may be in it.
  const Effect& initially() const { return initially_; }
  const std::vector<StateCase>& states() const { return states_; }
  // All pairs of local states, for the own property with this number. Throws NotProvable, ModelError.
  std::vector<PairCase> pairs(std::size_t statement) const;

  std::vector<Slot> slots(const Event&) const;
  std::size_t runs() const { return runs_; }

 private:
  struct Situation;  // a case before it is run

  void refuse_unknown() const;
  void begin();
  void close();
  void run(const Event&, const Parts& control);
  std::vector<Effect> outcomes(const Event&, const Situation&);
  Effect effect(const Event&, const Situation&, const Outcome&);
  std::vector<std::string> broken(const Event&, const Situation&, const Outcome&) const;
  void look_at(const Parts& control);
  std::uint32_t failing(const Situation&) const;
  bool holds(const Snapshot&, std::size_t statement) const;
  std::size_t kind_number(const Encoded& message, int port);
  std::vector<Event> events();
  template <class F>
  void every_situation(const Event&, const Parts& control, const F& visit) const;

  const Model& model_;
  const Encoded parameters_;
  const Watched watched_;
  const Fields state_;
  const Fields message_;
  const bool two_way_;
  const bool knows_largest_;
  const bool knows_neighbours_;
  std::vector<MessageKind> kinds_;
  std::set<Parts> controls_;
  std::map<Event, std::vector<Case>> cases_;
  std::set<std::pair<Event, Parts>> done_;
  Effect initially_;
  std::vector<StateCase> states_;
  std::size_t runs_ = 0;
};

}  // namespace conclave::proof
