// To and from the text of vertices.
#include "lab/engines/gtp/gtp_vertex.h"

#include <algorithm>

#include "lab/engines/gtp/gtp_text.h"

namespace rootward {
namespace {

/// 1-based number of the lowest free cell of a column; 0 where it is full.
int landing_row(const std::vector<std::string>& rows, std::size_t column) {
  for (std::size_t row = 1; row <= rows.size(); ++row)
    if (rows[rows.size() - row][column] == '.') return static_cast<int>(row);
  return 0;
}

bool is_column(std::string_view action_text) { return parse_int(action_text).has_value(); }

}  // namespace

std::string_view column_letters(const Game& game) {
  return game.start()->parse_action("I1") ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ" : kColumnLetters;
}

std::optional<Action> parse_vertex(const Position& position, std::string_view text) {
  if (const std::optional<Action> action = position.parse_action(text)) return action;
  if (text.size() < 2) return std::nullopt;
  const std::size_t column = kColumnLetters.find(upper_case(text.substr(0, 1)));
  const std::optional<int> row = parse_int(text.substr(1));
  const std::vector<std::string> rows = position.board_rows();
  if (!row || rows.empty() || column >= rows[0].size() || landing_row(rows, column) != *row) return std::nullopt;
  return position.parse_action(std::to_string(column + 1));
}

std::string vertex_text(const Position& position, Action action) {
  std::string text = position.action_text(action);
  if (text == "pass") return text;
  if (!is_column(text)) return upper_case(text);
  const std::vector<std::string> rows = position.board_rows();
  const auto column = static_cast<std::size_t>(*parse_int(text) - 1);
  const int row =
      rows.empty() || column >= std::min(rows[0].size(), kColumnLetters.size()) ? 0 : landing_row(rows, column);
  return row == 0 ? text : kColumnLetters[column] + std::to_string(row);
}

char* find_cell(const Game& game, std::vector<std::string>& rows, std::string_view vertex) {
  const std::optional<Action> action = parse_vertex(*game.start(), vertex);
  if (!action || (game.facts().has_pass && *action == game.facts().pass_action)) return nullptr;
  const std::size_t width = rows[0].size();
  if (*action >= rows.size() * width) return nullptr;  // a game whose actions are no points of its board
  return &rows[rows.size() - 1 - *action / width][*action % width];
}

}  // namespace rootward
