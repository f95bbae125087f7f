// How far one pairing has come: which games are done, the score so far, and whether the sequential test has decided.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/statistics/match_score.h"
#include "core/statistics/sprt.h"
#include "experiments/tournament/config.h"
#include "lab/arena/game_record.h"
#include "lab/store/shard.h"

namespace rootward::tournament {

/// Which of the tournament's pairings one is: pairs are dealt out to shards over all of them.
struct PairingPlace {
  std::size_t number = 0;  ///< from 0
  std::size_t pairings = 1;
};

/// With a sequential test, games are let through in the order of pairs and the test is asked after each whole pair, so
/// that what is stored does not depend on which game happened to end first: it is pairs 0 .. k, where k decided.
class PairingState {
 public:
  PairingState(std::array<std::string, 2> names, std::uint32_t pairs, Shard shard,
               const std::optional<SprtSettings>& sprt, PairingPlace place = {});

  /// A game read from the store. Call finish_loading() after the last.
  void load(const GameRecord& record);
  /// A game that is joined already and whose result is not at hand.
  void load_joined(std::uint32_t pair, int game_of_pair);
  void finish_loading();
  /// A game just played; returns the games that are now to be stored, in order (none: it waits for an earlier pair, or
  /// comes from behind the pair that decided).
  std::vector<GameRecord> take(GameRecord record);

  [[nodiscard]] const std::array<std::string, 2>& names() const { return names_; }
  /// Whether the game is still to be played.
  [[nodiscard]] bool needs(std::uint32_t pair, int game_of_pair) const;
  /// Of the sequential test, after the pairs in order so far; nothing where there is no test.
  [[nodiscard]] const std::optional<SprtState>& test() const { return test_; }
  [[nodiscard]] bool is_decided() const { return test_ && test_->decision != SprtDecision::go_on; }
  [[nodiscard]] std::uint64_t games_done() const { return game_counts_.games() + joined_; }
  /// Those whose result is at hand: of what score() is.
  [[nodiscard]] std::uint64_t games_known() const { return game_counts_.games(); }
  /// Games of this shard up to the limit of pairs, or up to the pair that decided.
  [[nodiscard]] std::uint64_t games_wanted() const;
  /// a's score with its 95 % interval: of complete pairs, and while these are few of games without a second, too, as
  /// pairs of their score. Needs one game that is known.
  [[nodiscard]] std::pair<double, Interval> score() const;
  /// "softmax v average: stopped after 120 games, H1 taken: 50 Elo rather than 0". Needs a decided test.
  [[nodiscard]] std::string decision_text() const;

 private:
  static constexpr std::int8_t kNotPlayed = -1;
  static constexpr std::int8_t kJoined = -2;

  [[nodiscard]] bool is_own(std::uint32_t pair) const {
    return shard_.contains(std::uint64_t{pair} * place_.pairings + place_.number);
  }
  void count(std::uint32_t pair, int game_of_pair, double score_of_a);
  void advance_prefix();
  [[nodiscard]] bool is_complete(std::uint32_t pair) const;
  [[nodiscard]] std::size_t outcome_of(std::uint32_t pair) const;
  [[nodiscard]] SprtState test_of_prefix() const;

  std::array<std::string, 2> names_;
  std::optional<SprtSettings> sprt_;
  Shard shard_;
  PairingPlace place_;
  std::uint64_t own_pairs_ = 0;                               // of this shard
  std::vector<std::array<std::int8_t, 2>> half_points_of_a_;  // by pair and game; kNotPlayed
  std::uint32_t prefix_ = 0;                                  // pairs 0 .. prefix_ - 1 are complete and tested
  PairCounts prefix_counts_{};
  PairCounts pair_counts_{};  // of all complete pairs
  GameCounts game_counts_;
  std::uint64_t joined_ = 0;  // games by load_joined()
  std::optional<SprtState> test_;
  std::map<std::pair<std::uint32_t, int>, GameRecord> held_back_;
};

/// Games of all pairings together.
struct GameTotals {
  std::uint64_t done = 0;
  std::uint64_t wanted = 0;
};
GameTotals totals_of(const std::vector<PairingState>& pairings);

/// Where the pairings stand, in words: the one whose score lies furthest from one half, always in the view of its first
/// player, "widest: softmax 61.5 % [52.0, 71.0] v average"; the log-likelihood ratio of its sequential test with the
/// bounds at which H0 or H1 is taken; and what the tests of how many matches took.
std::string standing_text(const std::vector<PairingState>& pairings);

}  // namespace rootward::tournament
