// The network that plays a generation.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/play/game.h"
#include "experiments/selfplay/config.h"

namespace rootward::selfplay {

/// "FOLDER/networks/00003.safetensors".
std::string network_path(const std::string& folder, std::uint64_t generation);

/// The file of the network that plays the generation: `given`, or the folder's own; for generation 0 without one random
/// weights of the run's seed, which are written there. Absolute. Throws UsageError where there is none.
std::string playing_network(const TrainingConfig& config, const Game& game, const std::string& folder,
                            std::uint64_t generation, const std::string& given);

/// Random weights of the configured shape, as a file's bytes.
std::string random_network_bytes(const TrainingConfig& config, const Game& game);

}  // namespace rootward::selfplay
