// How many of the messages of a step belong to each class, where messages are counted apart
// (Scenario::split). A class is known by a label, such as "sender 3", "phase 0" or "election id 3". What a
// step sends of each class is its share; shares are numbered as they are met.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "machine/judge.hpp"
#include "machine/values.hpp"

namespace conclave {

class Shares {
 public:
  using Share = std::map<std::string, std::int64_t>;  // by label: how many messages
  struct Sent {
    int sender;  // its place
    Handlers::Message message;
  };

  Shares(const Values& values, const Judge& judge) : values_(values), judge_(judge), all_(1) {
    numbers_.emplace(Share{}, 0);
  }

  bool are_counted() const { return !values_.scenario().split.empty(); }
  // The number of the share of these messages, which are sent in that configuration. Only their phase depends
  // on it. Throws ModelError, NamesMatter.
  template <class Cells>
  std::uint32_t number(const std::vector<Sent>& messages, const Cells& cells) {
    Share share;
    for (const Sent& sent : messages) {
      std::string label;
      for (const Split& split : values_.scenario().split) {
        const std::string part = split.by == Split::By::phase
                                     ? label_of(split, judge_.phase(cells, sent.message))
                                     : label_of(split, sent);
        label += (label.empty() ? "" : " ") + part;
      }
      ++share[label];
    }
    return number(std::move(share));
  }
  const Share& share(std::uint32_t number) const { return all_[number]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }

 private:
  static std::string label_of(const Split&, const std::optional<int>& phase);
  std::string label_of(const Split&, const Sent&) const;
  std::uint32_t number(Share);

  const Values& values_;
  const Judge& judge_;
  std::vector<Share> all_;  // number 0 is that of no messages
  std::map<Share, std::uint32_t> numbers_;
};

}  // namespace conclave
