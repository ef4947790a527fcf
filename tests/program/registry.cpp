// Models that register themselves under one name.
#include <doctest/doctest.h>

#include "author/model.hpp"

using namespace conclave;

TEST_SUITE_BEGIN("program");

TEST_CASE("two models of one name are an error that names both files") {
  CHECK(fault_of_models() == "");
  REQUIRE(!models().empty());
  const Model& first = *models().front();
  CHECK(first.file.find("models/") != std::string::npos);
  CHECK(first.file.ends_with(".cpp"));
  Model second;
  second.name = first.name;
  second.variant = first.variant;
  second.about = first.about;
  second.file = "my/own.cpp";
  register_model(std::move(second));
  CHECK(fault_of_models() == "two models are called `" + first.full_name() + "`: one in " + first.file +
                                 ", one in my/own.cpp; `about.name` has to tell them apart");
}

TEST_SUITE_END();
