#include "machine/shares.hpp"

namespace conclave {

std::string Shares::label(const Sent& sent) const {
  const Split& split = *values_.scenario().split;
  if (split.by == Split::By::sender)
    return std::to_string(code_of(values_.ids()[static_cast<std::size_t>(sent.sender)]));
  return field_text(values_.watched().program(), split, values_.handlers().message(sent.message));
}

std::uint32_t Shares::number(Share share) {
  const auto [at, is_new] = numbers_.try_emplace(std::move(share), static_cast<std::uint32_t>(all_.size()));
  if (is_new) all_.push_back(at->first);
  return at->second;
}

}  // namespace conclave
