#include "program/renaming.hpp"

#include <algorithm>
#include <tuple>

#include "program/comparisons.hpp"

namespace conclave {
namespace {

template <class F>
void walk(const Shape& shape, Words& at, Encoded& out, Renaming::Lists lists, const F& word) {
  switch (shape.kind) {
    case Shape::Kind::optional:
      out.push_back(*at);
      if (*at++ != 0) walk(*shape.element, at, out, lists, word);
      return;
    case Shape::Kind::list: {
      const std::int32_t size = *at++;
      out.push_back(size);
      const std::size_t first = out.size();
      std::size_t second = first;
      std::size_t third = first;
      for (std::int32_t element = 0; element < size; ++element) {
        walk(*shape.element, at, out, lists, word);
        if (element == 0) second = out.size();
        if (element <= 1) third = out.size();
      }
      const auto begin = [&](std::size_t where) { return out.begin() + static_cast<std::ptrdiff_t>(where); };
      if (lists == Renaming::Lists::swapped) std::rotate(begin(first), begin(second), begin(third));
      if (lists == Renaming::Lists::rotated) std::rotate(begin(first), begin(second), out.end());
      return;
    }
    case Shape::Kind::record:
      for (const auto& field : shape.fields) walk(*field.shape, at, out, lists, word);
      return;
    default:
      for (std::size_t left = plain_words(shape, at); left > 0; --left)
        out.push_back(word(shape.kind, *at++));
  }
}

void sort_lists(const Shape& shape, Words& at, Encoded& out) {
  if (shape.kind == Shape::Kind::list) {
    std::vector<Encoded> elements(static_cast<std::size_t>(*at++));
    out.push_back(static_cast<std::int32_t>(elements.size()));
    for (Encoded& element : elements) sort_lists(*shape.element, at, element);
    std::ranges::sort(elements);
    for (const Encoded& element : elements) out.insert(out.end(), element.begin(), element.end());
  } else if (shape.kind == Shape::Kind::optional) {
    out.push_back(*at);
    if (*at++ != 0) sort_lists(*shape.element, at, out);
  } else if (shape.kind == Shape::Kind::record) {
    for (const auto& field : shape.fields) sort_lists(*field.shape, at, out);
  } else {
    for (std::size_t left = plain_words(shape, at); left > 0; --left) out.push_back(*at++);
  }
}

template <class T>
std::vector<T> moved(const std::vector<T>& by_port, const Renaming& renaming) {
  std::vector<T> all(by_port.size());
  for (std::size_t port = 0; port < by_port.size(); ++port) {
    const auto to = static_cast<std::size_t>(renaming.port(static_cast<std::int32_t>(port)));
    all[to] = renaming(by_port[port]);
  }
  return all;
}

}  // namespace

std::int32_t Renaming::identifier(std::int32_t code) const {
  return identifiers_ && code > 0 ? 2 * OrderInForce::rank(code) + 1 : code;
}

std::int32_t Renaming::place(std::int32_t code) const {
  if (code < 0) return code;
  const auto at = static_cast<std::size_t>(code);
  return places_ ? 2 * code + 1 : at < moved_.size() ? moved_[at] : code;
}

std::int32_t Renaming::port(std::int32_t code) const {
  const auto at = static_cast<std::size_t>(code);
  return code >= 0 && at < ports_.size() ? ports_[at] : code;
}

Encoded Renaming::operator()(const Shape& shape, const Encoded& value) const {
  if (!any()) return value;
  Encoded out;
  out.reserve(value.size());
  Words at = value.data();
  walk(shape, at, out, lists_, [&](Shape::Kind kind, std::int32_t word) {
    if (kind == Shape::Kind::identifier) return identifier(word);
    if (kind == Shape::Kind::place) return place(word);
    return kind == Shape::Kind::port ? port(word) : word;
  });
  return out;
}

Surroundings Renaming::operator()(const Surroundings& around) const {
  Surroundings renamed = around;
  if (!any()) return renamed;
  renamed.id = (*this)(around.id);
  renamed.place = (*this)(around.place);
  renamed.neighbours = moved(around.neighbours, *this);
  renamed.addresses = moved(around.addresses, *this);
  for (std::size_t port = 0; port < around.down.size(); ++port)
    renamed.down[static_cast<std::size_t>(this->port(static_cast<std::int32_t>(port)))] = around.down[port];
  renamed.largest = (*this)(around.largest);
  renamed.parent = port(around.parent);
  return renamed;
}

Facts Renaming::operator()(Facts facts) const {
  if (facts.belief) facts.belief = facts.belief_is_place ? place(*facts.belief) : identifier(*facts.belief);
  return facts;
}

Outcome Renaming::operator()(const Program& program, Outcome outcome) const {
  if (!any()) return outcome;
  outcome.state = (*this)(program.state_shape(), outcome.state);
  for (Sending& sending : outcome.sendings) {
    sending.to = sending.by_identifier ? identifier(sending.to) : port(sending.to);
    sending.message = (*this)(program.message_shape(), sending.message);
  }
  for (Encoded& message : outcome.received) message = (*this)(program.message_shape(), message);
  for (Encoded& message : outcome.unread) message = (*this)(program.message_shape(), message);
  return outcome;
}

Findings Renaming::operator()(const Program& program, const Findings& findings) const {
  Findings renamed;
  for (const Encoded& message : findings.mailbox)
    renamed.mailbox.push_back((*this)(program.message_shape(), message));
  std::ranges::sort(renamed.mailbox);
  for (const Id id : findings.crashed) renamed.crashed.push_back((*this)(id));
  return renamed;
}

std::vector<std::int32_t> draws_in(const Shape& shape, const Encoded& value) {
  std::vector<std::int32_t> draws;
  Encoded same;
  Words at = value.data();
  walk(shape, at, same, Renaming::Lists::in_order, [&](Shape::Kind kind, std::int32_t word) {
    if (kind == Shape::Kind::draw && word >= 0) draws.push_back(word);
    return word;
  });
  return draws;
}

namespace {

// The value with `one` in the place of every name of this kind, from `least` on.
Encoded with_equal(Shape::Kind kind, std::int32_t least, std::int32_t one, const Shape& shape,
                   const Encoded& value) {
  Encoded equal;
  Words at = value.data();
  walk(shape, at, equal, Renaming::Lists::in_order,
       [&](Shape::Kind of, std::int32_t word) { return of == kind && word >= least ? one : word; });
  return equal;
}

}  // namespace

Encoded with_equal_draws(const Shape& shape, const Encoded& value) {
  return with_equal(Shape::Kind::draw, 0, 0, shape, value);
}

Encoded with_equal_identifiers(const Shape& shape, const Encoded& value) {
  return with_equal(Shape::Kind::identifier, 1, 1, shape, value);
}

bool has_names(const Shape& shape, Shape::Kind kind) {
  if (shape.kind == kind) return true;
  if (shape.element != nullptr && has_names(*shape.element, kind)) return true;
  return std::ranges::any_of(shape.fields, [&](const auto& field) { return has_names(*field.shape, kind); });
}

Encoded without_order(const Shape& shape, const Encoded& value) {
  Encoded out;
  out.reserve(value.size());
  Words at = value.data();
  sort_lists(shape, at, out);
  return out;
}

Outcome by_ports(Outcome outcome) {
  std::ranges::stable_sort(outcome.sendings, {},
                           [](const Sending& s) { return std::tuple(s.by_identifier, s.to); });
  std::ranges::sort(outcome.failures);
  outcome.choices.clear();
  return outcome;
}

Outcome without_order(const Program& program, Outcome outcome) {
  outcome.state = without_order(program.state_shape(), outcome.state);
  for (Sending& sending : outcome.sendings)
    sending.message = without_order(program.message_shape(), sending.message);
  return by_ports(std::move(outcome));
}

}  // namespace conclave
