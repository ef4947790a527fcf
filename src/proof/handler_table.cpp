#include "proof/handler_table.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "proof/situations.hpp"

namespace conclave::proof {
namespace {

constexpr std::size_t most_runs = 2'000'000;

// What a process may know in a proof; else what it knows, in words.
constexpr Knowledge allowed = Knowledge::neighbours | Knowledge::largest;
std::string_view words(Knowledge knows) {
  switch (knows) {
    case Knowledge::place:
      return "its place";
    case Knowledge::addresses:
      return "places";
    case Knowledge::root:
      return "who is root";
    case Knowledge::tree:
      return "a tree";
    case Knowledge::number:
      return "its identifier as a number";
    case Knowledge::indices:
      return "places as numbers";
    case Knowledge::processes:
      return "how many processes there are";
    case Knowledge::diameter:
      return "the diameter";
    case Knowledge::crashes:
      return "who has crashed";
    case Knowledge::down:
      return "who is down";
    default:
      return "more than is allowed";
  }
}

}  // namespace

HandlerTable::HandlerTable(const Model& model, const Encoded& parameters)
    : model_(model),
      parameters_(parameters),
      watched_(*model.program, {.identifiers = true}),
      state_((refuse_unknown(), model.program->state_shape()), "State"),
      message_(model.program->message_shape(), "Message"),
      two_way_(model.about.two_way),
      knows_largest_(has(model.knows, Knowledge::largest)),
      knows_neighbours_(has(model.knows, Knowledge::neighbours)) {
  try {
    begin();
    close();
  } catch (const NamesMatter& thrown) {
    throw NotProvable(thrown.what() + std::string(": a proof is for identifiers that are only compared"));
  }
}

void HandlerTable::refuse_unknown() const {
  if (model_.about.topology != "ring")
    throw NotProvable("its network is `" + std::string(model_.about.topology) + "`: proofs are for rings");
  for (unsigned bit = 1; bit != 0; bit <<= 1U) {
    const auto what = static_cast<Knowledge>(bit);
    if (has(model_.knows, what) && !has(allowed, what))
      throw NotProvable("a process knows " + std::string(words(what)) +
                        ": in a proof it knows at most its neighbours and the largest identifier");
  }
  if (model_.anonymous) throw NotProvable("its processes have no identifiers");
  if (model_.copies_network) throw NotProvable("it copies the network");
  if (model_.about.heals) throw NotProvable("its ring closes over processes that have crashed");
}

std::vector<Slot> HandlerTable::slots(const Event& event) const {
  std::vector<Slot> slots{{.of = Slot::Of::self}, {.of = Slot::Of::next, .is_seen = knows_neighbours_}};
  if (two_way_) slots.push_back({.of = Slot::Of::previous, .is_seen = knows_neighbours_});
  if (knows_largest_) slots.push_back({.of = Slot::Of::largest});
  for (std::size_t v = 0; v < state_.variables().size(); ++v) {
    if (state_.variables()[v].is_name) slots.push_back({.of = Slot::Of::variable, .variable = v});
  }
  for (std::size_t input = 0; input < event.inputs.size(); ++input) {
    const MessageKind& kind = kinds_[event.inputs[input]];
    for (std::size_t v = 0; v < kind.parts.size(); ++v) {
      if (message_.variables()[v].is_name && kind.parts[v] != 0)
        slots.push_back({.of = Slot::Of::message, .variable = v, .input = input});
    }
  }
  return slots;
}

void HandlerTable::begin() {
  bool first = true;
  every_situation({.kind = Event::Kind::start}, Parts(state_.variables().size()),
                  [&](const Situation& situation) {
                    const Parts parts = state_.parts(watched_.initial(situation.around));
                    Effect effect{.values = parts, .names = std::vector<Candidates>(parts.size())};
                    for (std::size_t v = 0; v < parts.size(); ++v) {
                      if (!state_.variables()[v].is_name) continue;
                      effect.names[v] = parts[v] == 0 ? nobody : situation.holding(parts[v]);
                      effect.values[v] = 0;
                      if (!first) effect.names[v] &= initially_.names[v];
                      if (effect.names[v] == 0)
                        throw NotProvable("the initial `" + state_.variables()[v].name +
                                          "` depends on how identifiers compare");
                    }
                    if (!first && effect.values != initially_.values)
                      throw NotProvable("the initial state depends on how identifiers compare");
                    initially_ = std::move(effect);
                    controls_.insert(state_.control(parts));
                    first = false;
                  });
}

std::vector<Event> HandlerTable::events() {
  using Kind = Event::Kind;
  const Program& program = *model_.program;
  std::vector<Event> events;
  const auto with_inputs = [&](Kind kind, std::size_t most) {
    events.push_back({.kind = kind});
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      events.push_back({.kind = kind, .inputs = {k}});
      for (std::size_t other = 0; most == 2 && other < kinds_.size(); ++other) {
        // In lock step, at most one message comes in at a port.
        if (program.timing() != Timing::exchange || kinds_[k].port < kinds_[other].port)
          events.push_back({.kind = kind, .inputs = {k, other}});
      }
    }
  };
  switch (program.timing()) {
    case Timing::handlers:
      if (model_.sleeps) events.push_back({.kind = Kind::start});
      for (std::size_t k = 0; k < program.own_steps().size(); ++k)
        events.push_back({.kind = Kind::own, .number = k});
      for (std::size_t k = 0; k < kinds_.size(); ++k)
        events.push_back({.kind = Kind::receive, .inputs = {k}});
      break;
    case Timing::exchange:
      for (std::size_t port = 0; port < (two_way_ ? 2 : 1); ++port)
        events.push_back({.kind = Kind::emit, .number = port});
      with_inputs(Kind::round, two_way_ ? 2 : 1);
      break;
    case Timing::body:
      with_inputs(Kind::round, 2);  // with two, to see that it takes no more than one
  }
  return events;
}

