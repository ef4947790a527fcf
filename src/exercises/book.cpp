#include "exercises/book.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace conclave::exercises {

const std::vector<Source>& sources() {
  static const std::vector<Source> all{
      {"harmony", "The Harmony book, chapter on leader election"},
      {"garg", "Garg's textbook, chapter 13"},
      {"aalborg", "Aalborg, lecture 7.2"},
      {"complete-networks", "A blog's page on Villadangos, Córdoba, Fariña and Prieto 2005"},
      {"birmingham", "Birmingham, lecture 5"},
  };
  return all;
}

const std::vector<Exercise>& book() {
  static const std::vector<Exercise> all = [] {
    std::vector<Exercise> entries;
    for (auto* table : {of_harmony, of_garg_rings, of_garg_graphs, of_aalborg, of_complete_networks,
                        of_birmingham_rings, of_birmingham_others}) {
      std::vector<Exercise> some = table();
      std::ranges::move(some, std::back_inserter(entries));
    }
    std::ranges::stable_sort(entries, {}, [](const Exercise& entry) {
      return std::pair(std::ranges::find(sources(), entry.source(), &Source::name), entry.number());
    });
    return entries;
  }();
  return all;
}

std::vector<const Exercise*> called(std::string_view name) {
  std::vector<const Exercise*> all;
  for (const Exercise& exercise : book()) {
    if (exercise.name == name || std::ranges::find(exercise.aliases, name) != exercise.aliases.end())
      all.push_back(&exercise);
  }
  return all;
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Exercise& exercise : book()) {
    all.push_back(exercise.name);
    for (const std::string& alias : exercise.aliases) {
      if (std::ranges::find(all, alias) == all.end()) all.push_back(alias);
    }
  }
  return all;
}

}  // namespace conclave::exercises
