// A tournament as configured (contract section 3), every default filled in; and how it is read from YAML.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "experiments/player.h"

namespace rootward {

enum class ScheduleType : std::uint8_t { round_robin, gauntlet, ladder };

struct OpeningSettings {
  int random_plies = 0;                            ///< random legal moves (no passes) before the players take over
  std::optional<std::array<double, 2>> balance{};  ///< first seat's expected score must lie in [lo, hi], both in [0, 1]
  std::string book{};  ///< a list of openings, one a line, an SGF file or a folder of them; excludes random_plies
  int plies = 0;       ///< only so many moves of each opening of the book; 0 = all
  std::string path = "schedule.opening";  ///< of these settings in their file, for errors
  friend bool operator==(const OpeningSettings&, const OpeningSettings&) = default;
};

struct Schedule {
  ScheduleType type = ScheduleType::round_robin;
  /// Gauntlet: the players whom all others meet, and who do not meet each other. Tables: the first is compared to.
  std::vector<std::string> references;
  /// Pairings of the type that are not played; the order of the two names does not matter.
  std::vector<std::array<std::string, 2>> leave_out;
  std::uint32_t pairs = 0;  ///< colour-swapped pairs of each pairing; a pair is two games
  OpeningSettings opening;
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// Who says how a finished game of Go against an external engine ended. `tromp_taylor`: the board as it stands;
/// `referee`: GNU Go replays the game; `players`: the engines themselves, the board where they disagree. Games without
/// external engines are always scored by the board.
enum class Scoring : std::uint8_t { tromp_taylor, referee, players };

/// Stop rule on pairs (generalised SPRT, pentanomial, logistic Elo).
struct SprtSettings {
  double elo0 = 0, elo1 = 0;
  double alpha = 0.05, beta = 0.05;
  friend bool operator==(const SprtSettings&, const SprtSettings&) = default;
};

struct TournamentConfig {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::uint64_t seed = 0;
  NamedParams game;
  std::vector<PlayerSpec> players;  ///< in written order
  Schedule schedule;
  std::optional<SprtSettings> sprt;
  Scoring scoring = Scoring::tromp_taylor;  ///< referee unless given, where a game counts points and an engine plays
  std::string file;                         ///< where it was read from; relative paths in it count from there
};

/// One `--set path=value`; value is YAML.
struct Override {
  std::string path;
  std::string value;
};

/// Reads and checks a whole tournament file; throws UsageError with every problem found, each with its place.
TournamentConfig read_tournament(const std::string& file, const std::vector<Override>& overrides = {});
/// The same from text; `file` names it in errors.
TournamentConfig parse_tournament(std::string_view yaml, const std::string& file,
                                  const std::vector<Override>& overrides = {});

/// One player by name from a file (`--player FILE:NAME`); the file may lack game, seed and schedule. `--set` paths
/// count from the player.
PlayerSpec read_player(const std::string& file, const std::string& name, const std::vector<Override>& overrides,
                       const NamedParams& game);

/// The game of a file, or Go with its defaults where the file names none; `--set` paths count from the game.
NamedParams read_game_of(const std::string& file, const std::vector<Override>& overrides = {});

/// A game from `NAME`, `NAME:size` or a YAML map, with overrides whose paths are relative to the game. `where` names
/// the input in errors ("GAME").
NamedParams parse_game(std::string_view text, const std::vector<Override>& overrides,
                       const std::string& where = "GAME");

/// A player's settings from a `search:` map and a backup (name or map), both YAML; empty text = defaults. Overrides
/// count from the player (`search.budget.simulations`, `backup.alpha`).
PlayerSpec parse_search_player(std::string_view search_yaml, std::string_view backup_yaml,
                               const std::vector<Override>& overrides, const NamedParams& game);

/// An operator from a name or a map (`--shadow`, `--backup`).
NamedParams parse_backup(std::string_view yaml, const std::string& where = "--backup");
/// An evaluator from a name or a map (`--evaluator`).
NamedParams parse_evaluator(std::string_view yaml, const std::string& where = "--evaluator");

/// The resolved configuration as canonical YAML: every default written out, fixed order of keys; reads back to the same
/// configuration. Its hash is the configuration hash.
std::string resolved_yaml(const TournamentConfig& config);
/// A game on one line of YAML, every parameter written out; parse_game reads it back.
std::string game_yaml(const NamedParams& game);
/// 16 hexadecimal digits over what decides the games: resolved_yaml without name, question, hypothesis and the number
/// of pairs. Two configurations with one hash play the same games, pair by pair.
std::string config_hash(const TournamentConfig& config);
/// Whether games stored under `stored` may be continued under `now`: the same but for question, hypothesis, more pairs
/// and more players (which must leave the stored pairings as they are).
bool may_continue(const TournamentConfig& stored, const TournamentConfig& now);
/// A line for each key that differs, "path: stored X, now Y"; "" where the two resolve to the same YAML.
std::string describe_difference(const TournamentConfig& stored, const TournamentConfig& now);
/// One player's settings in one line, every default written out: what result tables name.
std::string player_summary(const PlayerSpec& player);

}  // namespace rootward
