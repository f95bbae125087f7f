// Breakthrough: our board is upside down as chess programs see it, and they mark no capture.
#include "lab/play/uci_notation.h"

#include <algorithm>
#include <cctype>

namespace rootward {
namespace {

constexpr std::int64_t kUsualLines = 8;

/// One row of FEN: White's men are capitals, empty squares in a row their number.
std::string fen_row(std::string_view row) {
  std::string text;
  int empty = 0;
  const auto flush = [&] {
    if (empty > 0) text += std::to_string(empty);
    empty = 0;
  };
  for (const char cell : row) {
    if (cell != 'X' && cell != 'O') {
      ++empty;
      continue;
    }
    flush();
    text += cell == 'X' ? 'P' : 'p';
  }
  flush();
  return text;
}

/// Ranks are counted from the other side.
std::string turned(std::string_view squares, std::size_t lines) {
  std::string text(squares);
  for (char& c : text)
    if (std::isdigit(static_cast<unsigned char>(c)) != 0)
      c = static_cast<char>('1' + static_cast<int>(lines) - (c - '0'));
  return text;
}

}  // namespace

const std::vector<std::string>& uci_game_names() {
  static const std::vector<std::string> names = {"breakthrough"};
  return names;
}

std::optional<UciGame> uci_game(const Game& game) {
  if (std::ranges::find(uci_game_names(), game.id().name) == uci_game_names().end()) return std::nullopt;
  UciGame found{.variant = game.id().params.integer("size") == kUsualLines ? "breakthrough" : "", .start = ""};
  std::vector<std::string> rows = game.start()->board_rows();
  std::ranges::reverse(rows);
  for (const std::string& row : rows) found.start += (found.start.empty() ? "" : "/") + fen_row(row);
  return found;
}

std::string uci_move_text(const Position& position, Action action) {
  std::string text = position.action_text(action);
  std::erase(text, '*');
  return turned(text, position.board_rows().size());
}

std::optional<Action> parse_uci_move(const Position& position, std::string_view text) {
  const std::size_t lines = position.board_rows().size();
  if (text.size() != 4) return std::nullopt;
  for (const char rank : {text[1], text[3]})
    if (rank < '1' || rank > static_cast<char>('0' + lines)) return std::nullopt;
  return position.parse_action(turned(text, lines));
}

}  // namespace rootward
