#include "proof/agreement.hpp"

#include <algorithm>
#include <set>

#include "proof/configurations.hpp"
#include "proof/decisions.hpp"
#include "scenario/instances.hpp"

namespace conclave::proof {
namespace {

struct Message {
  Parts parts;
  int port = 0;
  int to = 0;  // a place
  friend auto operator<=>(const Message&, const Message&) = default;
};

// What one process did.
struct Done {
  int place = 0;
  Event::Kind kind{};
  std::size_t number = 0;
  std::vector<Message> taken;  // in the order of ports
  Parts before;
  Parts after;
  std::vector<Message> sent;
  bool is_bad = false;
};

class Comparing {
 public:
  Comparing(const Theory& theory, Machine& machine)
      : theory_(theory),
        machine_(machine),
        program_(*theory.model->program),
        state_(program_.state_shape(), "State"),
        message_(program_.message_shape(), "Message") {}

  // Is there a rule for it?
  bool is_described(const Done& done) const {
    const bool does_nothing = done.before == done.after && done.sent.empty() && !done.is_bad;
    return does_nothing ||
           std::ranges::any_of(theory_.rules, [&](const Rule& rule) { return describes(rule, done); });
  }

  const Fields& state() const { return state_; }
  const Fields& message() const { return message_; }
  int neighbour(int place, int port) const {
    return machine_.values().channels().neighbours(
        static_cast<std::size_t>(place))[static_cast<std::size_t>(port)];
  }
  int place_of(std::int32_t code) const {
    const std::vector<Id>& ids = machine_.ids();
    return static_cast<int>(std::ranges::find(ids, code, [](Id id) { return code_of(id); }) - ids.begin());
  }

  std::string words(const Done& done) const {
    const auto list = [](const Parts& parts) {
      std::string text;
      for (const std::int32_t part : parts) text += (text.empty() ? "" : " ") + std::to_string(part);
      return text;
    };
    std::string text =
        "the process at place " + std::to_string(done.place) + " in state " + list(done.before);
    for (const Message& message : done.taken) text += ", with message " + list(message.parts);
    text += ", goes to state " + list(done.after);
    for (const Message& message : done.sent)
      text += ", and sends " + list(message.parts) + " to place " + std::to_string(message.to);
    return text + "; identifiers";
  }

 private:
  std::int32_t id(int place) const { return code_of(machine_.ids()[static_cast<std::size_t>(place)]); }

  bool describes(const Rule& rule, const Done& done) const {
    if (rule.event.kind != done.kind || rule.event.number != done.number ||
        rule.event.inputs.size() != done.taken.size())
      return false;
    for (std::size_t input = 0; input < done.taken.size(); ++input) {
      const MessageKind kind{message_.control(done.taken[input].parts), done.taken[input].port};
      if (kind != theory_.kinds[rule.event.inputs[input]]) return false;
    }
    std::vector<std::int32_t> names;  // the identifier in each slot; 0: there is none
    for (const Slot& slot : rule.slots) names.push_back(in_slot(slot, done));
    if (!std::ranges::all_of(rule.guard, [&](const Test& test) { return passes(test, done.before, names); }))
      return false;
    if (!rule.error.empty()) return done.is_bad;
    if (rule.breaks.empty() == done.is_bad) return false;
    Parts after = done.before;
    for (const Change& change : rule.changes)
      after[change.variable] = change.to == Change::To::value  ? static_cast<std::int32_t>(change.what)
                               : change.to == Change::To::name ? names[change.what]
                                                               : 0;
    if (after != done.after) return false;
    std::vector<Message> sent;
    for (const Delivery& delivery : rule.sent) {
      Message message{theory_.kinds[delivery.kind].parts, theory_.kinds[delivery.kind].port,
                      place_of(names[delivery.to])};
      std::size_t at = 0;
      for (std::size_t v = 0; v < message.parts.size(); ++v) {
        if (message_.variables()[v].is_name && message.parts[v] != 0)
          message.parts[v] = names[delivery.names[at++]];
      }
      sent.push_back(std::move(message));
    }
    std::ranges::sort(sent);
    return sent == done.sent;
  }

