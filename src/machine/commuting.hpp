// Which steps commute with everything else that their process may do before it takes them. Such a step may be
// taken at once: what others do neither hinders it nor is hindered by it
// (docs/semantics/commuting-steps.md has the proof). AsyncSteps ask for each step; StepTables keep the
// answers.
//
// What may happen is bounded from above by Behaviours. This does not depend on a configuration, so it is
// found out once for each instance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "machine/async_steps.hpp"
#include "machine/behaviours.hpp"

namespace conclave {

class Commuting {
 public:
  using Effort = AsyncSteps::Effort;
  Commuting(const Values&, const Judge&, const Provisos&);

  void forget() { is_known_ = false; }  // called when the machine holds another instance
  // What a step stands for. It is a delivery, or an own step, which has no channel, and its number for a
  // message; states and messages are numbered as the machine's handlers number them. Whether the step itself
  // takes a decision back is not asked here, but by the pass that takes it. What is found out about an
  // instance is found out with the effort of the first question.
  StandsFor find(int process, Handlers::State, Step::Kind, int channel, std::uint32_t message, Effort);
  // Is there any step that stands for all, is owed and changes something? Nothing if this was not found out,
  // and might be with more effort.
  std::optional<bool> any(Effort);

 private:
  using Index = Behaviours::Index;
  using Behaviour = Behaviours::Behaviour;
  using Change = Behaviours::Change;
  using Edge = Behaviours::Edge;
  static constexpr Index start_event = 0;
  static constexpr Index first_own_event = 1;

  // An event, by itself or together with its process's own steps.
  struct Set {
    Index event;
    bool with_own;
  };

  enum class Answer : std::uint8_t {
    not_asked,
    commutes_there,  // in the node itself; further on was not asked
    commutes,
    fails,
  };
  // By set of events, then by state or node; empty if nothing was asked yet.
  struct Answers {
    std::vector<Answer> by_state;
    std::vector<Answer> by_node;
  };

  bool is_looked_at(Step::Kind) const;
  bool find_out(Effort);
  bool commutes(int process, Index state, Set);
  bool commutes_from(const Behaviour&, Index node, Set, std::span<Answer> by_node);
  bool may_come_before(const Behaviour&, Set, Index other) const;
  bool commutes_at(const Behaviour&, Index node, Set) const;
  bool moves_ahead(const Behaviour&, Index node, Index event, const Edge& others) const;
  bool send_alike(const Behaviour&, const Change& first, const Change& other_then, const Change& other_first,
                  const Change& then) const;
  Index named_state(int process, Handlers::State);
  Index named_message(Handlers::Message);

  const Values& values_;
  const Scenario& scenario_;
  const Provisos& provisos_;
  Behaviours behaviours_;
  bool is_known_ = false;
  bool is_told_ = false;  // something could be found out about the instance
  bool more_may_help_ = false;
  std::vector<Answers> answers_;  // by process
  // What commutes_from() works on: the nodes that it has reached.
  std::vector<Index> reached_;
  std::vector<bool> is_reached_;
  // By process, and by state or message as the machine's handlers number them: its number here.
  std::vector<std::vector<Index>> state_of_named_;
  std::vector<Index> message_of_named_;
};

}  // namespace conclave
