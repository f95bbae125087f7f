// Normal equations by Cholesky's factors; cross-validation that leaves out a game at a time.
#include "experiments/atlas/model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/math.h"
#include "core/rng.h"
#include "core/statistics/cholesky.h"
#include "core/statistics/rank_correlation.h"

namespace rootward::atlas {
namespace {

constexpr std::array<double, 9> kPenalties = {0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000};

constexpr std::size_t kFewGames = 6;  // below, a bootstrap over games knows too little

double log_simulations(const ModelCase& at) { return log_exact(static_cast<double>(at.simulations)); }

/// The raw number of a scaled column: a feature, or log N behind the last.
double raw_number(const ModelCase& at, std::size_t column) {
  return column < at.features.size() ? at.features[column] : log_simulations(at);
}

std::set<std::string> games_of(std::span<const ModelRow> rows) {
  std::set<std::string> games;
  for (const ModelRow& row : rows) games.insert(row.at.game);
  return games;
}

std::vector<ModelRow> rows_of_game(std::span<const ModelRow> rows, const std::string& game, bool is_inside) {
  std::vector<ModelRow> some;
  std::ranges::copy_if(rows, std::back_inserter(some),
                       [&](const ModelRow& row) { return (row.at.game == game) == is_inside; });
  return some;
}

double squared_error_without_games(std::span<const ModelRow> rows, double penalty) {
  double squares = 0;
  for (const std::string& game : games_of(rows)) {
    const FamilyModel model(rows_of_game(rows, game, false), penalty);
    for (const ModelRow& row : rows_of_game(rows, game, true)) {
      const double error = model.predict(row.at).elo - row.elo;
      squares += error * error;
    }
  }
  return squares;
}

/// What a game's rows add to the numbers of both predictors.
struct GameMargin {
  double rho = 0;  ///< sum over orders of the model's less the rival's
  double orders = 0;
  double model_squares = 0;
  double rival_squares = 0;
  double rows = 0;
  [[nodiscard]] double mean_rho() const { return orders > 0 ? rho / orders : 0; }
  [[nodiscard]] double error() const { return std::sqrt(rival_squares / rows) - std::sqrt(model_squares / rows); }
  GameMargin& operator+=(const GameMargin& more) {
    rho += more.rho;
    orders += more.orders;
    model_squares += more.model_squares;
    rival_squares += more.rival_squares;
    rows += more.rows;
    return *this;
  }
};

std::vector<GameMargin> margins_by_game(const std::vector<ForetoldRow>& rows, Predictor rival) {
  std::map<std::string, std::vector<ForetoldRow>> by_game;
  for (const ForetoldRow& row : rows) by_game[row.row.at.game].push_back(row);
  std::vector<GameMargin> margins;
  for (const auto& [game, some] : by_game) {
    const PredictorScore model = score_of(some, Predictor::model);
    const PredictorScore other = score_of(some, rival);
    const auto count = static_cast<double>(some.size());
    const auto orders = static_cast<double>(model.orders);
    margins.push_back({.rho = orders * (model.rho.value_or(0) - other.rho.value_or(0)),
                       .orders = orders,
                       .model_squares = count * model.error * model.error,
                       .rival_squares = count * other.error * other.error,
                       .rows = count});
  }
  return margins;
}

ModelMargin range_of(const std::vector<GameMargin>& games) {
  ModelMargin margin{.rho = {games[0].mean_rho(), games[0].mean_rho()},
                     .error = {games[0].error(), games[0].error()},
                     .is_range = true};
  for (const GameMargin& game : games) {
    margin.rho = {std::min(margin.rho.low, game.mean_rho()), std::max(margin.rho.high, game.mean_rho())};
    margin.error = {std::min(margin.error.low, game.error()), std::max(margin.error.high, game.error())};
  }
  return margin;
}

Interval middle_95(std::vector<double> numbers) {
  std::ranges::sort(numbers);
  const auto place = [&](double share) {
    return numbers[static_cast<std::size_t>(std::lround(share * static_cast<double>(numbers.size() - 1)))];
  };
  return {.low = place(0.025), .high = place(0.975)};
}

}  // namespace

FamilyModel::FamilyModel(std::span<const ModelRow> rows, double penalty) {
  for (const ModelRow& row : rows)
    if (std::ranges::find(operators_, row.at.op) == operators_.end()) operators_.push_back(row.at.op);
  learn_scales(rows);
  fit(rows, penalty);
}

void FamilyModel::learn_scales(std::span<const ModelRow> rows) {
  scales_.resize(rows.front().at.features.size() + 1);
  for (std::size_t column = 0; column < scales_.size(); ++column) {
    double count = 0;
    double sum = 0;
    double squares = 0;
    for (const ModelRow& row : rows) {
      const double number = raw_number(row.at, column);
      if (std::isnan(number)) continue;
      count += 1;
      sum += number;
      squares += number * number;
    }
    if (count == 0) continue;
    const double mean = sum / count;
    const double variance = squares / count - mean * mean;
    constexpr double kRounding = 1e-12;
    scales_[column] = {mean, variance > kRounding * (1 + mean * mean) ? std::sqrt(variance) : 0};
  }
}

std::vector<double> FamilyModel::design(const ModelCase& at) const {
  std::vector<double> x = {1};
  for (const std::string& op : operators_) x.push_back(op == at.op ? 1 : 0);
  for (std::size_t column = 0; column < scales_.size(); ++column) {
    const double number = raw_number(at, column);
    const bool counts = scales_[column].deviation > 0 && !std::isnan(number);
    x.push_back(counts ? (number - scales_[column].mean) / scales_[column].deviation : 0);
  }
  return x;
}

void FamilyModel::fit(std::span<const ModelRow> rows, double penalty) {
  const std::size_t size = 1 + operators_.size() + scales_.size();
  SquareMatrix normal(size);
  SquareMatrix plain(size);
  std::vector<double> right(size, 0);
  for (const ModelRow& row : rows) {
    const std::vector<double> x = design(row.at);
    for (std::size_t i = 0; i < size; ++i) {
      right[i] += x[i] * row.elo;
      for (std::size_t j = 0; j < size; ++j) plain.at(i, j) += x[i] * x[j];
    }
  }
  normal = plain;
  for (std::size_t i = 1; i < size; ++i) normal.at(i, i) += penalty;
  const Cholesky factors(normal);
  weights_ = factors.solve(right);
  double freedom = 0;  // trace of (X'X + D)^-1 X'X
  for (std::size_t i = 0; i < size; ++i) {
    std::vector<double> unit(size, 0);
    unit[i] = 1;
    covariance_.push_back(factors.solve(unit));
    for (std::size_t j = 0; j < size; ++j) freedom += covariance_[i][j] * plain.at(j, i);
  }
  double squares = 0;
  for (const ModelRow& row : rows) {
    const double error = predict(row.at).elo - row.elo;
    squares += error * error;
  }
  noise_ = squares / std::max(1.0, static_cast<double>(rows.size()) - freedom);
}

ModelPrediction FamilyModel::predict(const ModelCase& at) const {
  const std::vector<double> x = design(at);
  ModelPrediction prediction;
  double variance = 1;
  for (std::size_t i = 0; i < x.size(); ++i) {
    prediction.elo += weights_[i] * x[i];
    for (std::size_t j = 0; j < x.size(); ++j) variance += x[i] * covariance_[i][j] * x[j];
  }
  prediction.standard_error = std::sqrt(noise_ * variance);
  return prediction;
}

double FamilyModel::slope(std::size_t feature) const {
  return scales_[feature].deviation > 0 ? weights_[1 + operators_.size() + feature] : 0;
}

double chosen_penalty(std::span<const ModelRow> rows) {
  if (games_of(rows).size() < 2) return kPenalties.back();
  double best = kPenalties.back();
  double least = std::numeric_limits<double>::infinity();
  for (const double penalty : kPenalties) {
    const double error = squared_error_without_games(rows, penalty);
    if (error < least) {
      least = error;
      best = penalty;
    }
  }
  return best;
}

AtlasModel::AtlasModel(const std::vector<ModelRow>& rows) {
  std::map<std::string, std::vector<ModelRow>> by_family;
  for (const ModelRow& row : rows) by_family[row.at.family].push_back(row);
  for (const auto& [family, some] : by_family) {
    const double penalty = chosen_penalty(some);
    parts_.push_back({family, penalty, FamilyModel(some, penalty)});
  }
}

const FamilyModel* AtlasModel::family(const std::string& name) const {
  const auto found = std::ranges::find(parts_, name, &Part::family);
  return found == parts_.end() ? nullptr : &found->model;
}

std::optional<ModelPrediction> AtlasModel::predict(const ModelCase& at) const {
  const FamilyModel* model = family(at.family);
  return model == nullptr ? std::nullopt : std::optional(model->predict(at));
}

std::string_view predictor_name(Predictor predictor) {
  switch (predictor) {
    case Predictor::model:
      return "model";
    case Predictor::mean_order:
      return "mean over other games";
    case Predictor::zero:
      break;
  }
  return "everything is 0";
}

std::vector<ForetoldRow> foretell(const std::vector<ModelRow>& seen, const std::vector<ModelRow>& unseen) {
  std::vector<ForetoldRow> rows;
  if (seen.empty()) return rows;
  const AtlasModel model(seen);
  for (const ModelRow& row : unseen) {
    ForetoldRow foretold{.row = row};
    if (const std::optional<ModelPrediction> prediction = model.predict(row.at)) {
      foretold.elo[static_cast<std::size_t>(Predictor::model)] = prediction->elo;
      foretold.standard_error = prediction->standard_error;
    }
    foretold.elo[static_cast<std::size_t>(Predictor::mean_order)] = mean_over_games(seen, row.at.op);
    rows.push_back(std::move(foretold));
  }
  return rows;
}

std::vector<ForetoldRow> foretell_each_game(const std::vector<ModelRow>& rows) {
  std::vector<ForetoldRow> all;
  for (const std::string& game : games_of(rows))
    for (ForetoldRow& row : foretell(rows_of_game(rows, game, false), rows_of_game(rows, game, true)))
      all.push_back(std::move(row));
  return all;
}

double mean_over_games(const std::vector<ModelRow>& rows, const std::string& op) {
  std::map<std::string, std::pair<double, double>> by_game;
  for (const ModelRow& row : rows) {
    if (row.at.op != op) continue;
    by_game[row.at.game].first += row.elo;
    by_game[row.at.game].second += 1;
  }
  double sum = 0;
  for (const auto& [game, total] : by_game) sum += total.first / total.second;
  return by_game.empty() ? 0 : sum / static_cast<double>(by_game.size());
}

PredictorScore score_of(const std::vector<ForetoldRow>& rows, Predictor predictor) {
  const auto which = static_cast<std::size_t>(predictor);
  std::map<std::pair<std::string, std::uint64_t>, std::pair<std::vector<double>, std::vector<double>>> orders;
  PredictorScore score;
  for (const ForetoldRow& row : rows) {
    auto& [predicted, measured] = orders[{row.row.at.domain, row.row.at.simulations}];
    predicted.push_back(row.elo[which]);
    measured.push_back(row.row.elo);
    const double error = row.elo[which] - row.row.elo;
    score.error += error * error;
  }
  double sum = 0;
  for (const auto& [where, order] : orders) {
    if (order.first.size() < 2) continue;
    ++score.orders;
    sum += spearman(order.first, order.second).value_or(0);
  }
  if (score.orders > 0) score.rho = sum / static_cast<double>(score.orders);
  if (!rows.empty()) score.error = std::sqrt(score.error / static_cast<double>(rows.size()));
  return score;
}

std::optional<ModelMargin> margin_over(const std::vector<ForetoldRow>& rows, Predictor rival) {
  constexpr std::size_t kResamples = 2000;
  const std::vector<GameMargin> games = margins_by_game(rows, rival);
  if (games.size() < 2) return std::nullopt;
  if (games.size() < kFewGames) return range_of(games);
  Rng rng(derive_seed(0, "margin of the model"));
  std::vector<double> rho;
  std::vector<double> error;
  for (std::size_t i = 0; i < kResamples; ++i) {
    GameMargin sum;
    for (std::size_t k = 0; k < games.size(); ++k) sum += games[rng.below(static_cast<std::uint32_t>(games.size()))];
    rho.push_back(sum.mean_rho());
    error.push_back(sum.error());
  }
  return ModelMargin{.rho = middle_95(std::move(rho)), .error = middle_95(std::move(error))};
}

bool beats_rivals(const std::vector<ForetoldRow>& rows) {
  const PredictorScore model = score_of(rows, Predictor::model);
  return std::ranges::all_of(kAllPredictors, [&](Predictor predictor) {
    const PredictorScore rival = score_of(rows, predictor);
    return predictor == Predictor::model || (model.rho > rival.rho && model.error < rival.error);
  });
}

}  // namespace rootward::atlas
