// What a guest evaluator is asked (evaluators/guests.h): positions behind the virtual face.
#pragma once

#include <span>
#include <vector>

#include "core/types.h"
#include "evaluators/guests.h"
#include "lab/play/game.h"

namespace rootward {

/// What a guest says of one position.
struct Judgement {
  Value value = 0;              ///< view of the player to move, in [-1, 1]
  std::vector<float> priors{};  ///< over legal_actions(), in their order, summing to 1; empty: none
};

class PositionJudge : public GuestJudge {
 public:
  /// Judges positions that are not over, each as if it were alone; the spans have one length. May be called by several
  /// threads at once.
  virtual void judge(std::span<const Position* const> positions, std::span<Judgement> judgements) = 0;
};

}  // namespace rootward
