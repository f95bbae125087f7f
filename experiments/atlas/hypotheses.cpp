// Counts of cells, two rank correlations over games, a mean over games, and what the model's table says.
#include "experiments/atlas/hypotheses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/statistics/beta.h"
#include "core/statistics/elo.h"
#include "core/statistics/multiplicity.h"
#include "core/statistics/normal.h"
#include "core/statistics/rank_correlation.h"
#include "experiments/atlas/tails.h"

namespace rootward::atlas {
namespace {

constexpr double kTuningNoise = 20;  // Elo of hypothesis 1
constexpr double kClearGain = 30;    // Elo of hypothesis 2
constexpr double kRhoGoal = 0.7;

double mean_of(const std::vector<double>& numbers) {
  return std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
}

/// Whether every cell is there with all its pairs.
bool is_whole(const AtlasResults& results) {
  return results.cells.size() == results.planned_cells &&
         std::ranges::all_of(results.cells, [](const CellResult& cell) { return cell.pairs >= cell.planned_pairs; });
}

/// One-sided p of a difference greater than `elo` > 0, on either side, by the score's standard error; where openings
/// repeat no less than by Student's t of so many openings, whose error that is then at 95 %.
double p_beyond(const CellResult& cell, double elo) {
  const double away = std::fabs(cell.statistics.score - 0.5) - (score_of_elo(elo) - 0.5);
  if (cell.statistics.standard_error <= 0) return away > 0 ? 0 : 1;
  const double z = away / cell.statistics.standard_error;
  if (cell.openings < 2 || z <= 0) return normal_cdf(-z);
  const double degrees = cell.openings - 1.0;
  const double t = z * student_two_sided_quantile(0.05, degrees) / kZ95;
  return std::max(normal_cdf(-z), 0.5 * student_two_sided_p(t, degrees));
}

JudgedHypothesis judge_tuning_noise(const AtlasResults& results) {
  JudgedHypothesis judged{.number = "1", .text = "In A/A no domain differs by more than 20 Elo."};
  std::vector<double> p;
  const CellResult* largest = nullptr;
  bool lie_within = true;
  for (const CellResult& cell : results.cells) {
    if (!cell.is_control) continue;
    p.push_back(p_beyond(cell, kTuningNoise));
    if (largest == nullptr || std::fabs(cell.elo) > std::fabs(largest->elo)) largest = &cell;
    const Interval& interval = cell.statistics.elo_ci95;
    lie_within = lie_within && interval.low >= -kTuningNoise && interval.high <= kTuningNoise;
  }
  if (largest == nullptr) return judged;
  judged.statistic = fmt::format("largest {:+.0f} Elo, {} at {}", largest->elo, largest->domain, largest->budget);
  judged.p = std::ranges::min(holm(p));
  if (*judged.p < kSignificance)
    judged.verdict = Verdict::no;
  else if (lie_within && is_whole(results))
    judged.verdict = Verdict::yes;
  return judged;
}

/// In how many domains an operator clearly gains at a budget, and in how many it may.
struct Gains {
  std::string op;
  std::string budget;
  std::size_t clear = 0;
  std::size_t possible = 0;  ///< domains without a finished cell among them
};

Gains gains_of(const AtlasResults& results, const std::string& op, const std::string& budget) {
  Gains gains{.op = op, .budget = budget, .possible = results.domains.size()};
  for (const CellResult& cell : results.cells) {
    if (cell.op != op || cell.budget != budget) continue;
    if (cell.is_decided() && cell.elo > kClearGain) ++gains.clear;
    if (cell.pairs >= cell.planned_pairs && cell.statistics.elo_ci95.high <= kClearGain) --gains.possible;
  }
  return gains;
}

JudgedHypothesis judge_gains(const AtlasResults& results) {
  JudgedHypothesis judged{
      .number = "2",
      .text = "No operator beats the tuned average by more than 30 Elo in more than half of the domains."};
  Gains most;
  bool all_fall_short = true;
  const std::size_t domains = results.domains.size();
  for (std::size_t op = 1; op < results.operators.size(); ++op) {
    for (const std::string& budget : results.budgets) {
      const Gains gains = gains_of(results, results.operators[op], budget);
      all_fall_short = all_fall_short && 2 * gains.possible <= domains;
      if (most.op.empty() || std::pair(gains.clear, gains.possible) > std::pair(most.clear, most.possible))
        most = gains;
    }
  }
  if (most.op.empty()) return judged;
  judged.statistic = fmt::format("{} at {}: in {} of {} domains, perhaps in {}", most.op, most.budget, most.clear,
                                 domains, most.possible);
  if (2 * most.clear > domains)
    judged.verdict = Verdict::no;
  else if (all_fall_short && is_whole(results))
    judged.verdict = Verdict::yes;
  return judged;
}

constexpr const char* kMaxLabel = "max";
constexpr const char* kPlayouts = "playouts";

bool is_max_under_playouts(const CellResult& cell) {
  return cell.op == kMaxLabel && cell.evaluator == kPlayouts && cell.is_at_equal_simulations();
}

JudgedHypothesis judge_max(const AtlasResults& results) {
  JudgedHypothesis judged{.number = "3a", .text = "max loses in every domain under playouts."};
  std::size_t cells = 0;
  std::size_t losses = 0;
  std::size_t gains = 0;
  for (const CellResult& cell : results.cells) {
    if (!is_max_under_playouts(cell)) continue;
    ++cells;
    if (cell.is_decided()) ++(cell.elo < 0 ? losses : gains);
  }
  if (cells == 0) return judged;
  judged.statistic = fmt::format("of {} cells {} are decided below 0 and {} above", cells, losses, gains);
  if (gains > 0)
    judged.verdict = Verdict::no;
  else if (losses == cells && is_whole(results))
    judged.verdict = Verdict::yes;
  return judged;
}

/// A one-sided test whose p is corrected together with those of the others.
struct DirectedTest {
  JudgedHypothesis judged{};
  std::optional<Tails> tails{};  ///< nothing without data
};

/// Mean Elo of a game's cells.
using EloByGame = std::map<std::string, std::vector<double>>;

/// Over games, with the share of moves that lose by force within five plies.
DirectedTest test_losing_moves(const AtlasResults& results, const EloByGame& elo_by_game, JudgedHypothesis judged) {
  std::vector<double> elo;
  std::vector<double> losing;
  for (const auto& [game, elos] : elo_by_game) {
    const auto row = std::ranges::find_if(results.features, [&, name = game](const estimates::FeatureRow& one) {
      return one.game == name && one.of(estimates::Feature::losing_5).has_value();
    });
    if (row == results.features.end()) continue;
    elo.push_back(mean_of(elos));
    losing.push_back(*row->of(estimates::Feature::losing_5));
  }
  DirectedTest test{.judged = std::move(judged)};
  test.tails = order_tails(elo, losing, "hypothesis " + test.judged.number);
  if (test.tails)
    test.judged.statistic =
        fmt::format("rho {:+.2f} of Elo with the feature losing_5 over {} games", *spearman(elo, losing), elo.size());
  return test;
}

DirectedTest test_max_and_losing_moves(const AtlasResults& results) {
  EloByGame elo;
  for (const CellResult& cell : results.cells)
    if (is_max_under_playouts(cell)) elo[cell.game].push_back(cell.elo);
  return test_losing_moves(results, elo, {.number = "3b", .text = "max loses least where many moves lose by force."});
}

constexpr const char* kListeners = "child-type";

bool is_listener(const CellResult& cell) {
  return cell.family == kListeners && !cell.is_control && cell.is_at_equal_simulations();
}

/// Elo at the greatest budget less that at the least, by game; games whose operators have both.
EloByGame gains_with_budget(const AtlasResults& results, std::uint64_t least, std::uint64_t greatest) {
  std::map<std::pair<std::string, std::string>, double> at_least;  // by operator and domain
  for (const CellResult& cell : results.cells)
    if (is_listener(cell) && cell.simulations == least) at_least[{cell.op, cell.domain}] = cell.elo;
  EloByGame gains;
  for (const CellResult& cell : results.cells) {
    if (!is_listener(cell) || cell.simulations != greatest) continue;
    const auto before = at_least.find({cell.op, cell.domain});
    if (before != at_least.end()) gains[cell.game].push_back(cell.elo - before->second);
  }
  return gains;
}

DirectedTest test_listeners_and_budget(const AtlasResults& results) {
  DirectedTest test{.judged = {.number = "4a", .text = "Child-type operators gain with the budget."}};
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
  for (const CellResult& cell : results.cells) {
    if (!is_listener(cell)) continue;
    least = least == 0 ? cell.simulations : std::min(least, cell.simulations);
    greatest = std::max(greatest, cell.simulations);
  }
  if (least == greatest) return test;
  std::vector<double> by_game;
  for (const auto& [game, gains] : gains_with_budget(results, least, greatest)) by_game.push_back(mean_of(gains));
  if (by_game.empty()) return test;
  test.tails = sign_tails(by_game, "hypothesis 4a");
  test.judged.statistic = fmt::format("{:+.1f} Elo from {} to {} simulations, mean over {} games", mean_of(by_game),
                                      least, greatest, by_game.size());
  return test;
}

DirectedTest test_listeners_and_losing_moves(const AtlasResults& results) {
  EloByGame elo;
  for (const CellResult& cell : results.cells)
    if (is_listener(cell)) elo[cell.game].push_back(cell.elo);
  return test_losing_moves(results, elo,
                           {.number = "4b", .text = "Child-type operators gain with the share of losing moves."});
}

/// Holm over those that have data, in the stated direction and in the other one.
void decide(std::vector<DirectedTest*> tests, bool has_all_cells) {
  std::erase_if(tests, [](const DirectedTest* test) { return !test->tails; });
  std::vector<double> above;
  std::vector<double> below;
  for (const DirectedTest* test : tests) {
    above.push_back(test->tails->above);
    below.push_back(test->tails->below);
  }
  above = holm(above);
  below = holm(below);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    tests[i]->judged.p = above[i];
    if (!has_all_cells) continue;
    if (above[i] < kSignificance) tests[i]->judged.verdict = Verdict::yes;
    if (below[i] < kSignificance) tests[i]->judged.verdict = Verdict::no;
  }
}

Verdict verdict_of(bool is_true) { return is_true ? Verdict::yes : Verdict::no; }

/// "; better by ", or where the ends are those of single games "; better in single games by ".
std::string better_by(const ModelMargin& margin) {
  return margin.is_range ? "; better in single games by " : "; better by ";
}

/// "; better by [-0.10, +0.25]": an interval over games, which decides nothing. "" with a single game.
std::string rho_margin_text(const std::vector<ForetoldRow>& rows) {
  const std::optional<ModelMargin> margin = margin_over(rows, Predictor::mean_order);
  return margin ? fmt::format("{}[{:+.2f}, {:+.2f}]", better_by(*margin), margin->rho.low, margin->rho.high) : "";
}

std::string margins_text(const std::vector<ForetoldRow>& rows) {
  std::string text;
  for (const Predictor rival : {Predictor::mean_order, Predictor::zero})
    if (const std::optional<ModelMargin> margin = margin_over(rows, rival))
      text +=
          fmt::format("{}[{:+.2f}, {:+.2f}] and [{:+.1f}, {:+.1f}] Elo", text.empty() ? better_by(*margin) : ", by ",
                      margin->rho.low, margin->rho.high, margin->error.low, margin->error.high);
  return text;
}

/// What is said of the held-out games: hypothesis 5, the claim, the goal.
std::vector<JudgedHypothesis> judge_model(const AtlasResults& results) {
  std::vector<JudgedHypothesis> judged = {
      {.number = "5", .text = "On held-out games the model's rho is above that of the mean order over other games."},
      {.number = "claim", .text = "On held-out games the model beats both rivals, in rho and in error."},
      {.number = "goal", .text = "It does, and its rho is at least 0.7."}};
  const std::vector<ForetoldRow> rows = foretell(model_rows(results, false), model_rows(results, true));
  const PredictorScore model = score_of(rows, Predictor::model);
  const PredictorScore order = score_of(rows, Predictor::mean_order);
  const PredictorScore zero = score_of(rows, Predictor::zero);
  if (!model.rho || !order.rho || !zero.rho) return judged;
  judged[0].statistic = fmt::format("{:.2f} and {:.2f}, mean over {} orders{}", *model.rho, *order.rho, model.orders,
                                    rho_margin_text(rows));
  judged[1].statistic = fmt::format("rho {:.2f}, {:.2f} and {:.2f}; error {:.1f}, {:.1f} and {:.1f} Elo{}", *model.rho,
                                    *order.rho, *zero.rho, model.error, order.error, zero.error, margins_text(rows));
  judged[2].statistic = fmt::format("rho {:.2f}", *model.rho);
  if (!is_whole(results)) return judged;
  const bool beats = beats_rivals(rows);
  judged[0].verdict = verdict_of(*model.rho > *order.rho);
  judged[1].verdict = verdict_of(beats);
  judged[2].verdict = verdict_of(beats && *model.rho >= kRhoGoal);
  return judged;
}

}  // namespace

std::string_view verdict_word(Verdict verdict) {
  constexpr std::array<std::string_view, 3> kWords = {"yes", "no", "undecided"};
  return kWords[static_cast<std::size_t>(verdict)];
}

std::vector<JudgedHypothesis> judge_hypotheses(const AtlasResults& results) {
  DirectedTest max = test_max_and_losing_moves(results);
  DirectedTest budget = test_listeners_and_budget(results);
  DirectedTest losing = test_listeners_and_losing_moves(results);
  decide({&max, &budget, &losing}, is_whole(results));
  std::vector<JudgedHypothesis> judged = {
      judge_tuning_noise(results), judge_gains(results), judge_max(results), max.judged, budget.judged, losing.judged};
  for (JudgedHypothesis& one : judge_model(results)) judged.push_back(std::move(one));
  return judged;
}

}  // namespace rootward::atlas
