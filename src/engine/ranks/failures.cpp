#include "engine/ranks/failures.hpp"

#include <new>
#include <stdexcept>
#include <string>

#include "engine/parts/parts.hpp"
#include "engine/ranks/team.hpp"
#include "engine/storage/layout.hpp"
#include "machine/lots.hpp"
#include "program/limits.hpp"
#include "program/program.hpp"
#include "program/watched.hpp"

namespace conclave {

Json why(const std::exception_ptr& failure) {
  const auto of = [](const char* kind, const std::string& text = {}) -> Json {
    return {{"kind", kind}, {"text", text}};
  };
  try {
    std::rethrow_exception(failure);
  } catch (const GivenUp&) {
    return of("given up");
  } catch (const LimitReached& limit) {
    return {{"kind", "limit"}, {"reason", static_cast<int>(limit.reason)}};
  } catch (const std::bad_alloc&) {
    return {{"kind", "limit"}, {"reason", static_cast<int>(StopReason::system_memory)}};
  } catch (const KeyOverflow&) {
    return of("overflow");
  } catch (const Revoked&) {
    return of("revoked");
  } catch (const Whole& whole) {
    return of("whole", whole.why);
  } catch (const Impure& error) {
    return of("impure", error.what());
  } catch (const ModelError& error) {
    return of("model", error.what());
  } catch (const NamesMatter& names) {
    return {{"kind", "names"}, {"text", names.what()}, {"names", static_cast<int>(names.kind)}};
  } catch (const DrawsMatter& draws) {
    return of("draws", draws.what());
  } catch (const ListByPorts&) {
    return of("lists");
  } catch (const std::exception& error) {
    return of("other", error.what());
  }
}

void throw_again(const Json& why) {
  const std::string kind = why.at("kind");
  const std::string text = why.value("text", std::string());
  if (kind == "limit") throw LimitReached{static_cast<StopReason>(why.at("reason").get<int>())};
  if (kind == "overflow") throw KeyOverflow{};
  if (kind == "revoked") throw Revoked{};
  if (kind == "whole") throw Whole{text};
  if (kind == "impure") throw Impure(text);
  if (kind == "model") throw ModelError(text);
  if (kind == "names") throw NamesMatter(static_cast<naming::Kind>(why.at("names").get<int>()), text);
  if (kind == "draws") throw DrawsMatter(text);
  if (kind == "lists") throw ListByPorts{};
  throw std::runtime_error(text);
}

}  // namespace conclave
