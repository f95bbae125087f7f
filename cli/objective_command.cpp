// `rootward tune objective`: one evaluation of a tuning, exactly one JSON line on stdout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "cli/bench/signature.h"
#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/tuning_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/cluster/array_players.h"
#include "experiments/cluster/submission.h"
#include "experiments/tuning/evaluation_task.h"
#include "experiments/tuning/objective.h"

namespace rootward {
namespace {

tuning::Point given_point(const CLI::App& command, const tuning::TuningConfig& config) {
  std::string text = command.get_option("--params")->as<std::string>();
  if (text == "-") text.assign(std::istreambuf_iterator<char>(std::cin), {});
  Json params;
  try {
    params = parse_json(text);
  } catch (const UsageError& error) {
    throw UsageError(
        fmt::format("--params: {}; an object from path to number or list is wanted, such as "
                    "'{{\"search.selection.c\": 0.7}}', or - to read it from standard input",
                    error.what()));
  }
  return tuning::read_point(config, params, "--params");
}

std::uint32_t given_games(const CLI::App& command, const tuning::TuningConfig& config) {
  if (command.count("--games") == 0) return config.games;
  const auto games = command.get_option("--games")->as<std::uint32_t>();
  if (games % 2 != 0)
    throw UsageError(fmt::format("--games {}: games come in colour-swapped pairs; an even number is allowed", games));
  return games;
}

tuning::EvaluationRequest given_request(const CLI::App& command, const tuning::TuningConfig& config) {
  if (command.count("--params") == 0) throw UsageError("--params is required");
  tuning::EvaluationRequest request;
  request.point = given_point(command, config);
  request.games = given_games(command, config);
  request.seed = command.count("--seed") > 0 ? command.get_option("--seed")->as<std::uint64_t>() : config.seed;
  request.id = tuning::evaluation_key(config, request.point, request.seed);
  return request;
}

/// What --tickets and --task name, or what the line itself says.
tuning::EvaluationTask given_task(const CLI::App& command, const tuning::TuningConfig& config) {
  tuning::EvaluationTask task;
  task.folder = tuning::tuning_folder_of(config, given<std::string>(command, "--out").value_or(""));
  if (command.count("--tickets") == 0) {
    task.request = given_request(command, config);
    task.key = task.request.id.get<std::string>();
    task.shard = parse_shard(command.get_option("--shard")->as<std::string>());
    return task;
  }
  const auto file = command.get_option("--tickets")->as<std::string>();
  const std::vector<cluster::EvaluationTicket> tickets = cluster::read_submission(file).tickets;
  const auto number = command.get_option("--task")->as<std::size_t>();
  if (number > tickets.size())
    throw UsageError(fmt::format("--task {}: {} has the tasks 1 to {}", number, file, tickets.size()));
  const cluster::EvaluationTicket& ticket = tickets[number - 1];
  task.key = ticket.key;
  task.request = {.id = ticket.key,
                  .point = tuning::read_point(config, parse_json(ticket.params), file),
                  .seed = ticket.seed,
                  .games = ticket.games};
  task.shard = ticket.shard;
  task.first_pair = ticket.first_pair;
  return task;
}

int play_task(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  const tuning::EvaluationTask task = given_task(command, config);
  tuning::TaskSettings settings;
  settings.threads = given<std::size_t>(command, "--threads").value_or(0);
  settings.wind_down = wind_down(command);
  settings.sync = sync_interval(command).value_or(settings.sync);
  settings.makes_manifest = command.count("--tickets") == 0;
  settings.check_machine = [&](const InputFiles& inputs) {
    return cluster::check_evaluation_machine(task.folder, bench::signature(), inputs);
  };
  const tuning::TaskReport report = tuning::play_evaluation_task(config, task, settings);
  if (command.count("--quiet") == 0) note("{} of {} games are stored", report.stored, report.wanted);
  return static_cast<int>(report.is_complete() ? ExitCode::done : ExitCode::incomplete);
}

int evaluate(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  const tuning::EvaluationRequest request = given_request(command, config);
  const tuning::ServiceSettings settings = given_service_settings(command);
  tuning::EvaluationResult result;
  try {
    result = tuning::evaluate_once(config, settings, request, command.count("--quiet") > 0);
  } catch (const tuning::EvaluationsHalted& why) {
    return halted(why, tuning::tuning_folder_of(config, settings.folder));
  }
  print_results("{}\n", dump_json(tuning::result_json(config, request, result)));
  if (result.status == tuning::EvaluationStatus::partial)
    return interrupted(fmt::format("{} of {} games are stored", result.counts.games(), request.games));
  if (result.status == tuning::EvaluationStatus::failed) {
    note("error: {}", result.failure);
    return static_cast<int>(ExitCode::failed);
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace

void declare_objective(CLI::App& app, int& exit_code) {
  CLI::App* command = app.add_subcommand("objective", "Evaluate a tuning's candidate at one point: one JSON line");
  add_tuning_argument(*command);
  command->add_option("--params", "Values by path, as a JSON object; - reads it from standard input")
      ->type_name("JSON|-");
  command->add_option("--games", "Games of the evaluation, an even number; the tuning's unless given")
      ->transform(whole_number(2, 10'000'000))
      ->type_name("N");
  command->add_option("--seed", "Which games: another seed plays others; the tuning's unless given")
      ->check(seed_number())
      ->type_name("S");
  add_service_options(*command);
  CLI::Option* shard =
      command->add_option("--shard", "Play part K of E of the evaluation's pairs, as a cluster's task");
  shard->type_name("K/E")->excludes("--slurm");
  CLI::Option* task = command->add_option("--task", "Play the K-th of a file of tickets, as a cluster's task");
  task->transform(whole_number(1, 10'000'000))->type_name("K")->excludes("--slurm")->excludes(shard);
  CLI::Option* tickets = command->add_option(
      "--tickets", "That file, one of cluster/submissions, which run --slurm and the like have made");
  tickets->type_name("FILE")->needs(task);
  task->needs(tickets);
  add_wind_down_option(*command);
  add_sync_option(*command);
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "The same parameters, seed and games are answered from the journal, or continued: no game is played twice.\n"
      "What tasks have played (--shard K/E, one by one or side by side) counts as soon as it is asked for without.\n"
      "Example: rootward tune objective configs/tuning/connect4-softmax.yaml --params \\\n"
      "           '{\"backup.g\": [-7, -5, -3], \"search.selection.c\": 0.9}' --games 40");
  command->callback([command, &exit_code] {
    const bool is_task = command->count("--shard") > 0 || command->count("--task") > 0;
    exit_code = is_task ? play_task(*command) : evaluate(*command);
  });
}

}  // namespace rootward
