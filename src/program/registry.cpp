#include "program/event.hpp"
#include "program/model.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <tuple>

#include "author/claim.hpp"
#include "program/contained.hpp"

namespace conclave {
namespace {

// A model that registered itself. It is made when it is first asked for, because making all of them takes
// longer than a small check.
struct Registered {
  std::string_view full_name;
  std::string_view file;
  Model (*make)();
  const Model* made;  // null: not yet
};

// Functions, because model files register during static initialisation, in no particular order. Never
// destroyed, as the models are not: whoever holds one may still run while statics go.
std::vector<Registered>& registry() {
  static auto& list = *new std::vector<Registered>;
  return list;
}

// Models that are found, and not listed.
std::vector<const Model*>& others() {
  static auto& list = *new std::vector<const Model*>;
  return list;
}

// Held while models are made, or added to those that are found.
std::mutex& turn() {
  static auto& mutex = *new std::mutex;
  return mutex;
}

KeptApart* kept_apart = nullptr;
ModelFinder finder = nullptr;

// Throws std::logic_error if traces could not tell a model's own steps apart.
void check_own_steps(const std::vector<NamedStep>& steps) {
  if (steps.size() > most_own_steps)
    throw std::length_error("a model has at most " + std::to_string(most_own_steps) + " own steps, not " +
                            std::to_string(steps.size()));
  for (const NamedStep& step : steps) {
    if (step.name.empty()) throw std::logic_error("an own step needs a name, which is what the process does");
    if (step.name == "starts" || std::ranges::count(steps, step.name, &NamedStep::name) > 1)
      throw std::logic_error("two steps of a process are called `" + step.name + "`");
  }
}

// Throws std::logic_error if properties or claims of the model cannot be told apart, or name what is not
// there.
void check_statements(const Model& model) {
  std::vector<std::string> names;
  for (const Property& property : model.properties) {
    const std::string name(property.name);
    if (name.empty() || property.says.empty())
      throw std::logic_error("a property needs a name, and a sentence that says what it is");
    if (std::ranges::find(names, name) != names.end())
      throw std::logic_error("two properties are called `" + name + "`, perhaps one of them a standard one");
    names.push_back(name);
  }
  // A name is that of one event only, and of no property but a reachable one, which is an event, too.
  std::vector<std::string> events;
  for (const Event& event : events_of(model)) {
    const bool is_property =
        event.of == Event::Of::stated && model.program->statements()[event.statement].form == Form::reachable;
    if (event.name.empty() || event.says.empty())
      throw std::logic_error("an event needs a name, and a sentence that says when it has come");
    if (std::ranges::count(events, event.name) > 0 ||
        (!is_property && std::ranges::count(names, event.name) > 0))
      throw std::logic_error("two events or properties are called `" + event.name +
                             "`, perhaps one of them a standard one");
    events.push_back(event.name);
  }
  check_own_steps(model.program->own_steps());
  if (model.claims == nullptr) return;
  Contained::begin_part("`claims`");
  for (const Claim& claim : model.claims()) {
    const auto is_any_of = [](std::string_view text, const auto& all) {
      return std::ranges::find(all, text) != all.end();
    };
    if (!is_any_of(claim.cost, std::array<std::string_view, 3>{"messages", "deliveries", "time"}) &&
        !is_any_of(claim.cost, model.program->message_kinds()))
      throw std::logic_error("a claim speaks of `" + std::string(claim.cost) +
                             "`, which is no kind of message, and not messages, deliveries or time");
    if (!is_any_of(claim.initiators, std::array<std::string_view, 3>{"any", "all", "one"}))
      throw std::logic_error("a claim says that `" + std::string(claim.initiators) +
                             "` initiates, which is not any, all or one");
  }
}

// Throws RefusedModel.
Model make_checked(std::string_view full_name, std::string_view file, Model (*make)()) {
  std::string why;
  try {
    Model model;
    Contained::run("what the model says of itself", [&] {
      model = make();
      model.file = file;
      check_statements(model);
    });
    return model;
  } catch (const Contained::Fault& fault) {
    why = (fault.part.empty() ? "" : std::string(fault.part) + ": ") + fault.how;
  } catch (const std::exception& error) {
    why = error.what();
  } catch (...) {
    why = "it throws something that is no std::exception";
  }
  throw RefusedModel("model `" + std::string(full_name) + "` in " + std::string(file) + ": " + why);
}

void in_order(std::vector<const Model*>& all) {
  std::ranges::sort(all, {}, [](const Model* m) { return std::tie(m->about.position, m->name, m->variant); });
}

const Model* made(Registered& model) {
  if (model.made == nullptr) model.made = new Model(make_checked(model.full_name, model.file, model.make));
  return model.made;
}

}  // namespace

KeptApart::KeptApart() { kept_apart = this; }
KeptApart::~KeptApart() { kept_apart = nullptr; }

void look_also_for_models(ModelFinder other) { finder = other; }

PropertySet Model::all_properties() const {
  PropertySet set;
  for (const Property& p : properties) set.add(p.id);
  return set;
}

const Property& Model::property(PropertyId id) const {
  return *std::ranges::find(properties, id, &Property::id);
}

Model named_model(const About& about, bool lock_step) {
  Model model;
  const std::size_t colon = about.name.find(':');
  model.name = about.name.substr(0, colon);
  if (colon != std::string_view::npos) model.variant = about.name.substr(colon + 1);
  model.about = about;
  if (about.processes == Range{}) model.about.processes = {1, 4};
  model.network = about.network.value_or(lock_step ? Network::rounds : Network::fifo);
  model.initiators = about.initiators.value_or(lock_step ? Initiative::all : Initiative::any);
  return model;
}

namespace {

// The standard properties without those that the model opts out of.
PropertySet opted_in(const Model& model, PropertySet standard) {
  for (const Without& each : model.without) {
    const auto named = [&](const Property& p) {
      const bool is_renamed = p.id == PropertyId::max_id && elects_smallest(model.elects);
      return standard.contains(p.id) && (is_renamed ? "min-id" : p.name) == each.property;
    };
    const auto at = std::ranges::find_if(standard_properties, named);
    if (at == standard_properties.end())
      throw std::logic_error("`without` names `" + std::string(each.property) +
                             "`, which is no standard property that is asked of this model");
    if (each.because.empty())
      throw std::logic_error("`without` says not why `" + std::string(each.property) +
                             "` makes no sense for this algorithm");
    standard.remove(at->id);
  }
  return standard;
}

}  // namespace

void state_properties(Model& model, PropertySet standard) {
  standard = opted_in(model, standard);
  const auto own = model.program->statements();
  if (own.size() > most_statements)
    throw std::length_error("a model states at most " + std::to_string(most_statements) +
                            " properties of its own, not " + std::to_string(own.size()));
  model.properties.clear();
  for (Property p : standard_properties) {
    if (!standard.contains(p.id)) continue;
    if (p.id == PropertyId::max_id && elects_smallest(model.elects)) {
      p.name = "min-id";
      p.says = "a process that is leader, or is believed to be, has the smallest identifier";
    }
    if (p.id == PropertyId::max_id && elects_initiator(model.elects))
      p.says = elects_smallest(model.elects)
                   ? "a process that is leader, or is believed to be, has the smallest identifier of "
                     "those who have started on their own"
                   : "a process that is leader, or is believed to be, has the largest identifier of "
                     "those who have started on their own";
    if (p.id == PropertyId::termination && model.ends_with_leader)
      p.says = "every fair execution reaches quiescence with a leader elected";
    if (p.id == PropertyId::can_terminate && model.ends_with_leader)
      p.says = "from every reachable configuration some execution reaches quiescence with a leader elected";
    model.properties.push_back(p);
  }
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (own[k].form == Form::event) continue;
    model.properties.push_back(
        {static_cast<PropertyId>(standard_count + k), own[k].name, kind_of(own[k].form), own[k].says});
  }
}

