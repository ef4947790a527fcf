// Everything that each process of an instance may ever do, bounded from above: Commuting asks which of it
// commutes. A process is looked at by itself. Whatever another one may ever send to it may arrive at any
// time, as far as the network allows; no configuration is ever looked at (a collecting semantics of one
// process and one channel at a time; docs/semantics/commuting-steps.md).
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <compare>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "machine/judge.hpp"
#include "machine/sequences.hpp"
#include "machine/step.hpp"

namespace conclave {

class Behaviours {
 public:
  using Index = std::uint32_t;
  static constexpr Index nothing = ~Index{0};

  // What is known of the messages in a channel.
  enum class Arrivals {
    freely,       // each may arrive at any time, again and again
    counted,      // the same, but one that is sent at most once arrives at most once
    in_sequence,  // on fifo: after a message comes one that its sender may send next
  };

  struct Event {
    Step::Kind kind{};
    // Of a delivery, as are the channel and the port. Of an own step it is the number.
    std::uint32_t message{};
    int channel = -1;
    Port port{};
  };
  struct Sent {
    int channel;
    Handlers::Message message;
    Index number;  // of the message in its channel; nothing if nobody hears it
    Index outbox;  // of its sender; nothing where messages arrive freely
    friend bool operator==(const Sent& a, const Sent& b) {
      return a.channel == b.channel && a.message == b.message;
    }
    friend auto operator<=>(const Sent& a, const Sent& b) {
      return std::pair(a.channel, a.message) <=> std::pair(b.channel, b.message);
    }
  };
  struct Change {
    Index state;
    // In Behaviour::sent, by channel; on fifo what goes into the same channel is in its sequence.
    Index first_sent = 0;
    Index end_sent = 0;
    PropertySet broken;
    bool revokes;  // it takes back who is leader or elected, or in whom the process believes
    bool shows;    // it changes something that is looked at in whole configurations
  };
  // What an event can make in a node; count 0: the event is not possible there.
  struct Edge {
    Index event = nothing;
    Index first_change = 0;  // in Behaviour::changes
    Index first_target = 0;  // in Behaviour::targets: the nodes to which the changes lead
    Index count = 0;
    Index next = nothing;  // the next edge of the same node, while all is found out
  };
  // A local state, together with what the process has received so far, as far as this bounds what may come.
  struct Node {
    Index state = nothing;
    Index first_edge = nothing;
    Index last_edge = nothing;
    Index edge_count = 0;
  };
  struct Behaviour {
    Handlers::Role role = 0;
    std::vector<Handlers::State> states;  // in which the process may ever be
    std::vector<Index> index_of;          // by state; nothing: the process is never in it
    std::vector<Event> events;            // first the start, then the other own steps
    std::vector<Node> nodes;
    std::vector<Change> changes;
    std::vector<Index> targets;

    std::span<const Edge> edges_of(Index node) const {
      return std::span(edges).subspan(nodes[node].first_edge, nodes[node].edge_count);
    }
    // The nodes that have an edge of an event, in ascending order.
    std::span<const Index> nodes_of(Index event) const {
      return std::span(nodes_by_event).subspan(first_of[event], first_of[event + 1] - first_of[event]);
    }
    // The edge of an event in a node; one without changes if there is none.
    const Edge& edge(Index node, Index event) const { return edges[edge_at[node * events.size() + event]]; }
    std::span<const Sent> sent_by(const Change& change) const {
      return std::span(sent).subspan(change.first_sent, change.end_sent - change.first_sent);
    }

   private:
    friend class Behaviours;
    struct Inbox {
      int channel;
      Port port;
      std::vector<Index> events;               // by number of message in the channel
      std::vector<std::vector<Index>> follow;  // on fifo, by the last message: the events that may be next
    };
    // Forgets the process, but keeps the memory for the next one, because there may be many small instances.
    void clear();
    void forget_nodes();

    std::vector<Sent> sent;
    std::vector<Edge> edges;            // When all is found out, those of a node follow each other.
    std::vector<Index> edge_at;         // by node and event: its edge
    std::vector<Index> nodes_by_event;  // those of each event follow each other
    std::vector<Index> first_of;        // by event: its first one there; and where the last one's end
    std::vector<Inbox> inboxes;
    std::vector<int> outboxes;  // the channels into which it may send
    // Of what has been received in each inbox, as two words, after the state.
    Sequences numbers_of_nodes;
    std::vector<Index> looked_at;  // by node and inbox: how many of the events there have edges
    // By node and outbox: as bits, on fifo which messages the process may have sent last (bit 0: none), else
    // which it may have sent at all.
    std::vector<std::uint64_t> sent_before;
    boost::unordered_flat_map<std::uint64_t, Edge> effects_of;  // by state and event, without targets
    std::vector<Index> waiting;  // nodes whose `sent_before` has changed since their edges were looked at
  };

