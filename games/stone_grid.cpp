// Text, drawing and checks of a board of stones.
#include "games/stone_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "core/errors.h"

namespace rootward {
namespace {

constexpr std::string_view kSymbols = ".xo#";
constexpr std::array<std::pair<int, int>, 4> kDirections{{{1, 0}, {0, 1}, {1, 1}, {1, -1}}};

char symbol_of(Cell cell) { return kSymbols[static_cast<std::size_t>(cell)]; }

[[noreturn]] void refuse(std::string_view game, std::string_view message) {
  throw UsageError(fmt::format("{} position: {}", game, message));
}

std::string printable(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code >= 0x20 && code < 0x7F ? fmt::format("'{}'", c) : fmt::format("byte {:#04x}", code);
}

std::vector<std::string_view> split_rows(std::string_view text) {
  std::vector<std::string_view> rows;
  while (true) {
    const std::size_t slash = text.find('/');
    rows.push_back(text.substr(0, slash));
    if (slash == std::string_view::npos) return rows;
    text.remove_prefix(slash + 1);
  }
}

void read_row(std::string_view game, const StoneGrid& empty, std::string_view text, int row, StoneGrid& grid) {
  if (text.size() != static_cast<std::size_t>(empty.width()))
    refuse(game, fmt::format("row {} has {} cells; allowed: {}", row + 1, text.size(), empty.width()));
  for (int column = 0; column < empty.width(); ++column) {
    const char symbol = text[static_cast<std::size_t>(column)];
    const std::size_t kind = kSymbols.find(symbol);
    if (kind == std::string_view::npos)
      refuse(game,
             fmt::format("{} in column {}, row {}; allowed: x, o, . and #", printable(symbol), column + 1, row + 1));
    const auto cell = static_cast<Cell>(kind);
    if ((cell == Cell::blocked) != (empty.at(column, row) == Cell::blocked))
      refuse(game, fmt::format("the cell in column {}, row {} is {}blocked in these rules", column + 1, row + 1,
                               cell == Cell::blocked ? "not " : ""));
    grid.set(column, row, cell);
  }
}

bool is_on_top(const StoneGrid& grid, int column, int row) {
  for (int above = row + 1; above < grid.height(); ++above) {
    const Cell cell = grid.at(column, above);
    if (cell == Cell::first || cell == Cell::second) return false;
  }
  return true;
}

bool one_stone_made_it(const StoneGrid& grid, Cell winner, int length, LastStone last) {
  StoneGrid before = grid;
  for (int column = 0; column < grid.width(); ++column) {
    for (int row = 0; row < grid.height(); ++row) {
      if (grid.at(column, row) != winner) continue;
      if (last == LastStone::on_top && !is_on_top(grid, column, row)) continue;
      before.set(column, row, Cell::empty);
      if (!before.has_line(winner, length)) return true;
      before.set(column, row, winner);
    }
  }
  return false;
}

}  // namespace

StoneGrid::StoneGrid(int width, int height) : width_(width), height_(height) {
  assert(width > 0 && height > 0);
  cells_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Cell::empty);
}

int StoneGrid::count(Cell cell) const { return static_cast<int>(std::ranges::count(cells_, cell)); }

Seat StoneGrid::to_move() const { return count(Cell::first) == count(Cell::second) ? Seat::first : Seat::second; }

bool StoneGrid::line_starts_at(int column, int row, int column_step, int row_step, int length) const {
  const Cell cell = at(column, row);
  const int last_column = column + (length - 1) * column_step;
  const int last_row = row + (length - 1) * row_step;
  if (last_column >= width_ || last_row >= height_ || last_row < 0) return false;
  for (int step = 1; step < length; ++step) {
    if (at(column + step * column_step, row + step * row_step) != cell) return false;
  }
  return true;
}

bool StoneGrid::has_line(Cell cell, int length) const {
  for (int column = 0; column < width_; ++column) {
    for (int row = 0; row < height_; ++row) {
      if (at(column, row) != cell) continue;
      for (const auto& direction : kDirections) {
        if (line_starts_at(column, row, direction.first, direction.second, length)) return true;
      }
    }
  }
  return false;
}

std::string grid_text(const StoneGrid& grid) { return grid_text(grid, grid.to_move()); }

std::string grid_text(const StoneGrid& grid, Seat to_move) {
  std::string text;
  for (int row = grid.height() - 1; row >= 0; --row) {
    for (int column = 0; column < grid.width(); ++column) text += symbol_of(grid.at(column, row));
    text += row > 0 ? '/' : ' ';
  }
  return text + symbol_of(cell_of(to_move));
}

