#include "program/event.hpp"
#include "program/model.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <stdexcept>
#include <tuple>

#include "author/claim.hpp"
#include "program/contained.hpp"

namespace conclave {
namespace {

// A function, because model files register during static initialisation, in no particular order. Never
// destroyed, as the models in it are not: whoever holds one may still run while statics go.
std::vector<const Model*>& registry() {
  static auto& list = *new std::vector<const Model*>;
  return list;
}

std::string& first_refusal() {
  static auto& text = *new std::string;
  return text;
}

// Models that are found, and not listed.
std::vector<const Model*>& others() {
  static auto& list = *new std::vector<const Model*>;
  return list;
}

KeptApart* kept_apart = nullptr;
ModelFinder finder = nullptr;

void refuse_model(std::string_view full_name, std::string_view file, const std::string& why) {
  std::string& refusal = kept_apart != nullptr ? kept_apart->refusal : first_refusal();
  if (refusal.empty())
    refusal = "model `" + std::string(full_name) + "` in " + std::string(file) + ": " + why;
}

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

const std::vector<const Model*>& models() { return registry(); }

const Model* find_model(std::string_view full_name) {
  for (const auto* list : {&registry(), &others()}) {
    const auto at = std::ranges::find(*list, full_name, &Model::full_name);
    if (at != list->end()) return *at;
  }
  return finder != nullptr ? finder(full_name) : nullptr;
}

std::vector<const Model*> variants_of(const Model& model) {
  std::vector<const Model*> found;
  for (const auto* list : {&registry(), &others()}) {
    for (const Model* other : *list) {
      if (other->name == model.name && other->variant != model.variant) found.push_back(other);
    }
  }
  return found;
}

const Model* add_model(std::unique_ptr<Model> model) { return others().emplace_back(model.release()); }

// Not thrown while models register, because nobody could catch it.
std::string fault_of_models() {
  if (!first_refusal().empty()) return first_refusal();
  const auto& list = registry();
  const auto same = [](const Model* a, const Model* b) { return a->full_name() == b->full_name(); };
  std::vector<const Model*> by_name = list;
  std::ranges::stable_sort(by_name, {}, &Model::full_name);
  const auto at = std::ranges::adjacent_find(by_name, same);
  if (at == by_name.end()) return "";
  return "two models are called `" + (*at)->full_name() + "`: one in " + (*at)->file + ", one in " +
         at[1]->file + "; `about.name` has to tell them apart";
}

void register_model(Model model) {
  if (kept_apart != nullptr) {
    kept_apart->models.push_back(std::make_unique<Model>(std::move(model)));
    return;
  }
  auto& list = registry();
  const auto* added = new Model(std::move(model));  // lives as long as the program
  const auto key = [](const Model* m) { return std::tie(m->about.position, m->name, m->variant); };
  list.insert(std::ranges::upper_bound(list, key(added), {}, key), added);
}

void register_model(std::string_view full_name, const char* file, Model (*make)()) {
  std::string why;
  try {
    Contained::run("what the model says of itself", [&] {
      Model model = make();
      model.file = file;
      check_statements(model);
      register_model(std::move(model));
    });
    return;
  } catch (const Contained::Fault& fault) {
    why = (fault.part.empty() ? "" : std::string(fault.part) + ": ") + fault.how;
  } catch (const std::exception& error) {
    why = error.what();
  } catch (...) {
    why = "it throws something that is no std::exception";
  }
  refuse_model(full_name, file, why);
}

}  // namespace conclave
