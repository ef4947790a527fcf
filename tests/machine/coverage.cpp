// What several processes have covered together.
#include "machine/coverage.hpp"

#include <doctest/doctest.h>

using namespace conclave;

TEST_SUITE_BEGIN("machine");

TEST_CASE("who has explored nothing takes nothing away from what others have covered") {
  const Coverage covered{.started = true,
                         .own_steps = {false, true},
                         .port_numbers = true,
                         .tosses = false,
                         .sent = {true, false, true},
                         .received = {true, false, false}};
  const Coverage other{
      .own_steps = {true, false}, .sent = {false, true, false}, .received = {false, false, true}};
  for (const bool first : {false, true}) {
    Coverage together = first ? Coverage{} : covered;
    together |= first ? covered : Coverage{};
    CHECK(together.started);
    CHECK(together.own_steps == covered.own_steps);
    CHECK(together.port_numbers);
    CHECK(!together.tosses);
    CHECK(together.sent == covered.sent);
    CHECK(together.received == covered.received);
    together |= other;
    CHECK(together.own_steps == std::vector<bool>{true, true});
    CHECK(together.sent == std::vector<bool>{true, true, true});
    CHECK(together.received == std::vector<bool>{true, false, true});
  }
}

TEST_SUITE_END();
