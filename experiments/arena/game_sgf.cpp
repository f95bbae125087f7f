// Root properties first, then a node a move.
#include "experiments/arena/game_sgf.h"

#include <fmt/format.h>

#include "core/build_info.h"
#include "core/errors.h"
#include "experiments/engines/gtp/gtp_text.h"
#include "experiments/engines/sgf/sgf_moves.h"

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

/// SGF's RE: "B+3.5", "W+R", "W+F", "0".
std::string result_text(const GameRecord& record, const Position& end) {
  if (!record.result.empty()) return record.result;
  const char* winner = record.score > 0.5 ? "B" : "W";
  if (record.ended == "resign") return fmt::format("{}+R", winner);
  if (record.ended.starts_with("forfeit")) return fmt::format("{}+F", winner);
  if (const std::optional<double> margin = end.margin()) return score_text_of(*margin);
  return record.score == 0.5 ? "0" : fmt::format("{}+", winner);
}

std::string thought_text(const GameRecord& record, std::size_t move) {
  if (move >= record.visits.size() || record.visits[move] == 0) return "";
  return fmt::format("visits {}, value {:+.3f}", record.visits[move], record.values[move]);
}

/// The position after all of the record's moves, which are added as nodes.
std::unique_ptr<Position> replay(const GameRecord& record, const Game& game, std::vector<SgfNote>& moves) {
  std::unique_ptr<Position> position = game.start();
  const auto add = [&](const std::string& text, std::string comment) {
    const std::optional<Action> action = position->parse_action(text);
    if (!action || !position->is_legal(*action))
      throw RunError(fmt::format("game {}: the move {} is not legal there", record.id, text));
    moves.push_back({*action, std::move(comment)});
    position->play(*action);
  };
  for (const std::string& move : record.opening) add(move, "opening");
  for (std::size_t i = 0; i < record.moves.size(); ++i) add(record.moves[i], thought_text(record, i));
  return position;
}

}  // namespace

std::string sgf_of_moves(const SgfHead& head, const std::vector<SgfNote>& moves, const Game& game) {
  const std::unique_ptr<Position> position = game.start();
  const auto size = static_cast<int>(position->board_rows().size());
  constexpr std::size_t kMovesALine = 8;
  std::string nodes;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string point = sgf_point(position->action_text(moves[i].action), size);
    nodes += fmt::format("{};{}[{}]", i > 0 && i % kMovesALine == 0 ? "\n" : "", gtp_colour_text(position->to_move()),
                         point);
    if (!moves[i].comment.empty()) nodes += fmt::format("C[{}]", sgf_escaped(moves[i].comment));
    position->play(moves[i].action);
  }
  std::string text = fmt::format("(;FF[4]GM[1]CA[UTF-8]AP[rootward:{}]SZ[{}]", version(), size);
  if (game.id().params.has("komi")) text += fmt::format("KM[{}]", game.id().params.real("komi"));
  text += fmt::format("RU[{}]PB[{}]PW[{}]RE[{}]GN[{}]\n", rules_text(game), sgf_escaped(head.black),
                      sgf_escaped(head.white), head.result, sgf_escaped(head.name));
  return text + fmt::format("C[{}]\n", sgf_escaped(head.comment)) + nodes + ")\n";
}

std::string game_sgf(const GameRecord& record, const Game& game) {
  std::vector<SgfNote> moves;
  const std::unique_ptr<Position> end = replay(record, game, moves);
  std::string comment =
      fmt::format("{}; ended by {}, {} plies; seed {}", record.id, record.ended, record.plies, record.seed);
  if (!record.scoring.empty())
    comment += fmt::format("; scored by {}, the board as it stood says {}", record.scoring, record.board_result);
  return sgf_of_moves({.name = record.id,
                       .black = record.seats[0],
                       .white = record.seats[1],
                       .result = result_text(record, *end),
                       .comment = comment},
                      moves, game);
}

}  // namespace rootward
