// Models that take names for numbers, or that keep something from one call to the next: each by default
// against no reduction at all. The table says which reduction has to be refused, and in which words.
#include <doctest/doctest.h>

#include "engine/selfcheck/selfcheck.hpp"
#include "oracle/against_none.hpp"
#include "program/watched.hpp"
#include "reductions/naming_models.hpp"
#include "scenario/scenarios.hpp"
#include "sizes.hpp"

namespace conclave::testing {
namespace {

using namespace meeting;

template <class M>
CheckResult check_default(int n, std::string_view topology = "complete") {
  const Model model = make_model<M>();
  Scenario scenario = on(model, std::string(topology), n);
  scenario.reduction = {};
  Limits limits(std::size_t{1} << 30);
  return check(scenario, limits, {.threads = 1, .keep_going = true});
}

// With every set of reductions a model says the same as without, whatever it does.
template <class M>
void compare(const char* name) {
  CAPTURE(name);
  const Model model = make_model<M>();
  for (int n = 1; n <= 3; ++n) {
    CAPTURE(n);
    const AgainstNone found = against_none(on(model, "complete", n), {});
    CHECK(found.compared);
    CHECK(found.difference == "");
  }
}

template <class M>
void refused(const char* name, Refusal::Of what, const std::string& why) {
  compare<M>(name);
  CAPTURE(name);
  const std::vector<Refusal> refusals = check_default<M>(3).refused;
  REQUIRE(refusals.size() == 1);
  CHECK(refusals.front().of == what);
  CHECK(refusals.front().why == why);
}

template <class M>
void unnoticed(const char* name) {
  CAPTURE(name);
  const Model model = make_model<M>();
  bool differs = false;
  for (int n = 2; n <= 3; ++n) {
    const Scenario scenario = on(model, "complete", n);
    const CheckResult none = check_all(scenario, Reduction::none());
    differs |= !difference(scenario, check_all(scenario, {}, {.names_opaque = false}), none).empty();
  }
  CHECK(differs);
}

template <class M>
void impure(const char* name, const std::string& where) {
  CAPTURE(name);
  std::string error;
  for (int n = 1; n <= 3 && error.empty(); ++n) {
    try {
      check_default<M>(n);
    } catch (const ModelError& thrown) {
      error = thrown.what();
    }
  }
  CHECK(error.find(where) == 0);
  CHECK(error.find("again") != std::string::npos);
}

}  // namespace

TEST_SUITE_BEGIN("reductions-names");

TEST_CASE("names that are opaque are no reason to refuse anything") {
  compare<Sound>("sound");
  compare<KeepsPort>("keeps a port");
  compare<KeptPortNever>("accepts nothing more at a port that it keeps");
  compare<WalksPorts>("walks through its ports");
  compare<SymmetricProperty>("a property that treats places alike");
  CHECK(check_default<Sound>(3).refused.empty());
  CHECK(check_default<KeepsPort>(3).refused.empty());
  CHECK(check_default<KeptPortNever>(3).refused.empty());
  CHECK(check_default<WalksPorts>(3).refused.empty());
  CHECK(check_default<SymmetricProperty>(3).refused.empty());
}

TEST_CASE("ports that are told apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<NumberedPort>("a port by its number", symmetry, "receive chooses ports by their numbers");
  refused<PortsInARow>("ports in a row", symmetry, "receive chooses ports by their numbers");
  refused<NextOnAnyNetwork>("next, where ports have no names", symmetry,
                            "start chooses ports by their numbers");
  refused<FirstPort>("the first port", symmetry, "receive prefers some ports");
  refused<PortInMessage>("a port in a message", symmetry,
                         "messages carry ports, which are numbers to who receives them");
  refused<LastPortKept>("the last port", symmetry, "start prefers some ports");
  refused<FirstPortLast>("the first port, in accepts", symmetry, "accepts prefers some ports");
  refused<NumberedPortLast>("a port by its number, in accepts", symmetry,
                            "accepts chooses ports by their numbers");
}

// Each handler by itself may fill a list in any order; what another one then makes of the order counts.
TEST_CASE("lists that are filled port by port") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  compare<SetOfPorts>("a list that is used as a set");
  CHECK(check_default<SetOfPorts>(3).refused.empty());
  const std::string by_list = " goes by the order of a list that may be filled port by port";
  refused<FirstInList>("the first port in a list", symmetry, "receive" + by_list);
  refused<LastNeighbourInList>("the last neighbour in a list", symmetry, "receive" + by_list);
  refused<ListInProperty>("in a property", symmetry, "property own tells places apart");
}

