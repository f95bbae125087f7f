// Companions of a search: what it keeps beside its operator, for the selection alone (`companions` in configurations).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"

namespace rootward {

/// A companion: a class in search/companions/ with kName, describe() and a constructor from its resolved parameters. It
/// keeps plain statistics of raw leaf returns, in the chooser's view. No operator sees them and no value holds them.
/// What most companions ask for stands here.
struct CompanionTraits {
  static constexpr bool kNeedsKeys = false;         ///< moves that mean the same in other positions (KeyedMoves)
  static constexpr bool kNeedsScores = false;       ///< a selection rule that scores children
  static constexpr bool kNeedsValues = false;       ///< a selection rule that reads children's values
  static constexpr bool kGuidesPlayouts = false;    ///< an evaluator that plays games to the end
  static constexpr bool kNeedsOwners = false;       ///< places with an owner at a game's end (OwnedPlaces)
  static constexpr bool kNeedsAmaf = false;         ///< the companion amaf
  static constexpr bool kNeedsTemperature = false;  ///< a selection rule that draws by a softmax of the values
  static constexpr bool kNeedsSolver = false;       ///< solver: true
  static constexpr bool kSetsUrgency = false;  ///< a selection rule that sends simulations to unvisited children first
};

/// What a companion asks for, by name.
struct CompanionNeeds {
  std::string_view name;
  bool keys;
  bool scores;
  bool values;
  bool urgency;
  bool playouts;
  bool owners;
  bool amaf;
  bool temperature;
  bool solver;
};

const std::vector<Described>& companions();
const CompanionNeeds& companion_needs(std::string_view name);

}  // namespace rootward
