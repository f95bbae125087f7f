// The optimizer itself: which point to evaluate next and which one to recommend, in the unit cube.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "optimizer/acquisition.h"
#include "optimizer/hyperparameter_chain.h"
#include "optimizer/sobol.h"
#include "optimizer/space.h"
#include "optimizer/surrogate.h"
#include "optimizer/trials.h"

namespace rootward::optimizer {

/// How the optimizer works; fixed for its life.
struct Settings {
  std::uint64_t seed = 1;
  Acquisition acquisition = Acquisition::expected_improvement;
};

/// What chose a point: the start's Sobol sequence, the acquisition among the next 16 points of that sequence (every
/// fourth suggestion after the start), the acquisition everywhere, or an earlier ask with the same id that is still
/// pending.
enum class ChosenBy : std::uint8_t { sobol, global, acquisition, earlier_ask };

/// A point to evaluate, with the model's reasons.
struct Suggestion {
  Eigen::VectorXd values{};  ///< of the parameters
  ChosenBy chosen_by = ChosenBy::sobol;
  double mean = 0;                  ///< posterior mean of the win rate there
  double deviation = 0;             ///< posterior standard deviation of the win rate there
  double expected_improvement = 0;  ///< over the best posterior mean at a point told, failed or awaited (fantasised)
};

/// The evaluated point with the highest posterior mean.
struct Recommendation {
  const Trial* trial = nullptr;
  double mean = 0;       ///< posterior mean of the win rate
  double deviation = 0;  ///< its posterior standard deviation
};

/// What changes while an optimizer lives; all there is to store.
struct Progress {
  Trials trials;
  std::uint32_t sobol_points = 0;  ///< of the sequence used so far
  std::uint32_t model_asks = 0;    ///< suggestions after the start
  std::int64_t changes = 0;        ///< of the measurements
  ChainState chain;
};

/// Suggestions depend on the seed and on the calls, in their order, alone.
class Optimizer {
 public:
  Optimizer(Space space, Settings settings, Progress progress = {});

  /// A point to evaluate, which is pending from now on. The same id while it is pending gets the same point again.
  /// Throws UsageError where the id has been told or has failed.
  Suggestion ask(const std::string& id);
  /// The result of an evaluation, asked for or not. `values` may be left out for an id that is known. An id that has
  /// been told already is told anew (more games of the same evaluation). Throws UsageError for an unknown id without
  /// values.
  void tell(const std::string& id, const std::optional<Eigen::VectorXd>& values, const Measurement& measurement);
  /// The evaluation will never be told; its surroundings become unattractive. Throws UsageError for an id unknown
  /// without values, or told.
  void fail(const std::string& id, const std::optional<Eigen::VectorXd>& values);
  /// Throws UsageError before anything is told.
  Recommendation best();
  /// What the model believes of the win rate at these points, a column of parameter values each. Throws UsageError
  /// before anything is told.
  Prediction predict(const Eigen::MatrixXd& values);

  [[nodiscard]] const Space& space() const { return space_; }
  [[nodiscard]] const Settings& settings() const { return settings_; }
  [[nodiscard]] const Progress& progress() const { return progress_; }

  /// Evaluations that are spread evenly before the model decides: 8 a dimension, at most 32.
  [[nodiscard]] std::size_t first_points() const;

 private:
  Eigen::VectorXd next_sobol();
  Eigen::VectorXd choose(ChosenBy chosen_by, const Surrogate& surrogate, Rng& rng);
  [[nodiscard]] ChosenBy next_choice() const;
  std::vector<Hyperparameters> current_sets();
  void add_pending(const std::string& id, const Eigen::VectorXd& unit);
  Trial& place_trial(const std::string& id, const std::optional<Eigen::VectorXd>& values);

  Space space_;
  Settings settings_;
  Progress progress_;
  HyperparameterChain chain_;
  Sobol sobol_;
};

}  // namespace rootward::optimizer
