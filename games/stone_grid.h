// A board of two kinds of stones as plain cells: the text form, the drawing and the checks that line games share.
// Never used while a game is played.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"
#include "games/outcome.h"

namespace rootward {

enum class Cell : std::uint8_t { empty, first, second, blocked };

constexpr Cell cell_of(Seat seat) { return seat == Seat::first ? Cell::first : Cell::second; }

/// Columns and rows count from 0 at the lower left.
class StoneGrid {
 public:
  StoneGrid(int width, int height);
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  [[nodiscard]] Cell at(int column, int row) const { return cells_[index(column, row)]; }
  void set(int column, int row, Cell cell) { cells_[index(column, row)] = cell; }
  [[nodiscard]] int count(Cell cell) const;
  /// Whose turn it is: the seats alternate and the first seat begins.
  [[nodiscard]] Seat to_move() const;
  /// Is there a row, column or diagonal of `length` cells of this kind side by side?
  [[nodiscard]] bool has_line(Cell cell, int length) const;

 private:
  [[nodiscard]] std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(column);
  }
  [[nodiscard]] bool line_starts_at(int column, int row, int column_step, int row_step, int length) const;

  int width_;
  int height_;
  std::vector<Cell> cells_;
};

/// Rows from the top, '/' between them, then a blank and who moves, as in "x../.o./... x". x is the first seat, o the
/// second, . empty, # blocked. Who moves is told, or follows from the stones.
std::string grid_text(const StoneGrid& grid, Seat to_move);
std::string grid_text(const StoneGrid& grid);

/// Rows from the top: X the first seat, O the second, . empty, # blocked.
std::vector<std::string> grid_rows(const StoneGrid& grid);

struct GridPosition {
  StoneGrid grid;
  Seat to_move;
};
/// Reads grid_text back, whatever stones there are. `empty` is a board of the game's size with its blocked cells.
/// Throws UsageError that names `game` and what is wrong.
GridPosition parse_grid_position(std::string_view game, const StoneGrid& empty, std::string_view text);

/// Reads grid_text back where the seats put down a stone in turn. `empty` is the start of the game: its size and
/// blocked cells must be met. Throws UsageError that names `game` and what is wrong: form, sizes, blocked cells,
/// numbers of stones, who moves.
StoneGrid parse_grid(std::string_view game, const StoneGrid& empty, std::string_view text);

/// Where the last stone of a line game may lie: anywhere, or only on top of its column.
enum class LastStone : std::uint8_t { anywhere, on_top };

/// How the game stands when `length` in line wins. Throws UsageError where no game can come to this grid: both have
/// won, the winner did not move last, or no single last stone made the win.
Outcome check_lines(std::string_view game, const StoneGrid& grid, int length, LastStone last);

enum class ColumnNames : std::uint8_t { letters, numbers };

/// "x (first) has won", "a draw", "o (second) to move".
std::string standing_text(Outcome outcome, Seat to_move);

/// The board with coordinates, and how the game stands below it.
std::string grid_drawing(const StoneGrid& grid, ColumnNames names, Outcome outcome, Seat to_move);
std::string grid_drawing(const StoneGrid& grid, ColumnNames names, Outcome outcome);

}  // namespace rootward
