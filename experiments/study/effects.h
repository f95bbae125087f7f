// What a tournament says of its tuned players, taken together: one operator against the control, or against a pool.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/bootstrap.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "experiments/study/config.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::study {

/// One of a side's players against all of the other side's.
struct EffectPlayer {
  std::string tuned{};  ///< what is tuned of it: YAML of a player
  double elo = 0;       ///< of its score by Laplace's rule
};

/// One side, as the games have it.
struct EffectSide {
  std::uint64_t simulations = 0;        ///< a move's budget
  double cpu_seconds = 0;               ///< a move
  std::vector<EffectPlayer> players{};  ///< of complete pairs, as configured
};

/// Tuned players against the tournament's references, from the view of the first.
struct Effect {
  std::uint64_t pairs = 0;
  std::set<std::uint64_t> planned_games{};  ///< numbers of games that were ever planned
  ScoreStatistics statistics{};             ///< over pairs, or over openings where these repeat
  double elo = 0;                           ///< of the score by Laplace's rule: finite where every pair was won
  double p = 1;                             ///< two-sided, against equality, as if it had been looked at once
  double cost = 0;                          ///< CPU time of a simulation, in the references'; 0: the games hold none
  std::uint32_t openings = 0;               ///< that the games begin with, where these repeat; else 0
  std::string evaluator{};                  ///< the registry's name: "tactical_playouts"
  EffectSide entrants{};
  EffectSide control{};  ///< the references

  /// Of the two one-sided tests that the gain is within so many Elo; 1 where the error is not known.
  [[nodiscard]] double equal_p(double margin_elo) const;
  /// CPU time of the tuned players' moves in that of the references'; nothing where it is not known.
  [[nodiscard]] std::optional<double> time_ratio() const;
};

struct EffectScore {
  ScoreEstimate estimate{};  ///< its 95 % interval holds 1/2 exactly when p is above 5 %
  double p = 1;              ///< two-sided, against equality
};
/// By pairs. `openings`: games by opening where these repeat, else empty. The interval is then the wider, and p the
/// greater, of the pairs' and of Student's t of so many openings.
EffectScore score_of_effect(const PairCounts& pairs, const GameCounts& games, std::span<const OpeningGroup> openings);

/// The folder's, from its games or, where these were dropped, from what was kept; nothing where no pair is complete.
/// `pairs`: as if no more of each pairing had been played; 0 = all. Throws RunError (damaged files).
std::optional<Effect> read_effect(const std::string& folder, std::uint32_t pairs = 0);

/// The numbers of games after which a tournament may be left.
std::vector<std::uint32_t> games_by_look(const MemberGames& games);

/// Whether more games are to say, as MemberGames says it. Under a margin by Bonferroni over all looks and over as many
/// tournaments as are judged `together`: what is left is decided by Holm over them, too.
bool is_undecided(const Effect& effect, const MemberGames& games, std::size_t together);

/// What drop_tournament() kept of a folder that is gone, for a configuration with this hash and as many games: nothing
/// where there is none. Throws UsageError where what was dropped was of other players or openings.
std::optional<Effect> kept_effect(const std::string& folder);
/// Throws UsageError where the games that were dropped were of another configuration.
void require_kept(const std::string& folder, const tournament::TournamentConfig& config);

/// The pairings' scores, where drop_tournament() kept them of a folder that is gone; nothing where there are none.
std::optional<tournament::ResultTable> kept_table(const std::string& folder);

/// Writes FOLDER.json, schema rootward.kept-tournament/1, and removes the folder. The file has the effect, the
/// configuration's hash, and a digest: 16 hexadecimal digits, the sum over games of h(id, moves, score) modulo 2^64, so
/// the same for whoever plays them again. False where there is no folder, games are missing or a process is in it.
/// After a kill the next call goes on.
/// `keeps_pairings`: the score of every pairing too, as surfaces and rounds need it.
bool drop_tournament(const std::string& folder, bool keeps_pairings = false);

}  // namespace rootward::study