std::vector<std::string> grid_rows(const StoneGrid& grid) {
  std::vector<std::string> rows;
  for (int row = grid.height() - 1; row >= 0; --row) {
    std::string& text = rows.emplace_back();
    for (int column = 0; column < grid.width(); ++column) {
      const Cell cell = grid.at(column, row);
      text += cell == Cell::first ? 'X' : cell == Cell::second ? 'O' : symbol_of(cell);
    }
  }
  return rows;
}

GridPosition parse_grid_position(std::string_view game, const StoneGrid& empty, std::string_view text) {
  const std::size_t blank = text.find(' ');
  if (blank == std::string_view::npos) refuse(game, "rows, a blank and who moves (x or o) are wanted");
  const std::string_view mover = text.substr(blank + 1);
  if (mover != "x" && mover != "o") refuse(game, "after the rows and one blank comes who moves: x or o");
  const std::vector<std::string_view> rows = split_rows(text.substr(0, blank));
  if (rows.size() != static_cast<std::size_t>(empty.height()))
    refuse(game, fmt::format("{} rows; allowed: {}", rows.size(), empty.height()));
  StoneGrid grid = empty;
  for (int row = 0; row < empty.height(); ++row) {
    read_row(game, empty, rows[static_cast<std::size_t>(empty.height() - 1 - row)], row, grid);
  }
  return {grid, mover == "x" ? Seat::first : Seat::second};
}

StoneGrid parse_grid(std::string_view game, const StoneGrid& empty, std::string_view text) {
  const auto [grid, to_move] = parse_grid_position(game, empty, text);
  const int ahead = grid.count(Cell::first) - grid.count(Cell::second);
  if (ahead != 0 && ahead != 1)
    refuse(game, fmt::format("{} x and {} o; allowed: as many x as o, or one more", grid.count(Cell::first),
                             grid.count(Cell::second)));
  if (to_move != grid.to_move())
    refuse(game, fmt::format("{} cannot be to move with {} x and {} o", symbol_of(cell_of(to_move)),
                             grid.count(Cell::first), grid.count(Cell::second)));
  return grid;
}

Outcome check_lines(std::string_view game, const StoneGrid& grid, int length, LastStone last) {
  const bool first_won = grid.has_line(Cell::first, length);
  const bool second_won = grid.has_line(Cell::second, length);
  if (first_won && second_won) refuse(game, fmt::format("both sides have {} in line", length));
  if (first_won || second_won) {
    const Seat winner = first_won ? Seat::first : Seat::second;
    if (grid.to_move() == winner)
      refuse(game, fmt::format("{} has {} in line but did not move last", symbol_of(cell_of(winner)), length));
    if (!one_stone_made_it(grid, cell_of(winner), length, last))
      refuse(game, fmt::format("no single last move gives {} all its lines of {}", symbol_of(cell_of(winner)), length));
    return win_of(winner);
  }
  return grid.count(Cell::empty) == 0 ? Outcome::draw : Outcome::open;
}

std::string standing_text(Outcome outcome, Seat to_move) {
  switch (outcome) {
    case Outcome::first_won:
      return "x (first) has won";
    case Outcome::second_won:
      return "o (second) has won";
    case Outcome::draw:
      return "a draw";
    case Outcome::open:
      break;
  }
  return to_move == Seat::first ? "x (first) to move" : "o (second) to move";
}

std::string grid_drawing(const StoneGrid& grid, ColumnNames names, Outcome outcome) {
  return grid_drawing(grid, names, outcome, grid.to_move());
}

std::string grid_drawing(const StoneGrid& grid, ColumnNames names, Outcome outcome, Seat to_move) {
  const int cell_width = grid.width() > 9 ? 3 : 2;
  std::string text;
  for (int row = grid.height() - 1; row >= 0; --row) {
    text += fmt::format("{:>2} |", row + 1);
    for (int column = 0; column < grid.width(); ++column)
      text += fmt::format("{:>{}}", symbol_of(grid.at(column, row)), cell_width);
    text += '\n';
  }
  text += "    ";
  for (int column = 0; column < grid.width(); ++column) {
    const std::string name =
        names == ColumnNames::letters ? std::string(1, static_cast<char>('a' + column)) : fmt::format("{}", column + 1);
    text += fmt::format("{:>{}}", name, cell_width);
  }
  return text + '\n' + standing_text(outcome, to_move) + '\n';
}

}  // namespace rootward
