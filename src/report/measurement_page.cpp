#include "report/measurement_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "program/model.hpp"
#include "report/distribution.hpp"
#include "report/html_document.hpp"
#include "report/markup.hpp"
#include "report/measurement_words.hpp"
#include "report/page_files.hpp"
#include "report/page_trace.hpp"
#include "report/terminal.hpp"

namespace conclave {
namespace {

constexpr std::size_t min_column = 2, max_column = 3;

// Two executions are one if everything but what they are evidence of is the same.
std::string key_of(Trace trace) {
  trace.attained.reset();
  trace.why.clear();
  return to_itf(trace).dump(-1, ' ', true, Json::error_handler_t::replace);
}

std::string_view word(const Measurement& measurement) {
  const bool claims = std::ranges::any_of(measurement.tables, [](const MeasuredTable& table) {
    return std::ranges::any_of(table.rows, [](const MeasuredRow& row) { return !row.claims.empty(); });
  });
  return measurement.violated()    ? "✗ a claim is violated"
         : !measurement.complete() ? "? partial"
         : claims                  ? "✓ no claim is violated"
                                   : "";
}

std::string address(std::size_t table, std::size_t row, Extreme extreme) {
  return fmt::format("cost-{}-{}-{}", table + 1, row + 1, extreme == Extreme::min ? "min" : "max");
}

// How wide a text in a page may be.
Terminal paper() { return {.utf8 = true, .width = 120}; }

class MeasurementPage {
 public:
  MeasurementPage(const Measurement& measurement, const WitnessParts& witnesses)
      : measurement_(measurement), witnesses_(witnesses) {}

  std::string tables() const {
    std::string out;
    for (std::size_t k = 0; k < measurement_.tables.size(); ++k) out += table(k);
    return out;
  }

  std::string executions() const {
    if (witnesses_.parts().empty() && witnesses_.missed() == 0) return "";
    std::string out = "<h2>Executions that attain the extremes</h2>\n";
    for (std::size_t k = 0; k < witnesses_.parts().size(); ++k) {
      const WitnessPart& part = witnesses_.parts()[k];
      std::string list;
      for (const auto& attains : part.attains) {
        const MeasuredTable& of = measurement_.tables[attains.table];
        list += fmt::format("<li><a href=\"#{}\">{} {}, n={}</a></li>\n",
                            address(attains.table, attains.row, attains.extreme),
                            attains.extreme == Extreme::min ? "least" : "most", as_markup(title_of(of)),
                            of.rows[attains.row].processes);
      }
      out += fmt::format(
          "<div class=\"witness\" id=\"witness-{}\">\n<p>This execution has:</p>\n<ul>\n{}</ul>\n{}</div>\n",
          k + 1, list, section_of(part.trace, k + 1));
    }
    if (witnesses_.left_out() > 0)
      out += fmt::format(
          "<p>{} of the extremes are attained by executions that are not drawn here, because a page has at "
          "most {}; "
          "fewer sizes (-n) or costs (--cost) leave room for them.</p>\n",
          witnesses_.left_out(), WitnessParts::most);
    if (witnesses_.missed() > 0)
      out += fmt::format("<p>A limit was reached before an execution was found for {} of the extremes.</p>\n",
                         witnesses_.missed());
    return out;
  }

 private:
  // An extreme with an execution is a link to it.
  std::string cell(std::size_t table, std::size_t row, std::size_t column, const std::string& text) const {
    if (column != min_column && column != max_column) return "<td>" + as_markup(text) + "</td>";
    const Extreme extreme = column == min_column ? Extreme::min : Extreme::max;
    const std::string id = address(table, row, extreme);
    for (std::size_t k = 0; k < witnesses_.parts().size(); ++k) {
      for (const auto& attains : witnesses_.parts()[k].attains) {
        if (attains.table == table && attains.row == row && attains.extreme == extreme)
          return fmt::format(
              "<td id=\"{}\"><a href=\"#witness-{}\" title=\"an execution that attains it\">{}</a></td>", id,
              k + 1, as_markup(text));
      }
    }
    return fmt::format("<td id=\"{}\">{}</td>", id, as_markup(text));
  }