void HandlerTable::close() {
  std::size_t known = 0;
  do {
    known = controls_.size() + kinds_.size();
    const std::set<Parts> controls = controls_;
    for (const Event& event : events()) {
      for (const Parts& control : controls) {
        if (done_.emplace(event, control).second) run(event, control);
      }
    }
  } while (known != controls_.size() + kinds_.size());
  for (const Parts& control : controls_) look_at(control);
}

void HandlerTable::run(const Event& event, const Parts& control) {
  const bool is_body = model_.program->timing() == Timing::body;
  std::vector<Case> cases;
  every_situation(event, control, [&](const Situation& situation) {
    if (++runs_ > most_runs) throw NotProvable("its handlers have more than two million cases");
    cases.push_back({.control = control, .ranks = situation.ranks, .effects = outcomes(event, situation)});
  });
  if (is_body && event.inputs.size() == 2) return;
  auto& all = cases_[event];
  all.insert(all.end(), std::make_move_iterator(cases.begin()), std::make_move_iterator(cases.end()));
}

std::vector<Effect> HandlerTable::outcomes(const Event& event, const Situation& at) {
  using Kind = Event::Kind;
  std::vector<Outcome> outcomes;
  std::vector<Effect> effects;
  try {
    const Facts facts = watched_.facts(at.around, at.state);
    switch (event.kind) {
      case Kind::start:
        if (facts.asleep) outcomes = watched_.start(at.around, at.state);
        break;
      case Kind::own:
        if ((facts.ready >> event.number & 1U) != 0)
          outcomes = watched_.own_step(at.around, at.state, event.number);
        break;
      case Kind::receive: {
        const Port port = given_port(kinds_[event.inputs.front()].port);
        if (facts.receptive && watched_.accepts(at.around, at.state, at.messages.front(), port))
          outcomes = watched_.receive(at.around, at.state, at.messages.front(), port);
        break;
      }
      case Kind::emit:
        if (facts.halted) break;
        if (const auto sent =
                watched_.message(at.around, at.state, given_port(static_cast<int>(event.number)))) {
          outcomes.emplace_back().state = at.state;
          outcomes.back().sendings.push_back(
              {.to = static_cast<std::int32_t>(event.number), .message = *sent});
        }
        break;
      case Kind::round:
        if (facts.halted) break;
        if (model_.program->timing() == Timing::exchange) {
          std::vector<std::optional<Encoded>> incoming(2);
          for (std::size_t input = 0; input < event.inputs.size(); ++input)
            incoming[static_cast<std::size_t>(kinds_[event.inputs[input]].port)] = at.messages[input];
          outcomes = watched_.transition(at.around, at.state, incoming, {});
        } else {
          Findings findings{.mailbox = at.messages, .crashed = {}};
          std::ranges::sort(findings.mailbox);
          outcomes = watched_.round(at.around, at.state, findings);
          if (std::ranges::any_of(outcomes, [](const Outcome& each) { return each.received.size() > 1; }))
            throw NotProvable("a process takes several messages in one round");
        }
    }
    for (const Outcome& outcome : outcomes) effects.push_back(effect(event, at, outcome));
  } catch (const Impure&) {
    throw;
  } catch (const ModelError& thrown) {
    effects.push_back({.values = {}, .names = {}, .sent = {}, .breaks = {}, .error = thrown.what()});
  }
  return effects;
}

