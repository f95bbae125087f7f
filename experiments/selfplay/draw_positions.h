// Positions of stored games, for whoever wants to know how evaluators judge them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rootward::selfplay {

struct PositionRequest {
  /// Folders with shards and shards, of which games that are held out from training are taken; or SGF files, of which
  /// all games are.
  std::vector<std::string> paths;
  std::string game{};  ///< one line of YAML; "" = as the shards say, while SGF files need it
  std::size_t count = 500;
  std::size_t least_plies = 4, most_plies = 50;  ///< from the game's start
  std::uint64_t seed = 1;
};

struct DrawnPositions {
  std::string game;                             ///< one line of YAML
  std::vector<std::vector<std::string>> moves;  ///< of each position, from the game's start
  std::size_t games = 0;                        ///< that there were to draw from
};

/// One position a game at a random ply, in a random order of games, and again until there are enough; no two of them
/// equal up to the board's symmetry. The same for the same games, count and seed. Fewer where the games have no more.
/// Throws UsageError where nothing can be drawn.
DrawnPositions draw_positions(const PositionRequest& request);

}  // namespace rootward::selfplay
