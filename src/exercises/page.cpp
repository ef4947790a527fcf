#include "exercises/page.hpp"

#include <fmt/format.h>

#include <set>

#include "report/html_document.hpp"
#include "report/markup.hpp"
#include "report/page_files.hpp"
#include "report/page_trace.hpp"

namespace conclave::exercises {
namespace {

// Sections of one page: executions are numbered through, and a plot is drawn once.
class Page {
 public:
  void head(const Exercise& exercise, std::string_view word, std::string_view style,
            const std::string& more = "") {
    body_ += fmt::format(
        "<header>\n<h1><bdi>{}</bdi> <span class=\"verdict {}\">{}</span></h1>\n<p>{}. {}</p>\n</header>\n",
        as_markup(exercise.name + more), style, word, as_markup(exercise.where), as_markup(exercise.asks));
  }
  void sentence(const std::string& text) {
    if (!text.empty()) body_ += "<p>" + as_markup(text) + "</p>\n";
  }
  void evidence(const Evidence& evidence) {
    if (!evidence.trace.is_null()) {
      body_ += sections_of(ShownTrace{execution_of(evidence)}, number_);
      return;
    }
    if (!evidence.columns.empty()) body_ += "<pre>" + as_markup(table_text(evidence, "")) + "</pre>\n";
    if (!evidence.svg.empty() && drawn_.insert(evidence.command).second)
      body_ += "<div class=\"scroll\">" + evidence.svg + "</div>\n";
  }
  void commands(const std::vector<std::string>& commands) {
    std::string text;
    for (const std::string& command : commands) text += command + "\n";
    if (!text.empty()) body_ += "<h2>To repeat it</h2>\n<pre>" + as_markup(text) + "</pre>\n";
  }
  std::string document(const std::string& title) const {
    return html_document(title + " – conclave", {page_style, diagram_style}, body_, page_script);
  }

 private:
  std::string body_;
  std::size_t number_ = 0;
  std::set<std::string> drawn_;
};

std::string_view style_of(Word word) {
  return word == Word::is_true ? "holds" : word == Word::is_false ? "violated" : "inconclusive";
}

}  // namespace

std::string page_of(const std::vector<Answer>& answers) {
  Page page;
  for (const Answer& answer : answers) {
    page.head(*answer.exercise, name_of(answer.word), style_of(answer.word));
    page.sentence(answer.headline);
    for (const std::string& line : answer.lines) page.sentence(line);
    for (const Found& found : answer.found) {
      for (const Evidence& evidence : found.finding.evidence) page.evidence(evidence);
    }
    page.commands(answer.commands);
    if (!answer.exercise->change.empty()) page.sentence("To change: " + answer.exercise->change);
  }
  return page.document(answers.size() == 1 ? answers.front().exercise->name : "exercises");
}

std::string page_of(const Marked& marked) {
  Page page;
  const bool right = marked.right == Truth::yes;
  page.head(*marked.exercise,
            right                       ? "right"
            : marked.right == Truth::no ? "not right"
                                        : "inconclusive",
            right                       ? "holds"
            : marked.right == Truth::no ? "violated"
                                        : "inconclusive",
            ", " + marked.file);
  for (const std::string& line : marked.lines) page.sentence(line);
  for (const Evidence& evidence : marked.evidence) page.evidence(evidence);
  page.commands(marked.commands);
  return page.document(marked.file);
}

}  // namespace conclave::exercises
