// Two evaluators as one: a weighted mean of their values and priors.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.h"
#include "evaluators/entry.h"
#include "search/evaluator.h"

namespace rootward {

/// value = w a + (1 - w) b, priors and playout plies (rounded down) alike; where only one gives priors they stand
/// alone. What either remembered counts as remembered. Their errors count as independent.
template <GameState P>
class Mix final : public Evaluator<P> {
 public:
  Mix(std::unique_ptr<Evaluator<P>> a, std::unique_ptr<Evaluator<P>> b, double weight)
      : a_(std::move(a)), b_(std::move(b)), weight_(weight) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    others_.assign(requests.size(), {});
    a_->evaluate(requests, evaluations);
    b_->evaluate(requests, others_);
    std::size_t priors = 0;
    for (const Evaluation& evaluation : evaluations) priors += evaluation.priors.size();
    priors_.clear();
    priors_.reserve(priors);  // spans into it stay valid
    for (std::size_t i = 0; i < requests.size(); ++i) join(evaluations[i], others_[i]);
  }

  void new_game(std::uint64_t seed) override {
    a_->new_game(seed);
    b_->new_game(seed);
  }
  void share(SharedMemories& memories) override {
    a_->share(memories);
    b_->share(memories);
  }

 private:
  void join(Evaluation& into, const Evaluation& other) {
    into.value = weight_ * into.value + (1 - weight_) * other.value;
    into.playout_plies = static_cast<std::uint32_t>(weight_ * into.playout_plies + (1 - weight_) * other.playout_plies);
    into.uncertainty = joint_deviation(weight_ * into.uncertainty, (1 - weight_) * other.uncertainty);
    into.cached += other.cached;
    if (other.priors.empty()) return;
    if (into.priors.empty()) {
      into.priors = other.priors;
      return;
    }
    const std::size_t start = priors_.size();
    const auto share = static_cast<float>(weight_);
    for (std::size_t i = 0; i < into.priors.size(); ++i)
      priors_.push_back(share * into.priors[i] + (1 - share) * other.priors[i]);
    into.priors = std::span<const float>(priors_).subspan(start);
  }

  /// Not by std::hypot, whose last bits differ between libraries.
  static double joint_deviation(double a, double b) { return std::sqrt(a * a + b * b); }

  std::unique_ptr<Evaluator<P>> a_;
  std::unique_ptr<Evaluator<P>> b_;
  double weight_;
  std::vector<Evaluation> others_;
  std::vector<float> priors_;
};

struct MixEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "mix";
  static Described describe() {
    return {.name = std::string(kName),
            .help = "a weighted mean of two evaluators' values and priors",
            .source = "Silver et al. 2016 (AlphaGo's mixing parameter)",
            .parameters = {evaluator_spec("a", "the first evaluator"),
                           evaluator_spec("b", "the second evaluator"),
                           {.key = "weight",
                            .help = "share of the first one",
                            .fallback = 0.5,
                            .low = 0,
                            .high = 1,
                            .tune_low = 0,
                            .tune_high = 1,
                            .source = "Silver et al. 2016 use 0.5"}}};
  }
  static bool gives_priors(const Params& params) {
    return rootward::gives_priors(nested_evaluator(params, "a")) ||
           rootward::gives_priors(nested_evaluator(params, "b"));
  }
  static bool plays_out(const Params& params) {
    return rootward::plays_out(nested_evaluator(params, "a")) || rootward::plays_out(nested_evaluator(params, "b"));
  }
  static bool knows_uncertainty(const Params& params, const std::string& folder) {
    return rootward::knows_uncertainty(nested_evaluator(params, "a"), folder) &&
           rootward::knows_uncertainty(nested_evaluator(params, "b"), folder);
  }
  static std::string network(const Params& params, const std::string& folder) {
    const std::string a = network_of(nested_evaluator(params, "a"), folder);
    const std::string b = network_of(nested_evaluator(params, "b"), folder);
    return a.empty() || b.empty() ? a + b : a + " + " + b;
  }
  template <GameState P>
  static void check(const Params& params) {
    for (const char* part : {"a", "b"}) check_evaluator<P>(nested_evaluator(params, part));
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    for (const char* part : {"a", "b"}) check_nested<P>(params, part, rules);
    return 1;
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    return std::make_unique<Mix<P>>(make_evaluator<P>(nested_evaluator(params, "a"), rules, folder),
                                    make_evaluator<P>(nested_evaluator(params, "b"), rules, folder),
                                    params.real("weight"));
  }
};

}  // namespace rootward
