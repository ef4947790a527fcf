#include "report/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "program/model.hpp"
#include "program/parameters.hpp"
#include "trace/names.hpp"
#include "trace/value.hpp"

namespace conclave {
namespace {

std::string grouped_digits(std::string digits) {
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), " ");
  }
  return digits;
}

}  // namespace

std::string grouped(std::uint64_t number) { return grouped_digits(std::to_string(number)); }
std::string grouped(const Rational& whole) { return grouped_digits(whole.str()); }

std::string plural(const std::string& count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == "1" ? one : many);
}

std::string bytes(std::size_t count) {
  const double mebi = static_cast<double>(count) / (1 << 20);
  return mebi < 1024 ? fmt::format("{:.0f} MiB", mebi) : fmt::format("{:.1f} GiB", mebi / 1024);
}

std::string words(StopReason reason, const RunLimits& limits) {
  rlimit address_space{};
  switch (reason) {
    case StopReason::memory:
      return fmt::format("the memory limit of {} was reached", bytes(limits.memory));
    case StopReason::system_memory:
      if (getrlimit(RLIMIT_AS, &address_space) != 0 || address_space.rlim_cur == RLIM_INFINITY)
        return "the system had no more memory";
      return fmt::format("the {} that `ulimit -v` allows were used up", bytes(address_space.rlim_cur));
    case StopReason::time:
      return fmt::format("the time limit of {} s was reached", limits.seconds);
    case StopReason::depth:
      return fmt::format("an execution has more than {} steps (--depth)", grouped(limits.depth));
    case StopReason::interrupted:
      return "interrupted";
    case StopReason::disk:
      return "there could be no more temporary files";
    case StopReason::missing:
      return "what other shards have is missing";
    case StopReason::error:
      return "there was an error";
    case StopReason::none:
      break;
  }
  return "";
}

std::string who_starts(const Scenario& scenario) {
  const bool all_awake = !scenario.model->sleeps && !scenario.lock_step();
  const std::string down = words(scenario.down);
  return (all_awake ? "everyone awake from the beginning" : words(scenario.initiators)) +
         (down.empty() ? "" : ", " + down);
}

std::string words(const Down& down) {
  const bool one = down.how_many() == 1;
  switch (down.kind) {
    case Down::Kind::nobody:
      return "";
    case Down::Kind::largest:
      return "the process with the largest identifier is down";
    case Down::Kind::smallest:
      return "the process with the smallest identifier is down";
    case Down::Kind::counted:
      return one ? "one process is down, each in turn"
                 : fmt::format("{} processes are down, every choice of them", down.count);
    case Down::Kind::listed:
      break;
  }
  return fmt::format("{} {} down", one ? "place" : "places", list_of(down.places) + (one ? " is" : " are"));
}

std::string words(const Initiators& initiators) {
  switch (initiators.kind) {
    case Initiators::Kind::any:
      return "any set of initiators";
    case Initiators::Kind::all:
      return "everyone initiates";
    case Initiators::Kind::counted:
      if (initiators.count == 1) return "one initiator, each process in turn";
      return fmt::format("{} initiators, every choice of them", initiators.count);
    case Initiators::Kind::listed:
      break;
  }
  return "initiators at " + list_of(initiators.places);
}

std::string drawn_words(const Identifiers& ids) {
  if (ids.universe == 0) return "";
  return fmt::format(" drawn from {}..{}", ids.least, ids.least + ids.universe - 1);
}

std::string identifier_words(const Scenario& scenario) {
  if (scenario.model->anonymous) return "anonymous processes";
  const Identifiers& ids = scenario.identifiers;
  const std::string drawn = drawn_words(ids);
  switch (ids.kind) {
    case Identifiers::Kind::listed:
      return "the one order " + list_of(ids.listed);
    case Identifiers::Kind::equal:
      return "all identifiers equal";
    case Identifiers::Kind::duplicates:
      return "every identifier order" + drawn + ", repeated ones included";
    case Identifiers::Kind::all:
      break;
  }
  return "every identifier order" + drawn;
}

