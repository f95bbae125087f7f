// A tournament's result table as data: everything that every format of it shows, computed once from the stored games.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/bradley_terry.h"
#include "core/statistics/match_score.h"
#include "core/statistics/planning.h"
#include "core/statistics/sprt.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::tournament {

/// A score with its 95 % interval, in [0, 1] (the pentanomial interval may leave it) and in Elo (infinite at 0 and 1).
struct ScoreRange {
  double score = 0.5;
  Interval ci95{};
  double elo = 0;
  Interval elo_ci95{};
};

/// Pairs won and lost, with the exact two-sided p of "as many of one as of the other".
struct UnevenPairs {
  std::uint64_t won = 0;
  std::uint64_t lost = 0;
  double p = 1;
};

/// One player's results against the reference, from that player's view.
struct Comparison {
  GameCounts counts;
  ScoreRange range;              ///< with the interval formula of the pairing
  double los = 0.5;              ///< exact likelihood of superiority
  std::optional<double> p;       ///< two-sided, against equality
  std::optional<double> holm_p;  ///< corrected over all rows with p, A/A cells apart
  std::optional<double> equivalence_p;
  double detectable_elo = 0;  ///< found with 80 % power by this many games; may be infinite
  /// Of the pairing, after which a difference as large as the observed one is found with 80 % power, all comparisons
  /// corrected together; nothing without p or without a difference.
  std::optional<std::uint64_t> needed_games;
  /// Of pairs that were won, even or lost: those that were not even.
  std::optional<UnevenPairs> uneven;
  std::string repeats{};  ///< PairingRow::repeats: it is no comparison of its own, and Holm's correction leaves it out
  bool is_a_a = false;    ///< the reference by another name: it checks the set-up, and Holm's correction leaves it out
  std::optional<SprtDecision> decision;  ///< of the sequential test that stopped the match, about the pairing's a

  [[nodiscard]] bool is_better() const { return holm_p && *holm_p < kSignificance && range.score > 0.5; }
  [[nodiscard]] bool is_worse() const { return holm_p && *holm_p < kSignificance && range.score < 0.5; }
  [[nodiscard]] bool is_stopped_early() const { return decision.has_value(); }  ///< then there are no p values
  [[nodiscard]] bool is_equivalent() const { return equivalence_p && *equivalence_p < kSignificance; }

  static constexpr double kSignificance = rootward::kSignificance;
};

/// A Bradley-Terry rating; RatingMethod says who stands at 0.
struct Rating {
  double elo = 0;
  double standard_error = 0;
};

struct PlayerRow {
  std::string name;
  std::string settings;  ///< every setting in one line
  bool is_reference = false;
  GameCounts counts;                  ///< over all games
  std::optional<ScoreRange> range;    ///< Wilson with effective games; nothing without games
  std::array<GameCounts, 2> by_seat;  ///< games in the first and in the second seat
  std::uint64_t simulations = 0;
  std::uint64_t moves = 0;  ///< moves chosen
  double cpu_seconds = 0;
  std::map<std::string, std::uint64_t> forfeits;  ///< games lost otherwise than by the rules, by reason
  std::uint64_t fallbacks = 0;  ///< updates in which its formula had no finite value and a mean took its place
  std::optional<Comparison> against_reference;
  std::optional<Rating> rating;

  [[nodiscard]] std::optional<double> simulations_a_second() const;  ///< of CPU time; nothing where it has none
};

/// Why many games count one by one (Wilson) and not by pairs.
enum class WhyGames : std::uint8_t { repeated_openings, incomplete_pair };

/// One pairing, from a's view.
struct PairingRow {
  std::string a;
  std::string b;
  GameCounts counts;
  PairCounts pentanomial{};  ///< complete pairs
  PairCounts units{};        ///< those, and games without a second as pairs of their score
  std::uint64_t incomplete_pairs = 0;
  std::vector<std::int8_t> half_points_by_pair;  ///< by a pair's number, 0 to 4; -1: not complete
  ScoreRange range;
  std::optional<WhyGames> why_games;       ///< the first reason that holds
  ScoreEstimate estimate;                  ///< what interval and tests come from
  std::optional<Interval> bootstrap_ci95;  ///< over openings, where openings repeat and there are two or more
  std::optional<UnevenPairs> uneven;       ///< of pairs that were won, even or lost: those that were not even
  std::optional<SprtState> sprt;
  std::string repeats{};                ///< "a v b": an earlier pairing that has more than 90 % of its games
  bool is_stopped_early = false;        ///< decided before the scheduled number of pairs: not rated
  std::uint64_t openings_distinct = 0;  ///< opening positions up to board symmetry
  std::uint64_t duplicate_games = 0;    ///< games with the same moves as an earlier one of the pairing

  [[nodiscard]] std::uint64_t pairs() const;  ///< complete ones
  /// Mean scores of complete pairs, in [0, 1], with their numbers.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, double>> pair_means() const;
};

