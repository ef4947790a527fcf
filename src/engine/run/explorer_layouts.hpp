// The passes of an Explorer. Only its sources need this.
#pragma once

#include <map>
#include <memory>
#include <stdexcept>

#include "engine/passes/passes.hpp"
#include "engine/run/explorer.hpp"
#include "engine/storage/layout.hpp"
#include "machine/machine.hpp"

namespace conclave {

// The passes, by the number of components. This number varies from instance to instance, because repeated
// identifiers may share channels.
struct Explorer::Layouts {
  struct Fast {
    Widths widths;
    SizedPass sized;
  };
  std::map<std::size_t, Fast> fast;  // by number of components
  PropertySet violated;              // in some instance; they have lanes in the fast passes
  struct Classes {
    Widths widths;
    SizedClassPass sized;
  };
  std::map<std::size_t, Classes> classes;  // by number of components
  struct Graph {
    Widths widths;
    SizedGraphPass sized;
  };
  std::map<std::size_t, Graph> graph;  // by number of components

  GraphExploration& get_graph(Machine& machine, Limits& limits) {
    const std::size_t components = machine.values().component_count();
    Graph& of = graph[components];
    if (of.widths.component.empty()) {
      of.widths.component = learned(components).component;
      of.widths.lent = learned(components).lent;  // and can be taken back here
    }
    if (!of.sized.pass) of.sized = make_graph_pass(of.sized.words + 1, machine, limits, of.widths);
    if (!of.sized.pass)
      throw std::length_error("no layout of configurations has room for so many components");
    return *of.sized.pass;
  }
  // The widths that fast passes have learned, or have to begin with.
  Widths& learned(std::size_t components) {
    Widths& widths = fast[components].widths;
    if (widths.component.empty()) widths.component.assign(components, Widths::first_bits);
    return widths;
  }
  // Null if no layout has room.
  FastExploration* get_fast(Machine& machine, Limits& limits) {
    learned(machine.values().component_count());
    Fast& of = fast[machine.values().component_count()];
    if (!of.sized.pass) of.sized = make_fast_pass(of.sized.words + 1, machine, limits, of.widths, violated);
    return of.sized.pass.get();
  }
  // How many words the keys of the fast pass have.
  std::size_t words(const Machine& machine) { return fast[machine.values().component_count()].sized.words; }
  // Makes the fast passes anew, with lanes for these properties too.
  void add_lanes(PropertySet of) {
    violated = violated | of;
    for (auto& [components, each] : fast) {
      if (each.sized.pass) each.sized = {each.sized.words - 1, nullptr};
    }
  }
  // Null if no layout has room, or if the model asks for more than the pass decides.
  ClassExploration* get_class_pass(Machine& machine, Limits& limits) {
    Classes& of = classes[machine.values().component_count()];
    if (of.widths.component.empty())
      of.widths.component.assign(machine.values().component_count(), Widths::first_bits);
    if (!of.sized.pass) of.sized = make_class_pass(of.sized.words + 1, machine, limits, of.widths);
    return of.sized.pass.get();
  }
  bool has_parallel(const Machine& machine) { return has_parallel_pass(words(machine), machine); }
  // Makes a parallel pass. It is used for one instance only, because it keeps much memory. Null if there is
  // none.
  std::unique_ptr<FastExploration> make_parallel(Machine& machine, Limits& limits, int threads) {
    Fast& of = fast[machine.values().component_count()];
    return make_parallel_pass(of.sized.words, machine, limits, of.widths, violated, threads).pass;
  }
  // Gives up a pass whose keys are too short. Returns what it has finished, if the next one can go on there.
  std::unique_ptr<Finished> outgrown(std::size_t components) { return given_up(fast[components].sized); }
  // The same with one that is to be followed by another of its kind.
  std::unique_ptr<Finished> set_aside(std::size_t components) {
    SizedPass& sized = fast[components].sized;
    auto finished = given_up(sized);
    --sized.words;
    return finished;
  }

 private:
  static std::unique_ptr<Finished> given_up(SizedPass& sized) {
    auto finished = sized.pass->finished();
    if (finished) finished->by = std::move(sized.pass);
    sized.pass.reset();
    return finished;
  }
};

}  // namespace conclave
