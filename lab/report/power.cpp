// Planned games in numbers and words.
#include "lab/report/power.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/statistics/elo.h"
#include "lab/report/facts.h"
#include "lab/report/number_text.h"

namespace rootward {
namespace {

PowerDemand demand_of(const PowerPlan& plan, const PowerQuestion& question, const PowerRequest& request) {
  return {.power = request.power, .comparisons = question.comparisons, .pair_deviation = plan.deviation.value};
}

std::string hours_text(const std::optional<double>& hours) {
  return hours ? fmt::format("; {:.2g} core-hours", *hours) : "";
}

std::string smallest_text(const PowerAnswer& answer, const PowerQuestion& question, const PowerRequest& request) {
  if (std::isinf(answer.smallest_elo)) return "no difference: the games are too few";
  return fmt::format(
      "differences from {:.0f} Elo on (score {} %) with {:.0f} % power{}", answer.smallest_elo,
      percent_text(score_of_elo(answer.smallest_elo)), 100 * request.power,
      question.comparisons > 1 ? fmt::format(", after Holm over {} comparisons", question.comparisons) : "");
}

std::string stop_text(const PowerStop& stop, const PairDeviation& deviation, double elo) {
  const EloHypotheses& h = stop.hypotheses;
  std::string text = "stop.sprt ends a match, in the mean, after";
  std::string separator = " ";
  for (const double truth : {h.elo0, 0.5 * (h.elo0 + h.elo1), h.elo1, elo}) {
    text += fmt::format("{}{:.0f} games at {:+g} Elo", separator, expected_games(stop, truth, deviation), truth);
    separator = ", ";
  }
  return text;
}

std::string tuning_text(const PowerPlan& plan, const PowerRequest& request) {
  const double smallest = smallest_tuned_difference(plan, request);
  return fmt::format(
      "{} evaluations of {} games: {} between two points with {:.0f} % power if each had half of these games, and "
      "among "
      "more points only larger ones; the best of {} equal points shows {} % on average",
      plan.tuning->evaluations, plan.tuning->games,
      std::isinf(smallest) ? "no difference is found" : fmt::format("differences from {:.0f} Elo on", smallest),
      100 * request.power, plan.tuning->evaluations, percent_text(best_of_evaluations(plan)));
}

void add_question(const PowerPlan& plan, const PowerQuestion& question, const PowerRequest& request,
                  std::vector<Fact>& facts) {
  const PowerAnswer answer = power_answer(plan, question, request);
  facts.push_back({"question", question.what});
  facts.push_back({"planned", fmt::format("{} games a comparison, {} in all{}", question.games,
                                          question.games * question.matches, hours_text(answer.planned_core_hours))});
  facts.push_back({"shows", smallest_text(answer, question, request)});
  facts.push_back({"difference", fmt::format("{:g} Elo need {} games a comparison{}", request.elo,
                                             answer.games_for_difference, hours_text(answer.difference_core_hours))});
  facts.push_back(
      {"equality", fmt::format("to show equal players to be within ±{:g} Elo takes {} games a comparison{}",
                               request.elo, answer.games_for_equivalence, hours_text(answer.equivalence_core_hours))});
}

}  // namespace

std::optional<double> core_hours(const PowerPlan& plan, std::uint64_t games) {
  if (!plan.seconds_a_game) return std::nullopt;
  return static_cast<double>(games) * *plan.seconds_a_game / 3600;
}

PowerAnswer power_answer(const PowerPlan& plan, const PowerQuestion& question, const PowerRequest& request) {
  const PowerDemand demand = demand_of(plan, question, request);
  PowerAnswer answer;
  answer.smallest_elo = smallest_difference(question.games / 2, demand);
  answer.games_for_difference = 2 * pairs_for_difference(request.elo, demand);
  answer.games_for_equivalence = 2 * pairs_for_equivalence(request.elo, demand);
  answer.planned_core_hours = core_hours(plan, question.matches * question.games);
  answer.difference_core_hours = core_hours(plan, question.matches * answer.games_for_difference);
  answer.equivalence_core_hours = core_hours(plan, question.matches * answer.games_for_equivalence);
  return answer;
}

double smallest_tuned_difference(const PowerPlan& plan, const PowerRequest& request) {
  const std::uint64_t pairs = plan.tuning->evaluations * plan.tuning->games / 2;
  const PowerDemand demand{.power = request.power, .pair_deviation = std::sqrt(2.0) * plan.deviation.value};
  return smallest_difference(std::max<std::uint64_t>(1, pairs / 2), demand);
}

double best_of_evaluations(const PowerPlan& plan) {
  const double pairs = static_cast<double>(plan.tuning->games) / 2;
  return expected_best_score(static_cast<int>(plan.tuning->evaluations), plan.deviation.value / std::sqrt(pairs));
}

double expected_games(const PowerStop& stop, double elo, const PairDeviation& deviation) {
  const double spread = deviation.value / kUnpairedDeviation;
  return spread * spread * sprt_length(elo, stop.hypotheses, stop.alpha, stop.beta).expected_games;
}

PairDeviation measured_deviation(const std::vector<PairCounts>& matches, const std::string& where) {
  double squares = 0;
  PairDeviation deviation;
  for (const PairCounts& match : matches) {
    std::uint64_t pairs = 0;
    for (const std::uint64_t count : match) pairs += count;
    if (pairs == 0) continue;
    squares += static_cast<double>(pairs) * pair_statistics(match).variance;
    deviation.pairs += pairs;
  }
  if (deviation.pairs < kFewPairs || squares <= 0) {
    deviation.source = fmt::format("assumed: pairing gains nothing ({} complete pairs in {})", deviation.pairs, where);
    deviation.pairs = 0;
    return deviation;
  }
  deviation.value = std::sqrt(squares / static_cast<double>(deviation.pairs));
  deviation.source = fmt::format("measured in {} pairs of {}", deviation.pairs, where);
  return deviation;
}

void set_cost(PowerPlan& plan, double seconds_a_game, double plies_a_game, std::string source) {
  plan.seconds_a_game = seconds_a_game;
  plan.plies_a_game = plies_a_game;
  plan.cost_source = std::move(source);
}

std::string power_text(const PowerPlan& plan, const PowerRequest& request) {
  std::vector<Fact> facts;
  for (const PowerQuestion& question : plan.questions) add_question(plan, question, request, facts);
  if (plan.games_in_all)
    facts.push_back(
        {"in all", fmt::format("{} games{}", *plan.games_in_all, hours_text(core_hours(plan, *plan.games_in_all)))});
  if (plan.tuning) facts.push_back({"tuning", tuning_text(plan, request)});
  if (plan.stop) facts.push_back({"stop rule", stop_text(*plan.stop, plan.deviation, request.elo)});
  facts.push_back(
      {"deviation", fmt::format("{:.3f}, of a pair's mean score; {}", plan.deviation.value, plan.deviation.source)});
  if (plan.seconds_a_game)
    facts.push_back(
        {"speed", fmt::format("{:.3g} s of CPU time a game on this machine, from {}{}", *plan.seconds_a_game,
                              plan.cost_source, plan.machine.empty() ? "" : "; " + plan.machine)});
  return facts_text(facts);
}

}  // namespace rootward
