// The atlas's model: Elo of an operator against the tuned average by ridge regression on a domain's features, and how
// well it foretells domains that it has not seen, beside rivals that know nothing of features.
// docs/atlas-preregistration.md has it all in words, fixed before the first final.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/binomial.h"

namespace rootward::atlas {

/// What a result is told by; NaN is a feature that is not known.
struct ModelCase {
  std::string game{};    ///< left out together in cross-validation, whatever evaluator and budget
  std::string domain{};  ///< game and evaluator
  std::uint64_t simulations = 0;
  std::string op{};
  std::string family{};  ///< operators of one share their slopes
  std::vector<double> features{};
};

/// A measured result: one operator in one domain at one budget.
struct ModelRow {
  ModelCase at{};
  double elo = 0;  ///< against the tuned average
};

/// Predicted Elo with the standard error of a new result.
struct ModelPrediction {
  double elo = 0;
  double standard_error = 0;
};

/// One family's regression. Unpenalised: a constant. Penalised alike: a constant a operator, the slopes of the
/// standardised features, and that of the standardised log N.
class FamilyModel {
 public:
  /// `rows` are of one family, at least one, with equally many features; `penalty` > 0.
  FamilyModel(std::span<const ModelRow> rows, double penalty);

  /// An operator that it has not seen has no constant of its own.
  [[nodiscard]] ModelPrediction predict(const ModelCase& at) const;
  /// Slope of a feature in Elo a standard deviation; 0 where it did not vary.
  [[nodiscard]] double slope(std::size_t feature) const;

 private:
  struct Scale {
    double mean = 0;
    double deviation = 0;  ///< 0: it did not vary, and does not count
  };
  void learn_scales(std::span<const ModelRow> rows);
  void fit(std::span<const ModelRow> rows, double penalty);
  [[nodiscard]] std::vector<double> design(const ModelCase& at) const;

  std::vector<std::string> operators_{};
  std::vector<Scale> scales_{};                    ///< of the features, then of log N
  std::vector<double> weights_{};                  ///< constant, operators, slopes
  std::vector<std::vector<double>> covariance_{};  ///< of the weights, for noise of variance 1
  double noise_ = 0;                               ///< variance of a result about its prediction
};

/// All families, each with the penalty that cross-validation over its games chose.
class AtlasModel {
 public:
  /// At least one row.
  explicit AtlasModel(const std::vector<ModelRow>& rows);

  /// Nothing for a family without rows.
  [[nodiscard]] std::optional<ModelPrediction> predict(const ModelCase& at) const;
  [[nodiscard]] const FamilyModel* family(const std::string& name) const;
  struct Part {
    std::string family;
    double penalty = 0;
    FamilyModel model;
  };
  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

 private:
  std::vector<Part> parts_{};
};

/// Of a few penalties, the one with the least squared error where each game in turn is left out; the greatest with a
/// single game. Rows of one family.
double chosen_penalty(std::span<const ModelRow> rows);

/// Who predicts.
enum class Predictor : std::uint8_t {
  model,
  mean_order,  ///< the operator's mean Elo over the other games
  zero         ///< everything is 0
};
inline constexpr std::size_t kPredictors = 3;
inline constexpr std::array<Predictor, kPredictors> kAllPredictors = {Predictor::model, Predictor::mean_order,
                                                                      Predictor::zero};
std::string_view predictor_name(Predictor predictor);

/// A row with what each predictor says of it, having seen no row of its game.
struct ForetoldRow {
  ModelRow row{};
  double elo[kPredictors] = {};  ///< by Predictor
  double standard_error = 0;     ///< the model's
};

/// How well one predictor did.
struct PredictorScore {
  std::optional<double> rho{};  ///< Spearman's, predicted and measured order of operators; mean over domains x budgets
  std::uint64_t orders = 0;     ///< that rho is the mean of; an order that tells nothing counts as 0
  double error = 0;             ///< root mean square, in Elo
};

/// Every row's prediction where its game is left out, penalties chosen within the rest (nested). Rows of a game that is
/// alone are left out.
std::vector<ForetoldRow> foretell_each_game(const std::vector<ModelRow>& rows);
/// What those who have seen `seen` say of `unseen`, no game of which is among `seen`.
std::vector<ForetoldRow> foretell(const std::vector<ModelRow>& seen, const std::vector<ModelRow>& unseen);
PredictorScore score_of(const std::vector<ForetoldRow>& rows, Predictor predictor);
/// By how much the model is better than a rival: 95 % percentile intervals of a bootstrap over games. Of fewer than six
/// games, of which a bootstrap knows too little, the least and the greatest of single games.
struct ModelMargin {
  Interval rho{};         ///< the model's less the rival's
  Interval error{};       ///< the rival's less the model's, in Elo
  bool is_range = false;  ///< of single games
};
/// The same for the same rows; nothing with fewer than two games.
std::optional<ModelMargin> margin_over(const std::vector<ForetoldRow>& rows, Predictor rival);
/// Whether the model's rho is the greatest of all predictors', and its error the least.
bool beats_rivals(const std::vector<ForetoldRow>& rows);
/// An operator's mean over games of its means in them, so that a game with more budgets does not count more; 0 where
/// it has no row.
double mean_over_games(const std::vector<ModelRow>& rows, const std::string& op);

}  // namespace rootward::atlas
