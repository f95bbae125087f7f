// One evaluation a position, and the figures that a card is made of.
#include "experiments/estimates/evaluation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/math.h"

namespace rootward::estimates {
namespace {

/// A prior is a float, and may be 0 where the network is sure: then it counts as this much.
constexpr double kLeastPrior = 1e-9;

double visits_of(const TruthRecord& truth) {
  return static_cast<double>(std::accumulate(truth.move_visits.begin(), truth.move_visits.end(), std::uint64_t{0}));
}

/// By the move's place: whether it is (one of) the best. The most visited one of a reference search; else those of the
/// highest value.
std::vector<bool> best_of(const TruthRecord& truth) {
  std::vector<bool> is_best(truth.move_values.size(), false);
  if (!truth.move_visits.empty()) {
    const auto most = std::ranges::max_element(truth.move_visits);
    is_best[static_cast<std::size_t>(most - truth.move_visits.begin())] = true;
    return is_best;
  }
  const double highest = *std::ranges::max_element(truth.move_values);
  for (std::size_t i = 0; i < is_best.size(); ++i) is_best[i] = truth.move_values[i] == highest;
  return is_best;
}

void judge_policy(const TruthRecord& truth, const std::vector<double>& priors, EvaluationRecord& record) {
  const std::vector<bool> is_best = best_of(truth);
  const auto first = static_cast<std::size_t>(std::ranges::max_element(priors) - priors.begin());
  record.is_best_first = is_best[first];
  record.best_prior = 0;
  for (std::size_t i = 0; i < priors.size(); ++i) {
    if (is_best[i]) *record.best_prior += priors[i];
  }
  if (truth.move_visits.empty()) return;
  const double visits = visits_of(truth);
  record.cross_entropy = 0;
  for (std::size_t i = 0; i < priors.size(); ++i) {
    if (truth.move_visits[i] == 0) continue;
    const double share = static_cast<double>(truth.move_visits[i]) / visits;
    *record.cross_entropy -= share * log_exact(std::max(priors[i], kLeastPrior));
  }
}

std::vector<double> sibling_errors(const Instance& instance, Searcher& searcher) {
  const TruthRecord& truth = instance.truth;
  const double least = truth.move_visits.empty() ? 0 : kLookedInto * visits_of(truth);
  const std::vector<Action> actions = instance.position->legal_actions();
  std::vector<double> errors;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!truth.move_visits.empty() && static_cast<double>(truth.move_visits[i]) < std::max(least, 1.0)) continue;
    const std::unique_ptr<Position> after = instance.position->clone();
    after->play(actions[i]);
    if (after->is_over() || after->is_chance()) continue;
    const double view = sign_of(instance.position->to_move()) * sign_of(after->to_move());
    errors.push_back(view * searcher.evaluate(*after).value - truth.move_values[i]);
  }
  return errors;
}

}  // namespace

double target_entropy(const TruthRecord& truth) {
  const double visits = visits_of(truth);
  double entropy = 0;
  for (const std::uint64_t count : truth.move_visits) {
    if (count == 0) continue;
    const double share = static_cast<double>(count) / visits;
    entropy -= share * log_exact(share);
  }
  return entropy;
}

EvaluationRecord ask_evaluator(const Instance& instance, Searcher& searcher, bool has_priors) {
  EvaluationRecord record;
  const EvaluationReport report = searcher.evaluate(*instance.position);
  record.value = report.value;
  if (has_priors) {
    std::vector<double> priors;
    for (const Action action : instance.position->legal_actions()) {
      const auto found = std::ranges::find(report.priors, action, &std::pair<Action, double>::first);
      priors.push_back(found == report.priors.end() ? 0.0 : found->second);
    }
    judge_policy(instance.truth, priors, record);
  }
  record.sibling_errors = sibling_errors(instance, searcher);
  return record;
}

}  // namespace rootward::estimates
