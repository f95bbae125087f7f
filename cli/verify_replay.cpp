// `rootward verify --replay`: stored games rebuilt move by move and held against the rules, or played again by their
// players.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <mutex>

#include "cli/commands.h"
#include "cli/output.h"
#include "cli/run_options.h"
#include "core/errors.h"
#include "core/note.h"
#include "core/text.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/verify.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/stored_games.h"
#include "lab/arena/thread_count.h"

namespace rootward {
namespace {

std::string joined(const std::vector<std::string>& moves) {
  return moves.empty() ? "none" : fmt::format("{}", fmt::join(moves, " "));
}

void show_game(const GameRecord& record, const Game& game) {
  print_shown("game {}: {} (first) against {} (second), seed {}\n", record.id, record.seats[0], record.seats[1],
              record.seed);
  print_shown("opening: {}\nmoves: {}\n\n{}\n", joined(record.opening), joined(record.moves),
              tournament::rebuild(record, game).end->drawing());
  print_shown("ended by {} after {} plies; {} for the first seat{}\n", record.ended, record.plies, record.score,
              record.scoring.empty() ? ""
                                     : fmt::format(", {} by {} (the board as it stood: {})", record.result,
                                                   record.scoring, record.board_result));
}

/// Keeps the one game that was asked for.
void select_game(tournament::StoredResults& results, const std::string& id) {
  std::vector<std::string> known;
  for (const GameRecord& game : results.games) known.push_back(game.id);
  std::erase_if(results.games, [&](const GameRecord& game) { return game.id != id; });
  if (!results.games.empty()) return;
  throw UsageError(fmt::format("--game: {} holds no game {} among its {}{}", results.folder, id, known.size(),
                               hint_text(id, known)));
}

/// Whether all games are in order. `shown` stands before what is said of the whole folder.
bool replay_folder(const CLI::App& command, const std::string& folder, const std::string& shown) {
  tournament::StoredResults results = tournament::read_results(folder, Detail::moves, damaged_lines(command));
  const bool plays_again = command.count("--again") > 0;
  if (plays_again && !results.manifest.is_reproducible)
    throw UsageError("--again: games of external engines or with wall-clock budgets do not come out the same");
  for (const std::string& warning : results.warnings) note("warning: {}", warning);
  if (command.count("--records") > 0) (void)tournament::write_records(results);
  if (command.count("--game") > 0) select_game(results, command.get_option("--game")->as<std::string>());
  StoredGames boards(results.config.game);
  std::shared_ptr<const Game> first;  // made before threads ask for it: a game that is loaded is loaded once
  if (!results.games.empty()) first = boards.game_of(results.games.front());
  if (command.count("--game") > 0) show_game(results.games.front(), *first);

  std::vector<std::string> problems(results.games.size());
  const std::size_t threads =
      command.count("--threads") > 0 ? command.get_option("--threads")->as<std::size_t>() : default_thread_count();
  const auto check = [&](int, std::size_t i) {
    const std::shared_ptr<const Game> game = boards.game_of(results.games[i]);
    problems[i] = tournament::verify(results.games[i], results.config, *game);
    if (problems[i].empty() && plays_again)
      problems[i] = tournament::play_again(results.games[i], results.config, *game);
  };
  parallel_for(
      results.games.size(), threads, [] { return 0; }, check);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < problems.size(); ++i) {
    if (problems[i].empty()) continue;
    ++wrong;
    print_shown("game {}: {}\n", results.games[i].id, problems[i]);
  }
  const auto without_moves =
      std::ranges::count_if(results.games, [](const GameRecord& record) { return !record.has_moves(); });
  if (without_moves > 0 && !plays_again)
    note("{} games are stored without their moves and were not rebuilt; --again plays them", without_moves);
  print_shown("{}{} of {} games are in order{}\n", shown, results.games.size() - wrong, results.games.size(),
              plays_again ? ", played again" : "");
  return wrong == 0;
}

}  // namespace

void add_replay_options(CLI::App& command) {
  CLI::Option* replay = command.add_flag("--replay");
  replay->description(
      "Rebuild a tournament's games move by move by the rules, in place of all other checks; a line a game that is "
      "not\n"
      "what the rules, its seed or its players make of it");
  const std::size_t before = command.get_options().size();
  command.add_option("--game", "Show and verify this game only")->type_name("ID");
  command.add_flag("--again")->description("Let the players play every game again and compare move by move");
  command.add_flag("--records")->description("Write records/*.sgf anew");
  add_skip_damaged_option(command);
  add_threads_option(command);
  const std::vector<CLI::Option*> options = command.get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->needs(replay);
}

int replay_folders(const CLI::App& command) {
  const auto folders = command.get_option("DIR")->as<std::vector<std::string>>();
  if (folders.size() > 1 && command.count("--game") > 0) throw UsageError("--game: one DIR is allowed with it");
  bool is_in_order = true;
  for (const std::string& folder : folders)
    is_in_order &= replay_folder(command, folder, folders.size() > 1 ? folder + ": " : "");
  return static_cast<int>(is_in_order ? ExitCode::done : ExitCode::failed);
}

}  // namespace rootward
