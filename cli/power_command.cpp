// `rootward power`: what the planned games can show, how many a difference needs, and what they cost.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "cli/commands.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "experiments/tournament/power.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/power.h"
#include "experiments/tuning/tune.h"
#include "lab/arena/thread_count.h"
#include "lab/config/head_reader.h"
#include "lab/report/power.h"

namespace rootward {
namespace {

constexpr double kBenchSeconds = 10;
constexpr double kLeastPower = kSignificance;  // half of it finds a difference that is not there

/// Reports as the reader of a tournament does where the file is of a kind without games.
bool is_tuning_file(const std::string& file) { return config::kind_of_file(file) == config::FileKind::tuning; }

/// What the command line adds to a plan.
struct PowerOptions {
  std::string folder;  ///< "" = results/NAME
  std::optional<double> deviation;
  std::optional<std::uint64_t> comparisons;
  std::uint32_t evaluations = tuning::TuneSettings{}.evaluations;
  double bench_seconds = kBenchSeconds;  ///< 0: none
};

PairDeviation deviation_of(const PowerOptions& options, PairDeviation (*stored)(const std::string&),
                           const std::string& folder) {
  if (options.deviation) return {.value = *options.deviation, .pairs = 0, .source = "given"};
  return stored(folder);
}

PowerPlan tournament_power(const std::string& file, const std::vector<Override>& overrides,
                           const PowerOptions& options) {
  const tournament::TournamentConfig config = tournament::read_tournament(file, overrides);
  tournament::RunSettings settings;
  settings.folder = options.folder;
  PowerPlan plan = tournament::power_plan(config, config.schedule.pairs);
  if (options.comparisons) {
    PowerQuestion& question = plan.questions.front();
    question.comparisons = *options.comparisons;
    question.what = fmt::format("each of {} comparisons", question.comparisons);
  }
  plan.deviation = deviation_of(options, tournament::stored_deviation, tournament::results_folder_of(config, settings));
  if (options.bench_seconds > 0) {
    tournament::TournamentSetup setup(config, settings);
    setup.openings().prepare(1, 1, [] { return false; });
    tournament::measure_cost(setup, options.bench_seconds, plan);
  }
  return plan;
}

PowerPlan tuning_power(const std::string& file, const std::vector<Override>& overrides, const PowerOptions& options) {
  const tuning::TuningConfig config = tuning::read_tuning(file, overrides);
  PowerPlan plan = tuning::power_plan(config, options.evaluations);
  plan.deviation = deviation_of(options, tuning::stored_deviation, tuning::tuning_folder_of(config, options.folder));
  if (options.bench_seconds > 0) tuning::measure_cost(config, options.bench_seconds, plan);
  return plan;
}

template <class Number>
Json or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json question_json(const PowerPlan& plan, const PowerQuestion& question, const PowerRequest& request) {
  const PowerAnswer answer = power_answer(plan, question, request);
  Json object;
  object["question"] = question.what;
  object["comparisons"] = question.comparisons;
  object["matches"] = question.matches;
  object["games"] = question.games;
  object["smallest_elo"] = std::isfinite(answer.smallest_elo) ? Json(answer.smallest_elo) : Json(nullptr);
  object["games_for_difference"] = answer.games_for_difference;
  object["games_for_equivalence"] = answer.games_for_equivalence;
  object["planned_core_hours"] = or_null(answer.planned_core_hours);
  object["difference_core_hours"] = or_null(answer.difference_core_hours);
  object["equivalence_core_hours"] = or_null(answer.equivalence_core_hours);
  return object;
}

std::string power_json(const PowerPlan& plan, const PowerRequest& request) {
  Json object;
  object["schema"] = "rootward.power/1";
  object["name"] = plan.name;
  object["elo"] = request.elo;
  object["power"] = request.power;
  object["pair_deviation"] = plan.deviation.value;
  object["measured_pairs"] = plan.deviation.pairs;
  object["seconds_a_game"] = or_null(plan.seconds_a_game);
  object["machine"] = plan.machine;
  object["questions"] = Json::array();
  for (const PowerQuestion& question : plan.questions)
    object["questions"].push_back(question_json(plan, question, request));
  object["games_in_all"] = or_null(plan.games_in_all);
  object["core_hours_in_all"] = plan.games_in_all ? or_null(core_hours(plan, *plan.games_in_all)) : Json(nullptr);
  object["tuning"] = nullptr;
  if (plan.tuning) {
    const double smallest = smallest_tuned_difference(plan, request);
    object["tuning"] = {{"evaluations", plan.tuning->evaluations},
                        {"games", plan.tuning->games},
                        {"smallest_elo", std::isfinite(smallest) ? Json(smallest) : Json(nullptr)},
                        {"best_of_equals", best_of_evaluations(plan)}};
  }
  object["stop_rule_games"] = plan.stop ? Json(expected_games(*plan.stop, request.elo, plan.deviation)) : Json(nullptr);
  return dump_json(object, 2) + "\n";
}

void show_power(const CLI::App& command) {
  const auto file = command.get_option("CONFIG")->as<std::string>();
  PowerRequest request;
  if (command.count("--elo") > 0) request.elo = command.get_option("--elo")->as<double>();
  if (command.count("--power") > 0) request.power = command.get_option("--power")->as<double>();
  PowerOptions options;
  if (command.count("--out") > 0) options.folder = command.get_option("--out")->as<std::string>();
  if (command.count("--deviation") > 0) options.deviation = command.get_option("--deviation")->as<double>();
  if (command.count("--comparisons") > 0)
    options.comparisons = command.get_option("--comparisons")->as<std::uint64_t>();
  if (command.count("--evaluations") > 0)
    options.evaluations = command.get_option("--evaluations")->as<std::uint32_t>();
  if (command.count("--bench") > 0) options.bench_seconds = command.get_option("--bench")->as<double>();
  if (command.count("--no-bench") > 0) options.bench_seconds = 0;
  const std::vector<Override> overrides = given_overrides(command);
  const bool is_tuning = is_tuning_file(file);
  if (is_tuning && options.comparisons) throw UsageError(fmt::format("--comparisons: {} is a tuning", file));
  if (!is_tuning && command.count("--evaluations") > 0)
    throw UsageError(fmt::format("--evaluations: {} is no tuning", file));
  const std::string load = machine_load_text();
  PowerPlan plan = is_tuning ? tuning_power(file, overrides, options) : tournament_power(file, overrides, options);
  plan.machine = load;
  fmt::print("{}", command.count("--json") > 0 ? power_json(plan, request) : power_text(plan, request));
  flush_results();
}

void add_bench_options(CLI::App& command) {
  CLI::Option* bench =
      command
          .add_option(
              "--bench",
              "Play games for so many CPU seconds a thread to estimate core-hours; with fewer simulations where "
              "they are slow")
          ->check(number_in(1.0, 3600.0))
          ->default_str(fmt::format("{:g}", kBenchSeconds))
          ->type_name("S");
  command.add_flag("--no-bench")->description("Play nothing; core-hours are not estimated then")->excludes(bench);
}

}  // namespace

void declare_power(CLI::App& app, int&) {
  CLI::App* command = app.add_subcommand("power", "Say what planned games can show, and how many a question needs");
  command->add_option("CONFIG", "A tournament's or a tuning's YAML file")
      ->required()
      ->transform(configuration_path())
      ->type_name("FILE");
  command->add_option("--elo", "The difference to be found, in Elo, and the half width of equality; 10 unless given")
      ->check(number_in(0.01, 2000.0))
      ->type_name("D");
  command->add_option("--power", "The probability of finding it; 0.8 unless given")
      ->check(number_in(kLeastPower, 0.999999))
      ->type_name("P");
  command
      ->add_option("--deviation",
                   "Standard deviation of a pair's mean score; that of the stored games, else 0.354, unless given")
      ->check(number_in(0.001, 0.5))
      ->type_name("SD");
  command
      ->add_option("--comparisons",
                   "Of a tournament: how many Holm corrects together; those with the reference unless given")
      ->transform(whole_number(1, 100'000))
      ->type_name("N");
  command->add_option("--evaluations", "Of a tuning: how many are played")
      ->transform(whole_number(1, 100'000))
      ->default_str(std::to_string(tuning::TuneSettings{}.evaluations))
      ->type_name("N");
  command->add_option("--out", "Results folder whose games are measured; results/NAME unless given")->type_name("DIR");
  add_bench_options(*command);
  command->add_flag("--json")->description("One JSON object in place of the text");
  add_set_option(*command);
  command->footer(
      "The formulas stand in docs/statistics.md.\n"
      "Example: rootward power configs/quickstart.yaml --elo 20");
  command->callback([command] { show_power(*command); });
}

}  // namespace rootward
