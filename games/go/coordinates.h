// Board coordinates as Go players write them: column letter without I, row from the bottom: A1, J9, T19.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "games/go/stone.h"

namespace rootward {

/// "A" .. "T" without I; 0 <= column < 19.
char column_letter(int column);
/// "E5" for a point of a board of `size` lines.
std::string point_text(Point point, int size);
/// Reads "e5" or "E5"; nullopt when it names no point of the board.
std::optional<Point> parse_point(std::string_view text, int size);

}  // namespace rootward
