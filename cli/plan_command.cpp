// `rootward plan`: what a file would take, what its games can show and what they cost; nothing is stored.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/kinds/plan_options.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "experiments/tuning/tune.h"

namespace rootward {
namespace {

bool takes_numbers(const std::string& option) {
  constexpr std::array kTaken = {"--games", "--elo", "--power", "--deviation", "--comparisons", "--json"};
  return std::ranges::find(kTaken, option) != kTaken.end();
}

/// Numbers alone: so many games a comparison.
std::string page_of_numbers(const CLI::App& command) {
  if (command.count("--games") == 0)
    throw UsageError("plan: CONFIG is missing; without a file: --games N, how many games a comparison has");
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0 && !takes_numbers(option->get_name()))
      throw UsageError(fmt::format("{}: it is of a file; add CONFIG", option->get_name()));
  const auto games = command.get_option("--games")->as<std::uint64_t>();
  PowerPlan plan;
  plan.questions = {{.what = "one comparison", .games = games}};
  plan.deviation.source = "assumed: pairing gains nothing";
  return planned_page(command, fmt::format("{} games a comparison\n", games), std::move(plan));
}

int plan(const CLI::App& command) {
  if (command.count("CONFIG") == 0) {
    print_shown("{}", page_of_numbers(command));
    flush_results();
    return static_cast<int>(ExitCode::done);
  }
  const std::string file = given_file(command);
  const Kind& kind = kind_of_config(command);
  for (const CLI::Option* option : command.get_options()) check_option(*option, kind, file);
  check_cluster_options(command, kind);
  if (asks_cluster(command) && kind.submit != nullptr) return kind.submit(command);
  if (kind.plan == nullptr)
    throw UsageError(
        fmt::format("{} is {}, which is not planned; rootward check says what it would do", file, kind.facts().one));
  print_shown("{}", kind.plan(command));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_plan(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("plan", "Say what a file would take, what its games can show, and their cost");
  command
      ->add_option("CONFIG",
                   "A YAML file, which says what it is, or a results folder; without it --games asks of\nnumbers alone")
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--games", "Games of each pairing, an even number; those of the schedule unless given")
      ->transform(whole_number(2, 2'000'000'000))
      ->type_name("N");
  add_plan_options(*command);
  command->add_option("--evaluations", "How many a tuning plays")
      ->transform(whole_number(1, 100'000))
      ->default_str(std::to_string(tuning::TuneSettings{}.evaluations))
      ->type_name("N");
  command->add_option("--parallel", "Evaluations of a tuning at once, of the job that asks and tells")
      ->transform(whole_number(1, 1024))
      ->type_name("N");
  command->add_option("--out", "Results folder whose games are counted and measured; results/NAME unless given")
      ->type_name("DIR");
  add_threads_option(*command);
  command->add_option("--shard", "The part K of N alone")->type_name("K/N");
  add_set_option(*command);
  group_options(*command, 0, "");
  const std::size_t before = command->get_options().size();
  add_slurm_options(*command);
  group_options(*command, before, " on a cluster");
  command->footer(
      "With --slurm or --print: script and commands, and what Slurm says of them; no file is made, nothing is\n"
      "submitted. The formulas stand in docs/statistics.md.\n"
      "Example: rootward plan configs/quickstart.yaml --elo 20\n"
      "Example: rootward plan --games 400 --comparisons 3\n"
      "Example: rootward plan configs/atlas/small.yaml");
  command->callback([command, &exit_code] { exit_code = plan(*command); });
}

}  // namespace rootward
