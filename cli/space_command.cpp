// `rootward tune space`: the search space of a tuning, as optimizers want it.
#include <CLI/CLI.hpp>
#include <map>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/tuning_options.h"
#include "experiments/tuning/point_json.h"

namespace rootward {
namespace {

void print_space(const CLI::App& command) {
  const std::map<std::string, tuning::SpaceFormat> formats = {{"json", tuning::SpaceFormat::json},
                                                              {"optuna", tuning::SpaceFormat::optuna},
                                                              {"spearmint", tuning::SpaceFormat::spearmint}};
  const tuning::SpaceFormat format = formats.at(command.get_option("--format")->as<std::string>());
  print_results("{}\n", tuning::space_text(given_tuning(command), format));
}

}  // namespace

void declare_space(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("space", "Print the search space of a tuning");
  add_tuning_argument(*command);
  command
      ->add_option("--format", "json | optuna (its distributions, for json_to_distribution) | spearmint (config.json)")
      ->check(CLI::IsMember({"json", "optuna", "spearmint"}))
      ->default_str("json")
      ->type_name("FORMAT");
  command->footer("Example: rootward tune space configs/tuning/connect4-softmax.yaml --format optuna");
  command->callback([command] { print_space(*command); });
}

}  // namespace rootward
