// The events up to which costs can be counted: what may come to hold in a configuration. Some are there for
// every model whose local states tell them; others a model states itself.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/model.hpp"

namespace conclave {

struct Event {
  enum class Of {
    leader,   // some process is leader
    decided,  // every process that has not crashed has decided
    halted,   // every process that has not crashed takes no part any more; in lock step only
    stated,   // p of a statement of the model
  };
  Of of{};
  std::size_t statement = 0;  // if stated: its number
  std::string name;
  std::string says;
};

// The events of a model. Its own are the statements of the forms event and reachable.
std::vector<Event> events_of(const Model&);
// Nothing if the model has none of this name.
std::optional<Event> find_event(const Model&, std::string_view name);

}  // namespace conclave
