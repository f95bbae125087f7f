// GTP commands about the board: size, clearing, komi, handicap, what lies on it and how the game stands.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/engines/gtp/gtp_engine.h"
#include "lab/engines/gtp/gtp_vertex.h"
#include "lab/engines/gtp/handicap.h"
#include "lab/engines/sgf/sgf_moves.h"

namespace rootward {
namespace {

std::string boardsize(GtpEngine& engine, const GtpCommand& command) {
  engine.session().set_size(gtp::int_argument(command, 0));
  return "";
}

std::string komi(GtpEngine& engine, const GtpCommand& command) {
  engine.session().set_komi(gtp::double_argument(command, 0));
  return "";
}

void require_empty_board(const GtpSession& session) {
  for (const std::string& row : session.position().board_rows())
    if (row.find_first_of("XO") != std::string::npos) throw GtpError("board not empty");
  if (session.has_moves()) throw GtpError("board not empty");
}

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

std::string fixed_handicap_command(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const int stones = gtp::int_argument(command, 0);
  require_empty_board(session);
  const auto size = static_cast<int>(session.position().board_rows().size());
  const std::vector<std::string> vertices = fixed_handicap(size, stones);
  if (vertices.empty()) throw GtpError("invalid number of stones");
  session.set_handicap(vertices);
  return joined(vertices);
}

/// The protocol lets an engine place fewer stones than asked for.
std::string place_free_handicap(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const int stones = gtp::int_argument(command, 0);
  require_empty_board(session);
  const auto size = static_cast<int>(session.position().board_rows().size());
  const std::vector<std::string> vertices = free_handicap(size, stones);
  if (vertices.empty()) throw GtpError("invalid number of stones");
  session.set_handicap(vertices);
  return joined(vertices);
}

std::string set_free_handicap(GtpEngine& engine, const GtpCommand& command) {
  require_empty_board(engine.session());
  if (command.arguments.size() < 2) throw GtpError("invalid number of stones");
  engine.session().set_handicap(command.arguments);
  return "";
}

/// loadsgf FILE [MOVE]: the main line up to before that move, counted from 1; all of it without one.
std::string loadsgf(GtpEngine& engine, const GtpCommand& command) {
  GtpSession& session = engine.session();
  const std::string& file = gtp::argument(command, 0);
  const int stop_at = command.arguments.size() > 1 ? gtp::int_argument(command, 1) : std::numeric_limits<int>::max();
  SgfMoves game;
  try {
    game = read_sgf_moves(read_sgf_file(file).front(), file);
  } catch (const RunError& error) {
    throw GtpError(fmt::format("cannot load file: {}", error.what()));
  } catch (const UsageError& error) {
    throw GtpError(error.what());
  }
  session.load(game, stop_at < 1 ? 0 : static_cast<std::size_t>(stop_at) - 1, file);
  return session.position().to_move() == Seat::first ? "black" : "white";
}

/// printsgf [FILE]: the game so far, as the reply or into the file.
std::string printsgf(GtpEngine& engine, const GtpCommand& command) {
  std::string sgf = engine.session().sgf();
  if (command.arguments.empty()) return sgf;
  try {
    write_named_file(command.arguments[0], sgf);
  } catch (const RunError& error) {
    throw GtpError(error.what());
  }
  return "";
}

std::string showboard(GtpEngine& engine, const GtpCommand&) { return "\n" + engine.session().position().drawing(); }

/// Area scoring as Tromp and Taylor define it: every stone on the board is alive. Games without points are counted as
/// won by one.
std::string final_score(GtpEngine& engine, const GtpCommand&) {
  const Position& position = engine.session().position();
  if (const std::optional<double> margin = position.margin()) return score_text_of(*margin);
  if (!position.is_over()) throw GtpError("cannot score: the game is not over");
  return score_text_of(position.result());
}

/// Connected stones, a line a chain.
std::string chains_text(const std::vector<std::string>& rows) {
  constexpr std::string_view kLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const auto height = static_cast<int>(rows.size());
  const auto width = static_cast<int>(rows[0].size());
  std::vector<std::string> open = rows;
  const auto at = [&](int row, int column) -> char& {
    return open[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  };
  std::string text;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const char stone = at(row, column);
      if (stone != 'X' && stone != 'O') continue;
      std::vector<std::pair<int, int>> chain = {{row, column}};
      at(row, column) = '.';
      for (std::size_t next = 0; next < chain.size(); ++next) {
        const auto [r, c] = chain[next];
        text += fmt::format("{}{}{}", next == 0 ? "" : " ", kLetters[static_cast<std::size_t>(c)], height - r);
        for (const auto& [dr, dc] : {std::pair(-1, 0), std::pair(1, 0), std::pair(0, -1), std::pair(0, 1)}) {
          if (r + dr < 0 || r + dr >= height || c + dc < 0 || c + dc >= width || at(r + dr, c + dc) != stone) continue;
          at(r + dr, c + dc) = '.';
          chain.emplace_back(r + dr, c + dc);
        }
      }
      text += '\n';
    }
  }
  return text;
}

std::string final_status_list(GtpEngine& engine, const GtpCommand& command) {
  const std::string& status = gtp::argument(command, 0);
  if (status == "alive") return chains_text(engine.session().position().board_rows());
  if (status == "dead" || status == "seki") return "";
  throw GtpError("syntax error: " + status + " is no status (alive, dead, seki)");
}

}  // namespace

void add_board_commands(std::vector<GtpHandler>& handlers, const GtpSession& session) {
  handlers.push_back({"boardsize", boardsize});
  handlers.push_back({"clear_board", [](GtpEngine& engine, const GtpCommand&) {
                        engine.session().clear();
                        return std::string();
                      }});
  if (session.game().facts().is_go_like) {
    handlers.push_back({"komi", komi});
    handlers.push_back({"final_status_list", final_status_list});
    handlers.push_back({"loadsgf", loadsgf});
    handlers.push_back({"printsgf", printsgf});
  }
  if (session.can_set_up()) {
    handlers.push_back({"fixed_handicap", fixed_handicap_command});
    handlers.push_back({"place_free_handicap", place_free_handicap});
    handlers.push_back({"set_free_handicap", set_free_handicap});
  }
  handlers.push_back({"final_score", final_score});
  handlers.push_back({"showboard", showboard});
}

}  // namespace rootward
