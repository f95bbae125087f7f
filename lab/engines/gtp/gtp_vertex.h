// Moves as GTP's vertices: points of a board, also for games whose own moves are columns.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/play/game.h"

namespace rootward {

/// A board's columns from the left; I is left out, as in Go.
inline constexpr std::string_view kColumnLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The columns' letters in vertex_text(): kColumnLetters, or with an I where the game's own moves have one (Hex).
std::string_view column_letters(const Game& game);

/// "E5", "PASS" and "pass" in any case for a Go-like game. In a game whose moves are columns: "4", and "D2" where D2 is
/// the cell on which the stone comes to lie. Nothing for what is no move here (a legal one or not).
std::optional<Action> parse_vertex(const Position& position, std::string_view text);

/// "E5" or "pass"; for a column the cell on which the stone comes to lie, on boards of up to 25 columns.
std::string vertex_text(const Position& position, Action action);

/// The point's cell in the rows of a Go-like board (board_rows()); null where the vertex is no point of it.
char* find_cell(const Game& game, std::vector<std::string>& rows, std::string_view vertex);

}  // namespace rootward