/// How the ratings were found.
struct RatingMethod {
  std::string anchor;  ///< the player rated 0, to whom standard errors refer; "": the mean over the rated players is 0
  bool has_first_player_advantage = false;
  double first_player_advantage = 0;  ///< Elo
  double first_player_advantage_error = 0;
  double prior_draws = 0;     ///< given to each player because no finite maximum exists without; 0 = none
  bool counts_pairs = false;  ///< errors from pairs, those of one number together; else as of independent games
};

/// What the rule of adjudication did, or would have done to games that were played out.
struct AdjudicationCount {
  std::uint64_t games = 0;          ///< that it ended or would have ended
  std::uint64_t other_results = 0;  ///< of those played out, where the end was another
  std::uint64_t plies_spared = 0;   ///< of those played out, behind the ply at which it would have ended them
  std::uint64_t plies = 0;          ///< of all games
  [[nodiscard]] double share_of_plies() const { return share(plies_spared, plies); }
  [[nodiscard]] double error() const { return share(other_results, games); }

 private:
  static double share(std::uint64_t part, std::uint64_t all) {
    return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
  }
};

struct ResultTable {
  std::string name;
  std::string question;
  std::string hypothesis;
  std::string game;      ///< name and settings
  std::string schedule;  ///< "gauntlet against average, 500 pairs a pairing"
  std::uint64_t seed = 0;
  std::string config_hash;
  std::string version;  ///< of the program that played, with its revision
  std::string reference;
  std::vector<PlayerRow> players;    ///< strongest first, ladders as written; a gauntlet's only reference before all
  std::vector<PairingRow> pairings;  ///< in the schedule's order, those with games
  std::optional<RatingMethod> rating_method;
  std::optional<SprtSettings> sprt;
  std::uint64_t comparisons = 0;  ///< rows with a p value, A/A cells apart
  std::uint64_t games = 0;
  std::uint64_t games_scheduled = 0;
  std::uint64_t void_games = 0;
  std::map<std::string, std::uint64_t> voids;  ///< by player and reason, "gnugo timeout"
  std::string scoring;                         ///< who scored games against engines, "referee"; "" = the rules
  std::uint64_t scored_games = 0;              ///< by them
  std::uint64_t disagreements = 0;             ///< of these, games with another winner on the board as it stood
  std::optional<Adjudication> adjudicate;      ///< the schedule's rule
  AdjudicationCount adjudicated;
  bool has_cost = true;                            ///< what CPU times feed is shown
  std::optional<std::uint64_t> different_games{};  ///< over all pairings, by their moves; TableOptions::compares_games
  std::uint64_t duplicate_ids = 0;                 ///< stored lines that repeated a game and were dropped
  std::uint64_t openings_used = 0;
  std::uint64_t openings_distinct = 0;
  bool is_fixed = false;                  ///< question, hypotheses and number of pairs were fixed before game one
  std::vector<Expectation> hypotheses{};  ///< what the configuration expects of whom
  std::uint64_t games_before_plan = 0;    ///< that were there when the number of pairs was chosen
  bool is_extended = false;               ///< then, to more pairs than were planned before
  bool is_reproducible = true;
  bool has_guests = false;                ///< rules of a host language, whose sources the manifest names
  std::vector<std::string> processors{};  ///< on which it was played, where that decides: it is not reproducible
  bool is_round_robin = false;

  /// Some comparison was expected before game one to go one way.
  [[nodiscard]] bool is_confirmatory() const { return is_fixed && !hypotheses.empty(); }
};

struct TableOptions {
  std::string reference{};     ///< "": the schedule's, else the first player as written
  OpeningKey opening_key{};    ///< none: by the game's canonical position
  bool has_cost = true;        ///< false: nothing that CPU times feed or that tells how the games were stored
  bool has_bootstrap = true;   ///< false: no intervals over openings, whose cost grows with the openings
  bool compares_games = true;  ///< false: games of different pairings are not compared, whose cost grows with the games
};

/// The same for any order of games. Throws UsageError for an unknown reference (naming the nearest player), RunError
/// for games that do not belong to the configuration.
ResultTable make_table(const StoredResults& results, const TableOptions& options);

/// What tables are made of, of games that were read with all their fields.
TableGames count_games(const StoredResults& results);

/// Sums of the references' simulations, moves and CPU times, and of all others'.
std::pair<PlayerRow, PlayerRow> references_and_others(const ResultTable& table,
                                                      const std::set<std::string>& references);
/// Whether moves that were to take as long as the reference's took less than 0.95 or more than 1.05 of that,
/// in hundredths.
bool is_off_time(double time_over_reference);
/// simulations / cost, rounded, and at least 1: what a move may have that costs what `simulations` at cost 1 cost.
std::uint64_t affordable_simulations(std::uint64_t simulations, double cost);

}  // namespace rootward::tournament
