// What `measure` writes, and how it ends: CSV, JSON and SVG, limits, interrupts and bad usage.
#include <doctest/doctest.h>

#include <algorithm>
#include <boost/property_tree/xml_parser.hpp>
#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include "cli/program.hpp"

namespace conclave::outside {
namespace {

using namespace std::chrono_literals;
using Tree = boost::property_tree::ptree;

// RFC 4180, or the test fails: a quoted field may hold commas, and quotes twice.
std::vector<Words> csv(const std::string& text) {
  std::vector<Words> rows{{""}};
  bool quoted = false;
  REQUIRE(text.ends_with('\n'));
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && text[i + 1] == '"') {
      rows.back().back() += text[++i];
    } else if (c == '"') {
      CHECK((quoted || rows.back().back().empty()));  // the quote opens the field
      if (quoted) CHECK((text[i + 1] == ',' || text[i + 1] == '\n'));
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      rows.back().emplace_back();
    } else if (c == '\n' && !quoted) {
      rows.emplace_back(Words{""});
    } else {
      rows.back().back() += c;
    }
  }
  CHECK_FALSE(quoted);
  rows.pop_back();
  return rows;
}

// The texts of an SVG; reading throws unless it is well-formed XML.
void texts(const Tree& tree, Words& found) {
  for (const auto& [name, part] : tree) {
    if (name == "text" || name == "tspan" || name == "title") found.push_back(part.data());
    texts(part, found);
  }
}

Words texts_of_svg(const std::string& text) {
  std::istringstream stream(text);
  Tree tree;
  boost::property_tree::read_xml(stream, tree);
  REQUIRE(tree.size() == 1);
  CHECK(tree.front().first == "svg");
  CHECK(tree.get<std::string>("svg.<xmlattr>.xmlns") == "http://www.w3.org/2000/svg");
  Words found;
  texts(tree, found);
  return found;
}

std::string title(const Json& table) {
  static const std::map<std::string, std::string> words{{"any", "any set of initiators"},
                                                        {"all", "everyone initiates"},
                                                        {"one", "one initiator, each process in turn"}};
  const std::string cost = table.at("cost");
  const bool is_kind = cost != "messages" && cost != "deliveries" && cost != "time";
  return cost + (is_kind ? " messages, " : ", ") + words.at(table.at("initiators"));
}

std::string csv_value(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void check_csv(const std::string& text, const Json& measured) {
  const auto rows = csv(text);
  CHECK(rows.front() == Words{"model", "network", "initiators", "cost", "n", "orders", "complete", "min",
                              "mean", "mean_decimal", "max", "claims", "until"});
  std::size_t at = 1;
  for (const auto& table : measured.at("tables")) {
    for (const auto& row : table.at("rows")) {
      REQUIRE(at < rows.size());
      const Words& line = rows[at++];
      CAPTURE(row.dump());
      REQUIRE(line.size() == rows.front().size());
      CHECK(line[1] == measured.at("network"));
      CHECK(line[2] == table.at("initiators"));
      CHECK(line[3] == table.at("cost"));
      CHECK(line[4] == row.at("processes").dump());
      CHECK(line[5] == row.at("identifier_orders"));
      CHECK(line[6] == (row.at("complete").get<bool>() ? "yes" : "no"));
      CHECK(line[7] == csv_value(row.at("min")));
      CHECK(line[8] == csv_value(row.at("mean")));
      CHECK(line[10] == csv_value(row.at("max")));
      std::string claims;
      for (const auto& claim : row.at("claims"))
        claims += (claims.empty() ? "" : "; ") + claim.at("claim").get<std::string>() + ": " +
                  claim.at("mark").get<std::string>();
      CHECK(line[11] == claims);
    }
  }
  CHECK(at == rows.size());
}

void check_measured(const Json& json) {
  for (const char* key : {"conclave", "model", "network", "topology", "fairness"})
    CHECK(json.at(key).is_string());
  CHECK(json.contains("variant"));
  CHECK(json.at("complete").is_boolean());
  CHECK(json.at("witnesses").is_array());
  CHECK(json.at("seconds").is_number());
  CHECK_FALSE(json.at("tables").empty());
  const auto bound = [](const Json& value) { return value == "unbounded" || value.is_number_unsigned(); };
  for (const auto& table : json.at("tables")) {
    CHECK(table.at("initiators").is_string());
    CHECK(table.at("cost").is_string());
    for (const auto& row : table.at("rows")) {
      CHECK(row.at("processes").is_number_unsigned());
      CHECK(row.at("identifier_orders").is_string());
      CHECK(row.at("complete").is_boolean());
      CHECK(bound(row.at("min")));
      CHECK(bound(row.at("max")));
      for (const char* key : {"mean", "mean_of_minima"}) CHECK(row.at(key).is_string());
      CHECK(row.at("schedule_independent").is_boolean());
      for (const auto& claim : row.at("claims")) {
        for (const char* key : {"claim", "source", "value", "mark"}) CHECK(claim.at(key).is_string());
        CHECK(claim.contains("quotient") == (claim.at("mark") == "quotient"));
      }
    }
  }
}

const std::string all_files = " --csv c --json j --svg s";

void check_files(const Folder& folder) {
  CHECK(folder.names() == Words{"c", "j", "s"});
  const Json measured = Json::parse(read_file(folder.file("j")));
  check_measured(measured);
  check_csv(read_file(folder.file("c")), measured);
  const Words found = texts_of_svg(read_file(folder.file("s")));
  std::string all;  // a long title takes two lines
  for (const auto& each : found) all += each + " ";
  std::ptrdiff_t panels = 0;
  for (const auto& table : measured.at("tables")) {
    if (table.at("rows").empty()) continue;
    CHECK_MESSAGE(all.find(title(table)) != std::string::npos, title(table));
    const bool noted = all.find(title(table) + ": always 0") != std::string::npos ||
                       all.find(title(table) + ": the same figures as") != std::string::npos;
    if (!noted) ++panels;
  }
  CHECK(std::ranges::count(found, "n, processes") + std::ranges::count(found, "no figures") == panels);
}

}  // namespace

