// `rootward plan`: what a file would take, what its games can show and what they cost; nothing is stored.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>

#include "cli/commands.h"
#include "cli/job_options.h"
#include "cli/kinds/checked_parts.h"
#include "cli/kinds/kind.h"
#include "cli/option_checks.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "cli/set_options.h"
#include "core/errors.h"
#include "core/json.h"
#include "experiments/tuning/tune.h"

namespace rootward {
namespace {

constexpr double kLeastPower = kSignificance;  // half of it finds a difference that is not there

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

void add_plan_options(CLI::App& command) {
  command.add_option("--elo", "The difference to be found, in Elo, and the half width of equality; 10 unless given")
      ->check(number_in(0.01, 2000.0))
      ->type_name("D");
  command.add_option("--power", "The probability of finding it; 0.8 unless given")
      ->check(number_in(kLeastPower, 0.999999))
      ->type_name("P");
  command
      .add_option("--deviation",
                  "Standard deviation of a pair's mean score; that of the stored games, else 0.354,\nunless given")
      ->check(number_in(0.001, 0.5))
      ->type_name("SD");
  command
      .add_option("--comparisons", "How many Holm corrects together; a tournament's with its reference unless given")
      ->transform(whole_number(1, 100'000))
      ->type_name("N");
  CLI::Option* bench = command.add_option("--bench");
  bench
      ->description(
          "Play for so many CPU seconds a thread to estimate what it costs, with fewer simulations where games\n"
          "are slow; 10 unless given, of a study 1 for some runs of each step")
      ->check(number_in(0.1, 3600.0))
      ->type_name("S");
  command.add_flag("--no-bench")->description("Play nothing; core-hours are not estimated then")->excludes(bench);
  command.add_flag("--json")->description(
      "One JSON object in place of the text, schema rootward.power/1; with --slurm or --print\n"
      "rootward.submit/1");
}

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
  if (games % 2 != 0)
    throw UsageError(fmt::format("--games {}: games come in colour-swapped pairs; an even number is allowed", games));
  PowerPlan plan;
  plan.questions = {{.what = "one comparison", .games = games}};
  plan.deviation.source = "assumed: pairing gains nothing";
  return planned_page(command, fmt::format("{} games a comparison\n", games), std::move(plan));
}

/// Throws UsageError for an option that this plan would not heed.
void check_what_is_planned(const CLI::App& command, const Kind& kind, const std::string& file) {
  if (command.count("--shard") > 0 && kind.kind != config::FileKind::tournament)
    throw UsageError(fmt::format("--shard: parts of tournaments alone are planned; {} is {}", file, kind.facts().one));
  for (const char* option : {"--elo", "--power", "--deviation", "--comparisons"})
    if (asks_cluster(command) && command.count(option) > 0)
      throw UsageError(fmt::format("{}: what games can show is planned without --slurm and --print", option));
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
  check_what_is_planned(command, kind, file);
  if (asks_cluster(command)) {
    if (kind.submit != nullptr) return kind.submit(command);
    throw UsageError(
        fmt::format("--slurm: {} is {}, whose tasks depend on what was played; `rootward run {} --slurm` "
                    "submits each as it becomes ready",
                    file, kind.facts().one, file));
  }
  if (kind.plan == nullptr)
    throw UsageError(
        fmt::format("{} is {}, which is not planned; rootward check says what it would do", file, kind.facts().one));
  print_shown("{}", kind.plan(command));
  flush_results();
  return static_cast<int>(ExitCode::done);
}

}  // namespace

PlanOptions given_plan(const CLI::App& command) {
  PlanOptions options{.deviation = given<double>(command, "--deviation"),
                      .comparisons = given<std::uint64_t>(command, "--comparisons"),
                      .seconds = given<double>(command, "--bench")};
  options.request.elo = given<double>(command, "--elo").value_or(options.request.elo);
  options.request.power = given<double>(command, "--power").value_or(options.request.power);
  if (command.count("--no-bench") > 0) options.seconds = 0;
  return options;
}

std::string planned_page(const CLI::App& command, const std::string& head, PowerPlan plan) {
  const PlanOptions options = given_plan(command);
  if (options.deviation) plan.deviation = {.value = *options.deviation, .pairs = 0, .source = "given"};
  if (options.comparisons) {
    PowerQuestion& question = plan.questions.front();
    question.comparisons = *options.comparisons;
    question.what = fmt::format("each of {} comparisons", question.comparisons);
  }
  if (command.count("--json") > 0) return power_json(plan, options.request);
  return head + "\n" + power_text(plan, options.request);
}

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
