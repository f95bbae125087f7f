// A stored game's words for a record.
#include "lab/arena/game_sgf.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "core/escape.h"
#include "lab/arena/adjudication.h"
#include "lab/engines/gtp/gtp_text.h"
#include "lab/engines/sgf/sgf_record.h"

namespace rootward {
namespace {

/// SGF's RE: "B+3.5", "W+R", "W+F", "0".
std::string result_text(const GameRecord& record, const Position& end) {
  if (!record.result.empty()) return record.result;
  const char* winner = record.score > 0.5 ? "B" : "W";
  if (record.ended == "resign") return fmt::format("{}+R", winner);
  if (record.ended.starts_with("forfeit")) return fmt::format("{}+F", winner);
  if (record.ended == kAdjudicated) return fmt::format("{}+", winner);
  if (const std::optional<double> margin = end.margin()) return score_text_of(*margin);
  return record.score == 0.5 ? "0" : fmt::format("{}+", winner);
}

std::string comment_text(const GameRecord& record) {
  std::string text =
      fmt::format("{}; ended by {}, {} plies; seed {}", record.id, record.ended, record.plies, record.seed);
  if (!record.scoring.empty())
    text += fmt::format("; scored by {}, the board as it stood says {}", record.scoring, record.board_result);
  return text;
}

/// The move with what its search thought of it, where one did.
SgfRecordMove move_of(const GameRecord& record, std::size_t move, Seat seat) {
  SgfRecordMove written{.seat = seat, .vertex = record.moves[move]};
  if (move >= record.visits.size() || record.visits[move] == 0) return written;
  written.value = record.values[move];
  written.comment = fmt::format("visits {}, value {:+.3f}", record.visits[move], record.values[move]);
  return written;
}

}  // namespace

std::string game_sgf(const GameRecord& record, const Game& game) {
  record.require_moves();
  const std::unique_ptr<Position> position = game.start();
  SgfRecord sgf{.black = record.seats[0], .white = record.seats[1], .name = record.id, .comment = comment_text(record)};
  const auto add = [&](SgfRecordMove move) {
    const std::optional<Action> action = position->parse_action(move.vertex);
    if (!action || !position->is_legal(*action))
      throw RunError(fmt::format("game {}: the move {} is not legal there", record.id, terminal_token(move.vertex)));
    position->play(*action);
    sgf.moves.push_back(std::move(move));
  };
  for (const std::string& move : record.opening)
    add({.seat = position->to_move(), .vertex = move, .comment = "opening"});
  for (std::size_t i = 0; i < record.moves.size(); ++i) add(move_of(record, i, position->to_move()));
  sgf.result = result_text(record, *position);
  return write_sgf(game, sgf);
}

}  // namespace rootward
