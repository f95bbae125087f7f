// A player that a tuning makes: what is tuned, what was recommended, and the player that comes of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/study/operator_reader.h"
#include "experiments/tuning/config.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

struct TunedPlayer {
  TunedOperator entered;
  std::uint64_t seed = 0;
  std::string label;            ///< "softmax-2": the tuning's folder, and the player's name
  tuning::TuningConfig tuning;  ///< what is tuned: the operator's parameters and its exploration constant
  tuning::Point point{};        ///< what its optimizer recommended
  double tested = 0;            ///< mean score of the fresh test there
};

/// A tuning's tree with candidate, name, seed and parameters set for an operator: its own first, then the tree's.
/// Throws UsageError.
TunedPlayer make_tuned_player(config::YamlNode tuning, const std::string& file, const TunedOperator& entered,
                              std::uint64_t seed, const std::string& label);

/// A point within the limits, to try a player before anything is tuned.
tuning::Point lowest_point(const tuning::TuningConfig& tuning);

/// Of its selection rule, where that is tuned; else as the candidate has it.
double exploration_constant(const TunedPlayer& player);

/// The player at its point, as a value of `players`; `simulations` 0: the tournament's own budget.
config::YamlNode player_node(const TunedPlayer& player, std::uint64_t simulations);

}  // namespace rootward::study
