// What may be on its way in each channel, and in which sequence.
#include <algorithm>
#include <bit>
#include <cassert>

#include "machine/behaviours.hpp"

namespace conclave {

// Notes what a process may send.
void Behaviours::add_sent(std::size_t process, const Handlers::Sent& sent) {
  Behaviour& behaviour = behaviours_[process];
  const int channel = values_.channels().of(static_cast<int>(process), sent);
  const auto outbox = std::ranges::find(behaviour.outboxes, channel);
  assert(arrivals_ == Arrivals::freely || outbox != behaviour.outboxes.end());
  const Index number = add_message(channel, sent.message);
  behaviour.sent.push_back({channel, sent.message, number,
                            outbox == behaviour.outboxes.end()
                                ? nothing
                                : static_cast<Index>(outbox - behaviour.outboxes.begin())});
}

// The number of a message in its channel, which is added to the events of the channel's readers; nothing if
// nobody hears it.
Behaviours::Index Behaviours::add_message(int channel, Handlers::Message message) {
  const auto c = static_cast<std::size_t>(channel);
  if (!values_.channels().is_heard(c)) return nothing;
  InChannel& of = channels_[c];
  const auto at = std::ranges::find(of.messages, message);
  const auto number = static_cast<Index>(at - of.messages.begin());
  if (at != of.messages.end()) return number;
  if (arrivals_ != Arrivals::freely && number == most_messages) throw TooMuch{};
  of.messages.push_back(message);
  of.sender_of.push_back(-1);
  for (const auto& reader : values_.channels()[c].readers) {
    Behaviour& behaviour = behaviours_[static_cast<std::size_t>(reader.process)];
    for (auto& inbox : behaviour.inboxes) {
      if (inbox.channel != channel || inbox.port != reader.port) continue;
      inbox.events.push_back(static_cast<Index>(behaviour.events.size()));
      behaviour.events.push_back({Step::Kind::deliver, message, channel, reader.port});
    }
  }
  return number;
}

void Behaviours::note_sender(int channel, Index message, int sender) {
  InChannel& of = channels_[static_cast<std::size_t>(channel)];
  int& known = of.sender_of[message];
  if (known >= 0 && known != sender) note_often(channel, of.messages[message]);
  known = sender;
}

void Behaviours::add_follower(int channel, Index last, Index message) {
  std::uint64_t& known = channels_[static_cast<std::size_t>(channel)].followed_by[last];
  if (known & bit(message)) return;
  known |= bit(message);
  goes_round_ |= follows(channels_[static_cast<std::size_t>(channel)], message + 1, last);
  for (const auto& reader : values_.channels()[static_cast<std::size_t>(channel)].readers) {
    for (auto& inbox : behaviours_[static_cast<std::size_t>(reader.process)].inboxes) {
      if (inbox.channel == channel) inbox.follow[last].push_back(inbox.events[message]);
    }
  }
}

// May the message come at any time after the last one? Both are counted from 1.
bool Behaviours::follows(const InChannel& channel, Index last, Index message) {
  std::uint64_t seen = 0;
  for (std::uint64_t waiting = bit(last); waiting != 0;) {
    const auto at = static_cast<Index>(std::countr_zero(waiting));
    waiting &= waiting - 1;
    if (at == message) return true;
    seen |= bit(at);
    waiting |= (channel.followed_by[at] << 1U) & ~seen;
  }
  return false;
}

bool Behaviours::is_often(int channel, Handlers::Message message) const {
  return often_.contains(key_of(static_cast<std::uint32_t>(channel), message));
}

void Behaviours::note_often(int channel, Handlers::Message message) {
  if (often_.emplace(key_of(static_cast<std::uint32_t>(channel), message), true).second) throw Again{};
}

}  // namespace conclave
