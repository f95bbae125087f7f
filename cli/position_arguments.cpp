// Plays the moves of --moves or of an SGF file.
#include "cli/position_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <sstream>

#include "cli/option_checks.h"
#include "core/errors.h"
#include "core/escape.h"
#include "core/note.h"
#include "lab/config/parts.h"
#include "lab/config/plugin_reader.h"

namespace rootward {
namespace {

/// Some games know a move where it is legal alone, so legal ones are named.
std::string no_move_text(const std::string& word, int number, const Game& game, const Position& position) {
  constexpr std::size_t kMostShown = 12;
  const std::vector<Action> legal = position.legal_actions();
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(legal.size(), kMostShown); ++i) shown.push_back(position.action_text(legal[i]));
  const bool has_comma = word.find_first_of(",;") != std::string::npos;
  return fmt::format(
      "--moves: {} (move {}) is not a move of {}; {}", terminal_token(word), number, config::short_name(game.id()),
      has_comma ? "moves are separated by blanks: --moves \"4 4\""
                : fmt::format("legal here: {}{}", fmt::join(shown, " "), legal.size() > kMostShown ? " .." : ""));
}

std::unique_ptr<Position> position_after(const Game& game, const std::string& moves) {
  std::unique_ptr<Position> position = game.start();
  std::istringstream words(moves);
  std::string word;
  for (int number = 1; words >> word; ++number) {
    if (position->is_over())
      throw UsageError(fmt::format("--moves: the game is over before move {} ({})", number, terminal_token(word)));
    const std::optional<Action> action = position->parse_action(word);
    if (!action) throw UsageError(no_move_text(word, number, game, *position));
    if (!position->is_legal(*action))
      throw UsageError(fmt::format("--moves: {} (move {}) is illegal in\n{}", word, number, position->drawing()));
    position->play(*action);
  }
  return position;
}

bool sets(const std::vector<Override>& overrides, std::string_view path) {
  return std::ranges::find(overrides, path, &Override::path) != overrides.end();
}

/// "go" and not "go:9" or a map.
bool is_bare_name(const std::string& game) { return game.find_first_of(":{") == std::string::npos; }

}  // namespace

void add_position_options(CLI::App& command, PositionArguments& arguments) {
  CLI::Option* moves =
      command.add_option("--moves", arguments.moves, "Moves from the start, separated by blanks")->type_name("TEXT");
  CLI::Option* sgf =
      command.add_option("--sgf", arguments.sgf, "The position at the end of a game record; size and komi are its own")
          ->type_name("FILE")
          ->excludes(moves);
  command.add_option("--move", arguments.move, "The position before the record's N-th move")
      ->type_name("N")
      ->transform(whole_number(1, 1000000))
      ->needs(sgf);
}

PositionSource::PositionSource(const std::string& game, const PositionArguments& arguments,
                               const std::vector<Override>& overrides)
    : arguments_(arguments), game_(parse_game(game, overrides)) {
  if (arguments.sgf.empty()) return;
  if (!game_.params.has("size"))
    throw UsageError("--sgf: records are of Go and its kin; " + game_.name + " has no board of points");
  record_ = read_sgf_moves(read_sgf_file(arguments.sgf).front(), arguments.sgf);
  if (!is_bare_name(game) && game_.params.integer("size") != record_->size)
    throw UsageError(fmt::format("--sgf: {} is played on {} lines, GAME has {}; say {} or {}:{}", arguments.sgf,
                                 record_->size, game_.params.integer("size"), game_.name, game_.name, record_->size));
  if (is_bare_name(game) && !sets(overrides, "size")) game_ = game_of_sgf_size(game_, *record_, arguments.sgf);
  if (!sets(overrides, "komi")) game_ = game_of_sgf_komi(game_, *record_, arguments.sgf);
}

std::unique_ptr<Position> PositionSource::open_or_finished_position(const Game& game) const {
  if (!record_) return position_after(game, arguments_.moves);
  const std::size_t count = arguments_.move ? *arguments_.move - 1 : record_->moves.size();
  if (count > record_->moves.size())
    throw UsageError(fmt::format("--move: {} has {} moves, so N is at most {}", arguments_.sgf, record_->moves.size(),
                                 record_->moves.size() + 1));
  return position_in_sgf(game, *record_, count, arguments_.sgf);
}

std::unique_ptr<Position> PositionSource::position(const Game& game) const {
  std::unique_ptr<Position> position = open_or_finished_position(game);
  if (position->is_over())
    throw UsageError(fmt::format("{}: the game is over in this position; there is no move to judge{}",
                                 record_ ? "--sgf" : "--moves", record_ ? " (--move N goes back)" : ""));
  return position;
}

NamedParams drawn_game(const NamedParams& game, std::uint64_t seed) {
  NamedParams drawn = draw_game(game, seed);
  if (drawn != game) note("drawn by seed {}: {}", seed, game_yaml(drawn));
  return drawn;
}

std::string seat_name(const Game& game, Seat seat) {
  const bool is_first = seat == Seat::first;
  if (game.facts().black_white) return is_first ? "black" : "white";
  return is_first ? "first" : "second";
}

}  // namespace rootward
