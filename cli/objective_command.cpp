// `rootward objective`: one evaluation of a tuning, exactly one JSON line on stdout.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <iterator>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/run_options.h"
#include "cli/tuning_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
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

int evaluate(const CLI::App& command) {
  const tuning::TuningConfig config = given_tuning(command);
  tuning::EvaluationRequest request;
  request.point = given_point(command, config);
  request.games = given_games(command, config);
  request.seed = command.count("--seed") > 0 ? command.get_option("--seed")->as<std::uint64_t>() : config.seed;
  request.id = tuning::evaluation_key(config, request.point, request.seed);
  const tuning::EvaluationResult result =
      tuning::evaluate_once(config, given_service_settings(command), request, command.count("--quiet") > 0);
  fmt::print("{}\n", dump_json(tuning::result_json(config, request, result)));
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
      ->required()
      ->type_name("JSON|-");
  command->add_option("--games", "Games of the evaluation, an even number; the tuning's unless given")
      ->transform(whole_number(2, 10'000'000))
      ->type_name("N");
  command->add_option("--seed", "Which games: another seed plays others; the tuning's unless given")
      ->check(seed_number())
      ->type_name("S");
  add_service_options(*command);
  command->add_flag("--quiet")->description("No progress; errors are still printed");
  command->footer(
      "The same parameters, seed and games are answered from the journal, or continued: no game is played twice.\n"
      "Example: rootward objective configs/tuning/connect4-softmax.yaml --params \\\n"
      "           '{\"backup.g\": [-7, -5, -3], \"search.selection.c\": 0.9}' --games 40");
  command->callback([command, &exit_code] { exit_code = evaluate(*command); });
}

}  // namespace rootward
