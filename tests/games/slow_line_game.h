// The slow, obviously right twin of the line games: an array of characters, every line looked at after every move.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rootward::testing {

/// Columns and rows count from 0 at the lower left; '.' empty, 'x' first seat, 'o' second, '#' blocked.
class SlowLineGame {
 public:
  SlowLineGame(int width, int height, int connect, bool stones_fall)
      : width_(width), height_(height), connect_(connect), stones_fall_(stones_fall) {
    cells_.assign(static_cast<std::size_t>(height), std::string(static_cast<std::size_t>(width), '.'));
  }

  void block(int column, int row) { cell(column, row) = '#'; }
  [[nodiscard]] char at(int column, int row) const {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  [[nodiscard]] char mover() const { return stones() % 2 == 0 ? 'x' : 'o'; }

  /// Without gravity an action is row * width + column, with gravity it is the column.
  [[nodiscard]] std::vector<int> legal_actions() const {
    std::vector<int> actions;
    if (is_over()) return actions;
    const int count = stones_fall_ ? width_ : width_ * height_;
    for (int action = 0; action < count; ++action) {
      if (row_of(action) >= 0) actions.push_back(action);
    }
    return actions;
  }

  void play(int action) {
    const char stone = mover();
    cell(action % width_, row_of(action)) = stone;
  }

  [[nodiscard]] bool is_over() const { return has_line('x') || has_line('o') || is_full(); }
  /// First seat's view.
  [[nodiscard]] int result() const { return has_line('x') ? 1 : has_line('o') ? -1 : 0; }

  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = height_ - 1; row >= 0; --row) text += cells_[static_cast<std::size_t>(row)] + (row > 0 ? "/" : " ");
    return text + mover();
  }

  /// The state seen in a mirror: left and right swapped.
  [[nodiscard]] SlowLineGame mirrored() const {
    SlowLineGame copy = *this;
    for (std::string& row : copy.cells_) row.assign(row.rbegin(), row.rend());
    return copy;
  }

  /// First seat's view, by trying everything.
  [[nodiscard]] int minimax() const {
    if (is_over()) return result();
    const int sign = mover() == 'x' ? 1 : -1;
    int best = -1;
    for (int action : legal_actions()) {
      SlowLineGame next = *this;
      next.play(action);
      const int value = next.minimax() * sign;
      if (value > best) best = value;
    }
    return best * sign;
  }

 private:
  char& cell(int column, int row) { return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]; }

  [[nodiscard]] int stones() const {
    int count = 0;
    for (const std::string& row : cells_) {
      for (char c : row) count += c == 'x' || c == 'o' ? 1 : 0;
    }
    return count;
  }

  /// Where the action's stone comes to rest; -1: nowhere.
  [[nodiscard]] int row_of(int action) const {
    if (!stones_fall_) return at(action % width_, action / width_) == '.' ? action / width_ : -1;
    for (int row = 0; row < height_; ++row) {
      if (at(action, row) == '.') return row;
    }
    return -1;
  }

  [[nodiscard]] bool is_full() const {
    for (const std::string& row : cells_) {
      if (row.find('.') != std::string::npos) return false;
    }
    return true;
  }

  [[nodiscard]] bool has_line(char stone) const {
    for (int column = 0; column < width_; ++column) {
      for (int row = 0; row < height_; ++row) {
        if (has_line_from(stone, column, row, 1, 0) || has_line_from(stone, column, row, 0, 1) ||
            has_line_from(stone, column, row, 1, 1) || has_line_from(stone, column, row, 1, -1))
          return true;
      }
    }
    return false;
  }

  [[nodiscard]] bool has_line_from(char stone, int column, int row, int column_step, int row_step) const {
    for (int i = 0; i < connect_; ++i) {
      const int c = column + i * column_step;
      const int r = row + i * row_step;
      if (c >= width_ || r >= height_ || r < 0 || at(c, r) != stone) return false;
    }
    return true;
  }

  int width_;
  int height_;
  int connect_;
  bool stones_fall_;
  std::vector<std::string> cells_;
};

}  // namespace rootward::testing
