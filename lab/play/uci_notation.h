// How games are written in UCI, the protocol of chess programs: the variant's name, the start, moves by squares.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/play/game.h"

namespace rootward {

/// A game as programs that speak UCI know it.
struct UciGame {
  std::string variant;  ///< its usual name; "" where these rules have none
  std::string start;    ///< the board of its start as in FEN: "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP"
};

/// Nothing for a game whose moves have no UCI notation here.
std::optional<UciGame> uci_game(const Game& game);
/// The games that have one.
const std::vector<std::string>& uci_game_names();

/// The first seat is White and moves up: Breakthrough's first move a7a6 is "a2a3". Only for games that have a notation.
std::string uci_move_text(const Position& position, Action action);
/// A move, legal or not; nothing for what is none.
std::optional<Action> parse_uci_move(const Position& position, std::string_view text);

}  // namespace rootward
