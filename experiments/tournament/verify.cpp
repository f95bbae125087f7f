// The rules first; the players only where they are asked again.
#include "experiments/tournament/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/errors.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/schedule.h"
#include "games/guests.h"
#include "lab/arena/game_id.h"
#include "lab/arena/match.h"
#include "lab/arena/stored_games.h"
#include "lab/engines/engine_player.h"
#include "lab/engines/gtp/gtp_text.h"

namespace rootward::tournament {
namespace {

std::string seed_problem(const GameRecord& record, const TournamentConfig& config) {
  const std::uint64_t expected = game_seed(config.seed, record.pairing, record.pair, record.game_of_pair());
  return record.seed == expected ? "" : fmt::format("its seed is {}, not {}", record.seed, expected);
}

std::string score_problem(const GameRecord& record, Rebuilt& rebuilt) {
  const Position& end = *rebuilt.end;
  const double board = 0.5 + 0.5 * end.match_result(rebuilt.chance);
  if (record.scoring.empty())
    return record.score == board ? "" : fmt::format("its score is {}, the rules say {}", record.score, board);
  const std::string board_result = score_text_of(end.margin().value_or(0));
  if (record.board_result != board_result)
    return fmt::format("its board_result is {}, the rules say {}", record.board_result, board_result);
  const double margin = parse_score(record.result).value_or(0);
  const double said = margin > 0 ? 1.0 : margin < 0 ? 0.0 : 0.5;
  return record.score == said ? "" : fmt::format("its score is {}, its result {}", record.score, record.result);
}

std::string ending_problem(const GameRecord& record, Rebuilt& rebuilt) {
  const Position& end = *rebuilt.end;
  if (record.ended == kAdjudicated) return end.is_over() ? "it was adjudicated, yet the rules ended it before" : "";
  const bool is_decided_by_rules = record.ended == "rules" || record.ended == "move_limit";
  if (!is_decided_by_rules)
    return end.is_over() ? fmt::format("it ended by {}, yet the rules ended it before", record.ended) : "";
  if (!end.is_over()) return fmt::format("it ended by {}, but is not over", record.ended);
  const char* ending = end.ending() == Ending::move_limit ? "move_limit" : "rules";
  if (record.ended != ending) return fmt::format("it ended by {}, the rules say {}", record.ended, ending);
  return score_problem(record, rebuilt);
}

/// Where and how the rule ends the game by the record's means; nothing: it does not.
std::optional<EarlyEnd> adjudicated_end(const GameRecord& record, const Adjudication& rule, const Game& game) {
  Adjudicator adjudicator(rule);
  const std::unique_ptr<Position> position = game.start();
  const auto play = [&position](const std::string& move) { position->play(position->parse_action(move).value()); };
  for (const std::string& move : record.opening) play(move);
  auto plies = static_cast<std::uint32_t>(record.opening.size());
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    if (!position->is_chance()) adjudicator.note(position->to_move(), record.means[i]);
    play(record.moves[i]);
    ++plies;
    if (position->is_over()) break;
    if (position->is_chance()) continue;  // outcomes belong to the move before them
    if (const std::optional<Seat> winner = adjudicator.winner())
      return EarlyEnd{.plies = plies, .score = *winner == Seat::first ? 1.0 : 0.0};
  }
  return std::nullopt;
}

std::string early_end_text(const std::optional<EarlyEnd>& end) {
  return end ? fmt::format("after {} plies with {} for the first seat", end->plies, end->score) : "nowhere";
}

/// What the schedule's rule says of a game whose moves are in order.
std::string adjudication_problem(const GameRecord& record, const std::optional<Adjudication>& rule, const Game& game) {
  const bool is_adjudicated = record.ended == kAdjudicated;
  if (!rule)
    return is_adjudicated || record.would_end || !record.means.empty()
               ? "it was adjudicated, and the schedule has no such rule"
               : "";
  if (record.means.size() != record.moves.size())
    return fmt::format("it has {} moves and {} means to adjudicate by", record.moves.size(), record.means.size());
  const std::optional<EarlyEnd> end = adjudicated_end(record, *rule, game);
  std::optional<EarlyEnd> told = record.would_end;
  if (is_adjudicated) told = EarlyEnd{.plies = record.plies, .score = record.score};
  if (is_adjudicated && rule->plays_out) return "it was adjudicated, and the schedule plays games out";
  if (!is_adjudicated && !rule->plays_out && told) return "it was played out, and the schedule adjudicates";
  if (end == told) return "";
  return fmt::format("by its means it is adjudicated {}, by its record {}", early_end_text(end), early_end_text(told));
}

const PlayerSpec& player_called(const TournamentConfig& config, const std::string& name) {
  const auto found = std::ranges::find(config.players, name, &PlayerSpec::name);
  if (found == config.players.end()) throw RunError(fmt::format("no player of the configuration is called {}", name));
  return *found;
}

std::string first_difference(const GameRecord& stored, const GameRecord& again) {
  const std::size_t shared = std::min(stored.moves.size(), again.moves.size());
  for (std::size_t i = 0; i < shared; ++i)
    if (stored.moves[i] != again.moves[i])
      return fmt::format("move {} is {}, and {} when played again", stored.opening.size() + i + 1, stored.moves[i],
                         again.moves[i]);
  if (stored.moves.size() != again.moves.size())
    return fmt::format("it has {} moves, and {} when played again", stored.moves.size(), again.moves.size());
  return first_different_field(stored, again);
}

/// Line by line: a folder larger than memory can be checked.
class TournamentCheck {
 public:
  TournamentCheck(const TournamentConfig& config, const Manifest& manifest)
      : config_(config), scheduled_(config, most_pairs(config, manifest)), boards_(config.game) {}

