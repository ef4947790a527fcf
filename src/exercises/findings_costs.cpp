#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "exercises/findings.hpp"
#include "exercises/tables.hpp"
#include "report/measurement.hpp"

namespace conclave::exercises {
namespace {

bool agrees(const std::optional<Rational>& figure, Relation relation, const Rational& value) {
  switch (relation) {
    case Relation::equal:
      return figure && *figure == value;
    case Relation::at_most:
      return figure && *figure <= value;
    case Relation::at_least:
      return !figure || *figure >= value;
    case Relation::asymptotic:
      break;
  }
  throw std::logic_error("an order of growth is decided by no number of runs: give a bound with its factor");
}

// As in "the greatest number of election messages is n(n+1)/2".
std::string words_of(const Claim& claim, bool rounds) {
  const char* which = claim.statistic == Statistic::min   ? "least"
                      : claim.statistic == Statistic::max ? "greatest"
                                                          : "mean";
  const char* relation = claim.relation == Relation::equal     ? ""
                         : claim.relation == Relation::at_most ? "at most "
                                                               : "at least ";
  const bool is_time = claim.cost == "time" && !rounds;
  return fmt::format("the {} {}{} is {}{}", which, is_time ? "" : "number of ",
                     cost_words(claim.cost, rounds), relation, claim.formula.text());
}

// Who starts, where a claim says so and the model does not settle it.
std::string start_words(const Claim& claim, bool rounds) {
  if (rounds || claim.initiators.empty()) return "";
  return claim.initiators == "all"   ? " if all start"
         : claim.initiators == "one" ? " if one starts"
                                     : " whoever starts";
}

// Where a statement about n holds, and where it does not.
struct Rows {
  std::vector<int> good;
  std::vector<int> bad;
  bool complete = true;

