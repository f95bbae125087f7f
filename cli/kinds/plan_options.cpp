// The options, and the page as text and as JSON.
#include "cli/kinds/plan_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>

#include "cli/job_options.h"
#include "cli/option_checks.h"
#include "core/json.h"

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

}  // namespace

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

}  // namespace rootward