  std::string game_problem(const std::string& line, const std::string& place) {
    const GameRecord record = parse_game_record(line);
    for (const std::string& name : record.pairing)
      if (std::ranges::find(config_.players, name, &PlayerSpec::name) == config_.players.end())
        return fmt::format("game {}: no player of the configuration is called {}", record.id, name);
    scheduled_.require(record);
    if (!record.has_moves()) ++without_moves_;
    GameRecord timeless = record;
    timeless.cpu_seconds = {};
    std::string problem = places_.problem("game " + record.id, to_json_line(timeless), place);
    if (!problem.empty()) return problem;
    try {
      problem = verify(record, config_, *boards_.game_of(record));
    } catch (const AbsentGameError& error) {
      absent_ = error.what();
    }
    return problem.empty() ? "" : fmt::format("game {}: {}", record.id, problem);
  }
  [[nodiscard]] std::size_t without_moves() const { return without_moves_; }
  /// Why moves were not held against the rules; "" where they were.
  [[nodiscard]] const std::string& absent() const { return absent_; }
  /// Games of the schedule that no line tells of; none where the schedule may end early.
  [[nodiscard]] std::vector<std::string> missing() const {
    std::vector<std::string> ids;
    if (config_.sprt) return ids;
    for (const Pairing& pairing : make_pairings(config_))
      for (std::uint32_t pair = 0; pair < config_.schedule.pairs; ++pair)
        for (const int game : {0, 1})
          if (std::string id = game_id(pairing_names(config_, pairing), pair, game); !places_.contains("game " + id))
            ids.push_back(std::move(id));
    return ids;
  }

 private:
  const TournamentConfig& config_;
  GamePlaces scheduled_;
  StoredGames boards_;
  RecordPlaces places_;
  std::size_t without_moves_ = 0;
  std::string absent_;
};

}  // namespace

