// `measure`: exact figures for each n, and what the sources say of them. The formulas are computed again
// here.
#include <doctest/doctest.h>

#include <functional>

#include "author/rational.hpp"
#include "cli/program.hpp"

namespace conclave::outside {
namespace {

const Json& table(const Json& measured, const std::string& initiators, const std::string& cost) {
  for (const auto& each : measured.at("tables")) {
    if (each.at("initiators") == initiators && each.at("cost") == cost) return each;
  }
  FAIL("no table of ", cost, " with initiators ", initiators);
  return measured;
}

// "election, all", in their order.
Words tables(const Json& measured) {
  Words names;
  for (const auto& each : measured.at("tables"))
    names.push_back(each.at("cost").get<std::string>() + ", " + each.at("initiators").get<std::string>());
  return names;
}

Rational n_times_harmonic(int n) {
  Rational sum = 0;
  for (int k = 1; k <= n; ++k) sum += Rational(n, k);
  return sum;
}

// A figure of each n is the formula, and the claim about it is marked equal.
void check_formula(const Json& of, const std::string& statistic,
                   const std::function<Rational(int)>& formula) {
  for (const auto& row : of.at("rows")) {
    CAPTURE(row.dump());
    const Rational value = formula(row.at("processes").get<int>());
    const Json& figure = row.at(statistic);
    CHECK((figure.is_string() ? figure.get<std::string>() : figure.dump()) == value.str());
    bool claimed = false;
    for (const auto& claim : row.at("claims")) {
      if (!claim.at("claim").get<std::string>().starts_with(statistic + " = ")) continue;
      claimed = true;
      CHECK(claim.at("mark") == "equal");
      CHECK(claim.at("value") == value.str());
      CHECK_FALSE(claim.at("source").get<std::string>().empty());
    }
    CHECK(claimed);
  }
}

}  // namespace

TEST_SUITE_BEGIN("measure");

TEST_CASE("Chang and Roberts cost what the textbooks say, n=1..6") {
  const Json measured = json_of("measure chang-roberts -n 1..6", 0);
  const auto worst = [](int n) { return Rational(n * (n + 1) / 2); };
  for (const auto& each : measured.at("tables")) {
    REQUIRE(each.at("rows").size() == 6);
    int n = 0;
    std::int64_t orders = 1;
    for (const auto& row : each.at("rows")) {
      orders *= ++n;
      CHECK(row.at("processes") == n);
      CHECK(row.at("identifier_orders") == std::to_string(orders));
      CHECK(row.at("complete") == true);
    }
  }
  check_formula(table(measured, "any", "election"), "max", worst);
  check_formula(table(measured, "all", "election"), "max", worst);
  check_formula(table(measured, "all", "election"), "min", [](int n) { return Rational(2 * n - 1); });
  check_formula(table(measured, "all", "election"), "mean", n_times_harmonic);
  check_formula(table(measured, "one", "messages"), "min", [](int n) { return Rational(2 * n); });
  check_formula(table(measured, "one", "messages"), "max", [](int n) { return Rational(3 * n - 1); });
  // One token goes round, and nothing else happens: every message is in the one chain.
  const Json& messages = table(measured, "one", "messages").at("rows");
  const Json& time = table(measured, "one", "time").at("rows");
  for (std::size_t i = 0; i < 6; ++i) {
    for (const char* figure : {"min", "max", "mean"}) CHECK(messages[i].at(figure) == time[i].at(figure));
  }
  CHECK(measured.at("complete") == true);
}

TEST_CASE("the words say what the JSON says") {
  const std::string text = conclave(split("measure chang-roberts -n 1..6", ' ')).out;
  CHECK(text.find("election messages, everyone initiates") != std::string::npos);
  CHECK(text.find("messages, one initiator, each process in turn") != std::string::npos);
  CHECK(text.find("147/10  equal") != std::string::npos);  // 6·H(6)
  CHECK(text.find("garg 13.2.1, worst case") != std::string::npos);
  for (const char* bad : {"VIOLATED", "partial", "PARTIAL", "WITNESS"})
    CHECK(text.find(bad) == std::string::npos);
}

TEST_CASE("measure and check find the same costs") {
  for (const std::string scenario :
       {"chang-roberts -n 1..4 --initiators any", "chang-roberts:java -n 1..3 --initiators one --network bag",
        "harmony-leader -n 1..3 --initiators all", "harmony-leader:non-atomic-send -n 1..3 --initiators all",
        "chang-roberts:maxid -n 2..4 --initiators 0,1 --reduction none",
        "chang-roberts -n 1..3 --network set --initiators all"}) {
    CAPTURE(scenario);
    const Json checked =
        Json::parse(conclave(split("check " + scenario + " --keep-going -q --json -", ' ')).out);
    const Json measured = Json::parse(
        conclave(split("measure " + scenario + (scenario.starts_with("chang") ? " --by kind" : "") +
                           " --cost messages --cost deliveries --cost time -q --json -",
                       ' '))
            .out);
    for (const auto& each : measured.at("tables")) {
      CHECK(each.at("initiators").get<std::string>() ==
            split(scenario.substr(scenario.find("--initiators ") + 13), ' ').front());
      for (std::size_t i = 0; i < each.at("rows").size(); ++i) {
        const Json& row = each.at("rows")[i];
        const Json& there = checked.at("by_processes").at(i).at(each.at("cost").get<std::string>());
        CHECK(row.at("processes") == checked.at("by_processes")[i].at("processes"));
        for (const char* figure : {"min", "max", "mean", "mean_of_minima"})
          CHECK(row.at(figure) == there.at(figure));
      }
    }
  }
}

TEST_CASE("which tables there are") {
  const auto of = [](const std::string& more) { return tables(json_of("measure " + more, 0)); };
  CHECK(of("chang-roberts -n 2") == Words{"messages, any", "election, any", "time, any", "messages, all",
                                          "election, all", "time, all", "messages, one", "time, one"});
  CHECK(of("chang-roberts -n 2 --initiators one") == Words{"messages, one", "time, one"});
  CHECK(of("chang-roberts -n 2 --initiators one --by kind") ==
        Words{"messages, one", "election, one", "leader, one", "time, one"});
  CHECK(of("chang-roberts -n 2 --initiators 1,0 --cost time --cost leader") ==
        Words{"leader, 0,1", "time, 0,1"});
  CHECK(of("chang-roberts -n 2 --cost deliveries") ==
        Words{"deliveries, any", "deliveries, all", "deliveries, one"});
  CHECK(of("chang-roberts --ids 1,2 --initiators all --by kind,id --cost messages") ==
        Words{"messages, all", "election id 1, all", "election id 2, all", "leader id 2, all"});
  CHECK(of("chang-roberts -n 10 --ids 10,9,8,7,6,5,4,3,2,1 --initiators one --by sender --cost time") ==
        Words{"time, one", "sender 1, one", "sender 2, one", "sender 3, one", "sender 4, one",
              "sender 5, one", "sender 6, one", "sender 7, one", "sender 8, one", "sender 9, one",
              "sender 10, one"});
}

TEST_CASE("a claim that does not hold is violated: 1, and an execution shows it") {
  // In a set messages may be received again and again.
  const Folder folder;
  const Ran ran = shell(
      "./conclave measure chang-roberts -n 1..2 --network set --initiators all --trace t --json j", folder);
  CHECK(ran.status == 1);
  CHECK(ran.out.find("max = n(n+1)/2 is violated at n=2: it is unbounded, and the formula gives 3") !=
        std::string::npos);
  CHECK(ran.out.find("WITNESS  election: unbounded") != std::string::npos);
  const Json measured = Json::parse(read_file(folder.file("j")));
  const Json& rows = table(measured, "all", "election").at("rows");
  CHECK(rows[0].at("claims")[0].at("mark") == "equal");
  CHECK(rows[1].at("claims")[0].at("mark") == "violated");
  REQUIRE_FALSE(measured.at("witnesses").empty());
  CHECK(Json::parse(read_file(folder.file("t"))) == measured.at("witnesses")[0]);
  CHECK(shell("./conclave replay t", folder).status == 0);
}

TEST_CASE("claims are of every order of distinct identifiers") {
  // Of one order, or of repeated identifiers, the textbook says nothing that could be violated.
  for (const std::string ids : {"1,2,3", "3,2,1", "equal -n 2..3", "duplicates -n 2..3"}) {
    CAPTURE(ids);
    const Ran ran = conclave(split("measure chang-roberts --ids " + ids, ' '));
    CHECK(ran.status == 0);
    CHECK(ran.out.find("VIOLATED") == std::string::npos);
    CHECK(ran.out.find("every identifier order, every schedule") == std::string::npos);
  }
}

TEST_CASE("the commands that a table names show what it says") {
  for (const std::string more :
       {"-n 1..3", "-n 2 --network bag --fairness strong", "-n 1..2 --network set"}) {
    const std::string text = conclave(split("measure chang-roberts " + more + " --columns 1000", ' ')).out;
    int found = 0;
    for (const auto& line : split(text, '\n')) {
      const std::size_t at = line.find("./conclave check ");
      if (at == std::string::npos || line.find("  again  ") == 0) continue;
      CAPTURE(line);
      const Ran ran = shell(line.substr(at), Folder());
      CHECK(ran.out.find("WITNESS") != std::string::npos);
      CHECK(ran.err.empty());
      ++found;
    }
    CHECK(found >= 8);
  }
}

TEST_CASE("a witness beside the tables") {
  const Folder folder;
  const Ran ran =
      shell("./conclave measure chang-roberts -n 1..3 --witness election=max --trace t --json j", folder);
  CHECK(ran.status == 0);
  CHECK(ran.out.find("WITNESS  election: 6, the most of any execution") != std::string::npos);
  CHECK(Json::parse(read_file(folder.file("j"))).at("witnesses").size() == 1);
  CHECK(shell("./conclave replay t", folder).status == 0);
}

// Whatever the least identifier is, the formula knows it.
TEST_CASE("a claim that reads the instance is compared in each case") {
  const auto marks = [](const std::string& arguments, const std::string& claim) {
    const Json measured = json_of("measure " + arguments, 0);
    Words all;
    for (const auto& row : table(measured, "all", "time").at("rows")) {
      for (const auto& each : row.at("claims")) {
        if (each.at("claim") == claim)
          all.push_back(each.at("value").get<std::string>() + " " + each.at("mark").get<std::string>());
      }
    }
    return all;
  };
  CHECK(marks("time-slice -n 3..4 --universe 6", "max = n·u_min") == Words{"12 equal", "12 equal"});
  CHECK(marks("time-slice:token-return -n 3 --universe 5", "max = n·u_min") == Words{"9 equal"});
  CHECK(marks("time-slice -n 3", "max = n·u_min") == Words{"3 equal"});
  CHECK(marks("variable-speeds -n 3 --universe 5", "max = n·2^u_min") == Words{"24 equal"});
  CHECK(marks("flood-max -n 3", "max ≤ max(1, diam)") == Words{"2 equal"});
  CHECK(conclave(split("measure time-slice -n 3 --universe 6", ' ')).out.find("3..12  equal") !=
        std::string::npos);
}

TEST_CASE("a claim about another start is not asked") {
  for (const std::string model : {"bully", "bully:as-printed"}) {
    const Json measured = json_of("measure " + model + " -n 2..3", 0);
    int not_asked = 0;
    for (const auto& each : measured.at("tables")) {
      for (const auto& row : each.at("rows")) {
        for (const auto& claim : row.at("claims")) {
          const bool asked = claim.at("mark") != "not asked here";
          CHECK(asked == (claim.at("claim") == "max = O(n²)"));
          CHECK(claim.at("value").is_null() == !asked);
          not_asked += asked ? 0 : 1;
        }
      }
    }
    CHECK(not_asked == 4);  // two claims, for each of two numbers of processes
  }
  const std::string text = conclave(split("measure bully -n 2..3", ' ')).out;
  CHECK(text.find("max = 2 where f = 1: aalborg") != std::string::npos);
  CHECK(text.find("f: how many processes are gone before anybody starts") != std::string::npos);
}

TEST_CASE("what is no event, or nothing that messages are counted by, is refused with what there is") {
  const std::vector<std::pair<std::string, std::string>> refused{
      {"measure chang-roberts --until ledaer", "did you mean `leader`? There are leader, decided"},
      {"measure chang-roberts --until halted", "has no event `halted`; there are leader, decided"},
      {"measure chang-roberts --by idd", "did you mean `id`? There are sender, kind, id"},
      {"measure chang-roberts --by kind,", "are not counted by ``"},
      {"measure chang-roberts --by id,kind,id", "--by id,kind,id has `id` twice"},
      {"measure harmony-leader --by kind", "are not counted by `kind`"},
      {"measure itai-rodeh --by sender", "are not counted by `sender`"},
      {"check chang-roberts --until leader", "it goes with --witness"},
      {"check chang-roberts --until leadr --witness time=max", "did you mean `leader`?"}};
  for (const auto& [command, why] : refused) {
    CAPTURE(command);
    const Ran ran = conclave(split(command, ' '));
    CHECK(ran.status == 2);
    CHECK(ran.out.empty());
    CHECK(ran.err.find(why) != std::string::npos);
  }
}

TEST_CASE("a bound that leaves a factor open is drawn as high as what it bounds") {
  const Folder folder;
  shell("./conclave measure lcr -n 2..5 --cost messages -q --json j --svg s", folder);
  double most = 0;
  const Json measured = Json::parse(read_file(folder.file("j")));
  for (const auto& row : table(measured, "all", "messages").at("rows"))
    most = std::max(most, row.at("claims")[0].at("quotient").get<double>());
  CHECK(most == doctest::Approx(0.75));  // n=2: 3 messages, and n² is 4
  CHECK(read_file(folder.file("s")).find("O(n²), drawn 0.750 times as high") != std::string::npos);
}

TEST_SUITE_END();

}  // namespace conclave::outside
