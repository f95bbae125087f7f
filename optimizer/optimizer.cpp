// Ask, tell and recommend.
#include "optimizer/optimizer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "optimizer/candidates.h"

namespace rootward::optimizer {
namespace {

constexpr std::size_t kFirstPerDimension = 8;
constexpr std::size_t kMostFirst = 32;  ///< with more dimensions even points see too little: the model has to lead
constexpr std::uint32_t kGlobalEvery = 4;
constexpr Eigen::Index kGlobalCandidates = 16;
constexpr Eigen::Index kUniformCandidates = 500;
constexpr Eigen::Index kNearCandidates = 500;
constexpr std::size_t kCentres = 5;
constexpr int kSobolTries = 64;
constexpr double kUsualVariance = 0.0025;  ///< of a result still awaited, before any is known: 100 even games
constexpr double kFailureDeviation = 0.03;

Observations observations_of(const std::vector<const Trial*>& told, Eigen::Index dimensions) {
  const auto count = static_cast<Eigen::Index>(told.size());
  Observations observations{
      .points = Eigen::MatrixXd(dimensions, count), .values = Eigen::VectorXd(count), .noise = Eigen::VectorXd(count)};
  for (Eigen::Index i = 0; i < count; ++i) {
    const Trial& trial = *told[static_cast<std::size_t>(i)];
    const NoisyValue seen = noisy_value(trial.measurement);
    observations.points.col(i) = trial.unit;
    observations.values[i] = seen.value;
    observations.noise[i] = seen.variance;
  }
  return observations;
}

/// Failed evaluations as results no better than the worst that was seen, so that the search goes elsewhere.
Observations with_failures(const Observations& told, const std::vector<const Trial*>& failed) {
  if (failed.empty()) return told;
  const double worst = told.count() == 0 ? 0.0 : told.values.minCoeff();
  const auto count = static_cast<Eigen::Index>(failed.size());
  Observations all{.points = Eigen::MatrixXd(told.points.rows(), told.count() + count),
                   .values = Eigen::VectorXd(told.count() + count),
                   .noise = Eigen::VectorXd(told.count() + count)};
  all.points.leftCols(told.count()) = told.points;
  all.values << told.values, Eigen::VectorXd::Constant(count, worst);
  all.noise << told.noise, Eigen::VectorXd::Constant(count, kFailureDeviation * kFailureDeviation);
  for (Eigen::Index i = 0; i < count; ++i) all.points.col(told.count() + i) = failed[static_cast<std::size_t>(i)]->unit;
  return all;
}

Eigen::MatrixXd places_of(const std::vector<const Trial*>& trials, Eigen::Index dimensions) {
  Eigen::MatrixXd places(dimensions, static_cast<Eigen::Index>(trials.size()));
  for (std::size_t i = 0; i < trials.size(); ++i) places.col(static_cast<Eigen::Index>(i)) = trials[i]->unit;
  return places;
}

double typical_noise(const Observations& observations) {
  if (observations.count() == 0) return kUsualVariance;
  std::vector<double> noise(observations.noise.begin(), observations.noise.end());
  const auto middle = noise.begin() + std::ssize(noise) / 2;
  std::ranges::nth_element(noise, middle);
  return *middle;
}

/// Observed places with the highest posterior means.
Eigen::MatrixXd best_places(const Surrogate& surrogate) {
  const Eigen::MatrixXd& points = surrogate.processes().front().observations().points;
  const Eigen::VectorXd means = surrogate.predict(points).mean;
  std::vector<Eigen::Index> order;
  for (Eigen::Index i = 0; i < points.cols(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, [&](Eigen::Index a, Eigen::Index b) { return means[a] > means[b]; });
  order.resize(std::min(order.size(), kCentres));
  return points(Eigen::all, order);
}

}  // namespace

Optimizer::Optimizer(Space space, Settings settings, Progress progress)
    : space_(std::move(space)),
      settings_(settings),
      progress_(std::move(progress)),
      chain_(settings.seed, progress_.chain),
      sobol_(space_.dimensions(), settings.seed) {}

std::size_t Optimizer::first_points() const {
  return std::min(kFirstPerDimension * static_cast<std::size_t>(space_.dimensions()), kMostFirst);
}

std::vector<Hyperparameters> Optimizer::current_sets() {
  chain_.update(observations_of(progress_.trials.with(TrialStatus::told), space_.dimensions()), progress_.changes);
  progress_.chain = chain_.state();
  return chain_.sets();
}

Eigen::VectorXd Optimizer::next_sobol() {
  Eigen::VectorXd unit;
  for (int i = 0; i < kSobolTries; ++i) {
    unit = space_.snap(sobol_.point(progress_.sobol_points++));
    if (!progress_.trials.has_place(unit)) break;
  }
  return unit;
}

ChosenBy Optimizer::next_choice() const {
  const Trials& trials = progress_.trials;
  if (trials.all().size() < first_points() || trials.count(TrialStatus::told) == 0) return ChosenBy::sobol;
  return progress_.model_asks % kGlobalEvery == kGlobalEvery - 1 ? ChosenBy::global : ChosenBy::acquisition;
}

Eigen::VectorXd Optimizer::choose(ChosenBy chosen_by, const Surrogate& surrogate, Rng& rng) {
  if (chosen_by == ChosenBy::sobol) return next_sobol();
  ++progress_.model_asks;
  const std::vector<double> incumbents = surrogate.incumbents();
  const auto objective = [&](const Eigen::MatrixXd& queries) {
    return acquisition_values(settings_.acquisition, surrogate, incumbents, queries);
  };
  if (chosen_by == ChosenBy::global) {
    Eigen::MatrixXd spread(space_.dimensions(), kGlobalCandidates);
    for (Eigen::Index i = 0; i < kGlobalCandidates; ++i) spread.col(i) = next_sobol();
    Eigen::Index winner = 0;
    objective(spread).maxCoeff(&winner);
    return spread.col(winner);
  }
  Eigen::MatrixXd candidates(space_.dimensions(), kUniformCandidates + kNearCandidates);
  candidates << uniform_candidates(space_, kUniformCandidates, rng),
      candidates_around(space_, best_places(surrogate), kNearCandidates, rng);
  return maximize(objective, space_, candidates, rng);
}

Suggestion Optimizer::ask(const std::string& id) {
  const Trial* known = progress_.trials.find(id);
  if (known != nullptr && known->status != TrialStatus::pending)
    throw UsageError(fmt::format("id {} has been {} already; ask with a new one", id,
                                 known->status == TrialStatus::told ? "told" : "failed"));
  const std::vector<Hyperparameters> sets = current_sets();
  const Trials& trials = progress_.trials;
  const Observations told = observations_of(trials.with(TrialStatus::told), space_.dimensions());
  const ChosenBy chosen_by = known != nullptr ? ChosenBy::earlier_ask : next_choice();
  Rng rng(derive_seed(settings_.seed, {hash_name("ask"), progress_.model_asks}));
  std::vector<const Trial*> awaited = trials.with(TrialStatus::pending);
  std::erase(awaited, known);  // a point's own fantasy would pass for what is known of it
  const Surrogate surrogate(sets, with_failures(told, trials.with(TrialStatus::failed)),
                            places_of(awaited, space_.dimensions()), typical_noise(told), rng);
  const Eigen::VectorXd unit = known != nullptr ? known->unit : choose(chosen_by, surrogate, rng);
  if (known == nullptr) add_pending(id, unit);
  const std::vector<Prediction> predictions = surrogate.predict_each(unit);
  const Prediction mixture = mixture_of(predictions);
  return {.values = progress_.trials.at(id).values,
          .chosen_by = chosen_by,
          .mean = mixture.mean[0],
          .deviation = mixture.deviation[0],
          .expected_improvement = average_improvement(predictions, surrogate.incumbents())[0]};
}

void Optimizer::add_pending(const std::string& id, const Eigen::VectorXd& unit) {
  const Eigen::VectorXd values = space_.to_values(unit);
  progress_.trials.add({.id = id, .values = values, .unit = space_.to_unit(values)});
}

Trial& Optimizer::place_trial(const std::string& id, const std::optional<Eigen::VectorXd>& values) {
  if (progress_.trials.find(id) == nullptr) {
    if (!values) throw UsageError(fmt::format("id {} was never asked for: its params are needed", id));
    progress_.trials.add({.id = id});
  }
  Trial& trial = progress_.trials.at(id);
  if (values) {
    trial.values = *values;
    trial.unit = space_.to_unit(*values);
  }
  return trial;
}

void Optimizer::tell(const std::string& id, const std::optional<Eigen::VectorXd>& values,
                     const Measurement& measurement) {
  Trial& trial = place_trial(id, values);
  trial.status = TrialStatus::told;
  trial.measurement = measurement;
  ++progress_.changes;
}

void Optimizer::fail(const std::string& id, const std::optional<Eigen::VectorXd>& values) {
  const Trial* known = progress_.trials.find(id);
  if (known != nullptr && known->status == TrialStatus::told)
    throw UsageError(fmt::format("id {} has been told already; it cannot fail any more", id));
  place_trial(id, values).status = TrialStatus::failed;
}

Prediction Optimizer::predict(const Eigen::MatrixXd& values) {
  const std::vector<const Trial*> told = progress_.trials.with(TrialStatus::told);
  if (told.empty()) throw UsageError("nothing has been told yet");
  Eigen::MatrixXd queries(values.rows(), values.cols());
  for (Eigen::Index i = 0; i < values.cols(); ++i) queries.col(i) = space_.to_unit(Eigen::VectorXd(values.col(i)));
  return Surrogate(current_sets(), observations_of(told, space_.dimensions())).predict(queries);
}

Recommendation Optimizer::best() {
  const std::vector<const Trial*> told = progress_.trials.with(TrialStatus::told);
  if (told.empty()) throw UsageError("nothing has been told yet");
  const Observations observations = observations_of(told, space_.dimensions());
  const Prediction posterior = Surrogate(current_sets(), observations).predict(observations.points);
  Eigen::Index winner = 0;
  posterior.mean.maxCoeff(&winner);
  return {.trial = told[static_cast<std::size_t>(winner)],
          .mean = posterior.mean[winner],
          .deviation = posterior.deviation[winner]};
}

}  // namespace rootward::optimizer
