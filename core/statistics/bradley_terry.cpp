// Newton's method for Bradley-Terry ratings.
#include "core/statistics/bradley_terry.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "core/statistics/elo.h"

namespace rootward {
namespace {

constexpr int kMaxSteps = 200;
constexpr double kLargestStep = 400;     // Elo
constexpr double kLargestRating = 5000;  // Elo; beyond it the maximum is taken to be infinite

/// A square matrix, row by row.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), cells_(size * size) {}
  double& at(std::size_t row, std::size_t column) { return cells_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return cells_[row * size_ + column]; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::size_t size_;
  std::vector<double> cells_;
};

/// Gauss-Jordan with row pivots; false where the matrix is singular.
bool invert(Matrix matrix, Matrix& inverse) {
  const std::size_t n = matrix.size();
  for (std::size_t i = 0; i < n; ++i) inverse.at(i, i) = 1;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < n; ++row) {
      if (std::fabs(matrix.at(row, column)) > std::fabs(matrix.at(pivot, column))) pivot = row;
    }
    if (std::fabs(matrix.at(pivot, column)) < 1e-12) return false;
    for (std::size_t k = 0; k < n; ++k) {
      std::swap(matrix.at(pivot, k), matrix.at(column, k));
      std::swap(inverse.at(pivot, k), inverse.at(column, k));
    }
    const double scale = 1.0 / matrix.at(column, column);
    for (std::size_t k = 0; k < n; ++k) {
      matrix.at(column, k) *= scale;
      inverse.at(column, k) *= scale;
    }
    for (std::size_t row = 0; row < n; ++row) {
      const double factor = row == column ? 0.0 : matrix.at(row, column);
      if (factor == 0) continue;
      for (std::size_t k = 0; k < n; ++k) {
        matrix.at(row, k) -= factor * matrix.at(column, k);
        inverse.at(row, k) -= factor * inverse.at(column, k);
      }
    }
  }
  return true;
}

/// Gradient and information of the log-likelihood in natural-logarithm units; the last parameter is the advantage of
/// moving first, where that is fitted.
class Likelihood {
 public:
  Likelihood(std::size_t players, std::span<const RatedGames> results, const RatingOptions& options)
      : players_(players), results_(results), options_(options), information_(parameters()), gradient_(parameters()) {}

  [[nodiscard]] std::size_t parameters() const { return players_ + (options_.has_first_player_advantage ? 1 : 0); }
  [[nodiscard]] const std::vector<double>& gradient() const { return gradient_; }

  void expand_at(const std::vector<double>& elo) {
    information_ = Matrix(parameters());
    gradient_.assign(parameters(), 0.0);
    for (const RatedGames& result : results_) add(result, elo);
    if (options_.prior_draws > 0) {
      for (std::size_t i = 0; i < players_; ++i) add_prior(i, elo);
    }
  }

  /// Inverse information with the ratings' common shift held (where no prior holds it); false where singular.
  [[nodiscard]] bool covariance(Matrix& result) const {
    Matrix held = information_;
    if (options_.prior_draws <= 0) {
      for (std::size_t i = 0; i < players_; ++i) {
        for (std::size_t j = 0; j < players_; ++j) held.at(i, j) += 1.0;
      }
    }
    return invert(held, result);
  }

 private:
  void add(const RatedGames& result, const std::vector<double>& elo) {
    assert(result.first < players_ && result.second < players_ && result.first != result.second);
    const double advantage = options_.has_first_player_advantage ? elo[players_] : 0.0;
    const double expected = score_of_elo(elo[result.first] - elo[result.second] + advantage);
    const double surplus = result.points - result.games * expected;
    const double weight = result.games * expected * (1.0 - expected);
    // Place and sign of each parameter in the difference.
    std::array<std::pair<std::size_t, double>, 3> terms = {
        {{result.first, 1.0}, {result.second, -1.0}, {players_, 1.0}}};
    const std::size_t count = options_.has_first_player_advantage ? 3 : 2;
    for (std::size_t i = 0; i < count; ++i) {
      gradient_[terms[i].first] += terms[i].second * surplus;
      for (std::size_t j = 0; j < count; ++j) {
        information_.at(terms[i].first, terms[j].first) += terms[i].second * terms[j].second * weight;
      }
    }
  }

