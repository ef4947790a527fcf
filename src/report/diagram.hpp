// Which event sent each message of an execution, and what became of it. A trace tells messages by their
// contents only, so equal ones have to be told apart here. Space-time diagrams are drawn from this.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace conclave {

// A point of a space-time diagram: a process, and the step that led to a state. In lock step a process takes
// its messages in one half of a round and sends in the other, so that a round has two points for each
// process; other steps have only the first half.
struct TracePoint {
  std::size_t step = 0;  // 0: before the first step
  int place = 0;
  int half = 0;

  friend bool operator==(const TracePoint&, const TracePoint&) = default;
};

// The way of one message.
struct MessageArrow {
  enum class End {
    open,         // it is still on its way at the end
    received,     //
    lost,         //
    missed,       // it arrives while its receiver is down
    vanished,     // its receiver has crashed or halted
    overwritten,  // a process wrote back an older copy of the network
    there,        // on `set`: an equal message is there already
  };
  End end = End::open;
  std::optional<TracePoint> from;   // nothing: the trace does not tell
  TracePoint to;                    // where it ends; where it is open, only the place counts
  std::optional<std::size_t> copy;  // the step that doubled it
  bool forged = false;
  bool late = false;
  bool again = false;  // on `set`: the same message is received once more
  std::string text;

  // Its first word, where it has one: messages of a kind carry different values.
  std::string kind() const;
};

// Every message that is sent has one arrow. Besides, there is one for every copy, and for every time that a
// message of a `set` is received again. Of equal messages, the one that was sent first is received first.
std::vector<MessageArrow> arrows_of(const Trace&);

// The ends of a channel, by its name. A channel that is shared, or led to an identifier, has no place there.
struct ChannelEnds {
  std::optional<int> from;
  std::optional<int> to;
};
ChannelEnds ends_of(const Trace&, std::size_t channel);

// In lock step: do messages wait in mailboxes?
bool has_mailboxes(const Trace&);

}  // namespace conclave