  std::string claim_cell(const Checked& checked, const std::string& text) const {
    const bool violated = checked.mark == Mark::violated;
    return fmt::format("<td{}>{}{}</td>", violated ? " class=\"verdict violated\"" : "", violated ? "✗ " : "",
                       as_markup(text));
  }

  std::string table(std::size_t number) const {
    const MeasuredTable& table = measurement_.tables[number];
    std::string out = "<h2>" + as_markup(title_of(table)) + "</h2>\n";
    if (table.rows.empty()) return out + "<p>" + as_markup(why_empty(measurement_)) + "</p>\n";
    const TableLines lines = cells_of(table);
    std::string head, body;
    for (const std::string& name : lines.front()) head += "<th scope=\"col\">" + as_markup(name) + "</th>";
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto& line = lines[row + 1];
      const std::size_t claims = line.size() - table.claims.size();
      body += "<tr><th scope=\"row\">" + as_markup(line.front()) + "</th>";
      for (std::size_t column = 1; column < line.size(); ++column) {
        body += column < claims ? cell(number, row, column, line[column])
                                : claim_cell(table.rows[row].claims[column - claims], line[column]);
      }
      body += "</tr>\n";
    }
    out += scrolled(title_of(table), head, body) + "<pre>" + as_markup(notes_of(table, paper())) + "</pre>\n";
    return has_distribution(table) ? out + distribution(table) : out;
  }

  static std::string scrolled(const std::string& title, const std::string& head, const std::string& body) {
    return "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + as_markup(title) +
           "\"><table>\n<thead><tr>" + head + "</tr></thead>\n<tbody>\n" + body + "</tbody></table></div>\n";
  }

  static std::string distribution(const MeasuredTable& table) {
    const TableLines lines = distribution_cells(table);
    std::string head, body;
    for (const std::string& name : lines.front()) head += "<th scope=\"col\">" + as_markup(name) + "</th>";
    for (std::size_t row = 1; row < lines.size(); ++row) {
      body += "<tr>";
      for (const std::string& cell : lines[row]) body += "<td>" + as_markup(cell) + "</td>";
      body += "</tr>\n";
    }
    return "<h3>How likely</h3>\n" + scrolled(title_of(table) + ": how likely", head, body) + "<pre>" +
           as_markup(distribution_notes(table)) + "</pre>\n";
  }

  const Measurement& measurement_;
  const WitnessParts& witnesses_;
};

}  // namespace

void WitnessParts::add(Trace trace, WitnessPart::Attains attains) {
  std::string key = key_of(trace);
  const auto same = std::ranges::find(keys_, key);
  if (same != keys_.end()) {
    parts_[static_cast<std::size_t>(same - keys_.begin())].attains.push_back(attains);
  } else if (parts_.size() < most) {
    parts_.push_back({std::move(trace), {attains}});
    keys_.push_back(std::move(key));
  } else {
    ++left_out_;
  }
}

std::string page_of(const Measurement& measurement, const WitnessParts& witnesses,
                    const std::string& command) {
  const std::string model(measurement.runs.front().scenarios.front().model->full_name());
  const MeasurementPage page(measurement, witnesses);
  const std::string_view verdict = word(measurement);
  const std::string body =
      fmt::format(
          "<header>\n<h1><bdi>{}</bdi> <span class=\"verdict{}\">{}</span></h1>\n<pre>{}</pre>\n"
          "<p>Again: <code>{}</code></p>\n</header>\n",
          as_markup(model), measurement.violated() ? " violated" : "", verdict,
          as_markup(scope_of(measurement, paper())), as_markup(command)) +
      page.tables() +
      "<h2>As a picture</h2>\n<div class=\"plot scroll\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Plot\">\n" +
      to_svg(measurement) + "</div>\n<pre>" + as_markup(end_of(measurement, paper())) + "</pre>\n" +
      page.executions();
  return html_document(model + " – measure – conclave", {page_style, diagram_style}, body, page_script);
}

}  // namespace conclave