  std::int32_t in_slot(const Slot& slot, const Done& done) const {
    switch (slot.of) {
      case Slot::Of::self:
        return id(done.place);
      case Slot::Of::next:
        return id(neighbour(done.place, 0));
      case Slot::Of::previous:
        return id(neighbour(done.place, 1));
      case Slot::Of::largest:
        return code_of(*std::ranges::max_element(machine_.ids()));
      case Slot::Of::variable:
        return done.before[slot.variable];
      case Slot::Of::message:
        return done.taken[slot.input].parts[slot.variable];
    }
    return 0;
  }

  const Theory& theory_;
  Machine& machine_;
  const Program& program_;
  const Fields state_;
  const Fields message_;
};

// What processes did in a step of a network on which messages come one by one.
void list_single(const Comparing& comparing, Machine& machine, const Configuration& before, RecordIndex r,
                 const Configuration& after, std::vector<Done>& all) {
  const Steps& steps = machine.steps();
  const Values& values = machine.values();
  const Step::Kind kind = steps.kind(r);
  if (kind != Step::Kind::start && kind != Step::Kind::own && kind != Step::Kind::deliver) return;
  const int place = steps.record(r).process;
  const auto local = static_cast<std::size_t>(place);
  const Handlers::Effect& effect = steps.effect(r);
  Done done{
      .place = place,
      .kind = kind == Step::Kind::start ? Event::Kind::start
              : kind == Step::Kind::own ? Event::Kind::own
                                        : Event::Kind::receive,
      .number = kind == Step::Kind::own ? steps.received(r) : 0,
      .taken = {},
      .before = comparing.state().parts(values.local(place, before.get(local))),
      .after = comparing.state().parts(values.local(place, after.get(local))),
      .sent = {},
      .is_bad = !effect.failures.empty() || effect.exception.has_value() || !steps.record(r).broken.empty()};
  if (kind == Step::Kind::deliver) {
    if (steps.received(r) == Handlers::notice) return;
    const Channel& channel = values.channels()[static_cast<std::size_t>(steps.channel(r))];
    const auto reader = std::ranges::find(channel.readers, place, &Channel::Reader::process);
    done.taken.push_back({comparing.message().parts(values.handlers().message(steps.received(r))),
                          channel.by_identifier ? -1 : code_of(reader->port), 0});
  }
  for (const Handlers::Sent& sent : effect.sent)
    done.sent.push_back(
        {comparing.message().parts(values.handlers().message(sent.message)),
         sent.by_identifier ? -1 : 1 - sent.to,
         sent.by_identifier ? comparing.place_of(sent.to) : comparing.neighbour(place, sent.to)});
  std::ranges::sort(done.sent);
  all.push_back(std::move(done));
}

// In lock step: what each process may have taken, and what came of it. One of these has to be described.
class Rounds {
 public:
  Rounds(const Comparing& comparing, Machine& machine, const Theory& theory)
      : comparing_(comparing),
        machine_(machine),
        program_(*theory.model->program),
        two_way_(theory.two_way) {}

  // Everything that processes send because of their states.
  void list_emissions(const Configuration& cells, std::vector<Done>& all) const {
    for (int place = 0; place < processes(); ++place) {
      for (int port = 0; port < (two_way_ ? 2 : 1); ++port) {
        const auto message = emitted(cells, place, port);
        if (!message) continue;
        const Parts state = local(cells, place);
        all.push_back({.place = place,
                       .kind = Event::Kind::emit,
                       .number = static_cast<std::size_t>(port),
                       .taken = {},
                       .before = state,
                       .after = state,
                       .sent = {{*message, 1 - port, comparing_.neighbour(place, port)}},
                       .is_bad = false});
      }
    }
  }

