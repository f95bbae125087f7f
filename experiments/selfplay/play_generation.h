// What the games of a generation have in common: the network that plays them, its search, the plan, the shards' header.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/selfplay/config.h"
#include "experiments/selfplay/play_game.h"
#include "experiments/selfplay/shard_file.h"
#include "lab/play/game.h"

namespace rootward::selfplay {

/// "FOLDER/networks/00003.safetensors".
std::string network_path(const std::string& folder, std::uint64_t generation);

struct PlayingNetwork {
  std::string path;        ///< absolute
  bool is_random = false;  ///< nobody has trained one yet
};

/// The network that plays the generation: `given`, or the folder's own; for generation 0 without one random weights of
/// the run's seed, which are written there. Throws UsageError where there is none.
PlayingNetwork playing_network(const TrainingConfig& config, const Game& game, const std::string& folder,
                               std::uint64_t generation, const std::string& given);

/// Random weights of the configured shape, as a file's bytes.
std::string random_network_bytes(const TrainingConfig& config, const Game& game);

/// The plan of a generation's games, without a network.
GamePlan plan_of(const TrainingConfig& config, const Game& game, std::uint64_t generation);
/// The search of a generation, asking this network ("" where it asks none).
SearchSettings generation_search(const TrainingConfig& config, std::uint64_t generation, const std::string& network);
/// Of the games that the run itself plays: it may begin from another network.
Origin games_origin(const TrainingConfig& config);
/// What the generation's shards begin with.
ShardHeader generation_header(const TrainingConfig& config, const GamePlan& plan, const SearchSettings& search);

}  // namespace rootward::selfplay