const std::vector<const Model*>& models() {
  const std::lock_guard alone(turn());
  static auto& list = *new std::vector<const Model*>;
  if (list.size() == registry().size()) return list;
  std::vector<const Model*> all;
  for (Registered& model : registry()) all.push_back(made(model));
  in_order(all);
  list = std::move(all);
  return list;
}

const Model* find_model(std::string_view full_name) {
  {
    const std::lock_guard alone(turn());
    const auto at = std::ranges::find(registry(), full_name, &Registered::full_name);
    if (at != registry().end()) return made(*at);
    const auto other = std::ranges::find(others(), full_name, &Model::full_name);
    if (other != others().end()) return *other;
  }
  return finder != nullptr ? finder(full_name) : nullptr;
}

std::vector<const Model*> variants_of(const Model& model) {
  const std::lock_guard alone(turn());
  std::vector<const Model*> all;
  for (Registered& each : registry()) {
    if (each.full_name.substr(0, each.full_name.find(':')) == model.name) all.push_back(made(each));
  }
  in_order(all);
  for (const Model* other : others()) {
    if (other->name == model.name) all.push_back(other);
  }
  std::erase_if(all, [&](const Model* other) { return other->variant == model.variant; });
  return all;
}

const Model* add_model(std::unique_ptr<Model> model) {
  const std::lock_guard alone(turn());
  return others().emplace_back(model.release());
}

std::string fault_of_models() {
  std::vector<Registered> by_name = registry();
  std::ranges::stable_sort(by_name, {}, &Registered::full_name);
  const auto at = std::ranges::adjacent_find(by_name, {}, &Registered::full_name);
  if (at == by_name.end()) return "";
  return "two models are called `" + std::string(at->full_name) + "`: one in " + std::string(at->file) +
         ", one in " + std::string(at[1].file) + "; `about.name` has to tell them apart";
}

void register_model(Model model) {
  if (kept_apart != nullptr) {
    kept_apart->models.push_back(std::make_unique<Model>(std::move(model)));
    return;
  }
  const auto* added = new Model(std::move(model));  // lives as long as the program
  registry().push_back({added->about.name, added->file, nullptr, added});
}

void register_model(std::string_view full_name, const char* file, Model (*make)()) {
  if (kept_apart == nullptr) {
    registry().push_back({full_name, file, make, nullptr});
    return;
  }
  try {
    register_model(make_checked(full_name, file, make));
  } catch (const RefusedModel& refused) {
    if (kept_apart->refusal.empty()) kept_apart->refusal = refused.what();
  }
}

}  // namespace conclave
