// A tournament as configured, every default filled in; and how it is read from YAML.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "experiments/tournament/expectations.h"
#include "lab/arena/adjudication.h"
#include "lab/arena/opening_settings.h"
#include "lab/arena/scoring.h"
#include "lab/config/named_files.h"
#include "lab/config/overrides.h"
#include "lab/config/tuned_scores.h"
#include "lab/play/player.h"
#include "lab/store/continuation.h"

namespace rootward::tournament {

enum class ScheduleType : std::uint8_t { round_robin, gauntlet, ladder, pairings, budgets };

struct Schedule {
  ScheduleType type = ScheduleType::round_robin;
  /// Gauntlet: the players whom all others meet, and who do not meet each other. Tables: the first is compared to.
  std::vector<std::string> references;
  std::vector<std::array<std::string, 2>> pairings;  ///< of the type that lists them, in the order to be played
  /// Pairings of the type that are not played; the order of the two names does not matter.
  std::vector<std::array<std::string, 2>> leave_out;
  std::uint32_t pairs = 0;  ///< colour-swapped pairs of each pairing; a pair is two games
  OpeningSettings opening;
  std::optional<Adjudication> adjudicate;  ///< games that both players hold for decided end so
  friend bool operator==(const Schedule&, const Schedule&) = default;
};

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
  std::vector<Expectation> hypotheses{};  ///< what it says of whom
  std::uint64_t seed = 0;
  NamedParams game;
  std::vector<PlayerSpec> players;  ///< in written order
  TunedScores tunings;              ///< what chose some of the players; no game depends on it
  Schedule schedule;
  std::optional<SprtSettings> sprt;
  Scoring scoring = Scoring::tromp_taylor;  ///< referee unless given, where a game counts points and an engine plays
  std::string file;                         ///< where it was read from; relative paths in it count from there
  std::vector<config::NamedFile> named_files{};  ///< networks and books, with their places
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

/// The resolved configuration as canonical YAML: every default written out, fixed order of keys; reads back to the same
/// configuration. Its hash is the configuration hash.
std::string resolved_yaml(const TournamentConfig& config);
/// 16 hexadecimal digits over what decides the games: resolved_yaml without name, question, hypotheses, what tunings
/// said and the number of pairs. Two configurations with one hash play the same games, pair by pair.
std::string config_hash(const TournamentConfig& config);
/// The hash that stands beside a stored configuration: versions that stored the values of environment variables hashed
/// them too.
std::string stored_config_hash(const TournamentConfig& stored);
/// What may change while stored games stay this tournament's: question, hypotheses, what more tunings said, more pairs
/// and more players (which must leave the stored pairings as they are).
std::vector<AllowedChange> allowed_changes(const TournamentConfig& config);
/// "" where games stored under `stored` may be continued under `now`; else a line for each key that forbids it.
std::string continuation_problem(const TournamentConfig& stored, const TournamentConfig& now);
/// False for external engines and for budgets of wall-clock time.
bool is_reproducible(const TournamentConfig& config);

}  // namespace rootward::tournament
