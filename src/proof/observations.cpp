#include "proof/observations.hpp"

#include <algorithm>
#include <set>

#include "proof/configurations.hpp"
#include "scenario/instances.hpp"

namespace conclave::proof {
namespace {

using Kind = Shape::Kind;

// A variable that has more values than this is only compared.
constexpr std::size_t most_values = 4;

}  // namespace

// Looks at one configuration after the other.
class Observer {
 public:
  Observer(Observations& all, Machine& machine) : all_(all), machine_(machine) {
    const std::vector<Id>& ids = machine.ids();
    std::vector<Id> sorted = ids;
    std::ranges::sort(sorted);
    for (const Id id : ids)
      ranks_.push_back(static_cast<int>(std::ranges::find(sorted, id) - sorted.begin()));
  }

  void look_at(const Configuration& cells) {
    here_ = {.ranks = ranks_, .facts = {}, .numbers = {}};
    const Values& values = machine_.values();
    const Program& program = *machine_.scenario().model->program;
    for (std::size_t place = 0; place < ranks_.size(); ++place) {
      const auto process = static_cast<int>(place);
      of_ = static_cast<std::uint8_t>(place);
      if (values.has_crashed(cells, process)) {
        add(relation("crashed", "$1 has crashed", 1, Relation::Of::value), {of_});
        continue;
      }
      const Encoded& state = values.local(process, cells.get(place));
      Words at = state.data();
      variable(program.state_shape(), at, "");
    }
    look_at_messages(cells);
    std::ranges::sort(here_.facts);
    const auto twice = std::ranges::unique(here_.facts);
    here_.facts.erase(twice.begin(), twice.end());
    all_.seen_.push_back(std::move(here_));
  }

 private:
  void add(std::size_t relation, std::vector<std::uint8_t> of) {
    here_.facts.push_back({relation, std::move(of)});
  }

