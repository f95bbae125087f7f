// `rootward run`: plays what a file says, a tournament or any other kind of run, or goes on with it.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "lab/config/head_reader.h"
#include "lab/config/stored_configuration.h"

namespace rootward {
namespace {

/// Where the run's results lie, unless the configuration is none.
std::string results_folder(const CLI::App& command, const Kind& kind) {
  if (command.count("--out") > 0) return command.get_option("--out")->as<std::string>();
  const std::string file = given_file(command);
  const config::YamlNode root = config::configuration_tree(config::text_of(file), file, given_overrides(command));
  const config::YamlNode* name = root.find("name");
  if (name == nullptr) return "";
  return (kind.kind == config::FileKind::training ? "results/training/" : "results/") + name->text;
}

int run_file(const CLI::App& command) {
  const Kind& kind = kind_of_config(command);
  const config::ContinuedRun continued(results_folder(command, kind));
  for (const CLI::Option* option : command.get_options()) check_option(*option, kind, given_file(command));
  check_cluster_options(command, kind);
  return kind.run(command);
}

void add_shared_options(CLI::App& command) {
  command
      .add_option("CONFIG",
                  "A YAML file, which says what it is (a tournament, a tuning, an estimates study, a training run,\n"
                  "a study), or a results folder, whose configuration is played again; with\n"
                  "--slurm what is missing of a folder that was handed to a cluster before")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command.add_option("--out", "Results folder; results/NAME unless given, of a training run results/training/NAME")
      ->type_name("DIR");
  add_threads_option(command);
  add_set_option(command);
  command.add_flag("--quiet")->description("No progress; errors are still printed");
  command
      .add_option("--shard",
                  "Play part K of N, K from 1 to N; all unless given. A tournament is cut by pairs of games, an\n"
                  "estimates study by instances, a training run by files of 250 games, a study's runs in the same\n"
                  "ways, but for its tunings, which are dealt whole")
      ->type_name("K/N");
  command
      .add_option("--games",
                  "Play at most so many games of each pairing, an even number, those of the schedule unless given;\n"
                  "of a training run: games of the generation, training.generation unless given")
      ->transform(whole_number(1, 2'000'000'000))
      ->type_name("N");
  add_wind_down_option(command);
  add_sync_option(command);
}

void add_tournament_options(CLI::App& command) {
  command.add_flag("--watch")
      ->description("The screen of `rootward status --watch` in place of the bar, where standard error is a terminal")
      ->excludes(command.get_option("--quiet"));
}

void add_tuning_options(CLI::App& command) {
  command.add_option("--evaluations", "Evaluations in all, those of earlier runs included")
      ->transform(whole_number(1, 100'000))
      ->default_str("60")
      ->type_name("N");
  command.add_option("--parallel", "Evaluations at once; their games share the threads")
      ->transform(whole_number(1, 1024))
      ->default_str("2")
      ->type_name("M");
  command
      .add_option("--optimizer",
                  "A program that speaks ask/tell on its standard streams (docs/tuning.md);\n"
                  "rootward-optimizer unless given")
      ->type_name("\"COMMAND\"");
  command
      .add_option("--import",
                  "Give the optimizer first what this folder found, of the same tuning but for its limits;\n"
                  "what lies outside is left out")
      ->type_name("DIR");
  command.add_flag("--no-start-test")
      ->description("Test what is recommended alone, and not the candidate as it is written beside it");
  command.add_flag("--early-stop")
      ->description(
          "Stop an evaluation whose upper 99 % bound is below the best posterior mean\n"
          "(never the fresh test)");
}

void add_training_options(CLI::App& command) {
  command.add_option("--generation", "Which generation; its games are new with each number")
      ->type_name("K")
      ->default_str("0")
      ->transform(whole_number(0, 99'999));
  command.add_option("--network", "The network that plays; DIR/networks/K unless given, else random weights")
      ->type_name("FILE");
  command.add_flag("--json")->description(
      "Of a training run: what was played now, and its evaluations (asked, and remembered), as JSON on\n"
      "stdout, schema rootward.selfplay/1; of what goes to a cluster: what was done, schema\n"
      "rootward.submit/1. Results as JSON: rootward table DIR --format json");
}

void add_study_options(CLI::App& command) {
  command.add_flag("--drop-games")
      ->description(
          "Keep of whole tunings what was recommended, of whole tournaments what a grid needs, and a digest of the "
          "games; remove these, and play nothing. Such runs cannot go on to more games")
      ->excludes(command.get_option("--shard"));
}

}  // namespace

void declare_run(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("run", "Play what a file says, or continue it, and print its table");
  add_shared_options(*command);
  add_tournament_options(*command);
  add_tuning_options(*command);
  add_training_options(*command);
  add_study_options(*command);
  group_options(*command, 0, "");
  const std::size_t before = command->get_options().size();
  add_slurm_options(*command);
  command->get_option("--drop-games")->excludes(command->get_option("--slurm"));
  group_options(*command, before, " on a cluster");
  command->footer(
      "Continues by default: what is stored is not played again, whatever ended the run before; tables and figures "
      "are\n"
      "made anew. Ctrl-C once stops in an orderly way. Ends with 75 where something is missing: run it again.\n"
      "`run DIR --out NEW` plays what DIR was played by once more.\n"
      "Example: rootward run configs/quickstart.yaml --threads 4 --out results/mine\n"
      "Example: rootward run configs/quickstart.yaml --slurm --cpus 4 --out results/mine\n"
      "Example: rootward run configs/tuning/connect4-softmax.yaml --evaluations 60 --parallel 4\n"
      "Example: rootward run configs/estimates/minimax-example.yaml --threads 2\n"
      "Example: rootward run configs/training/go5.yaml --out results/training/go5 --games 250 --threads 2\n"
      "Example: rootward run configs/atlas/small.yaml --out results/my-atlas\n"
      "Example: rootward run configs/discovery/search.yaml --out results/my-discovery");
  command->callback([command, &exit_code] { exit_code = run_file(*command); });
}

}  // namespace rootward
