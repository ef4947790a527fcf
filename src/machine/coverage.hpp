// Which handlers ever ran: the handlers note it, results carry it, and reports say it.
#pragma once

#include <vector>

namespace conclave {

// Says which handlers ever ran, because a verdict rests on that.
struct Coverage {
  bool started = false;
  std::vector<bool> own_steps;  // by number
  bool port_numbers = false;    // a handler chose ports by their numbers
  bool tosses = false;          // a handler tossed
  std::vector<bool> sent;       // by kind of message
  std::vector<bool> received;   // by kind of message

  void operator|=(const Coverage&);
};

}  // namespace conclave
