#include "report/page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "program/model.hpp"
#include "report/html_document.hpp"
#include "report/markup.hpp"
#include "report/page_files.hpp"
#include "report/page_trace.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"

namespace conclave {
namespace {

std::string_view word(const Run& run, Verdict verdict) {
  return verdict == Verdict::holds      ? "✓ holds"
         : verdict == Verdict::violated ? "✗ violated"
         : run.ended_at_violation()     ? "– not decided"
                                        : "? inconclusive";
}

std::string_view style_of(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "inconclusive";
}

std::string document(const std::string& title, const std::string& body) {
  return html_document(title, {page_style, diagram_style}, body, page_script);
}

std::string properties_of(const Run& run) {
  std::string rows;
  for (const Property& property : run.scenarios.front().model->properties) {
    if (!run.scenarios.front().properties.contains(property.id)) continue;
    const Verdict verdict = run.verdict(property.id);
    rows += fmt::format("<tr><td><bdi>{}</bdi></td><td class=\"verdict {}\">{}</td><td>{}</td></tr>\n",
                        as_markup(property.name), style_of(verdict), word(run, verdict),
                        as_markup(property.says));
  }
  return "<div class=\"scroll\"><table "
         "class=\"properties\">\n<thead><tr><th>property</th><th>verdict</th><th>what it "
         "says</th></tr>"
         "</thead>\n<tbody>\n" +
         rows + "</tbody></table></div>\n";
}

}  // namespace

std::string page_of(const std::vector<PagePart>& parts) {
  const Terminal paper{.utf8 = true, .width = 120};
  std::string body;
  std::size_t number = 0;
  for (const PagePart& part : parts) {
    const std::string model(part.run.scenarios.front().model->full_name());
    const Verdict verdict = part.run.verdict();
    body += fmt::format(
        "<header>\n<h1><bdi>{}</bdi> <span class=\"verdict {}\">{}</span></h1>\n<pre>{}</pre>\n</header>\n",
        as_markup(model), style_of(verdict), word(part.run, verdict), as_markup(describe(part.run, paper)));
    body += properties_of(part.run);
    for (const ShownTrace& shown : part.traces) body += sections_of(shown, number);
    if (const std::string costs = describe_costs(part.run, paper); !costs.empty())
      body += fmt::format("<h2>What it costs</h2>\n<pre>{}</pre>\n", as_markup(costs));
  }
  return document(parts.front().run.scenarios.front().model->full_name() + " – conclave", body);
}

std::string page_of(const ShownTrace& shown) {
  std::size_t number = 0;
  const std::string& model = shown.trace.model;
  return document(model + " – conclave",
                  fmt::format("<header><h1><bdi>{}</bdi></h1></header>\n", as_markup(model)) +
                      sections_of(shown, number));
}

}  // namespace conclave
