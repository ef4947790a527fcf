// What a witness says of itself: `replay` confirms the cost that the execution has, and no other.
#include <doctest/doctest.h>

#include "cli/program.hpp"
#include "trace/specimens.hpp"

namespace conclave {
namespace {

Json witness(const std::string& model, const std::string& processes, const std::string& network,
             const std::string& wanted, const std::string& fairness = "weak") {
  CheckOptions options = asked(model, processes, "all", network, "");
  options.witness = wanted;
  options.fairness = fairness;
  return to_itf(witness_of(options));
}

Json with(Json file, const char* key, const Json& value) {
  file["#meta"]["attained"][key] = value;
  return file;
}

Json without_loop(Json file) {
  file.erase("loop");
  return file;
}

// From outside: refused with 2 and one line that says so.
void check_refused(const Json& file, const std::string& says) {
  const Reception reception = reception_of(file);
  CHECK_FALSE(reception.confirmed);
  const outside::Folder folder;
  outside::write_file(folder.file("t"), file.dump());
  const outside::Ran ran = outside::conclave({"replay", "t"}, folder);
  CAPTURE(ran.err);
  CHECK(ran.status == 2);
  CHECK(ran.out == "");
  CHECK(outside::is_one_line(ran.err));
  CHECK(ran.err.find(says) != std::string::npos);
}

const std::string other_cost = "it does not have the cost that the trace says";

}  // namespace

TEST_SUITE_BEGIN("trace");

TEST_CASE("a number of messages is the one that was sent") {
  const Json file = witness("chang-roberts", "3", "fifo", "messages=max");
  CHECK(reception_of(file).confirmed);
  CHECK(file.at("#meta").at("attained").at("value") == 9);
  for (const Json& value : {Json(8), Json(10), Json(0), Json(-9), Json("unbounded")})
    check_refused(with(file, "value", value), other_cost);
  for (const Json& value :
       {Json(nullptr), Json("9"), Json(9.5), Json("endless"), Json::array({9}), Json::object()})
    check_refused(with(file, "value", value), "has to be a whole number or \"unbounded\"");
  check_refused(with(file, "cost", "election"), other_cost);  // 6
  CHECK(reception_of(with(file, "cost", "deliveries")).confirmed);
  check_refused(with(file, "cost", "coffees"), "`coffees`, which is no cost of chang-roberts");
  check_refused(with(file, "cost", ""), "no cost");
  check_refused(with(file, "extreme", "mean"), "mean");
  for (const char* key : {"cost", "extreme", "value"}) {
    Json other = file;
    other["#meta"]["attained"].erase(key);
    check_refused(other, "`attained` has no `" + std::string(key) + "`");
  }
}

TEST_CASE("an execution that could go on is no witness") {
  Json file = witness("chang-roberts", "2", "fifo", "messages=min");
  file["states"].erase(file["states"].size() -
                       1);  // the last message is not received, and all have been sent
  check_refused(file, other_cost);
}

TEST_CASE("a loop adds to an unbounded cost") {
  const Json file = witness("chang-roberts", "2", "set", "election=max");
  CHECK(reception_of(file).confirmed);
  CHECK(file.at("#meta").at("attained").at("value") == "unbounded");
  check_refused(without_loop(file), other_cost);
  check_refused(with(file, "extreme", "min"), other_cost);  // the least cannot be without bound
  for (const int value : {0, 1, 2, 3, 4, 5}) check_refused(with(file, "value", value), other_cost);
  // No leader message is sent in it.
  check_refused(with(file, "cost", "leader"), other_cost);
  for (std::size_t index = 0; index < file.at("states").size(); ++index) {
    if (index == file.at("loop")) continue;
    Json other = file;
    other["loop"] = index;
    check_refused(other, "loop");
  }
}

TEST_CASE("a loop in which an execution stays adds nothing to a bounded cost") {
  const Json file = witness("chang-roberts", "1", "set", "election=min");
  CHECK(reception_of(file).confirmed);
  CHECK(file.at("#meta").at("attained").at("value") == 1);
  REQUIRE(file.contains("loop"));
  check_refused(without_loop(file), other_cost);
  check_refused(with(file, "cost", "leader"), other_cost);
  check_refused(with(file, "value", "unbounded"), other_cost);
}

TEST_CASE("a loop in which an execution stays is as fair as the trace says") {
  Json file = witness("harmony-leader", "3", "set", "messages=min", "none");
  CHECK(reception_of(file).confirmed);
  REQUIRE(file.contains("loop"));
  for (const char* fairness : {"weak", "strong"}) {
    file["#meta"]["fairness"] = fairness;
    check_refused(file, other_cost);
  }
}

TEST_CASE("a time is that of the longest chain") {
  for (const char* wanted : {"time=min", "time=max"}) {
    const Json file = witness("chang-roberts", "3", "bag", wanted);
    CHECK(reception_of(file).confirmed);
    const int time = file.at("#meta").at("attained").at("value");
    for (const int other : {time - 1, time + 1}) check_refused(with(file, "value", other), other_cost);
    check_refused(with(file, "value", "unbounded"), other_cost);
  }
}

TEST_SUITE_END();

}  // namespace conclave
