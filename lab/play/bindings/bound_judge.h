// A guest evaluator for one game, and evaluators of either kind by name.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "evaluators/make_evaluator.h"
#include "lab/play/position_judge.h"

namespace rootward {

template <GameState P>
class BoundPosition;

template <GameState P>
class BoundJudge final : public Evaluator<P> {
 public:
  explicit BoundJudge(const GuestEvaluator& guest)
      : guest_(guest), judge_(dynamic_cast<PositionJudge&>(*guest.judge)) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    std::vector<std::unique_ptr<Position>> positions;
    std::vector<const Position*> asked;
    for (const EvaluationRequest<P>& request : requests) {
      positions.push_back(std::make_unique<BoundPosition<P>>(*request.position));
      asked.push_back(positions.back().get());
    }
    judgements_.assign(requests.size(), {});
    judge_.judge(asked, judgements_);
    for (std::size_t i = 0; i < requests.size(); ++i) {
      evaluations[i] = {.value = judgements_[i].value * sign_of(requests[i].position->to_move()),
                        .priors = judgements_[i].priors};
    }
  }

  [[nodiscard]] std::size_t slots(const typename P::Rules&) const override { return guest_.batch; }

  /// One leaf of each search is judged with those of the others.
  void stream(const typename P::Rules&, std::size_t slots, EvaluationSource<P>& source) override {
    std::vector<std::size_t> open(slots);
    for (std::size_t slot = 0; slot < slots; ++slot) open[slot] = slot;
    std::vector<EvaluationRequest<P>> requests;
    std::vector<Evaluation> evaluations;
    for (;;) {
      requests.clear();
      std::erase_if(open, [&](std::size_t slot) {
        std::optional<EvaluationRequest<P>> request = source.next(slot);
        if (request) requests.push_back(*request);
        return !request;
      });
      if (requests.empty()) return;
      evaluations.assign(requests.size(), {});
      evaluate(requests, evaluations);
      for (std::size_t i = 0; i < open.size(); ++i) source.finished(open[i], evaluations[i]);
    }
  }

 private:
  const GuestEvaluator& guest_;
  PositionJudge& judge_;
  std::vector<Judgement> judgements_;  // evaluations point to their priors
};

/// As make_evaluator(), guests included.
template <GameState P>
std::unique_ptr<Evaluator<P>> bound_evaluator(const NamedParams& id, const typename P::Rules& rules,
                                              const std::string& folder) {
  if (const GuestEvaluator* guest = find_guest_evaluator(id.name)) return std::make_unique<BoundJudge<P>>(*guest);
  if (is_foreign_evaluator(id))
    throw UsageError("evaluator: " + id.name + " is a function in Python (" + id.params.text("source") +
                     "), and it is not defined here; the Python package plays it once its definition has run");
  return make_evaluator<P>(id, rules, folder);
}

/// As evaluator_slots(), guests included.
template <GameState P>
std::size_t bound_evaluator_slots(const NamedParams& id, const typename P::Rules& rules) {
  if (const GuestEvaluator* guest = find_guest_evaluator(id.name)) return guest->batch;
  if (is_foreign_evaluator(id)) return 1;
  return evaluator_slots<P>(id, rules);
}

}  // namespace rootward