Effect HandlerTable::effect(const Event& event, const Situation& at, const Outcome& outcome) {
  Effect effect;
  effect.values = state_.parts(outcome.state);
  effect.names.resize(effect.values.size());
  controls_.insert(state_.control(effect.values));
  const auto seen = [&](std::int32_t code, const std::string& where) {
    const Candidates slots = at.holding(code);
    if (slots == 0) throw NotProvable(where + " holds an identifier that no process has given to it");
    return slots;
  };
  for (std::size_t v = 0; v < effect.values.size(); ++v) {
    if (!state_.variables()[v].is_name) continue;
    const std::int32_t code = std::exchange(effect.values[v], 0);
    effect.names[v] = code == 0 ? nobody : seen(code, "`" + state_.variables()[v].name + "`");
    if (code == at.before[v]) effect.names[v] |= stays;
  }
  const bool has_ports = model_.program->timing() != Timing::body;
  for (const Sending& sending : outcome.sendings) {
    Effect::Sent sent;
    // What goes out at `next` comes in at `previous`, and the other way round.
    sent.kind = kind_number(sending.message, sending.by_identifier || !has_ports ? -1 : 1 - sending.to);
    sent.to = sending.by_identifier ? seen(sending.to, "an address")
                                    : slot_bit(static_cast<std::size_t>(1 + sending.to));
    for (const std::int32_t code : message_.parts(sending.message)) {
      const std::size_t v = sent.names.size();
      const bool names = message_.variables()[v].is_name && code != 0;
      sent.names.push_back(names ? seen(code, "a message") : 0);
    }
    effect.sent.push_back(std::move(sent));
  }
  effect.breaks = broken(event, at, outcome);
  return effect;
}

// The properties, among those that the model states, that the step violates, as Judge::broken_by has them.
std::vector<std::string> HandlerTable::broken(const Event& event, const Situation& at,
                                              const Outcome& outcome) const {
  std::vector<std::string> names;
  if (event.kind != Event::Kind::emit) {
    const Facts then = watched_.facts(at.around, at.state);
    const Facts now = watched_.facts(at.around, outcome.state);
    if (then.decided && (!now.decided || now.belief != then.belief || now.leader != then.leader))
      names.emplace_back("irrevocable");
  }
  for (const std::string& failure : outcome.failures) {
    const bool is_own = std::ranges::any_of(model_.program->statements(), [&](const Statement& statement) {
      return statement.form == Form::every_step && statement.name == failure;
    });
    names.push_back(is_own ? failure : "assertions");
  }
  if (outcome.exception) names.emplace_back("no-exception");
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(model_.properties, name, &Property::name) == model_.properties.end();
  });
  return names;
}

std::size_t HandlerTable::kind_number(const Encoded& message, int port) {
  MessageKind kind{.parts = message_.control(message_.parts(message)), .port = port};
  const auto known = std::ranges::find(kinds_, kind);
  if (known != kinds_.end()) return static_cast<std::size_t>(known - kinds_.begin());
  kinds_.push_back(std::move(kind));
  return kinds_.size() - 1;
}

}  // namespace conclave::proof
