// Sums over positions, and what follows from them.
#include "experiments/estimates/cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "core/statistics/normal.h"
#include "experiments/estimates/evaluation.h"

namespace rootward::estimates {
namespace {

constexpr std::size_t kPliesOfBand = 10;

/// Every figure of a card follows from sums, so that a position can be left out by subtraction.
struct CardSums {
  double count = 0, errors = 0, squares = 0;
  double signed_count = 0, right_signs = 0;
  double policies = 0, firsts = 0, best_priors = 0;
  double targets = 0, cross_entropies = 0, entropies = 0;
  // Of siblings: groups, members, the sum of squared group sizes, of errors, of their squares, of (sum of a group)^2 /
  // size.
  double groups = 0, members = 0, sizes = 0, sibling_errors = 0, sibling_squares = 0, group_squares = 0;

  void add(const CardSums& other, double sign) {
    for (double CardSums::*part : kParts) this->*part += sign * other.*part;
  }
  void add_group(const std::vector<double>& group) {
    if (group.size() < 2) return;
    const auto size = static_cast<double>(group.size());
    double sum = 0;
    for (const double error : group) {
      sum += error;
      sibling_squares += error * error;
    }
    groups += 1;
    members += size;
    sizes += size * size;
    sibling_errors += sum;
    group_squares += sum * sum / size;
  }

