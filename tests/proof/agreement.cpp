// Rules are what the handlers do: every explored step of every model is one that a rule describes, and a
// table that has missed something is found out.
#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "proof/situations.hpp"
#include "proof/theories.hpp"
#include "sizes.hpp"

namespace conclave::testing::rules_and_steps {
namespace {

using proof::Case;
using proof::Event;
using proof::NotProvable;

// All models of the house of which proofs can speak.
std::vector<const Model*> provable() {
  std::vector<const Model*> all;
  for (const Model* model : models()) {
    try {
      static_cast<void>(theory(*model));
      all.push_back(model);
    } catch (const NotProvable&) {
    }
  }
  return all;
}

// How the received identifier compares with one's own.
int compares(const proof::HandlerTable& table, const Event& event, const Case& each) {
  const std::vector<proof::Slot> slots = table.slots(event);
  const int own = each.ranks.front();
  const int received = each.ranks.back();
  CHECK(slots.back().of == proof::Slot::Of::message);
  return received < own ? -1 : received > own ? 1 : 0;
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("proofs can speak of these models") {
  std::string names;
  for (const Model* model : provable()) names += model->full_name() + " ";
  for (const char* name : {"chang-roberts ", "chang-roberts:maxid ", "chang-roberts:slide ",
                           "harmony-leader ", "harmony-leader:elected ", "harmony-leader:non-atomic-body ",
                           "aalborg-chang-roberts ", "lcr ", "lcr:halting ", "dolev-klawe-rodeh "})
    CHECK_MESSAGE(names.find(name) != std::string::npos, name << "is not among " << names);
}

TEST_CASE("every order of identifiers is met once") {
  for (const auto& [count, orders] : {std::pair{0U, 1U},
                                      {1U, 1U},
                                      {2U, 3U},
                                      {3U, 13U},
                                      {4U, 75U},
                                      {5U, 541U},
                                      {6U, 4'683U},
                                      {7U, 47'293U}}) {
    std::set<std::vector<int>> all;
    std::size_t met = 0;
    proof::every_order(count, [&](const std::vector<int>& ranks) {
      ++met;
      all.insert(ranks);
    });
    CHECK(met == orders);
    CHECK(all.size() == orders);
    for (const std::vector<int>& ranks : all) {
      const std::set<int> different(ranks.begin(), ranks.end());
      CHECK((ranks.empty() || (*different.begin() == 0 && *different.rbegin() == std::ssize(different) - 1)));
    }
  }
}

TEST_CASE("every explored step is one of a rule") {
  for (const Model* model : provable()) {
    CAPTURE(model->full_name());
    const proof::Theory rules = theory(*model);
    CHECK(objection(rules, brief ? 4 : 6, model->network) == "");
    if (model->program->lock_step()) {
      // What a body has sent is seen in mailboxes only, so that nothing may be lost.
      if (model->program->timing() == Timing::exchange)
        CHECK(objection(rules, 3, model->network, {.loss = 1}) == "");
      continue;
    }
    for (const Network network : {Network::fifo, Network::bag, Network::set})
      CHECK(objection(rules, 3, network, {.loss = 1, .duplicate = 1}, 5'000) == "");
  }
}

TEST_CASE("a table that misses an order of identifiers is found out") {
  const Model& model = *find_model("chang-roberts");
  const proof::HandlerTable table(model, model.program->standard_parameters());
  CHECK(objection(proof::theory_of(table), 3, Network::fifo) == "");
  for (const std::size_t kind : {0U, 1U}) {
    for (const int missed : {-1, 0, 1}) {
      const proof::Theory rules = proof::theory_of(table, [&](const Event& event, const Case& each) {
        return event.kind == Event::Kind::receive && event.inputs.front() == kind &&
               compares(table, event, each) == missed;
      });
      const std::string found = objection(rules, 3, Network::fifo);
      CAPTURE(kind);
      CAPTURE(missed);
      // Of a leader's message, it only matters whether it is one's own.
      const bool matters = table.kinds()[kind].parts.front() == 0 || missed == 0;
      CHECK((found != "") == matters);
    }
  }
}

TEST_CASE("a table that misses a local state is found out") {
  for (const std::string name : {"lcr:halting", "aalborg-chang-roberts"}) {
    CAPTURE(name);
    const Model& model = *find_model(name);
    const proof::HandlerTable table(model, model.program->standard_parameters());
    const proof::Theory rules = proof::theory_of(table, [](const Event&, const Case& each) {
      // Every second one, by what is in it.
      return std::accumulate(each.control.begin(), each.control.end(), 0) % 2 == 1;
    });
    CHECK(objection(rules, 3, model.network) != "");
  }
}

TEST_SUITE_END();

}  // namespace conclave::testing::rules_and_steps
