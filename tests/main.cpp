// The test program: doctest, and RapidCheck with a fixed seed unless RC_PARAMS says otherwise.
// Signals belong to the code that is tested (program/contained.hpp).
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "sizes.hpp"

int main(int argc, char** argv) {
  const char* cases = std::getenv("CONCLAVE_RANDOM_CASES");
  using namespace conclave::testing;
  const std::string usual = sanitized ? "20" : brief ? "100" : "300";
  const std::string most = cases ? cases : usual;
  const std::string parameters = "seed=20 max_discard_ratio=20 max_success=" + most;
  setenv("RC_PARAMS", parameters.c_str(), 0);
  return doctest::Context(argc, argv).run();
}
