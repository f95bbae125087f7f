// Stones first, then the moves.
#include "experiments/engines/sgf/sgf_position.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "experiments/engines/gtp/gtp_vertex.h"

namespace rootward {

std::vector<std::string> sgf_setup_rows(const Game& game, const SgfMoves& record, const std::string& source) {
  if (record.black.empty() && record.white.empty()) return {};
  std::vector<std::string> rows = game.start()->board_rows();
  for (const std::vector<std::string>* stones : {&record.black, &record.white}) {
    for (const std::string& vertex : *stones) {
      char* cell = find_cell(game, rows, vertex);
      if (cell == nullptr) throw UsageError(fmt::format("{}: {} is no point of the board", source, vertex));
      *cell = stones == &record.black ? 'X' : 'O';
    }
  }
  if (game.set_up(rows, record.to_move) == nullptr)
    throw UsageError(fmt::format("{}: positions of {} cannot be set up", source, game.id().name));
  return rows;
}

std::unique_ptr<Position> position_in_sgf(const Game& game, const SgfMoves& record, std::size_t moves,
                                          const std::string& source) {
  const std::vector<std::string> rows = sgf_setup_rows(game, record, source);
  std::unique_ptr<Position> position = rows.empty() ? game.start() : game.set_up(rows, record.to_move);
  for (std::size_t i = 0; i < moves; ++i) {
    const SgfMove& move = record.moves[i];
    const auto fail = [&](const std::string& what) {
      throw UsageError({Problem{.file = source,
                                .line = move.line,
                                .column = move.column,
                                .path = fmt::format("move {} ({})", i + 1, move.vertex),
                                .message = what}});
    };
    const bool is_turn = position->to_move() == move.seat && !position->is_over();
    if (!is_turn && !position->resume(move.seat))
      fail(position->is_over() ? "the game is over" : "it is the other side's turn");
    const std::optional<Action> action = parse_vertex(*position, move.vertex);
    if (!action || !position->is_legal(*action)) fail("is illegal");
    position->play(*action);
  }
  return position;
}

}  // namespace rootward
