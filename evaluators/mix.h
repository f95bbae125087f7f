// Two evaluators as one: a weighted mean of their values and priors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/evaluator.h"

namespace rootward {

/// value = w a + (1 - w) b, priors and playout plies (rounded down) alike; where only one gives priors they stand
/// alone.
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

 private:
  void join(Evaluation& into, const Evaluation& other) {
    into.value = weight_ * into.value + (1 - weight_) * other.value;
    into.playout_plies = static_cast<std::uint32_t>(weight_ * into.playout_plies + (1 - weight_) * other.playout_plies);
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

  std::unique_ptr<Evaluator<P>> a_;
  std::unique_ptr<Evaluator<P>> b_;
  double weight_;
  std::vector<Evaluation> others_;
  std::vector<float> priors_;
};

}  // namespace rootward
