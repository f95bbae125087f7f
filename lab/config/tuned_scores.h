// What tunings said of players: `tunings:` of a tournament. No game depends on it; comparisons show it beside fresh
// scores.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "lab/config/field_table.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward {

/// The scores that chose a player's parameters: in [0, 1], the player's, against the tuning's opponent.
struct TunedScore {
  double mean = 0.5;          ///< posterior mean
  double standard_error = 0;  ///< of the posterior
  double observed = 0.5;      ///< what the games of this point showed
  double observed_error = 0;  ///< of `observed`, standard; 0 = not said
  std::uint64_t games = 0;    ///< of each point
  std::uint32_t points = 0;   ///< evaluated, this one among them
  std::string source{};       ///< which tuning, in words; "" = not said
  friend bool operator==(const TunedScore&, const TunedScore&) = default;
};
using TunedScores = std::map<std::string, TunedScore>;  ///< by player

namespace config {

/// The keys of one player's map, in the order in which they are stored.
const FieldTable<TunedScore>& tuned_fields();
/// A map from players to such maps. A player with null has none, whatever a base file says.
TunedScores read_tuned_scores(const YamlNode& node, ProblemList& problems);
YamlNode tuned_node(const TunedScores& scores);

}  // namespace config
}  // namespace rootward
