// What handlers and properties reach through author/process.hpp and author/global.hpp.
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>

#include "author/global.hpp"
#include "program/comparisons.hpp"
#include "program/outcome.hpp"
#include "program/surroundings.hpp"

namespace conclave {
namespace {

template <class T>
const T& at_port(const std::vector<T>& by_port, Port port) {
  const std::int32_t number = Sealed::taken(port);
  if (number < 0 || number >= std::ssize(by_port))
    throw std::logic_error("asks who is at port " + std::to_string(number) + ", but has " +
                           std::to_string(by_port.size()) + " outgoing");
  return by_port[static_cast<std::size_t>(number)];
}

template <class T>
Port index_of(const std::vector<T>& all, const T& who) {
  const auto at = std::ranges::find(all, who);
  if (at == all.end()) throw std::logic_error("no neighbour is " + std::to_string(code_of(who)));
  return given_port(static_cast<std::int32_t>(at - all.begin()));
}

}  // namespace

bool operator<(const Surroundings& a, const Surroundings& b) {
  const auto less = [](Place x, Place y) { return code_of(x) < code_of(y); };
  if (std::ranges::lexicographical_compare(a.addresses, b.addresses, less)) return true;
  if (a.addresses != b.addresses) return false;
  const auto key = [](const Surroundings& s) {
    return std::tie(s.id, s.neighbours, s.down, s.largest, s.ports, s.in_ports, s.processes, s.diameter,
                    s.root, s.parent, s.parameters);
  };
  return std::tuple(code_of(a.place), key(a)) < std::tuple(code_of(b.place), key(b));
}

std::vector<Port> all_ports(int count) {
  naming::note_walk();
  std::vector<Port> all;
  for (int port = 0; port < count; ++port) all.push_back(given_port(port));
  return all;
}

int SelfBase::ports() const { return around_.ports; }
std::vector<Port> SelfBase::all_ports() const { return conclave::all_ports(around_.ports); }
Id SelfBase::identifier() const { return around_.id; }
Id SelfBase::neighbour_at(Port port) const { return at_port(around_.neighbours, port); }
Place SelfBase::own_place() const { return around_.place; }
Place SelfBase::address_at(Port port) const { return at_port(around_.addresses, port); }
Port SelfBase::port_of(Place who) const { return index_of(around_.addresses, who); }
Port SelfBase::port_of(Id who) const { return index_of(around_.neighbours, who); }
Id SelfBase::largest() const { return around_.largest; }
bool SelfBase::down_at(Port port) const {
  const auto at = static_cast<std::size_t>(Sealed::taken(port));
  if (at >= static_cast<std::size_t>(around_.ports))
    throw std::logic_error("looks at port " + std::to_string(Sealed::code(port)) + ", but has " +
                           std::to_string(around_.ports) + " outgoing");
  return at < around_.down.size() && around_.down[at];
}
bool SelfBase::root() const { return around_.root; }
std::optional<Port> SelfBase::parent_port() const {
  return around_.parent < 0 ? std::nullopt : std::optional(given_port(around_.parent));
}
int SelfBase::process_count() const { return around_.processes; }
int SelfBase::longest_distance() const { return around_.diameter; }
const Encoded& SelfBase::encoded_parameters() const { return around_.parameters; }

void HandlerContext::send(Port port, int ports, Encoded message) {
  const std::int32_t number = Sealed::taken(port);
  if (number < 0 || number >= ports)
    throw std::logic_error("sends on port " + std::to_string(number) + ", but has " + std::to_string(ports) +
                           " outgoing");
  outcome_.sendings.push_back({false, number, std::move(message)});
}

void HandlerContext::send_to(Id receiver, Encoded message) {
  outcome_.sendings.push_back({true, Sealed::taken(receiver), std::move(message)});
}

unsigned HandlerContext::choose(unsigned k) {
  if (k == 0) throw std::logic_error("chooses among nothing: choose(0)");
  const auto taken = std::span(choices_.odds).first(choices_.asked);
  if (std::ranges::any_of(taken, [](Odds odds) { return odds != 0; }))
    throw std::logic_error("chooses after it has tossed; let it choose first, and toss then");
  return choices_.choose(k);
}

unsigned HandlerContext::toss(unsigned k) {
  if (k == 0 || k >= by_lot) throw std::logic_error("tosses among nothing: toss(" + std::to_string(k) + ")");
  return choices_.toss(k);
}

Draw HandlerContext::draw(unsigned k) {
  if (k == 0 || k >= by_lot) throw std::logic_error("draws among nothing: draw(" + std::to_string(k) + ")");
  return Sealed::give<Draw>(static_cast<std::int32_t>(choices_.draw(k)));
}

std::optional<Encoded> HandlerContext::receive() {
  std::vector<Encoded>& mailbox = outcome_.unread;
  if (mailbox.empty()) return {};
  std::vector<std::size_t> firsts;  // of equal messages it does not matter which is taken
  for (std::size_t at = 0; at < mailbox.size(); ++at) {
    if (at == 0 || mailbox[at] != mailbox[at - 1]) firsts.push_back(at);
  }
  const std::size_t at = firsts.size() == 1 ? 0 : firsts[choose(static_cast<unsigned>(firsts.size()))];
  outcome_.received.push_back(std::move(mailbox[at]));
  mailbox.erase(mailbox.begin() + static_cast<std::ptrdiff_t>(at));
  return outcome_.received.back();
}

bool HandlerContext::has_crashed(Id who) const {
  return std::ranges::find(findings_.crashed, who) != findings_.crashed.end();
}
int HandlerContext::crashes() const { return static_cast<int>(findings_.crashed.size()); }
void HandlerContext::fail(const char* requirement) { outcome_.failures.emplace_back(requirement); }
void HandlerContext::raise(const char* exception) {
  outcome_.exception = exception;
  throw Raised{};
}
void HandlerContext::load_network() { outcome_.loads_network = true; }
void HandlerContext::store_network() { outcome_.stores_network = true; }

GlobalBase::Places GlobalBase::places() const {
  naming::note_walk();
  static constexpr auto all = [] {
    std::array<int, 256> numbers{};
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }();
  const auto n = static_cast<std::size_t>(processes());
  if (n > all.size()) throw std::length_error("places(): there are more than " + std::to_string(all.size()));
  return Places(std::span(all).first(n));
}
const std::vector<Place>& GlobalBase::alive() const {
  // The names are made beforehand: to copy one takes longest when its parts have just been written one by
  // one.
  static constexpr auto all = [] {
    std::array<Place, 256> places{};
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = given_place(static_cast<int>(i));
    return places;
  }();
  const std::size_t n = places().size();
  if (alive_) return *alive_;
  alive_.emplace().reserve(n);
  for (const Place place : std::span(all).first(n)) {
    if (!crashed(place)) alive_->push_back(place);
  }
  return *alive_;
}
Id GlobalBase::largest() const {
  if (largest_) return *largest_;
  naming::note_walk();
  const LookAtOne look;
  std::int32_t largest = 0;
  for (int place = 0; place < processes(); ++place) {
    const std::int32_t id = code_of(snapshot_.id(place));
    largest = Comparisons::compare(largest, id) < 0 ? id : largest;
  }
  largest_ = given_id(largest);
  return *largest_;
}
GlobalBase::Places GlobalBase::neighbours(Place place) const {
  naming::note_walk();
  return Places(snapshot_.neighbours(checked(place)));
}
int GlobalBase::rounds() const {
  if (snapshot_.rounds() < 0)
    throw std::logic_error("only a property of form after_rounds may ask for rounds");
  return snapshot_.rounds();
}
void GlobalBase::no_such(int place) { throw std::out_of_range("no place " + std::to_string(place)); }
void GlobalBase::has_no_state(int place) {
  throw std::logic_error("process " + std::to_string(place) + " crashed and has no state");
}

}  // namespace conclave
