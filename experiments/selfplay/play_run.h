// A generation of self-play: its games over threads, each stored as it ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/selfplay/config.h"
#include "lab/arena/seats.h"
#include "lab/store/shard.h"

namespace rootward::selfplay {

/// A file of a generation's games, and which of them it holds, counted from the generation's first.
struct GamesFile {
  std::string path;
  std::uint64_t first = 0, end = 0;
  [[nodiscard]] std::uint64_t games() const { return end - first; }
};
/// Those of a run's folder, in order.
std::vector<GamesFile> files_of_games(const std::string& folder, std::uint64_t generation, std::uint64_t games);

struct PlayRunSettings {
  std::string folder;
  std::uint64_t generation = 0;
  std::string network;                 ///< file; "" = that of the generation in the folder, else random weights
  std::optional<std::uint64_t> games;  ///< training.generation unless given
  std::size_t threads = 0;             ///< 0 = every core this process may use
  rootward::Shard shard;               ///< of the generation's files
  bool is_quiet = false;
  SeatsOfRun seats{};  ///< see rootward::RunSettings
};

struct PlayRunReport {
  std::string folder;  ///< of the shards
  std::uint64_t wanted = 0, done = 0;
  std::uint64_t fresh = 0;                       ///< of `done`, in this run
  std::uint64_t plies = 0;                       ///< of the fresh ones, here and below
  std::uint64_t evaluations = 0, cached = 0;     ///< see PlayedGame
  std::uint64_t spared = 0, spared_wrongly = 0;  ///< see Resigning
  double seconds = 0;
  bool is_complete = false;
};

/// Plays what is missing. Throws UsageError where the folder holds another run, or the generation was played by another
/// network; RunError where it cannot be written or another process is at it.
PlayRunReport run_selfplay(const TrainingConfig& config, const PlayRunSettings& settings);

}  // namespace rootward::selfplay
