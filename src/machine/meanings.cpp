#include "machine/meanings.hpp"

#include <vector>

namespace conclave {

bool Meanings::is_copy(std::size_t component) const {
  return values_.scenario().model->copies_network && component >= values_.copy_component(0) &&
         component < values_.copy_component(static_cast<int>(values_.processes()));
}

std::size_t Meanings::count(std::size_t component) const {
  return is_copy(component) ? values_.copy_count() : values_.value_count(component);
}

Encoded Meanings::of(std::size_t component, std::uint32_t value) const {
  Encoded words;
  if (is_content(component)) {
    append_content(values_.contents_of(component), value, words);
  } else if (is_copy(component)) {
    const std::vector<std::uint32_t> network = values_.copy(value);
    for (std::size_t channel = 0; channel < network.size(); ++channel)
      append_content(channel, network[channel], words);
  } else {
    const auto process = static_cast<int>(component);
    const Facts& facts = values_.facts(process, value);
    words.push_back(facts.byzantine ? byzantine : facts.crashed ? crashed : usual);
    const Encoded& state = values_.handlers().state(values_.role(process), values_.state(process, value));
    words.insert(words.end(), state.begin(), state.end());
  }
  return words;
}

std::uint32_t Meanings::value(std::size_t component, const Encoded& meaning) {
  std::span<const std::int32_t> words = meaning;
  if (is_content(component)) return read_content(values_.contents_of(component), words);
  if (!is_copy(component)) return read_local(static_cast<int>(component), meaning);
  if (meaning.empty()) return 0;
  std::vector<std::uint32_t> network;
  for (std::size_t channel = 0; channel < values_.channels().size(); ++channel)
    network.push_back(read_content(channel, words));
  return values_.number_copy(network);
}

// The number of messages comes first, and before each message its length. Where messages are in no order,
// values_ lists them in the order of their own words.
void Meanings::append_content(std::size_t channel, std::uint32_t content, Encoded& words) const {
  if (content == Contents::closed) return words.push_back(closed);
  const auto messages = values_.content(static_cast<int>(channel), content);
  words.push_back(static_cast<std::int32_t>(messages.size()));
  for (const auto& message : messages) {
    words.push_back(message ? static_cast<std::int32_t>(message->size()) : notice);
    if (message) words.insert(words.end(), message->begin(), message->end());
  }
}

std::uint32_t Meanings::read_content(std::size_t channel, std::span<const std::int32_t>& words) {
  const auto take = [&] {
    const std::int32_t word = words.front();
    words = words.subspan(1);
    return word;
  };
  const std::int32_t size = take();
  if (size == closed) return Contents::closed;
  std::vector<Contents::Message> messages;
  for (std::int32_t i = 0; i < size; ++i) {
    const std::int32_t length = take();
    if (length == notice) {
      messages.push_back(Handlers::notice);
      continue;
    }
    const auto of_message = words.first(static_cast<std::size_t>(length));
    messages.push_back(values_.handlers().met(Encoded(of_message.begin(), of_message.end())));
    words = words.subspan(of_message.size());
  }
  return values_.contents(channel).of(values_.scenario().network, messages);
}

std::uint32_t Meanings::read_local(int process, const Encoded& meaning) {
  Handlers& handlers = values_.handlers();
  const Handlers::Role role = values_.role(process);
  const Encoded state(meaning.begin() + 1, meaning.end());
  const Handlers::State known = meaning.front() == byzantine ? handlers.byzantine(role)
                                : meaning.front() == crashed ? handlers.met_crashed(role, state)
                                                             : handlers.met(role, state);
  return values_.number(process, known);
}

}  // namespace conclave