  void add_prior(std::size_t player, const std::vector<double>& elo) {
    const double expected = score_of_elo(elo[player]);
    gradient_[player] += options_.prior_draws * (0.5 - expected);
    information_.at(player, player) += options_.prior_draws * expected * (1.0 - expected);
  }

  std::size_t players_;
  std::span<const RatedGames> results_;
  RatingOptions options_;
  Matrix information_;
  std::vector<double> gradient_;
};

/// One Newton step of at most kLargestStep Elo a parameter; the largest change made, or a negative number where the
/// information is singular.
double newton_step(Likelihood& likelihood, std::vector<double>& elo) {
  likelihood.expand_at(elo);
  const std::size_t n = likelihood.parameters();
  Matrix covariance(n);
  if (!likelihood.covariance(covariance)) return -1;
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double step = 0;
    for (std::size_t j = 0; j < n; ++j) step += covariance.at(i, j) * likelihood.gradient()[j];
    step = std::clamp(step * kEloPerLogit, -kLargestStep, kLargestStep);
    elo[i] += step;
    largest = std::max(largest, std::fabs(step));
  }
  return largest;
}

/// Takes the mean out of the ratings and fills the covariance of what is left.
void centre(const Matrix& covariance, const std::vector<double>& elo, std::size_t players, Ratings& ratings) {
  const auto count = static_cast<double>(players);
  double mean = 0;
  for (std::size_t i = 0; i < players; ++i) mean += elo[i] / count;
  std::vector<double> row_means(players);
  double grand_mean = 0;
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t j = 0; j < players; ++j) row_means[i] += covariance.at(i, j) / count;
    grand_mean += row_means[i] / count;
  }
  constexpr double kSquare = kEloPerLogit * kEloPerLogit;
  for (std::size_t i = 0; i < players; ++i) {
    ratings.elo.push_back(elo[i] - mean);
    for (std::size_t j = 0; j < players; ++j) {
      ratings.covariance.push_back(kSquare * (covariance.at(i, j) - row_means[i] - row_means[j] + grand_mean));
    }
    ratings.standard_error.push_back(std::sqrt(std::max(0.0, ratings.covariance[i * players + i])));
  }
}

}  // namespace

double Ratings::difference_error(std::size_t a, std::size_t b) const {
  const std::size_t n = elo.size();
  return std::sqrt(std::max(0.0, covariance[a * n + a] + covariance[b * n + b] - 2.0 * covariance[a * n + b]));
}

Ratings bradley_terry(std::size_t players, std::span<const RatedGames> results, const RatingOptions& options) {
  assert(players > 0);
  Likelihood likelihood(players, results, options);
  std::vector<double> elo(likelihood.parameters());
  Ratings ratings;
  for (int step = 0; step < kMaxSteps && !ratings.is_converged; ++step) {
    const double change = newton_step(likelihood, elo);
    const double farthest = std::fabs(
        *std::max_element(elo.begin(), elo.end(), [](double a, double b) { return std::fabs(a) < std::fabs(b); }));
    if (change < 0 || farthest > kLargestRating) return ratings;
    ratings.is_converged = change < 1e-9;
  }
  likelihood.expand_at(elo);
  Matrix covariance(likelihood.parameters());
  if (!ratings.is_converged || !likelihood.covariance(covariance)) return Ratings{};
  centre(covariance, elo, players, ratings);
  if (options.has_first_player_advantage) {
    ratings.first_player_advantage = elo[players];
    ratings.first_player_advantage_error = kEloPerLogit * std::sqrt(covariance.at(players, players));
  }
  return ratings;
}

}  // namespace rootward