TEST_CASE("identifiers that are numbers") {
  constexpr auto order = Refusal::Of::order;
  refused<OneIdentifier>("equal to a literal", order, "receive uses identifiers as numbers");
  refused<SmallIdentifier>("larger than a literal", order, "receive uses identifiers as numbers");
  refused<SentIdentifier>("a literal that is sent", order, "start uses identifiers as numbers");
  refused<StaticIdentifier>("a static one", order, "receive uses identifiers as numbers");
  refused<OddIdentifier>("arithmetic", order, "receive uses identifiers as numbers");
  refused<BehindTheBack>("the checker's own way", order,
                         "receive depends on more than the order of identifiers");
  refused<MadeInState>("in the initial state", order, "initial uses identifiers as numbers");
  refused<BehindTheBackInProperty>("the checker's own way, in a property", order,
                                   "property own depends on more than the order of identifiers");
  refused<AskedOfState>("in what is asked of a state", order,
                        "what is asked of local states uses identifiers as numbers");
}

TEST_CASE("places that are told apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<OnePlace>("a place by its number", symmetry, "receive uses places as numbers");
  refused<PlacesInARow>("arithmetic", symmetry, "receive uses places as numbers");
  refused<PlaceOfNeighbour>("the place of a neighbour", symmetry, "receive uses places as numbers");
}

TEST_CASE("properties that tell places apart") {
  constexpr auto symmetry = Refusal::Of::symmetry;
  refused<PlaceInProperty>("by number", symmetry, "property own tells places apart");
  refused<PlaceGivenToProperty>("by a place made of a number", symmetry, "property own tells places apart");
  refused<FirstPlaceInProperty>("the last of all places", symmetry, "property own tells places apart");
  refused<NeighbourInProperty>("the first neighbour", symmetry, "property own tells places apart");
  refused<LastSeenInProperty>("what it has seen last", symmetry, "property own tells places apart");
  refused<FirstOnItsWay>("the first message on its way", symmetry, "property own tells places apart");
  refused<SenderInProperty>("who has sent a message", symmetry, "property own tells places apart");
}

// If a model is not watched, the reductions give another result than none, for some number of processes.
TEST_CASE("without watching, mistakes go unnoticed") {
  unnoticed<FirstPort>("the first port");
  unnoticed<FirstPortLast>("the first port, in accepts");
  unnoticed<NumberedPort>("a port by its number");
  unnoticed<OnePlace>("a place by its number");
  unnoticed<PlaceInProperty>("a place in a property");
  unnoticed<LastSeenInProperty>("what a property has seen last");
}

TEST_CASE("what is no function of its arguments is an error") {
  impure<Counts>("a static counter", "receive {\"id\":");
  impure<Alternates>("a static switch", "receive {\"id\":");
  impure<Grows>("a static variable that only grows", "receive {\"id\":");
  impure<GrowsInProperty>("one in a property", "property own: asked again about the same configuration");
  // The address sanitizer never gives an address twice in a row.
  if (!sanitized) impure<Addresses>("an address", "receive {\"id\":");
  impure<CountsInProperty>("a counter in a property",
                           "property own: asked again about the same configuration");
  impure<CountsInState>("a counter in what is asked of a state", "what is asked of local states");
}

TEST_CASE("every model passes its self-check") {
  for (const Model* model : models()) {
    CAPTURE(model->full_name());
    for (int n = model->about.processes.first; n <= (brief ? 2 : 3); ++n) {
      const Trial trial = selfcheck(on(*model, std::string(model->about.topology), n), std::size_t{4} << 20);
      CAPTURE(n);
      for (const auto& different : trial.differences) {
        CAPTURE(different.with);
        CHECK(different.what == "");
      }
      if (n == 1) CHECK(trial.tried.size() >= 4);
      // Of the models of the house one calculates with places.
      if (model->full_name() != "global-function:as-printed") CHECK(trial.refused.empty());
    }
  }
}

// Without symmetry a family has every labelling of its graphs in it.
TEST_CASE("a self-check on a family of graphs") {
  Model by_number = make_model<NumberedPort>();
  Model sound = make_model<Sound>();
  for (Model* model : {&by_number, &sound}) {
    for (const char* family : {"strongly-connected", "connected"}) {
      CAPTURE(family);
      model->about.topology = family;
      const Trial trial = selfcheck(on(*model, family, 3), std::size_t{64} << 20);
      CHECK(trial.tried.size() >= 4);
      for (const auto& different : trial.differences) CHECK(different.with + different.what == "");
      CHECK(trial.refused.size() == (model == &by_number ? 1 : 0));
    }
  }
}

TEST_CASE("what a self-check calls a difference") {
  const Model& model = *find_model("chang-roberts");
  const Scenario scenario = on(model, "ring", 3);
  const CheckResult plain = check_all(scenario, Reduction::none());
  CHECK(first_difference(scenario, check_all(scenario, {}), plain) == "");
  CheckResult other = plain;
  other.identifier_orders = 5;
  CHECK(first_difference(scenario, other, plain) == "5 identifier orders; without reductions 6");
  CHECK(first_difference(scenario, other, plain, false) == "");
  other = plain;
  other.properties.front().verdict = Verdict::violated;
  CHECK(first_difference(scenario, other, plain) == "unique-leader is violated; without reductions holds");
  other = plain;
  other.costs.front().max = 1;
  CHECK(first_difference(scenario, other, plain) == "messages cost something else");
}

TEST_SUITE_END();

}  // namespace conclave::testing
