// Evaluator cards: how an evaluator errs on a study's positions, in all and by ply.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/estimates/curves.h"
#include "experiments/estimates/folder.h"
#include "lab/report/grid.h"

namespace rootward::estimates {

enum class CardMeasure : std::uint8_t {
  bias,           ///< mean of V - V*, view of the player to move
  deviation,      ///< standard deviation of V - V*
  sign,           ///< share of positions where V and V* favour the same player; V = 0 counts half, V* = 0 not at all
  siblings,       ///< intraclass correlation of the errors of one position's moves
  cross_entropy,  ///< of the policy against the reference search's visits, in nats
  excess,         ///< the same above the visits' own entropy
  first,          ///< share of positions whose best move has the largest prior
  best_prior,     ///< mean prior of the best move
};
inline constexpr std::array<CardMeasure, 8> kCardMeasures = {
    CardMeasure::bias,          CardMeasure::deviation, CardMeasure::sign,  CardMeasure::siblings,
    CardMeasure::cross_entropy, CardMeasure::excess,    CardMeasure::first, CardMeasure::best_prior};

struct CardMeasureFacts {
  std::string_view key;     ///< for CSV and JSON
  std::string_view column;  ///< of tables
  bool is_share = false;    ///< in [0, 1], told in percent
};
const CardMeasureFacts& facts_of(CardMeasure measure);

/// One evaluator's figures on one game's positions, or on those of some plies.
struct Card {
  std::string game;
  std::string name;  ///< the arm's
  std::string plies = "all";
  std::uint64_t positions = 0;
  std::array<std::optional<Estimate>, kCardMeasures.size()> estimates;  ///< nothing where it is not known
  [[nodiscard]] const std::optional<Estimate>& of(CardMeasure measure) const {
    return estimates[static_cast<std::size_t>(measure)];
  }
};

/// In the study's order, each evaluator's card over all positions followed by those over ten plies each. Intervals are
/// of the delete-one jackknife over positions. Empty where the study asks no evaluators.
std::vector<Card> make_cards(const StoredEstimates& study);

/// Two grids a game: all positions, and by ply.
std::vector<Grid> card_grids(const StoredEstimates& study);
/// What their columns mean.
std::vector<std::string> card_legend();

}  // namespace rootward::estimates
