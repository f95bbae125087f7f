// GAME with --moves, or with --sgf and --move: the position that a command is asked about.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/play/game.h"

namespace CLI {
class App;
}

namespace rootward {

struct PositionArguments {
  std::string moves;                    ///< from the start, separated by blanks
  std::string sgf;                      ///< a file
  std::optional<std::uint32_t> move{};  ///< the position before this move of the file, from 1
};

void add_position_options(CLI::App& command, PositionArguments& arguments);

/// The game and how to come to the position in it.
class PositionSource {
 public:
  /// Reads the SGF file, if there is one: size and komi are the file's, but for those that `overrides` name. Throws
  /// UsageError for everything that does not fit.
  PositionSource(const std::string& game, const PositionArguments& arguments, const std::vector<Override>& overrides);

  /// As configured; parts may still have to be drawn.
  [[nodiscard]] const NamedParams& game() const { return game_; }
  /// The position in that game with everything drawn. Throws UsageError for what is no move, for an illegal move, and
  /// where the game is over at the end.
  [[nodiscard]] std::unique_ptr<Position> position(const Game& game) const;
  /// The same, where the game may be over.
  [[nodiscard]] std::unique_ptr<Position> open_or_finished_position(const Game& game) const;

 private:
  PositionArguments arguments_;
  NamedParams game_;
  std::optional<SgfMoves> record_;
};

/// The game with the seed's board where the board is left to chance; says on stderr what was drawn.
NamedParams drawn_game(const NamedParams& game, std::uint64_t seed);

/// "first" / "second", or "black" / "white" where the game calls them so.
std::string seat_name(const Game& game, Seat seat);

}  // namespace rootward
