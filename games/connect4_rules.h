// Connect Four's rules as a user sets them, and what both board classes share: columns as text, the grid's text form.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/outcome.h"
#include "games/stone_grid.h"

namespace rootward {

struct Connect4Rules {
  int width = 7;           ///< columns, 4..32
  int height = 6;          ///< rows, 4..32
  int connect = 4;         ///< stones in line that win, 3..6
  int blocked_column = 0;  ///< 1-based from the left; 0 = no cell is blocked
  int blocked_row = 0;     ///< 1-based from below; 0 = no cell is blocked

  [[nodiscard]] bool has_blocked() const { return blocked_column != 0; }
  /// Does swapping left and right leave the rules as they are?
  [[nodiscard]] bool is_symmetric() const { return !has_blocked() || 2 * blocked_column == width + 1; }
  friend bool operator==(const Connect4Rules&, const Connect4Rules&) = default;
};

const Described& connect4_description();

/// Whether the board's size or its blocked cell is to be drawn.
bool has_random_board(const Params& params);
/// Draws what is to be drawn: width, height, then the blocked cell's column and row, each uniformly.
Params draw_connect4_board(const Params& params, Rng& rng);

/// Nothing may be left to draw. Throws ParamError where the blocked cell is given by half or lies off the board.
Connect4Rules make_connect4_rules(const Params& params);

/// Do the board and one spare row fit 64 bits, so that Connect4Small can play it?
bool fits_small(const Connect4Rules& rules);

/// "1" is the leftmost column, action 0.
std::string connect4_action_text(Action action);
std::optional<Action> parse_connect4_action(const Connect4Rules& rules, std::string_view text);

/// The start: nothing but the blocked cell.
StoneGrid connect4_empty_grid(const Connect4Rules& rules);

struct Connect4Grid {
  StoneGrid grid;
  Outcome outcome;
};
/// Reads grid_text back; throws UsageError for what no game can reach as far as counts, gravity and lines tell.
Connect4Grid parse_connect4(const Connect4Rules& rules, std::string_view text);

}  // namespace rootward