  // Each number of processes once; where anything is wrong it is bad.
  void tidy() {
    for (std::vector<int>* list : {&good, &bad}) {
      std::ranges::sort(*list);
      list->erase(std::ranges::unique(*list).begin(), list->end());
    }
    std::erase_if(good, [&](int n) { return std::ranges::find(bad, n) != bad.end(); });
  }
  // What fails for few processes and then no more is true from there on.
  void decide(Finding& finding) const {
    const bool from_there = complete && !bad.empty() && !good.empty() && good.back() > bad.back();
    finding.truth = from_there     ? Truth::partly
                    : !bad.empty() ? Truth::no
                    : complete     ? Truth::yes
                                   : Truth::open;
    if (from_there) finding.range = "for " + sizes(good);
  }
};

bool in_rounds(const Result& result) { return result.json.at("network") == "rounds"; }

Evidence table_for(const std::string& command, const std::vector<std::string>& columns,
                   const std::string& plot = "") {
  Evidence table{.kind = Evidence::Kind::table, .command = command, .columns = columns};
  table.svg = plot;
  return table;
}

// Two measurements of the same numbers of processes, row by row.
struct Pair {
  int n;
  std::optional<Rational> first;
  std::optional<Rational> second;
};

std::vector<Pair> pairs_of(const Json& first, const Json& second, Statistic statistic) {
  std::vector<Pair> pairs;
  for (const Json& row : first.at("rows")) {
    for (const Json& other : second.at("rows")) {
      if (row.at("processes") != other.at("processes")) continue;
      pairs.push_back({row.at("processes"), figure_of(row, statistic), figure_of(other, statistic)});
    }
  }
  if (pairs.empty()) throw std::logic_error("nothing was measured for the same number of processes");
  return pairs;
}

using Judge = std::function<void(const std::vector<Pair>&, Rows&, Finding&)>;

Part of_two(const std::string& first, const std::string& second, const Figure& figure, const Judge& judge) {
  return Part::of([=](Runs& runs) {
    const std::string cost(figure.cost);
    const Json& mine = table_of(runs.of(first), first, cost, figure.initiators);
    const Json& theirs = table_of(runs.of(second), second, cost, figure.initiators);
    Finding finding;
    finding.of = model_of(first) + ", " + model_of(second);
    Rows rows;
    rows.complete = is_complete(mine) && is_complete(theirs);
    const std::vector<Pair> pairs = pairs_of(mine, theirs, figure.statistic);
    Evidence table = table_for(first, {"n", "first: " + name_of(figure), "second"});
    for (const Pair& pair : pairs)
      table.rows.push_back({std::to_string(pair.n), shown(pair.first), shown(pair.second)});
    judge(pairs, rows, finding);
    rows.decide(finding);
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

// In how many orders the first costs less, as much, and more.
struct Orders {
  Rational cheaper;
  Rational equal;
  Rational dearer;
  Rational all;
  bool complete = true;
};

Orders orders_of(const Json& json, const std::string& cost, Evidence& table) {
  Orders sum;
  for (const Json& size : json.at("sizes")) {
    const Json& each = size.at("costs").at(cost);
    sum.cheaper += *number_in(each.at("first_cheaper"));
    sum.equal += *number_in(each.at("equal"));
    sum.dearer += *number_in(each.at("second_cheaper")) + *number_in(each.at("incomparable"));
    sum.all += *number_in(size.at("orders"));
    table.rows.push_back({std::to_string(size.at("processes").get<int>()), size.at("orders"),
                          each.at("first_cheaper"), each.at("equal"), each.at("second_cheaper")});
  }
  sum.complete = json.at("complete");
  return sum;
}

Evidence table_of_orders(const std::string& command) {
  return table_for(command, {"n", "orders", "first cheaper", "equal", "second cheaper"});
}

}  // namespace

Part costs(const std::string& command, const Claim& claim) {
  return Part::of([=](Runs& runs) {
    const Result& result = runs.of(command);
    const Json& measured = table_of(result, command, std::string(claim.cost), claim.initiators);
    Rows rows;
    rows.complete = is_complete(measured);
    Evidence table = table_for(command, {"n", "min", "mean", "max", describe(claim)}, result.svg);
    int bad_at = 0;
    std::string first_bad;
    for (const Json& row : measured.at("rows")) {
      const int n = row.at("processes");
      const auto figure = figure_of(row, claim.statistic);
      const Rational value = *claim.formula.value(of_size(n));
      const bool good = agrees(figure, claim.relation, value);
      if (row.at("complete")) (good ? rows.good : rows.bad).push_back(n);
      if (!good && first_bad.empty()) {
        bad_at = n;
        first_bad = fmt::format("at n={} it is {} and not {}", n, shown(figure), shown(value));
      }
      table.rows.push_back({std::to_string(n), shown(figure_of(row, Statistic::min)),
                            shown(figure_of(row, Statistic::mean)), shown(figure_of(row, Statistic::max)),
                            shown(value) + (good ? "" : "  ✗")});
    }
    Finding finding;
    rows.decide(finding);
    const std::string says = words_of(claim, in_rounds(result)) + start_words(claim, in_rounds(result));
    finding.of = model_of(command);
    finding.says = rows.bad.empty() ? says + ", for " + sizes(rows.good) + ids_in(command)
                   : finding.truth == Truth::partly
                       ? fmt::format("{} for {}, but {}", says, sizes(rows.good), first_bad)
                       : fmt::format("it is not so that {}: {}", says, first_bad);
    finding.evidence.push_back(std::move(table));
    // A mean is of many executions, so none can be shown; and none is looked for to show one class alone.
    if (bad_at > 0 && claim.statistic != Statistic::mean && !measured.at("of_class")) {
      const std::string show = witness_of(command, bad_at, std::string(claim.cost), claim.statistic);
      Finding execution = witness(show).find(runs);
      std::ranges::move(execution.evidence, std::back_inserter(finding.evidence));
    }
    return finding;
  });
}

Part each_class(const std::string& command, const ClassClaim& claim) {
  return Part::of([=](Runs& runs) {
    const Result& result = runs.of(command);
    Rows rows;
    Evidence table = table_for(command, {"n", "class", "min", "mean", "max", claim.text}, result.svg);
    std::string first_bad;
    for (const Json& measured : result.json.at("tables")) {
      const std::string label = measured.at("cost");
      if (!measured.at("of_class") || !label.starts_with(claim.words + " ")) continue;
      const int number = std::stoi(label.substr(claim.words.size() + 1));
      if (number < claim.first) continue;
      for (const Json& row : measured.at("rows")) {
        const int n = row.at("processes");
        const auto figure = figure_of(row, claim.statistic);
        const Rational bound = claim.bound(n, number);
        const bool good = agrees(figure, claim.relation, bound);
        rows.complete = rows.complete && row.at("complete").get<bool>();
        (good ? rows.good : rows.bad).push_back(n);
        if (!good && first_bad.empty())
          first_bad = fmt::format("of {} at n={} it is {} and not {}", label, n, shown(figure), shown(bound));
        table.rows.push_back({std::to_string(n), label, shown(figure_of(row, Statistic::min)),
                              shown(figure_of(row, Statistic::mean)), shown(figure_of(row, Statistic::max)),
                              shown(bound) + (good ? "" : "  ✗")});
      }
    }
    if (table.rows.empty()) throw std::logic_error("`" + command + "` has no class `" + claim.words + "`");
    rows.tidy();
    Finding finding;
    rows.decide(finding);
    const std::string says =
        fmt::format("the {} number of messages of each {} is {}{}",
                    claim.statistic == Statistic::min ? "least" : "greatest", claim.words,
                    claim.relation == Relation::equal ? "" : "at most ", claim.text);
    finding.of = model_of(command);
    finding.says = rows.bad.empty() ? says + ", for " + sizes(rows.good) + ids_in(command)
                                    : fmt::format("it is not so that {}: {}", says, first_bad);
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

Part meets(const std::string& command, const std::string& cost, const std::string& claim) {
  return Part::of([=](Runs& runs) {
    const Result& result = runs.of(command);
    Rows rows;
    Evidence table = table_for(command, {"n", "min", "mean", "max", claim}, result.svg);
    for (const Json& measured : result.json.at("tables")) {
      if (measured.at("cost") != cost) continue;
      for (const Json& row : measured.at("rows")) {
        for (const Json& stated : row.at("claims")) {
          const std::string mark = stated.at("mark");
          if (stated.at("claim") != claim || mark == "not asked here" || mark == "no value") continue;
          const int n = row.at("processes");
          rows.complete = rows.complete && row.at("complete").get<bool>();
          (mark == "violated" ? rows.bad : rows.good).push_back(n);
          table.rows.push_back({std::to_string(n), shown(figure_of(row, Statistic::min)),
                                shown(figure_of(row, Statistic::mean)), shown(figure_of(row, Statistic::max)),
                                stated.at("value").get<std::string>() + ", " + mark});
        }
      }
    }
    rows.tidy();
    if (table.rows.empty()) throw std::logic_error("`" + command + "` has no claim `" + claim + "`");
    Finding finding;
    rows.decide(finding);
    const std::string words = cost_words(cost, in_rounds(result));
    finding.of = model_of(command);
    finding.says = rows.bad.empty()
                       ? fmt::format("{}: {}, for {}", words, claim, sizes(rows.good))
                       : fmt::format("{}: {} does not hold for {}", words, claim, sizes(rows.bad));
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

Part unbounded(const std::string& command, const std::string& cost) {
  return Part::of([=](Runs& runs) {
    const Json& measured = table_of(runs.of(command), command, cost, "");
    Rows rows;
    rows.complete = is_complete(measured);
    Evidence table = table_for(command, {"n", "min", "max"});
    for (const Json& row : measured.at("rows")) {
      const auto most = figure_of(row, Statistic::max);
      (most ? rows.bad : rows.good).push_back(row.at("processes"));
      table.rows.push_back({std::to_string(row.at("processes").get<int>()),
                            shown(figure_of(row, Statistic::min)), shown(most)});
    }
    Finding finding;
    finding.of = model_of(command);
    finding.truth = !rows.good.empty() ? Truth::yes : rows.complete ? Truth::no : Truth::open;
    finding.says = rows.good.empty() ? "there is a bound on " + cost + " for " + sizes(rows.bad)
                                     : "there is no bound on " + cost + " for " + sizes(rows.good);
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

Part same_figure(const std::string& first, const std::string& second, const Figure& figure) {
  return of_two(first, second, figure, [=](const std::vector<Pair>& pairs, Rows& rows, Finding& finding) {
    for (const Pair& pair : pairs) (pair.first == pair.second ? rows.good : rows.bad).push_back(pair.n);
    finding.says = rows.bad.empty()
                       ? fmt::format("the {} is the same for {}", name_of(figure), sizes(rows.good))
                       : fmt::format("the {} is not the same for {}", name_of(figure), sizes(rows.bad));
  });
}

Part saves(const std::string& command, const std::string& cost) {
  return Part::of([=](Runs& runs) {
    Evidence table = table_of_orders(command);
    const Orders orders = orders_of(runs.of(command).json, cost, table);
    Finding finding;
    finding.truth = orders.dearer > 0                       ? Truth::no
                    : orders.cheaper > 0 && orders.complete ? Truth::yes
                    : orders.complete                       ? Truth::no
                                                            : Truth::open;
    const Names models = runs.of(command).json.at("models");
    finding.of = models[0];
    finding.says =
        fmt::format("it takes fewer {} than {} in {} of {} cases, and more in {}", cost_words(cost, false),
                    models[1], orders.cheaper.str(), orders.all.str(), orders.dearer.str());
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

Part costs_alike(const std::string& command, const std::string& cost) {
  return Part::of([=](Runs& runs) {
    Evidence table = table_of_orders(command);
    const Orders orders = orders_of(runs.of(command).json, cost, table);
    Finding finding;
    finding.truth = orders.equal != orders.all && orders.cheaper + orders.dearer > 0 ? Truth::no
                    : orders.complete                                                ? Truth::yes
                                                                                     : Truth::open;
    const Names models = runs.of(command).json.at("models");
    finding.of = models[0];
    finding.says = fmt::format("it takes as many {} as {} in {} of {} cases", cost_words(cost, false),
                               models[1], orders.equal.str(), orders.all.str());
    finding.evidence.push_back(std::move(table));
    return finding;
  });
}

}  // namespace conclave::exercises