Rebuilt rebuild(const GameRecord& record, const Game& game) {
  record.require_moves();
  Rebuilt rebuilt{.end = game.start(), .chance = Rng(derive_seed(record.seed, "chance"))};
  int number = 1;
  for (const std::vector<std::string>* moves : {&record.opening, &record.moves}) {
    for (const std::string& text : *moves) {
      Position& position = *rebuilt.end;
      const std::optional<Action> action = position.parse_action(text);
      if (!action || !position.is_legal(*action))
        throw RunError(fmt::format("game {}: move {}, {}, is not legal", record.id, number, text));
      const bool is_drawn = moves == &record.moves && position.is_chance();
      if (is_drawn && position.draw_outcome(rebuilt.chance) != *action)
        throw RunError(
            fmt::format("game {}: move {}, {}, is not the outcome that its seed draws", record.id, number, text));
      position.play(*action);
      ++number;
    }
  }
  return rebuilt;
}

std::string verify(const GameRecord& record, const TournamentConfig& config, const Game& game) {
  if (!record.has_moves()) return "";
  if (std::string problem = seed_problem(record, config); !problem.empty()) return problem;
  try {
    Rebuilt rebuilt = rebuild(record, game);
    const std::string problem = ending_problem(record, rebuilt);
    return problem.empty() ? adjudication_problem(record, config.schedule.adjudicate, game) : problem;
  } catch (const RunError& error) {
    return error.what();
  }
}

std::string play_again(const GameRecord& record, const TournamentConfig& config, const Game& game) {
  MoveSequence opening;
  const std::unique_ptr<Position> position = game.start();
  for (const std::string& text : record.opening) {
    const std::optional<Action> action = position->parse_action(text);
    if (!action || !position->is_legal(*action)) return fmt::format("the opening's move {} is not legal", text);
    opening.push_back(*action);
    position->play(*action);
  }
  const GameTask task{.pairing = record.pairing,
                      .pair = record.pair,
                      .game_of_pair = record.game_of_pair(),
                      .draws = draw_seeds(config.seed, record.pairing, record.pair),
                      .seed = record.seed,
                      .opening = &opening,
                      .scorer = nullptr,
                      .adjudicate = config.schedule.adjudicate ? &*config.schedule.adjudicate : nullptr,
                      .board = record.game};
  const std::unique_ptr<Player> a = make_player(player_called(config, record.pairing[0]), game, make_engine_player);
  const std::unique_ptr<Player> b = make_player(player_called(config, record.pairing[1]), game, make_engine_player);
  const std::optional<GameRecord> again = play_game(game, task, {a.get(), b.get()}, [] { return false; });
  GameRecord comparable = again.value();
  if (!record.has_moves()) comparable.drop_moves();
  // Some stored games were counted by seat.
  comparable.cached_evaluations = record.cached_evaluations;
  return is_same_game(record, comparable) ? "" : first_difference(record, comparable);
}

FolderCheck check_tournament_folder(const std::string& folder) {
  FolderCheck found;
  const std::string path = manifest_path(folder);
  const Manifest manifest = read_manifest(folder);
  const TournamentConfig config = stored_config(folder, manifest);
  check_config_hash(path, manifest, stored_config_hash(config), found);
  TournamentCheck check(config, manifest);
  const std::vector<std::string> files = kGameFiles.all(folder);
  for (const std::string& file : files)
    check_lines(
        file, kGameFormat.schema,
        [&check](const std::string& line, const std::string& place) { return check.game_problem(line, place); }, found);
  if (check.without_moves() > 0)
    found.notes.push_back(
        fmt::format("{}: {} games are stored without their moves, so that the rules say nothing of "
                    "them; `rootward verify --replay --again` plays them again",
                    folder, check.without_moves()));
  if (!check.absent().empty())
    found.notes.push_back(fmt::format("{}: moves were not held against the rules: {}", folder, check.absent()));
  const auto check_void = [](const std::string& line, const std::string&) {
    (void)parse_void_record(line);
    return std::string();
  };
  for (const std::string& file : kVoidFiles.all(folder)) check_lines(file, kVoidFormat.schema, check_void, found);
  if (check_records(folder, manifest, found) && !manifest.ended.empty())
    add_missing(folder, "games", check.missing(), found);
  return found;
}

}  // namespace rootward::tournament