  std::size_t relation(const std::string& name, const std::string& says, std::size_t arity, Relation::Of of) {
    const auto [known, is_new] = all_.by_name_.emplace(name, all_.relations_.size());
    if (is_new) {
      std::string symbol = name;
      std::ranges::replace_if(
          symbol, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
      // A variable is told from others by a number, as everywhere.
      all_.relations_.push_back(
          {.of = of, .name = symbol, .says = says, .arity = arity, .field = field(name)});
    }
    return known->second;
  }
  // The variable of which a relation speaks.
  std::size_t field(const std::string& name) {
    const std::string variable = name.substr(0, name.find('='));
    return all_.fields_.emplace(variable, all_.fields_.size()).first->second;
  }

  std::optional<std::uint8_t> with(std::int32_t code) const {
    const std::vector<Id>& ids = machine_.ids();
    const auto who = std::ranges::find_if(ids, [&](Id id) { return code_of(id) == code; });
    if (who == ids.end()) return {};
    return static_cast<std::uint8_t>(who - ids.begin());
  }
  std::optional<std::uint8_t> named(const Shape& shape, std::int32_t code) const {
    if (shape.kind == Kind::identifier) return with(code);
    if (code < 0 || code >= static_cast<std::int32_t>(ranks_.size())) return {};
    return static_cast<std::uint8_t>(code);
  }
  void leave_out(const std::string& name) {
    if (std::ranges::find(all_.left_out_, name) == all_.left_out_.end()) all_.left_out_.push_back(name);
  }

  void variable(const Shape& shape, Words& at, const std::string& name) {
    switch (shape.kind) {
      case Kind::boolean:
        if (*at++ != 0) add(relation(name, "$1." + name, 1, Relation::Of::value), {of_});
        return;
      case Kind::enumeration: {
        const auto value = std::ranges::find(shape.enumerators, *at++, &Shape::Enumerator::value);
        const std::string named = enumerator_name(value->name);
        add(relation(name + "=" + named, "$1." + name + " = " + named, 1, Relation::Of::value), {of_});
        return;
      }
      case Kind::number:
        return number(name, read_number(shape, at));
      case Kind::identifier:
      case Kind::place:
        if (const auto who = named(shape, *at++))
          add(relation(name, "$1." + name + " = $2", 2, Relation::Of::name), {of_, *who});
        return;
      case Kind::optional:
        if (*at++ == 0) return;
        if (shape.element->kind != Kind::identifier && shape.element->kind != Kind::place)
          add(relation(name + "=set", "$1." + name + " is set", 1, Relation::Of::value), {of_});
        return variable(*shape.element, at, name);
      case Kind::record:
        for (const auto& field : shape.fields)
          variable(*field.shape, at, (name.empty() ? "" : name + ".") + std::string(field.name));
        return;
      case Kind::list: {
        const std::int32_t size = *at++;
        number("the size of $1." + name, size);
        for (std::int32_t k = 0; k < size; ++k) element(*shape.element, at, name);
        return;
      }
      default:
        leave_out(name);
        skip(shape, at);
    }
  }
  void element(const Shape& shape, Words& at, const std::string& name) {
    if (shape.kind == Kind::identifier || shape.kind == Kind::place) {
      if (const auto who = named(shape, *at++))
        add(relation(name + " has", "$1." + name + " has $2", 2, Relation::Of::member), {of_, *who});
    } else {
      leave_out("what is in " + name);
      skip(shape, at);
    }
  }
  void number(const std::string& name, std::int64_t value) {
    const std::string says = name.starts_with("the ") ? name : "$1." + name;
    auto known = std::ranges::find(all_.numbers_, says);
    if (known == all_.numbers_.end()) known = all_.numbers_.insert(known, says);
    here_.numbers.push_back({static_cast<std::size_t>(known - all_.numbers_.begin()), of_, value});
  }

  void look_at_messages(const Configuration& cells) {
    const Values& values = machine_.values();
    for (std::size_t channel = 0; channel < values.contents_count(); ++channel) {
      const std::uint32_t content = cells.get(values.channel_component(channel));
      std::vector<std::uint8_t> readers;
      if (values.has_mailboxes()) {
        readers.push_back(static_cast<std::uint8_t>(channel));
      } else {
        for (const Channel::Reader& reader : values.channels()[channel].readers)
          readers.push_back(static_cast<std::uint8_t>(reader.process));
      }
      for (const auto& message : values.content(static_cast<int>(channel), content)) {
        if (!message) continue;
        for (const std::uint8_t reader : readers) message_to(reader, *message);
      }
    }
  }
  void message_to(std::uint8_t reader, const Encoded& message) {
    const Program& program = *machine_.scenario().model->program;
    std::string name = program.message_kinds()[program.kind_of(message)];
    std::vector<std::uint8_t> of{reader};
    Words at = message.data();
    part(program.message_shape(), at, "", name, of);
    std::string says = name;
    for (std::size_t k = 1; k < of.size(); ++k) says += (k == 1 ? "($" : ", $") + std::to_string(k + 1);
    if (of.size() > 1) says += ")";
    add(relation(says, says + " is on its way to $1", of.size(), Relation::Of::message), of);
  }
  // A part of a message: what it says of its kind goes into the name, identifiers into the tuple.
  void part(const Shape& shape, Words& at, const std::string& field, std::string& name,
            std::vector<std::uint8_t>& of) {
    switch (shape.kind) {
      case Kind::record:
        for (const auto& each : shape.fields) part(*each.shape, at, std::string(each.name), name, of);
        return;
      case Kind::boolean:
        if (*at++ != 0) name += " " + field;
        return;
      case Kind::enumeration: {
        const auto value = std::ranges::find(shape.enumerators, *at++, &Shape::Enumerator::value);
        if (field != "kind") name += " " + enumerator_name(value->name);
        return;
      }
      case Kind::identifier:
      case Kind::place: {
        const auto who = named(shape, *at++);
        if (who && of.size() < most_places)
          of.push_back(*who);
        else
          name += " without " + field;
        return;
      }
      case Kind::optional:
        if (*at++ != 0) part(*shape.element, at, field, name, of);
        return;
      default:
        leave_out(field + " of messages");
        skip(shape, at);
    }
  }

  Observations& all_;
  Machine& machine_;
  std::vector<int> ranks_;
  std::uint8_t of_ = 0;
  Observations::Observation here_;
};

bool Observations::look_at(const Scenario& scenario, std::uint64_t most, Limits& limits) {
  const std::size_t before = seen_.size();
  Instances instances(scenario);
  Instance instance;
  Machine machine(scenario);
  machine.obey(&limits);
  while (instances.next(instance)) {
    machine.load(instance);
    Observer observer(*this, machine);
    const auto look = [&](const Configuration& cells) {
      observer.look_at(cells);
      return true;
    };
    const auto take = [](const Configuration&, const auto&) { return true; };
    if (every_configuration(machine, most - seen_.size(), limits, look, take)) continue;
    seen_.resize(before);
    return false;
  }
  return true;
}

void Observations::write(Seen& seen) const {
  seen.relations = relations_;
  // Numbers: which values they have, if these are few, and how those of two processes compare.
  std::vector<std::set<std::int64_t>> values(numbers_.size());
  for (const Observation& each : seen_) {
    for (const Number& number : each.numbers) values[number.variable].insert(number.value);
  }
  const std::size_t fields = relations_.size();
  std::map<std::pair<std::size_t, std::int64_t>, std::size_t> of_value;
  std::vector<std::size_t> less(numbers_.size());
  for (std::size_t variable = 0; variable < numbers_.size(); ++variable) {
    if (values[variable].size() < 2) continue;
    std::string other = numbers_[variable];
    other.replace(other.find("$1"), 2, "$2");
    less[variable] = seen.relations.size();
    seen.relations.push_back({.of = Relation::Of::number,
                              .name = "less_" + std::to_string(variable),
                              .says = numbers_[variable] + " < " + other,
                              .arity = 2});
    if (values[variable].size() > most_values) continue;
    for (const std::int64_t value : values[variable]) {
      of_value[{variable, value}] = seen.relations.size();
      seen.relations.push_back({.of = Relation::Of::value,
                                .name = "number_" + std::to_string(variable) + "_" + std::to_string(value),
                                .says = numbers_[variable] + " = " + std::to_string(value),
                                .arity = 1,
                                .field = fields + variable});
    }
  }
  for (const Observation& each : seen_) {
    Ring& ring = seen.rings.emplace_back(seen.relations, each.ranks);
    for (const Fact& fact : each.facts) ring.set(fact.relation, fact.of, true);
    for (const Number& number : each.numbers) {
      const auto valued = of_value.find({number.variable, number.value});
      if (valued != of_value.end()) ring.set(valued->second, {number.process}, true);
      for (const Number& other : each.numbers) {
        if (other.variable == number.variable && number.value < other.value)
          ring.set(less[number.variable], {number.process, other.process}, true);
      }
    }
  }
}

}  // namespace conclave::proof