std::string words(Fairness fairness) {
  if (fairness == Fairness::none) return "no fairness";
  return fmt::format("{} fairness", name_of(fairness));
}

std::string words(const Reduction& reduction) {
  std::vector<std::string> names;
  if (reduction.symmetry) names.emplace_back("symmetry");
  if (reduction.order) names.emplace_back("order classes");
  if (reduction.independence) names.emplace_back("independence");
  if (reduction.draws) names.emplace_back("draws");
  if (names.empty()) return "no reduction";
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? "reduced by " + last
                       : fmt::format("reduced by {} and {}", fmt::join(names, ", "), last);
}

std::string_view name(Refusal::Of reduction) {
  using enum Refusal::Of;
  return reduction == order          ? "order"
         : reduction == symmetry     ? "symmetry"
         : reduction == independence ? "independence"
                                     : "draws";
}

std::string words(const Refusal& refusal) {
  const std::string_view reduction = refusal.of == Refusal::Of::order ? "order classes" : name(refusal.of);
  return fmt::format("not by {}, because {}", reduction, refusal.why);
}

std::string words(const Faults& faults) {
  if (!faults.any()) return "no faults";
  std::vector<std::string> parts;
  const auto budget = [&](int most, std::string_view one, std::string_view many) {
    if (most > 0) parts.push_back(plural(std::to_string(most), one, many));
  };
  budget(faults.loss, "loss", "losses");
  budget(faults.duplicate, "duplicate", "duplicates");
  budget(faults.crash, "crash", "crashes");
  budget(faults.late, "message late", "messages late");
  budget(faults.recover, "recovery", "recoveries");
  budget(faults.byzantine_messages, "Byzantine message", "Byzantine messages");
  const std::string text = parts.empty() ? "" : fmt::format("up to {}", fmt::join(parts, ", "));
  if (faults.byzantine == 0) return text;
  return fmt::format("{} Byzantine{}{}", plural(std::to_string(faults.byzantine), "process", "processes"),
                     text.empty() ? "" : ", ", text);
}

std::string circumstances(const Scenario& scenario) {
  const std::string down = words(scenario.down);
  return (down.empty() ? "" : down + ", ") + (scenario.faults.any() ? words(scenario.faults) + ", " : "");
}

std::string parameters(const Scenario& scenario) {
  std::string text;
  const TraceValue values = value_of(parameters_json(*scenario.model->program, scenario.parameters));
  for (const auto& [name, value] : values.parts) text += ", " + name + " " + plain_text(value);
  return text;
}

std::string bound(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "unbounded";
}

namespace {

// In millionths, and perhaps not quite the nearest.
std::int64_t nearest(const Rational& value) { return std::llround(value.to_double() * 1e6); }

}  // namespace

std::string exact(const std::optional<Rational>& value) {
  if (!value) return "unbounded";
  const std::string fraction = value->str();
  if (fraction.find('/') == std::string::npos) return fraction;
  return fmt::format("{} = {:.3f}", fraction, value->to_double());
}

std::string decimals(const Rational& probability) {
  const double value = probability.to_double();
  return value != 0 && value < 1e-4 ? fmt::format("{:.3g}", value) : fmt::format("{:.6f}", value);
}

std::string rounded_down(const Rational& value) {
  std::int64_t millionths = nearest(value);
  while (Rational(millionths, 1'000'000) > value) --millionths;
  return fmt::format("{}.{:06}", millionths / 1'000'000, millionths % 1'000'000);
}

std::string rounded_up(const Rational& value) {
  std::int64_t millionths = nearest(value);
  while (Rational(millionths, 1'000'000) < value) ++millionths;
  return fmt::format("{}.{:06}", millionths / 1'000'000, millionths % 1'000'000);
}

std::string exact(const std::optional<Bounds>& value) {
  if (!value || value->exact()) return exact(value ? std::optional(value->lower) : std::nullopt);
  return "[" + rounded_down(value->lower) + ", " + rounded_up(value->upper) + "]";
}

}  // namespace conclave
