// Everything that a tournament needs before game one: the game, the openings, the number of pairs, players that work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/tournament/config.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/game_setup.h"
#include "lab/arena/openings.h"
#include "lab/arena/run_settings.h"
#include "lab/play/game.h"

namespace rootward::tournament {

/// What the command line adds to a configuration.
struct RunSettings : rootward::RunSettings {
  std::optional<std::uint32_t> games{};  ///< at most so many games of each pairing; even, at least 2
  bool uses_lanes = true;                ///< searches side by side where that is faster; the games are the same
};

std::string results_folder_of(const TournamentConfig& config, const RunSettings& settings);

/// A tournament whose parts have been built, so that what is wrong with them has been reported (UsageError).
class TournamentSetup {
 public:
  /// `config` outlives it.
  TournamentSetup(const TournamentConfig& config, const RunSettings& settings);

  [[nodiscard]] const TournamentConfig& config() const { return config_; }
  /// Where pairs have boards of their own: an example.
  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] Openings& openings() { return *openings_; }
  /// `game`: the tournament's, or a pair's own.
  [[nodiscard]] std::unique_ptr<Player> make_player(std::size_t index, const Game& game) const;
  /// With this share of its simulations.
  [[nodiscard]] std::unique_ptr<Player> make_player(std::size_t index, const Game& game, double share) const;
  /// Network players hardly draw lots: without a temperature two of them would repeat a game of an opening that comes
  /// twice. Throws UsageError where there are fewer openings than pairs, as far as the openings know by then.
  void check_variety() const;
  /// What to tell where the planned pairs are more than there are openings; "" where they are not.
  [[nodiscard]] std::string openings_warning() const;
  /// Hashes of the opening book and of the players' networks.
  [[nodiscard]] InputFiles input_files() const;
  /// Starts every external engine, sets the game up and plays `plies` plies. Returns "name: what the engine calls
  /// itself" for each. Throws PlayerError.
  std::vector<std::string> rehearse_engines(int plies) const;
  /// Points into this object.
  [[nodiscard]] TournamentPlan plan() const;

 private:
  const TournamentConfig& config_;
  RunSettings settings_;
  std::unique_ptr<Game> game_;
  std::unique_ptr<Openings> openings_;
  std::unique_ptr<GameScorer> scorer_;
};

/// What TournamentSetup::check_variety() says, of tournaments that are not set up. Counts the openings of each kind
/// once.
class VarietyCheck {
 public:
  void check(const TournamentConfig& config);

 private:
  std::map<std::string, std::optional<std::size_t>> available_;  ///< by game and openings
};

}  // namespace rootward::tournament