TEST_SUITE_BEGIN("measure");

TEST_CASE("CSV, JSON and SVG tell the same") {
  for (const std::string arguments :
       {"chang-roberts -n 1..5 --by kind", "chang-roberts:java -n 3 --initiators one",
        "harmony-leader -n 1..3", "harmony-leader:non-atomic-send -n 1..3",
        "chang-roberts:maxid -n 2 --network set"}) {
    CAPTURE(arguments);
    const Folder folder;
    CHECK(shell("./conclave measure " + arguments + all_files, folder).status <
          2);  // a claim may be violated
    check_files(folder);
  }
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST_CASE("a page has the tables, the plot and an execution for each extreme") {
  const Folder folder;
  const Ran ran = shell("./conclave measure chang-roberts:java -n 2..3 -q --json j --html h", folder);
  CHECK(ran.status == 1);
  CHECK(ran.out.empty());
  const std::string page = read_file(folder.file("h"));
  const Json measured = Json::parse(read_file(folder.file("j")));
  std::size_t extremes = 0;
  for (const auto& table : measured.at("tables")) {
    CHECK(page.find("<h2>" + title(table) + "</h2>") != std::string::npos);
    for (const auto& row : table.at("rows")) {
      extremes += 2;
      for (const char* extreme : {"min", "max"})
        CHECK(page.find("title=\"an execution that attains it\">" + csv_value(row.at(extreme)) +
                        "</a></td>") != std::string::npos);
    }
  }
  CHECK(count(page, "<a href=\"#witness-") == extremes);
  CHECK(count(page, "<a href=\"#cost-") == extremes);
  CHECK(count(page, "class=\"witness\"") < extremes);  // the same execution is there once
  CHECK(count(page, "<td class=\"verdict violated\">✗ ") == count(page, "VIOLATED</td>"));
  CHECK(count(page, "VIOLATED</td>") > 0);
  CHECK(count(page, " ✗ violated at n = ") > 0);
  CHECK(page.find("./conclave measure chang-roberts:java -n 2..3 -q --json j --html h") != std::string::npos);
}

TEST_CASE("a page says which executions it leaves out") {
  const Folder folder;
  shell("./conclave measure chang-roberts -n 1..6 --by kind -q --html h", folder);
  std::string page = read_file(folder.file("h"));
  CHECK(count(page, "class=\"witness\"") == 40);
  CHECK(page.find("because a page has at most 40") != std::string::npos);
  CHECK(shell("./conclave measure chang-roberts -n 1..12 --time 0.5 -q --html h", folder).status == 3);
  page = read_file(folder.file("h"));
  CHECK(page.find("? partial") != std::string::npos);
  CHECK(page.find("A limit was reached before an execution was found for") != std::string::npos);
}

TEST_CASE("a cost that is always 0, or that another one equals, is noted and not drawn") {
  const Folder folder;
  shell("./conclave measure lcr -n 2..3 --cost messages --cost deliveries -q --svg s", folder);
  const Words found = texts_of_svg(read_file(folder.file("s")));
  CHECK(std::ranges::count(found, "n, processes") == 1);
  std::string all;
  for (const auto& each : found) all += each + " ";
  CHECK(all.find("deliveries, everyone initiates: the same figures as messages") != std::string::npos);
  CHECK(std::ranges::count(
            found, "n = 3; min: 5; mean: 5.5; max: 6; max = O(n²), drawn 0.750 times as high: 6.75") == 3);
}

TEST_CASE("a list of places is one field of the CSV") {
  const auto rows = csv(conclave(split("measure chang-roberts -n 3 --initiators 2,0 -q --csv -", ' ')).out);
  REQUIRE(rows.size() > 1);
  for (std::size_t i = 1; i < rows.size(); ++i) CHECK(rows[i].at(2) == "0,2");
}

TEST_CASE("data alone on standard output, words on standard error") {
  const std::string measure = "./conclave measure chang-roberts -n 1..3 ";
  const std::string words = without_timing(shell(measure, Folder()).out);
  for (const std::string option : {"--csv", "--json", "--svg"}) {
    const Ran on_stdout = shell(measure + option + " -", Folder());
    CHECK(without_timing(on_stdout.err) == words);
    const Folder folder;
    const Ran to_file = shell(measure + option + " file", folder);
    CHECK(without_timing(to_file.out) == words);
    CHECK(to_file.err.empty());
    if (option != "--json") CHECK(read_file(folder.file("file")) == on_stdout.out);
    const Ran quiet = shell(measure + option + " - -q", Folder());
    CHECK(quiet.err.empty());
    if (option != "--json") CHECK(quiet.out == on_stdout.out);
  }
}

TEST_CASE("a time limit: what was measured is whole, the rest is marked, and all is written") {
  for (const std::string more : {"", " --initiators all", " --cost time"}) {
    CAPTURE(more);
    const Folder folder;
    const Ran ran = shell("./conclave measure chang-roberts -n 1..12 --time 1" + more + all_files, folder);
    CHECK(ran.status == 3);
    CHECK(ran.err.empty());
    CHECK(ran.out.find("PARTIAL") != std::string::npos);
    CHECK(ran.out.find("the time limit of 1 s") != std::string::npos);
    check_files(folder);
    const Json measured = Json::parse(read_file(folder.file("j")));
    CHECK(measured.at("complete") == false);
    for (const auto& table : measured.at("tables")) {
      REQUIRE(table.at("rows").size() >= 3);
      CHECK(table.at("rows").size() < 12);
      for (std::size_t i = 0; i + 1 < table.at("rows").size(); ++i)
        CHECK(table.at("rows")[i].at("complete") == true);
      for (const auto& row : table.at("rows")) {
        for (const auto& claim : row.at("claims"))
          CHECK((claim.at("mark") == "partial") == !row.at("complete").get<bool>());
      }
    }
  }
}

TEST_CASE("interrupts give 130, and what is known so far is written") {
  const Folder folder;
  Running running(split(CONCLAVE_PROGRAM " measure chang-roberts -n 1..12 --time 60" + all_files, ' '),
                  folder.path(), {});
  for (int i = 0; i < 1000 && !running.catches(SIGINT); ++i) std::this_thread::sleep_for(5ms);
  REQUIRE(running.catches(SIGINT));
  std::this_thread::sleep_for(500ms);
  running.send(SIGINT);
  const Ran ran = running.wait();
  CHECK(ran.status == 130);
  CHECK(ran.out.find("PARTIAL") != std::string::npos);
  CHECK(ran.out.find("interrupt") != std::string::npos);
  CHECK(ran.err.empty());
  check_files(folder);
}

TEST_CASE("a file that takes nothing: the words are there") {
  for (const std::string option : {"--csv", "--json", "--svg", "--html"}) {
    const Ran ran = shell("./conclave measure chang-roberts -n 2 " + option + " /dev/full", Folder());
    CHECK(ran.status == 2);
    CHECK(ran.out.find("messages, any set of initiators") != std::string::npos);
    CHECK(is_one_line(ran.err));
    CHECK(ran.err.find("`/dev/full`: No space left") != std::string::npos);
  }
}

TEST_SUITE_END();

}  // namespace conclave::outside
