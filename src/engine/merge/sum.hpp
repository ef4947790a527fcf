// What is added up over the instances of a scenario. A sweep adds up many pieces at the same time, and
// appends one to the other in the order of their instances. So what comes of it does not depend on how the
// instances were divided.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/run/result.hpp"
#include "program/json.hpp"
#include "scenario/instances.hpp"

namespace conclave {

class Sum {
 public:
  Sum() = default;
  Sum(const Sum&) = delete;
  Sum& operator=(const Sum&) = delete;
  virtual ~Sum() = default;

  // A sum of the same kind, over no instances.
  virtual std::unique_ptr<Sum> none() const = 0;
  // Adds the next instance. Returns false if nothing after this instance counts.
  virtual bool add(const Instance&, InstanceResult&) = 0;
  // Adds a sum of the same kind over instances that come after these. No order of identifiers is in both.
  // Nothing may be added to the later one then.
  virtual void append(Sum& later) = 0;

  // As JSON, and from that. Only what the main sweep of check() adds up is ever kept.
  virtual Json write() { throw std::logic_error("this sum is not kept"); }
  virtual void read(const Json&) { throw std::logic_error("this sum is not kept"); }
};

}  // namespace conclave
