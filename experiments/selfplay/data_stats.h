// What a generation's games are like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "experiments/selfplay/shard_file.h"

namespace rootward::selfplay {

/// How well the root's value foretold the result at some plies of all games.
struct ValueByPly {
  std::size_t first = 0;  ///< moves before; ten plies from there
  std::uint64_t plies = 0;
  double squared_error = 0;  ///< mean of (root value - result)^2
  double sign = 0;           ///< share of plies where they agree in sign, of those with neither zero
};

/// What the network itself says of some of the searched positions.
struct NetworkStats {
  std::uint64_t positions = 0;
  double entropy = 0;     ///< of its policy P, nats
  double divergence = 0;  ///< KL(target || P), nats
};

struct GenerationStats {
  std::uint64_t generation = 0;
  std::uint64_t games = 0;
  double rows = 0;                                       ///< positions by weight
  double plies_mean = 0, plies_low = 0, plies_high = 0;  ///< mean, 5 % and 95 % quantile
  double black_share = 0;                                ///< wins of the first seat among decided games
  double draws = 0;                                      ///< shares of all games, here and below
  double ended_by_rules = 0, ended_by_limit = 0, resigned = 0;
  double early_passes = 0;                ///< passes a game before ply 30; 0 where the game has none
  double entropy = 0, early_entropy = 0;  ///< of the policy targets, nats; of plies 1 to 8
  double opening_share = 0, coast_share = 0, cheap_share = 0;  ///< of all plies
  std::uint64_t distinct_games = 0;
  double repeated = 0;                            ///< share of games that went as one before
  std::vector<std::uint64_t> distinct_positions;  ///< at plies 6, 10, 20, up to the board's symmetry
  std::vector<ValueByPly> values;
  std::optional<NetworkStats> network;
  std::vector<Origin> origins;  ///< of games and targets, without doubles
};

inline constexpr std::size_t kPositionPlies[] = {6, 10, 20};

/// Asks `evaluator` about some positions of each generation.
struct AskedNetwork {
  NamedParams evaluator;
  std::uint64_t positions = 500;  ///< a generation
};

/// A row a generation, rising. Throws UsageError where there are no shards or one is broken.
std::vector<GenerationStats> data_stats(const std::vector<std::string>& paths,
                                        const std::optional<AskedNetwork>& network);

/// Schema rootward.data-stats/1.
std::string stats_json(const std::vector<GenerationStats>& stats);
/// A table for people.
std::string stats_text(const std::vector<GenerationStats>& stats);

}  // namespace rootward::selfplay
