// What a proof rests on, from its files alone: by other solvers, and with one lemma less.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "proof/ivy.hpp"
#include "proof/theories.hpp"
#include "sizes.hpp"

namespace conclave::testing::obligations_of_proofs {
namespace {

using Is = proof::Verdict::Is;

// What a program says of a file of SMT-LIB, in its last line.
std::string answer(const std::string& command, const std::string& text) {
  const auto folder = std::filesystem::temp_directory_path();
  const std::string file = (folder / ("conclave-obligation-" + std::to_string(getpid()) + ".smt2")).string();
  std::ofstream(file) << text;
  std::FILE* const pipe = popen((command + " " + file + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string said;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) said += static_cast<char>(c);
  pclose(pipe);
  std::filesystem::remove(file);
  while (said.ends_with('\n')) said.pop_back();
  return said;
}

}  // namespace

TEST_SUITE_BEGIN("proof");

TEST_CASE("other solvers agree, and every lemma is needed") {
  for (const char* name : {"chang-roberts", "lcr"}) {
    CAPTURE(name);
    const proof::Proof proof = proof_of(*find_model(name));
    for (const auto& each : proof.verdicts) {
      if (each.goal->unproved.empty()) CHECK(each.is == Is::proved);
    }
    const auto all = proof::obligations(proof);
    CHECK(all.size() > proof.theory.rules.size() / 2);
    for (const auto& obligation : all) {
      CAPTURE(obligation.name);
      CHECK(answer("z3", obligation.text) == "unsat");
      CHECK(answer("cvc4 --finite-model-find", obligation.text) == "unsat");
      CHECK(answer("cvc5 --finite-model-find", obligation.text) == "unsat");
    }
    for (const proof::Clause& left_out : proof.invariant) {
      const bool is_goal = std::ranges::any_of(proof.verdicts, [&](const auto& each) {
        return std::ranges::find(each.goal->clauses, left_out) != each.goal->clauses.end();
      });
      if (is_goal) continue;
      std::vector<proof::Clause> fewer = proof.invariant;
      std::erase(fewer, left_out);
      CHECK(std::ranges::any_of(proof::obligations(proof.theory, fewer, proof.unreachable),
                                [](const auto& each) { return answer("z3", each.text) == "sat"; }));
    }
  }
}

TEST_CASE("the model of Ivy has all of it") {
  const proof::Proof proof = proof_of(*find_model("chang-roberts"));
  const std::string text = proof::ivy_of(proof);
  CHECK(text.starts_with("#lang ivy1.7\n"));
  const auto count = [&](const std::string& what) {
    std::size_t times = 0;
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++times;
    return times;
  };
  CHECK(count("\naction ") == proof.theory.rules.size());
  CHECK(count("\nexport ") == proof.theory.rules.size());
  CHECK(count("\ninvariant ") == proof.invariant.size());
  CHECK(count("assert false") == proof.unreachable.size());
  CHECK(count("(") == count(")"));
  CHECK(count("{") == count("}"));
}

TEST_SUITE_END();

}  // namespace conclave::testing::obligations_of_proofs
