// What was played and measured, as a comparison needs it: whoever reads results folders fills this in.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/params.h"
#include "core/statistics/binomial.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "lab/config/tuned_scores.h"
#include "lab/play/player.h"
#include "lab/store/manifest.h"

namespace rootward::comparison {

/// Mean scores of complete pairs, in [0, 1], by the run's seed and the pair's number. Pairs of one name begin with one
/// opening, and may see it alike, in all pairings.
using PairMeans = std::map<std::pair<std::uint64_t, std::uint32_t>, double>;

/// The games of two players, from a's view.
struct PlayedPairing {
  std::string a;
  std::string b;
  GameCounts counts;
  PairCounts pairs{};                 ///< complete ones
  PairCounts units{};                 ///< those, and games without a second as pairs of their score
  PairMeans pair_means{};             ///< of the same
  ScoreEstimate estimate;             ///< what interval and tests come from
  bool is_stopped_early = false;      ///< by a sequential test: its score is biased
  std::uint64_t duplicate_games = 0;  ///< with the same moves as an earlier one
  std::string repeats{};              ///< "a v b": an earlier pairing that has more than 90 % of its games
};

/// A mean of an estimates study with its 95 % interval, shares in percent; or what it is less the opponent's on the
/// same instances.
struct MeasuredValue {
  std::string game;
  std::string player;
  std::string opponent{};
  std::string measure;
  std::uint64_t simulations = 0;
  double mean = 0;
  Interval ci95{};
  std::uint64_t searches = 0;
};

/// What an estimates study has: all names, and the values that were measured.
struct MeasuredRun {
  std::vector<std::string> games;
  std::vector<std::string> players;
  std::vector<std::string> measures;
  std::vector<std::string> shares;    ///< measures that are shares
  std::vector<MeasuredValue> values;  ///< the last of a game, of players and a measure has most simulations
};

/// One tournament: a results folder, or several of one tournament joined. Or an estimates study, which has no pairings.
struct PlayedRun {
  std::string folder;
  std::string name;
  NamedParams game;
  std::uint64_t seed = 0;
  std::vector<PlayerSpec> players;
  TunedScores tunings{};  ///< what chose some of them
  std::vector<PlayedPairing> pairings;
  std::optional<MeasuredRun> measured{};
  Manifest manifest;
  std::uint64_t games = 0;  ///< or searches
  std::uint64_t games_scheduled = 0;
  std::string claim{};  ///< confirmatory or exploratory, and why, in words
};

}  // namespace rootward::comparison
