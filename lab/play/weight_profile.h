// The weight that an operator gives by place or visits, for figures: of the operators that have such a function.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward {

struct WeightProfile {
  std::function<double(double)> weight;  ///< of a number of visits >= 0
  double span = 1;                       ///< visits, > 0, beyond which the weight follows from what is before
  std::string label;                     ///< of the weight: "f(n), weight of the n-th return"
};

/// f of `monotone` and `softmax` by visits; nothing for other operators, and for players that do not search. Throws
/// ParamError where neither budget nor `span` tells the span.
std::optional<WeightProfile> weight_profile(const PlayerSpec& player, const Game& game);
/// The policy of `feedback` by the place in the search; else the same.
std::optional<WeightProfile> feedback_profile(const PlayerSpec& player, const Game& game);

}  // namespace rootward
