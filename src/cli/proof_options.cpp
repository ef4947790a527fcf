#include "cli/proof_options.hpp"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "cli/effort_options.hpp"
#include "cli/scenario_table.hpp"
#include "cli/word_lists.hpp"
#include "own/own_model.hpp"

namespace conclave {

void add_prove_options(CLI::App& prove, WordLists& words, ProveOptions& o) {
  words[prove.add_option("model", o.model, "algorithm, or algorithm:variant (see `conclave list`)")
            ->required()] = {.made = names_of_models};
  words[repeated(prove.add_option("--set", o.parameters, "a parameter of the model; may repeat")
                     ->type_name("NAME=VALUE"))] = {.made = parameters_of_models};
  words[repeated(prove
                     .add_option("--property", o.properties,
                                 "only this one; may repeat (all that are safety properties)")
                     ->type_name("NAME"))] = {.made = properties_of_models};
  prove
      .add_option("--smt", o.smt,
                  "write what the solver has to find impossible, as files of SMT-LIB, into it")
      ->type_name("FOLDER");
  prove.add_option("--ivy", o.ivy, "write the steps and what holds always as a model of Ivy")
      ->type_name("FILE");
  prove.add_option("--json", o.json, "write the result as JSON; - is standard output")->type_name("FILE");
  prove.add_flag_callback("--verbose", tell_everything,
                          "all that the compiler says of a model file, not only what concerns it");
  add_limits(prove, o);
  prove.add_flag("-q,--quiet", o.quiet, "no words, only the exit status and files");
  add_display(prove, words, o.display);
  prove.footer(
      "Exit status: 0 every property that was asked is proved; 1 one is not; 2 bad usage or input, or a "
      "model "
      "of\nwhich no proof can speak; 3 inconclusive (a limit was reached, or there is no solver); 130 "
      "interrupted.");
}

void add_learn_options(CLI::App& learn, WordLists& words, LearnOptions& o) {
  add_scenario_options(learn, words, o);
  learn.remove_option(learn.get_option("--reduction"));
  learn.remove_option(learn.get_option("--fairness"));
  learn.add_option("--literals", o.literals, "of how many parts a fact may be made (2)")->type_name("K");
  learn.add_option("--json", o.json, "write the facts as JSON; - is standard output")->type_name("FILE");
  add_limits(learn, o);
  learn.add_flag("-q,--quiet", o.quiet, "no words, only files");
  add_display(learn, words, o.display);
  learn.footer(
      "Exit status: 0 the facts are listed; 2 bad usage or input; 3 a limit was reached; 130 interrupted.");
}

}  // namespace conclave
