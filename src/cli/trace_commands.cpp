// `show` and `replay`: what is done with a saved trace.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "cli/command_table.hpp"
#include "cli/commands.hpp"
#include "cli/error.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"
#include "cli/session.hpp"
#include "cli/trace_file.hpp"
#include "report/page.hpp"
#include "report/pictures.hpp"
#include "report/space_time.hpp"
#include "report/terminal.hpp"
#include "report/text.hpp"
#include "report/trace_cells.hpp"
#include "report/words.hpp"
#include "trace/on_another.hpp"
#include "trace/replay.hpp"
#include "trace/trace.hpp"

namespace conclave {
namespace {

std::string_view words(OnAnother::Otherwise otherwise) {
  switch (otherwise) {
    case OnAnother::Otherwise::begins:
      return "begins with other variables";
    case OnAnother::Otherwise::cannot:
      return "has no such step";
    case OnAnother::Otherwise::sends:
      return "sends something else";
    case OnAnother::Otherwise::fails:
      return "does not fail as the other one does";
    case OnAnother::Otherwise::variables:
      break;
  }
  return "has other variables afterwards";
}

int replay_on(const Model& other, const Trace& trace, const TraceOptions& options, Session& session) {
  OnAnother found;
  try {
    found = follow_on(other, trace, session.limits());
  } catch (const LimitReached&) {
    throw LimitError(options.file + ": " + session.ended_by() + " before the trace was followed to its end");
  } catch (const TraceError& error) {
    throw TraceError(options.file + ", on " + other.full_name() + ": " + error.what());
  }
  const Terminal terminal = Terminal::of(stdout, options.display);
  const std::string name = other.full_name();
  const std::string steps = plural(std::to_string(trace.steps()), "step", "steps");
  if (!found.otherwise) {
    print(terminal.page(name + " does the same as " + trace.model + " in all " + steps +
                        ": it sends the same, and the variables that both have are the same.\n"));
    return exit_holds;
  }
  Trace theirs = trace;  // as far as it was followed
  theirs.states.resize(found.step + 1);
  theirs.loop.reset();
  std::string text = name + " " + std::string(words(*found.otherwise));
  if (found.step > 0)
    text += " in step " + std::to_string(found.step) + " of " + std::to_string(trace.steps());
  if (found.place >= 0)
    text += ": `" + found.variable + "` of process " + std::to_string(found.place) + " is " +
            reader_text(found.there) + " in " + trace.model + ", and " + reader_text(found.here) + " here";
  text += "\n\n  " + trace.model + "\n" + describe_steps(theirs, terminal);
  text += "\n  " + name + "\n" + describe_steps(found.trace, terminal);
  print(terminal.page(text));
  return exit_violated;
}

std::string picture(const Trace& trace, const std::string& format, Limits& limits) {
  if (format == "svg") return space_time_svg(trace, SvgUse::document);
  if (format == "mermaid") return mermaid_of(trace);
  if (format == "tikz") return tikz_of(trace);
  if (format == "shiviz") return shiviz_of(trace);
  return page_of(ShownTrace{trace, find_going_well(trace, limits)});
}

}  // namespace

int show_command(const TraceOptions& options) {
  const auto formats = formats_of_traces();
  if (std::ranges::find(formats, options.format) == formats.end())
    throw UsageError("there is no format `" + options.format + "`" + suggest(options.format, formats));
  Trace trace = read_trace(options.file);
  if (options.format == "json" || options.format == "itf") {
    print(to_itf(trace).dump(1, ' ', true, Json::error_handler_t::replace) + "\n");
    return exit_holds;
  }
  Session session(options, Terminal{});
  const bool is_text = options.format == "text";
  // The text needs the model only to say who has halted, which nobody does but in lock step.
  if (!is_text || trace.network == Network::rounds) find_standings(trace, session.limits());
  print(is_text ? describe(trace, Terminal::of(stdout, options.display))
                : picture(trace, options.format, session.limits()));
  return exit_holds;
}

int replay_command(const TraceOptions& options) {
  const std::string& path = options.file;
  Session session(options, Terminal{});  // Ctrl-C ends the program at once: nothing is lost
  const Trace trace = read_trace(path);
  session.load(options.on.empty() ? trace.model : options.on);
  if (!options.on.empty()) return replay_on(model_named(options.on), trace, options, session);
  Replay result;
  try {
    model_named(trace.model);  // refuses a wrong name with the nearest right one
    result = replay(trace, session.limits());
  } catch (const LimitReached&) {
    throw LimitError(path + ": " + session.ended_by() + " before the trace was followed to its end");
  } catch (const TraceError& error) {
    throw TraceError(path + ": " + error.what());
  } catch (const UsageError& error) {
    throw UsageError(path + ": " + error.what());
  }
  if (trace.attained && !result.confirmed) {
    throw TraceError(path +
                     ": the model follows the execution, but it does not have the cost that the trace says");
  }
  const Terminal terminal = Terminal::of(stdout, options.display);
  if (trace.shows_nothing()) {
    print(describe(result.trace, terminal) + terminal.page("\nThe model follows the trace step by step.\n"));
    return exit_holds;
  }
  if (!result.confirmed) {
    print(terminal.page("The model follows the trace, " + std::to_string(trace.steps()) + " steps, and " +
                        trace.property + " is not violated at its end.\n"));
    return exit_holds;
  }
  const std::string follows = std::string("\nThe model follows the trace step by step") +
                              (trace.loop ? ", twice round the loop: " : ": ");
  const std::string confirmed = trace.attained
                                    ? "the cost is confirmed.\n"
                                      "That no execution has a more extreme one is for `check` to say.\n"
                                    : "the violation is confirmed.\n";
  print(describe(result.trace, terminal) + terminal.page(follows + confirmed));
  return trace.attained ? exit_holds : exit_violated;
}

}  // namespace conclave