  static constexpr std::array kParts = {&CardSums::count,           &CardSums::errors,       &CardSums::squares,
                                        &CardSums::signed_count,    &CardSums::right_signs,  &CardSums::policies,
                                        &CardSums::firsts,          &CardSums::best_priors,  &CardSums::targets,
                                        &CardSums::cross_entropies, &CardSums::entropies,    &CardSums::groups,
                                        &CardSums::members,         &CardSums::sizes,        &CardSums::sibling_errors,
                                        &CardSums::sibling_squares, &CardSums::group_squares};
};

CardSums sums_of(const EvaluationRecord& evaluation, const TruthRecord& truth) {
  CardSums sums;
  const double error = evaluation.value - truth.value;
  sums.count = 1;
  sums.errors = error;
  sums.squares = error * error;
  if (truth.value != 0) {
    sums.signed_count = 1;
    sums.right_signs = evaluation.value == 0 ? 0.5 : (evaluation.value > 0) == (truth.value > 0) ? 1 : 0;
  }
  if (evaluation.best_prior) {
    sums.policies = 1;
    sums.firsts = evaluation.is_best_first ? 1 : 0;
    sums.best_priors = *evaluation.best_prior;
  }
  if (evaluation.cross_entropy) {
    sums.targets = 1;
    sums.cross_entropies = *evaluation.cross_entropy;
    sums.entropies = target_entropy(truth);
  }
  sums.add_group(evaluation.sibling_errors);
  return sums;
}

std::optional<double> ratio(double sum, double count) { return count > 0 ? std::optional(sum / count) : std::nullopt; }

/// ICC(1) by one-way analysis of variance: 1 where a group's numbers differ from the others' alone, 0 where groups say
/// nothing. Nothing where groups have no two numbers, or there is one group. Shrout & Fleiss 1979, table 2: 0.17.
std::optional<double> correlation_of(const CardSums& sums) {
  const double within_freedom = sums.members - sums.groups;
  if (sums.groups < 2 || within_freedom < 1) return std::nullopt;
  const double between =
      (sums.group_squares - sums.sibling_errors * sums.sibling_errors / sums.members) / (sums.groups - 1);
  const double within = (sums.sibling_squares - sums.group_squares) / within_freedom;
  const double size = (sums.members - sums.sizes / sums.members) / (sums.groups - 1);
  const double total = between + (size - 1) * within;
  return total > 0 ? std::optional((between - within) / total) : std::nullopt;
}

std::optional<double> deviation_of(const CardSums& sums) {
  if (sums.count < 2) return std::nullopt;
  return std::sqrt(std::max(0.0, (sums.squares - sums.errors * sums.errors / sums.count) / (sums.count - 1)));
}

std::optional<double> figure_of(CardMeasure measure, const CardSums& sums) {
  switch (measure) {
    case CardMeasure::bias:
      return ratio(sums.errors, sums.count);
    case CardMeasure::deviation:
      return deviation_of(sums);
    case CardMeasure::sign:
      return ratio(sums.right_signs, sums.signed_count);
    case CardMeasure::siblings:
      return correlation_of(sums);
    case CardMeasure::cross_entropy:
      return ratio(sums.cross_entropies, sums.targets);
    case CardMeasure::excess:
      return ratio(sums.cross_entropies - sums.entropies, sums.targets);
    case CardMeasure::first:
      return ratio(sums.firsts, sums.policies);
    case CardMeasure::best_prior:
      return ratio(sums.best_priors, sums.policies);
  }
  return std::nullopt;
}

/// Delete-one jackknife (Efron & Tibshirani 1993, 11.5) over positions.
std::optional<Estimate> jackknife(CardMeasure measure, const std::vector<CardSums>& positions, const CardSums& all) {
  const std::optional<double> whole = figure_of(measure, all);
  if (!whole) return std::nullopt;
  std::vector<double> without;
  for (const CardSums& one : positions) {
    CardSums rest = all;
    rest.add(one, -1);
    if (const std::optional<double> figure = figure_of(measure, rest)) without.push_back(*figure);
  }
  double mean = 0;
  for (const double figure : without) mean += figure / static_cast<double>(without.size());
  double squares = 0;
  for (const double figure : without) squares += (figure - mean) * (figure - mean);
  const auto count = static_cast<double>(without.size());
  const double error = count < 2 ? 0 : std::sqrt((count - 1) / count * squares);
  Interval interval{*whole - kZ95 * error, *whole + kZ95 * error};
  if (facts_of(measure).is_share) interval = {std::max(0.0, interval.low), std::min(1.0, interval.high)};
  return Estimate{*whole, interval};
}

Card card_of(const std::string& game, const std::string& name, std::string plies,
             const std::vector<CardSums>& positions) {
  Card card{.game = game, .name = name, .plies = std::move(plies), .positions = positions.size(), .estimates = {}};
  CardSums all;
  for (const CardSums& one : positions) all.add(one, 1);
  for (const CardMeasure measure : kCardMeasures)
    card.estimates[static_cast<std::size_t>(measure)] = jackknife(measure, positions, all);
  return card;
}

/// An arm's sums by position; repeats of one are added up.
std::map<std::uint32_t, CardSums> sums_by_position(const StoredEstimates& study, const std::string& game,
                                                   const std::string& arm,
                                                   const std::function<bool(const TruthRecord&)>& is_in) {
  std::map<std::uint32_t, CardSums> sums;
  for (const auto& [id, search] : study.searches) {
    if (search.game != game || search.arm != arm || !search.evaluation) continue;
    const auto truth = study.truths.find(truth_id(game, search.instance));
    if (truth == study.truths.end() || !is_in(truth->second)) continue;
    sums[search.instance].add(sums_of(*search.evaluation, truth->second), 1);
  }
  return sums;
}

void add_card(const StoredEstimates& study, const std::string& game, const std::string& arm, std::string plies,
              const std::function<bool(const TruthRecord&)>& is_in, std::vector<Card>& cards) {
  std::vector<CardSums> positions;
  for (const auto& [instance, sums] : sums_by_position(study, game, arm, is_in)) positions.push_back(sums);
  if (!positions.empty()) cards.push_back(card_of(game, arm, std::move(plies), positions));
}

std::size_t most_plies(const StoredEstimates& study) {
  std::size_t most = 0;
  for (const auto& [id, truth] : study.truths) most = std::max(most, truth.moves.size());
  return most;
}

std::string cell_text(const std::optional<Estimate>& estimate, const CardMeasureFacts& facts) {
  if (!estimate) return "-";
  const double half = 0.5 * (estimate->interval.high - estimate->interval.low);
  if (facts.is_share) return fmt::format("{:.1f} +- {:.1f}", 100 * estimate->mean, 100 * half);
  return fmt::format("{:.3f} +- {:.3f}", estimate->mean, half);
}

Grid grid_of(std::string title, const std::vector<Card>& cards, const std::string& game, bool is_by_ply) {
  Grid grid{.title = std::move(title), .columns = {{"evaluator", false}}, .rows = {}};
  if (is_by_ply) grid.columns.push_back({"plies", true});
  grid.columns.push_back({"positions", true});
  for (const CardMeasure measure : kCardMeasures) grid.columns.push_back({std::string(facts_of(measure).column), true});
  for (const Card& card : cards) {
    if (card.game != game || (card.plies == "all") == is_by_ply) continue;
    std::vector<std::string> row = {card.name};
    if (is_by_ply) row.push_back(card.plies);
    row.push_back(fmt::format("{}", card.positions));
    for (const CardMeasure measure : kCardMeasures) row.push_back(cell_text(card.of(measure), facts_of(measure)));
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace

const CardMeasureFacts& facts_of(CardMeasure measure) {
  static constexpr std::array<CardMeasureFacts, kCardMeasures.size()> kFacts = {
      {{.key = "value_bias", .column = "bias"},
       {.key = "value_sd", .column = "sd"},
       {.key = "value_sign", .column = "sign %", .is_share = true},
       {.key = "sibling_correlation", .column = "siblings"},
       {.key = "cross_entropy", .column = "CE"},
       {.key = "excess_cross_entropy", .column = "excess CE"},
       {.key = "best_first", .column = "top-1 %", .is_share = true},
       {.key = "best_prior", .column = "best's prior %", .is_share = true}}};
  return kFacts[static_cast<std::size_t>(measure)];
}

std::vector<Card> make_cards(const StoredEstimates& study) {
  std::vector<Card> cards;
  if (!study.config.asks_evaluators) return cards;
  const std::size_t last = most_plies(study);
  for (const EstimatedGame& game : study.config.games) {
    for (const Arm& arm : study.config.arms) {
      add_card(
          study, game.name, arm.name, "all", [](const TruthRecord&) { return true; }, cards);
      for (std::size_t low = 0; low <= last; low += kPliesOfBand) {
        const auto is_in = [low](const TruthRecord& truth) {
          return truth.moves.size() >= low && truth.moves.size() < low + kPliesOfBand;
        };
        add_card(study, game.name, arm.name, fmt::format("{}-{}", low, low + kPliesOfBand - 1), is_in, cards);
      }
    }
  }
  return cards;
}

std::vector<Grid> card_grids(const StoredEstimates& study) {
  const std::vector<Card> cards = make_cards(study);
  std::vector<Grid> grids;
  if (cards.empty()) return grids;
  for (const EstimatedGame& game : study.config.games) {
    grids.push_back(grid_of(fmt::format("{}: evaluators against the truth", game.name), cards, game.name, false));
    grids.push_back(grid_of(fmt::format("{}: evaluators by ply", game.name), cards, game.name, true));
  }
  return grids;
}

std::vector<std::string> card_legend() {
  return {
      "Evaluators: V is what one says of a position, V* the truth, in the view of the player to move; +- is 95 %,",
      "by the jackknife over positions. bias, sd: of V - V*. sign: V favours the player whom V* favours. siblings: the",
      "intraclass correlation of the errors of one position's moves; 1: all err alike, 0: each by itself. CE: cross",
      "entropy of the priors against the reference search's visits, in nats; excess: above the visits' own entropy.",
      "top-1: the best move has the largest prior; the best is the reference search's most visited.",
  };
}

}  // namespace rootward::estimates
