// What was played, as a comparison needs it: whoever reads results folders fills this in.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/params.h"
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
};

/// One tournament: a results folder, or several of one tournament joined.
struct PlayedRun {
  std::string folder;
  std::string name;
  NamedParams game;
  std::uint64_t seed = 0;
  std::vector<PlayerSpec> players;
  TunedScores tunings{};  ///< what chose some of them
  std::vector<PlayedPairing> pairings;
  Manifest manifest;
  std::uint64_t games = 0;
  std::uint64_t games_scheduled = 0;
  std::string claim{};  ///< confirmatory or exploratory, and why, in words
};

}  // namespace rootward::comparison
