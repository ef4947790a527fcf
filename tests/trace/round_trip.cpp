#include "trace/round_trip.hpp"

#include <doctest/doctest.h>

#include <utility>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "report/text.hpp"
#include "sizes.hpp"
#include "trace/again.hpp"
#include "trace/replay.hpp"

namespace conclave {
namespace {

// Integers in ITF are {"#bigint": "..."}, and there is no null.
bool is_itf_value(const Json& value) {
  if (value.is_object() && value.contains("#bigint")) {
    return value.size() == 1 && value.at("#bigint").is_string();
  }
  if (value.is_structured()) return std::all_of(value.begin(), value.end(), is_itf_value);
  return value.is_string() || value.is_boolean();
}

PropertyKind kind_of(const Trace& trace) {
  return std::ranges::find(find_model(trace.model)->properties, trace.property, &Property::name)->kind;
}

void check_itf(const Json& file, const Trace& trace) {
  REQUIRE(file.at("#meta").is_object());
  CHECK(file.at("#meta").at("format") == "ITF");
  const Json& states = file.at("states");
  REQUIRE(states.is_array());
  REQUIRE(states.size() == trace.states.size());
  for (std::size_t index = 0; index < states.size(); ++index) {
    const Json& state = states[index];
    CHECK(state.at("#meta").at("index") == index);
    CHECK(state.at("#meta").contains("step") == (index > 0));
    CHECK(state.size() == file.at("vars").size() + 1);  // the variables and #meta
    for (const auto& variable : file.at("vars")) {
      CHECK(is_itf_value(state.at(variable.get<std::string>())));
    }
  }
  CHECK(file.contains("loop") == trace.loop.has_value());
  if (!trace.loop) return;
  CHECK(kind_of(trace) == PropertyKind::liveness);
  REQUIRE(file.at("loop").is_number_unsigned());
  const auto loop = file.at("loop").get<std::size_t>();
  REQUIRE(loop + 1 < states.size());
  for (const auto& variable : file.at("vars")) {
    const auto name = variable.get<std::string>();
    CHECK(states[loop].at(name) == states.back().at(name));
  }
}

// A trace of a member of a family is again one of its graph.
Json without_family(Json file) {
  if (file.at("#meta").contains("graph")) file["#meta"].erase("topology");
  return file;
}

}  // namespace

void check_trace(const Trace& trace) {
  const Json file = to_itf(trace);
  check_itf(file, trace);
  const Trace read = from_itf(file.dump(1));
  CHECK(to_itf(read) == file);
  Trace retold = read;  // but for whose word it is
  CHECK(std::exchange(retold.from_file, false));
  Limits of_show(std::size_t{1} << 30);
  find_standings(retold, of_show);  // which no file tells
  for (const int width : {40, 120, 10000}) {
    for (const bool utf8 : {false, true}) {
      const Terminal terminal{.utf8 = utf8, .width = width};
      CHECK(describe(retold, terminal) == describe(trace, terminal));
    }
  }
  Limits limits(std::size_t{1} << 30);
  const Replay result = replay(read, limits);
  CHECK(result.confirmed);
  CHECK(to_itf(result.trace) == file);  // the same run, for the same reason
}

void check_again(const Trace& trace) {
  if (!testing::is_tried()) return;
  const std::string command = again(trace);
  CAPTURE(command);
  const outside::Folder folder;
  const outside::Ran checked = outside::shell(command + " --trace t", folder);
  CHECK(checked.status == 1);
  const Json same = Json::parse(outside::read_file(folder.file("t")));
  CHECK(without_family(same) == without_family(to_itf(trace)));

  const outside::Ran shown = outside::shell("./conclave show t", folder);
  CHECK(shown.status == 0);
  CHECK(shown.err.empty());
  // How the execution compares with others is the word of the file.
  std::string told = shown.out;
  const std::string mark = "the file says: ";
  if (const std::size_t said = told.find(mark); said != std::string::npos) told.erase(said, mark.size());
  CHECK((told != shown.out || trace.steps() == 0));
  const std::size_t at = checked.out.find("\n" + told);  // the costs come behind it
  REQUIRE(at != std::string::npos);
  const std::string behind = checked.out.substr(at + 1 + told.size());
  CHECK((behind.empty() || behind.starts_with("\n  cost  ")));

  const outside::Ran replayed = outside::shell("./conclave replay t", folder);
  CHECK(replayed.status == 1);
  CHECK(replayed.err.empty());
  CHECK(replayed.out.starts_with(shown.out));
  CHECK(replayed.out.ends_with("the violation is confirmed.\n"));
}

}  // namespace conclave
