#include "scenario/symmetry.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <set>

#include <nauty/nauty.h>

namespace conclave {
namespace {

using Map = std::vector<int>;

// Only one thread at a time may call nauty: its callback has no room for a context, and it may have been
// built to keep its own variables without thread-local storage.
std::mutex one_at_a_time;
std::vector<Map>* generators_found = nullptr;

void add_generator(int, int* map, int*, int, int, int n) { generators_found->emplace_back(map, map + n); }

// A graph as nauty wants it: rows of m words, in which node 0 is the highest bit.
class Rows {
 public:
  explicit Rows(const Adjacency& adjacent)
      : n(static_cast<int>(adjacent.size())),
        m(SETWORDSNEEDED(n)),
        words(static_cast<std::size_t>(n) * static_cast<std::size_t>(m)) {
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        if (adjacent[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]) ADDELEMENT(row(i), j);
      }
    }
  }
  graph* row(int i) { return GRAPHROW(words.data(), i, m); }

  Adjacency adjacency() {
    Adjacency adjacent;
    for (int i = 0; i < n; ++i) {
      auto& cells = adjacent.emplace_back();
      for (int j = 0; j < n; ++j) cells.push_back(ISELEMENT(row(i), j));
    }
    return adjacent;
  }

  int n, m;
  std::vector<graph> words;
};

bool needs_digraph(const Adjacency& adjacent) {
  for (std::size_t i = 0; i < adjacent.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (i == j ? adjacent[i][i] : adjacent[i][j] != adjacent[j][i]) return true;
    }
  }
  return false;
}

struct NautyAnswer {
  std::vector<Map> generators;
  std::vector<int> orbits;  // by place: the least place in the same orbit
  Adjacency canonical;      // only if asked for
};

// nauty keeps memory for each thread, and gives none back when the thread ends.
struct Workspace {
  Workspace() = default;
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  ~Workspace() {
    nauty_freedyn();
    nautil_freedyn();
    naugraph_freedyn();
  }
};

NautyAnswer ask_nauty(const Adjacency& adjacent, const std::vector<int>& colours, bool canonical) {
  Rows rows(adjacent);
  const auto n = adjacent.size();
  // Places stand in the order of their colours, and `same` says where the next one has the same colour.
  std::vector<int> places(n);
  std::iota(places.begin(), places.end(), 0);
  const auto colour = [&](int place) { return colours[static_cast<std::size_t>(place)]; };
  std::ranges::stable_sort(places, {}, colour);
  std::vector<int> same(n, 0);
  for (std::size_t i = 0; i + 1 < n; ++i) same[i] = colour(places[i]) == colour(places[i + 1]) ? 1 : 0;

  NautyAnswer answer{.generators = {}, .orbits = std::vector<int>(n), .canonical = {}};
  Rows labelled = rows;
  static DEFAULTOPTIONS_GRAPH(defaults);
  optionblk options = defaults;
  options.digraph = needs_digraph(adjacent);
  options.defaultptn = FALSE;
  options.getcanon = canonical ? TRUE : FALSE;
  options.userautomproc = add_generator;
  statsblk statistics;
  {
    [[maybe_unused]] thread_local const Workspace workspace;
    const std::lock_guard lock(one_at_a_time);
    generators_found = &answer.generators;
    densenauty(rows.words.data(), places.data(), same.data(), answer.orbits.data(), &options, &statistics,
               rows.m, rows.n, labelled.words.data());
  }
  if (canonical) answer.canonical = labelled.adjacency();
  return answer;
}

// The graph whose automorphisms are those of the topology. With named ports it says only who is next to whom;
// on a ring that settles `previous` too.
Adjacency what_is_kept(const Topology& topology) {
  if (!topology.named_ports) return adjacency(topology);
  const auto places = static_cast<std::size_t>(topology.places);
  Adjacency followed(places, std::vector<bool>(places, false));
  for (const Link& link : topology.links) {
    if (link.out == next)
      followed[static_cast<std::size_t>(link.from)][static_cast<std::size_t>(link.to)] = true;
  }
  return followed;
}

}  // namespace

Symmetry symmetry(const Topology& topology, const std::vector<int>& colours) {
  const Adjacency adjacent = what_is_kept(topology);
  Symmetry group{.orbits = {}, .size = 1, .generators = {}};
  std::vector<int> fixed = colours;
  const int unused = colours.empty() ? 0 : *std::ranges::max_element(colours) + 1;
  for (std::size_t place = 0; place < adjacent.size(); ++place) {
    NautyAnswer answer = ask_nauty(adjacent, fixed, false);
    auto& orbit = group.orbits.emplace_back();
    for (std::size_t other = 0; other < adjacent.size(); ++other) {
      if (answer.orbits[other] == answer.orbits[place]) orbit.push_back(static_cast<int>(other));
    }
    group.size *= orbit.size();
    if (place == 0) group.generators = std::move(answer.generators);
    fixed[place] = unused + static_cast<int>(place);
  }
  return group;
}

std::vector<Map> elements(const Symmetry& group, std::size_t most) {
  if (group.size > most) return {};
  Map identity(group.orbits.size());
  std::iota(identity.begin(), identity.end(), 0);
  std::set<Map> known{identity};
  std::vector<Map> open{identity};
  while (!open.empty()) {
    const Map map = std::move(open.back());
    open.pop_back();
    for (const Map& generator : group.generators) {
      Map product;
      for (const int place : map) product.push_back(generator[static_cast<std::size_t>(place)]);
      if (known.insert(product).second) open.push_back(std::move(product));
    }
  }
  return {known.begin(), known.end()};
}

Adjacency canonical_form(const Adjacency& adjacent, const std::vector<int>& colours) {
  return ask_nauty(adjacent, colours, true).canonical;
}

}  // namespace conclave
