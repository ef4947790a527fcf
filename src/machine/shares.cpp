#include "machine/shares.hpp"

namespace conclave {

std::string Shares::label_of(const Split& split, const std::optional<int>& phase) {
  return phase ? split.name + " " + std::to_string(*phase) : "no " + split.name;
}

std::string Shares::label_of(const Split& split, const Sent& sent) const {
  if (split.by == Split::By::sender)
    return split.name + " " + std::to_string(code_of(values_.ids()[static_cast<std::size_t>(sent.sender)]));
  const std::string value =
      field_text(values_.watched().program(), split, values_.handlers().message(sent.message));
  return split.name == "kind" ? value : split.name + " " + value;
}

std::uint32_t Shares::number(Share share) {
  const auto [at, is_new] = numbers_.try_emplace(std::move(share), static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back(at->first);
  return at->second;
}

}  // namespace conclave
