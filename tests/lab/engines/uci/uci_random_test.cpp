// Whatever a UCI program says, it ends in time with a move or a fault: sessions with random damage.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "core/rng.h"
#include "experiments/tournament/config.h"
#include "lab/engines/engine_player.h"
#include "lab/play/uci_notation.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::testing {
namespace {

/// What a program says through the first move of a game.
std::vector<std::string> whole_session() {
  return {"id name any program",
          "option name UCI_Variant type combo default chess var chess var breakthrough",
          "option name Hash type spin default 16 min 1 max 64",
          "uciok",
          "info string variant breakthrough files 8 ranks 8 startpos pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w 0 1",
          "readyok",
          "readyok",
          "readyok",
          "readyok",
          "info depth 1 score cp 3 pv a2a3",
          "bestmove a2a3 ponder b7b6"};
}

std::string damaged_session(Rng& rng) {
  std::vector<std::string> lines = whole_session();
  const auto below = [&](std::size_t count) { return rng.below(static_cast<std::uint32_t>(count)); };
  for (std::uint32_t damages = 1 + below(3); damages > 0; --damages) {
    std::string& line = lines[below(lines.size())];
    switch (below(6)) {
      case 0:
        line.clear();
        break;
      case 1:
        line = line.substr(0, below(line.size() + 1));
        break;
      case 2:
        if (!line.empty()) line[below(line.size())] = static_cast<char>(below(256));
        break;
      case 3:
        std::swap(line, lines[below(lines.size())]);
        break;
      case 4:
        line += ' ' + lines[below(lines.size())];
        break;
      default:
        lines.insert(lines.begin() + below(lines.size()), std::string(below(3000), 'x'));
    }
  }
  std::string text;
  for (const std::string& line : lines) text += line + (below(8) == 0 ? "\r\n" : "\n");
  return text;
}

/// The player's first move against a program that says this whatever it is sent; "" for a fault. `patience` in seconds.
std::string first_move(const ScratchFolder& folder, const std::string& text, double patience) {
  std::ofstream(folder.path("said"), std::ios::binary) << text;
  const std::string seconds = std::to_string(patience);
  const tournament::TournamentConfig config = tournament::parse_tournament(
      "name: damaged\nseed: 1\ngame: breakthrough\nplayers:\n  one: {uci: \"cat '" + folder.path("said") +
          "'; cat >/dev/null\", depth: 1, startup_timeout_seconds: " + seconds + ", move_timeout_seconds: " + seconds +
          ", quit_timeout_seconds: 0.1}\n  two: {player: random}\nschedule: {type: round_robin, pairs: 1}\n",
      "damaged.yaml");
  const std::unique_ptr<Game> game = make_game(config.game);
  const PlayerSpec& spec = config.players.front();
  const std::unique_ptr<Player> player = make_engine_player(spec, *game);
  player->new_game(1);
  const std::unique_ptr<Position> start = game->start();
  try {
    const Choice choice = player->choose(*start, [] { return false; });
    return start->is_legal(choice.action) ? uci_move_text(*start, choice.action) : "illegal";
  } catch (const PlayerFault& fault) {
    EXPECT_STRNE(fault.what(), "");
    return "";
  }
}

TEST(UciDamage, AWholeSessionGivesItsMove) {
  const ScratchFolder folder;
  std::string text;
  for (const std::string& line : whole_session()) text += line + '\n';
  EXPECT_EQ(first_move(folder, text, 30), "a2a3");
}

TEST(UciDamage, EndsInAMoveOrAFaultInTime) {
  const ScratchFolder folder;
  Rng rng(11);
  int faults = 0;
  for (int round = 0; round < 60; ++round) {
    const std::string text = damaged_session(rng);
    const auto begin = std::chrono::steady_clock::now();
    faults += first_move(folder, text, 0.2).empty() ? 1 : 0;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20)) << text;
  }
  EXPECT_GT(faults, 5);
  EXPECT_LT(faults, 60) << "some damage is harmless";
}

}  // namespace
}  // namespace rootward::testing
