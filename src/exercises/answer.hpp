// The answer to an exercise, put together from what its parts found.
#pragma once

#include <string>
#include <vector>

#include "exercises/exercise.hpp"
#include "report/terminal.hpp"
#include "trace/trace.hpp"

namespace conclave::exercises {

// `open`: nothing that Conclave has decides it yet. `inconclusive`: a limit was reached before it was known.
enum class Word { is_true, is_false, conditional, not_finite, open, inconclusive };

std::string_view name_of(Word);  // as in "not-finite"

// What was found about one part.
struct Found {
  const Part* part;
  Finding finding;
};

struct Answer {
  const Exercise* exercise;
  Word word = Word::open;
  std::string headline;            // true under which condition, or why no run decides it; may be empty
  std::vector<std::string> lines;  // sentences, each for itself
  std::vector<std::string> commands;
  std::vector<Found> found;

  std::string sentence() const;  // all of them as one text
};

Answer answer(const Exercise&, Runs&);

// A title, the place in the source, and the question.
std::string describe(const Exercise&, const Terminal&);
// All that is known of it, with the evidence and the commands.
std::string describe(const Answer&, const Terminal&);
// A line of it, for a list of many.
std::string in_one_line(const Answer&, const Terminal&);
Json to_json(const Exercise&);
Json to_json(const Answer&);
// Of all exercises: a document that a reader of the sources goes through.
std::string to_markdown(const std::vector<Answer>&);

// Of evidence that has one.
Trace execution_of(const Evidence&);
// An execution, or a table after an empty line; verdicts are told in sentences.
std::string evidence_text(const Evidence&, const Terminal&);
// The rows of a table as lines of text, right-aligned.
std::string table_text(const Evidence&, const std::string& indent);
Json to_json(const Evidence&);

}  // namespace conclave::exercises
