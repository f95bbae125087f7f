// The gogui-rules extension, by which GoGui plays games whose rules it does not know (GoGui reference, "GoGui-specific
// GTP commands"): board, legal moves, whose turn it is, the result.
#include <fmt/format.h>

#include "lab/engines/gtp/gtp_engine.h"
#include "lab/engines/gtp/gtp_vertex.h"

namespace rootward {
namespace {

std::string game_id(GtpEngine& engine, const GtpCommand&) {
  const std::string& name = engine.session().game().id().name;
  if (name == "go") return "Go";
  if (name == "nogo") return "NoGo";
  return name == "connect4" ? "Connect Four" : name;
}

std::string board(GtpEngine& engine, const GtpCommand&) {
  std::string text;
  for (const std::string& row : engine.session().position().board_rows()) {
    for (const char cell : row) text += fmt::format("{}{}", text.empty() || text.back() == '\n' ? "" : " ", cell);
    text += '\n';
  }
  return text;
}

std::string board_size(GtpEngine& engine, const GtpCommand&) {
  const std::vector<std::string> rows = engine.session().position().board_rows();
  if (rows.size() == rows[0].size()) return fmt::format("{}", rows.size());
  return fmt::format("{} {}", rows[0].size(), rows.size());
}

std::string legal_moves(GtpEngine& engine, const GtpCommand&) {
  const Position& position = engine.session().position();
  std::string text;
  for (const Action action : position.legal_actions())
    text += fmt::format("{}{}", text.empty() ? "" : " ", vertex_text(position, action));
  return text;
}

std::string side_to_move(GtpEngine& engine, const GtpCommand&) {
  return engine.session().position().to_move() == Seat::first ? "black" : "white";
}

std::string final_result(GtpEngine& engine, const GtpCommand&) {
  const Position& position = engine.session().position();
  if (!position.is_over()) throw GtpError("the game is not over");
  if (const std::optional<double> margin = position.margin()) return score_text_of(*margin);
  const Value result = position.result();
  return result == 0 ? "Draw" : result > 0 ? "Black wins" : "White wins";
}

}  // namespace

void add_rules_commands(std::vector<GtpHandler>& handlers) {
  handlers.push_back({"gogui-rules_game_id", game_id});
  handlers.push_back({"gogui-rules_board", board});
  handlers.push_back({"gogui-rules_board_size", board_size});
  handlers.push_back({"gogui-rules_legal_moves", legal_moves});
  handlers.push_back({"gogui-rules_side_to_move", side_to_move});
  handlers.push_back({"gogui-rules_final_result", final_result});
}

}  // namespace rootward