  // The most pairs of a state and an event, for each of which a handler is called, and of a node and an
  // event. Where messages may arrive again and again, a process that counts them has local states without
  // end, so there it is given up sooner.
  struct Most {
    std::size_t calls_freely;
    std::size_t calls;
    std::size_t pairs;
  };
  // On fifo the first one is tried first, on bag the second one.
  static constexpr Most least{std::size_t{1} << 8, std::size_t{1} << 10, std::size_t{1} << 12};
  static constexpr Most little{std::size_t{1} << 8, std::size_t{1} << 12, std::size_t{1} << 12};
  static constexpr Most some{std::size_t{1} << 11, std::size_t{1} << 14, std::size_t{1} << 19};
  static constexpr Most full{std::size_t{1} << 11, std::size_t{1} << 16, std::size_t{1} << 19};

  Behaviours(const Values&, const Judge&);

  // Finds out everything about the instance. Returns false if nothing can be said.
  bool find(Arrivals, const Most&);
  // Nothing could be said: might it be otherwise if more handlers were called?
  bool more_may_help() const { return more_may_help_; }

  std::vector<Behaviour>& all() { return behaviours_; }
  Handlers& handlers() { return handlers_; }
  // How many of the first events of a process are own steps.
  Index own_events() const { return own_events_; }
  // The event of delivering a message, as its reader numbers it.
  Index event_of(int process, int channel, Handlers::Message) const;

 private:
  struct TooMuch {
    bool more_may_help = false;
  };
  struct Again {};  // a message may be sent more than once, against what was assumed

  // On fifo, messages that follow each other in a circle either lead to few states soon, or to ever new ones.
  static constexpr std::size_t calls_in_a_circle = 128;  // by each process
  // What nodes and edges may take. Nobody charges it to the limits, because it must not be what ends a run.
  static constexpr std::size_t most_bytes = std::size_t{1} << 25;
  // A process that keeps whatever it receives would have local states without end.
  static constexpr std::size_t most_words = 256;    // of a local state
  static constexpr std::size_t most_messages = 31;  // in one channel, where they are bits
  // A call in a local state of many words takes longer: it counts once more for each so many.
  static constexpr std::size_t words_of_a_call = 32;
  static std::uint64_t bit(std::uint64_t k) { return std::uint64_t{1} << k; }
  static std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

  struct InChannel {
    std::vector<Handlers::Message> messages;
    std::vector<int> sender_of;              // by message; -1: nobody yet
    std::vector<std::uint64_t> followed_by;  // on fifo, by the last message (0: none), as bits
  };

  void begin();
  void find_all();
  void list_edges();
  static void list_edges(Behaviour&);
  void add_faults();
  bool extend(std::size_t process);
  void add_edge(std::size_t process, Index node, Index event);
  std::size_t most_calls() const {
    if (arrivals_ == Arrivals::freely) return most_.calls_freely;
    return goes_round_ ? std::min(most_.calls_freely, calls_in_a_circle * behaviours_.size()) : most_.calls;
  }
  void take(std::size_t bytes);
  using Bits = boost::container::small_vector<std::uint64_t, 16>;
  Index add_node(std::size_t process, Index state, const Bits& received);
  Index add_state(Behaviour&, Handlers::State);
  void add_recovered(std::size_t process);
  Edge changes(std::size_t process, Index state, Index event);
  const Handlers::Effects* effects(int process, Handlers::State, const Event&);
  void flow(std::size_t process, Index from, const Edge&);
  bool flow_along(std::size_t process, Index from, const Change&, Index to);
  static std::uint64_t received(const Behaviour&, Index node, std::size_t inbox);
  void add_sent(std::size_t process, const Handlers::Sent&);
  Index add_message(int channel, Handlers::Message);
  void note_sender(int channel, Index message, int sender);
  void add_follower(int channel, Index last, Index message);
  static bool follows(const InChannel&, Index last, Index message);
  bool is_often(int channel, Handlers::Message) const;
  void note_often(int channel, Handlers::Message);

  const Values& values_;
  const Judge& judge_;
  const Scenario& scenario_;
  // These are not the machine's own handlers, because much of what runs here never happens, and must not be
  // reported. What does happen is watched where it does.
  const Watched watched_;
  Handlers handlers_;
  const Index own_events_;
  Arrivals arrivals_{};
  Most most_ = some;
  bool more_may_help_ = false;
  std::size_t pairs_ = 0;    // so many pairs of a node and an event were looked at
  std::size_t calls_ = 0;    // so many of a state and an event
  std::size_t bytes_ = 0;    // what nodes and edges take
  bool goes_round_ = false;  // on fifo, the messages of a channel may follow each other in a circle
  std::vector<Behaviour> behaviours_;
  std::vector<InChannel> channels_;
  // What flow_along() works on.
  Bits now_;
  boost::unordered_flat_map<std::uint64_t, bool> often_;  // by channel and message: sent more than once
};

}  // namespace conclave
