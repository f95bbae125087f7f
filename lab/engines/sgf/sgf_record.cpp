// Root properties first, then a node a move.
#include "lab/engines/sgf/sgf_record.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/build_info.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/sgf/sgf_moves.h"
#include "lab/engines/sgf/sgf_text.h"

namespace rootward {
namespace {

std::string rules_text(const Game& game) {
  const Params& rules = game.id().params;
  if (game.id().name != "go") return game.id().name;
  const bool has_suicide = rules.boolean("suicide");
  const bool is_superko = rules.text("ko") == "positional";
  if (has_suicide && is_superko) return "Tromp-Taylor";
  return fmt::format("area scoring, {}, {}", is_superko ? "positional superko" : "simple ko",
                     has_suicide ? "suicide of several stones allowed" : "no suicide");
}

std::string property(const char* name, const std::string& text) {
  return text.empty() ? "" : fmt::format("{}[{}]", name, sgf_escaped(text));
}

/// "AB[aa][bc]", "" where there is no such stone.
std::string stones_text(const char* name, const std::vector<std::string>& rows, char stone) {
  std::string text;
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (std::size_t column = 0; column < rows[row].size(); ++column)
      if (rows[row][column] == stone)
        text += fmt::format("[{}{}]", static_cast<char>('a' + column), static_cast<char>('a' + row));
  return text.empty() ? "" : name + text;
}

std::string value_text(const SgfRecordMove& move) {
  if (!move.value) return "";
  const Value black = sign_of(move.seat) * *move.value;
  return fmt::format("SBKV[{:.2f}]", 100 * std::clamp((black + 1) / 2, 0.0, 1.0));
}

}  // namespace

std::string write_sgf(const Game& game, const SgfRecord& record) {
  constexpr std::size_t kMovesALine = 8;
  const auto size = static_cast<int>(game.start()->board_rows().size());
  std::string text = fmt::format("(;FF[4]GM[1]CA[UTF-8]AP[rootward:{}]SZ[{}]", version(), size);
  if (game.id().params.has("komi")) text += fmt::format("KM[{}]", game.id().params.real("komi"));
  text += property("RU", rules_text(game)) + property("PB", record.black) + property("PW", record.white) +
          property("RE", record.result) + property("GN", record.name);
  text += "\n" + property("C", record.comment);
  if (!record.setup.empty())
    text += stones_text("AB", record.setup, 'X') + stones_text("AW", record.setup, 'O') +
            fmt::format("PL[{}]", gtp_colour_text(record.to_move));
  if (!text.ends_with('\n')) text += '\n';
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const SgfRecordMove& move = record.moves[i];
    text += fmt::format("{};{}[{}]{}{}", i > 0 && i % kMovesALine == 0 ? "\n" : "", gtp_colour_text(move.seat),
                        sgf_point(move.vertex, size), property("C", move.comment), value_text(move));
  }
  return text + ")\n";
}

}  // namespace rootward