  // Is what the process did in this round one of what rules describe?
  bool is_described(const Configuration& before, const Configuration& after, int place) const {
    const Parts then = local(before, place);
    const Parts now = local(after, place);
    Done done{
        .place = place, .kind = Event::Kind::round, .taken = {}, .before = then, .after = now, .sent = {}};
    const auto fits = [&] {
      for (const bool bad : {false, true}) {
        done.is_bad = bad;
        if (comparing_.is_described(done)) return true;
      }
      return false;
    };
    if (program_.timing() == Timing::exchange) {
      std::vector<std::optional<Message>> coming(2);
      for (int from = 0; from < processes(); ++from) {
        for (int port = 0; port < (two_way_ ? 2 : 1); ++port) {
          const auto message = emitted(before, from, port);
          if (message && comparing_.neighbour(from, port) == place)
            coming[static_cast<std::size_t>(1 - port)] = Message{*message, 1 - port, 0};
        }
      }
      for (const unsigned which : {3U, 2U, 1U, 0U}) {  // all that came, or what was not lost of it
        done.taken.clear();
        for (unsigned port = 0; port < 2; ++port) {
          if ((which >> port & 1U) != 0 && coming[port]) done.taken.push_back(*coming[port]);
        }
        if (fits()) return true;
      }
      return false;
    }
    done.sent = new_messages(before, after, comparing_.neighbour(place, 0));
    if (fits()) return true;
    for (const Parts& message : mailbox(before, place)) {
      done.taken = {{message, -1, 0}};
      if (fits()) return true;
    }
    return false;
  }

 private:
  int processes() const { return static_cast<int>(machine_.ids().size()); }
  Parts local(const Configuration& cells, int place) const {
    return comparing_.state().parts(
        machine_.values().local(place, cells.get(static_cast<std::size_t>(place))));
  }
  std::optional<Parts> emitted(const Configuration& cells, int place, int port) const {
    if (program_.timing() != Timing::exchange) return {};
    const Values& values = machine_.values();
    if (values.facts(place, cells.get(static_cast<std::size_t>(place))).halted) return {};
    const auto message =
        program_.message(values.surroundings(place),
                         values.local(place, cells.get(static_cast<std::size_t>(place))), given_port(port));
    if (!message) return {};
    return comparing_.message().parts(*message);
  }
  std::vector<Parts> mailbox(const Configuration& cells, int place) const {
    std::vector<Parts> all;
    for (const auto& message :
         machine_.values().content(place, cells.get(machine_.values().mailbox_component(place))))
      all.push_back(comparing_.message().parts(*message));
    return all;
  }
  // What is in the mailbox afterwards and was not there before. On a one-way ring one process writes there.
  std::vector<Message> new_messages(const Configuration& before, const Configuration& after, int to) const {
    std::vector<Parts> old = mailbox(before, to);
    std::vector<Message> all;
    for (const Parts& message : mailbox(after, to)) {
      const auto known = std::ranges::find(old, message);
      if (known != old.end())
        old.erase(known);
      else
        all.push_back({message, -1, to});
    }
    return all;
  }

  const Comparing& comparing_;
  Machine& machine_;
  const Program& program_;
  const bool two_way_;
};

}  // namespace

Agreement agreement(const Theory& theory, const Scenario& scenario, std::uint64_t most, Limits& limits) {
  Agreement result;
  Instances instances(scenario);
  Instance instance;
  Machine machine(scenario);
  machine.obey(&limits);
  const Comparing comparing(theory, machine);
  const Rounds rounds(comparing, machine, theory);
  std::set<std::uint32_t> effects;  // that were compared, in the instance
  const auto compare = [&](const std::vector<Done>& all) {
    for (const Done& each : all) {
      ++result.steps;
      if (comparing.is_described(each)) continue;
      result.objection = "no rule describes that " + comparing.words(each);
      for (const Id id : instance.ids) result.objection += " " + std::to_string(code_of(id));
      return false;
    }
    return true;
  };
  const auto look = [&](const Configuration& cells) {
    std::vector<Done> done;
    if (scenario.lock_step()) rounds.list_emissions(cells, done);
    return compare(done);
  };
  const auto take = [&](const Configuration& cells, const auto& successor) {
    if (!scenario.lock_step()) {
      if (!effects.insert(machine.steps().effect(successor.record).number).second) return true;
      std::vector<Done> done;
      list_single(comparing, machine, cells, successor.record, successor.configuration, done);
      return compare(done);
    }
    for (int place = 0; place < scenario.processes; ++place) {
      ++result.steps;
      if (rounds.is_described(cells, successor.configuration, place)) continue;
      result.objection =
          "no rule describes what the process at place " + std::to_string(place) + " does in a round";
      return false;
    }
    return true;
  };
  while (result.objection.empty() && instances.next(instance)) {
    machine.load(instance);
    effects.clear();
    result.complete = every_configuration(machine, most, limits, look, take) && result.complete;
  }
  return result;
}

}  // namespace conclave::proof
