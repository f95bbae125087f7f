// A tournament's games as tables need them: sums that one more game changes and that no order of games does. A table
// of ten million games fits into memory, and that of a run under way is made anew in no time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/hash_set.h"
#include "core/statistics/bootstrap.h"
#include "core/statistics/match_score.h"
#include "lab/arena/game_record.h"

namespace rootward::tournament {

/// Names an opening's position up to symmetry. Called with the opening's moves.
using OpeningKey = std::function<std::string(const GameRecord&)>;

/// What is counted of one player.
struct PlayerSums {
  GameCounts counts;
  std::array<GameCounts, 2> by_seat;
  std::uint64_t simulations = 0;
  std::uint64_t moves = 0;
  std::uint64_t fallbacks = 0;
  std::uint64_t cpu_nanoseconds = 0;  ///< whole ones of each game: a sum that knows no order
  std::map<std::string, std::uint64_t> forfeits;
  PlayerSums& operator+=(const PlayerSums& more);
};

/// How games were scored and adjudicated.
struct EndingSums {
  std::string scoring;              ///< of the last game that was not scored by the rules
  std::uint64_t scored = 0;         ///< of those
  std::uint64_t disagreements = 0;  ///< of those, with another winner on the board
  std::uint64_t adjudicated = 0;    ///< ended, or would have ended
  std::uint64_t other_results = 0;
  std::uint64_t plies_spared = 0;
  std::uint64_t plies = 0;
  /// `more` is of later games.
  EndingSums& operator+=(const EndingSums& more);
};

/// What is counted of one pairing, from the view of its a.
class PairingSums {
 public:
  using Names = std::array<std::string, 2>;

  explicit PairingSums(Names names) : names_(std::move(names)) {}
  /// `opening`: its number. Each game of a pair comes once.
  void add(const GameRecord& game, std::uint32_t opening);
  /// Adds what was counted of other, later games of the pairing; `numbers`: here of its openings.
  void join(const PairingSums& other, const std::vector<std::uint32_t>& numbers);

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] GameCounts counts() const;
  /// Games in which a moved first, and in which b did; both from a's view.
  [[nodiscard]] const std::array<GameCounts, 2>& by_seats() const { return by_seats_; }
  [[nodiscard]] const PairCounts& pentanomial() const { return pentanomial_; }
  /// The pairs, and games without a second as pairs of their score.
  [[nodiscard]] PairCounts units() const;
  [[nodiscard]] std::uint64_t incomplete_pairs() const { return incomplete_pairs_; }
  /// By a pair's number: half points of a in its two games, 0 to 4; -1: not complete. Up to the last one with a game.
  [[nodiscard]] std::vector<std::int8_t> half_points_by_pair() const;
  [[nodiscard]] std::uint64_t duplicate_games() const { return duplicate_games_; }
  /// GameRecord::hash_of_moves() of its games.
  [[nodiscard]] const HashSet& moves() const { return moves_; }
  [[nodiscard]] std::uint64_t openings_distinct() const { return openings_distinct_; }
  /// Games and points by an opening's number; behind its end: no games.
  [[nodiscard]] OpeningGroup opening(std::uint32_t number) const;
  /// The id of the game that came first.
  [[nodiscard]] const std::string& first_game() const { return first_game_; }

 private:
  struct OpeningSums {
    std::uint32_t half_points = 0;
    std::uint32_t games = 0;
  };

  void count_pair(std::uint32_t pair, bool is_swapped, std::uint32_t half_points);
  void count_opening(std::uint32_t opening, const OpeningSums& sums);

  Names names_;
  std::array<GameCounts, 2> by_seats_{};
  PairCounts pentanomial_{};
  std::uint64_t incomplete_pairs_ = 0;
  std::uint64_t duplicate_games_ = 0;
  std::uint64_t openings_distinct_ = 0;
  std::vector<std::array<std::uint8_t, 2>> pairs_;  // of either game: half points + 1; 0 = not yet
  std::vector<OpeningSums> openings_;
  HashSet moves_;  // GameRecord::hash_of_moves()
  std::string first_game_;
};

/// Adds one game with this score (1, 1/2 or 0).
void count_game(GameCounts& counts, double score);

class TableGames {
 public:
  void add(const GameRecord& game, const std::string& opening_key);
  /// Adds what was counted elsewhere of other games, later ones.
  void join(const TableGames& other);

  [[nodiscard]] std::uint64_t size() const { return games_; }
  /// Those with games, in the order in which they came.
  [[nodiscard]] const std::vector<PairingSums>& pairings() const { return pairings_; }
  /// Null where it has no games.
  [[nodiscard]] const PairingSums* find(const PairingSums::Names& names) const;
  /// By name; all that have games.
  [[nodiscard]] const std::map<std::string, PlayerSums>& players() const { return players_; }
  [[nodiscard]] const EndingSums& endings() const { return endings_; }
  /// The pairing's games of each opening, by the opening's key.
  [[nodiscard]] std::map<std::string, OpeningGroup> openings_of(const PairingSums& pairing) const;
  [[nodiscard]] std::uint64_t openings_distinct() const { return openings_.size(); }
  /// Games of all pairings with other moves than any other.
  [[nodiscard]] std::uint64_t different_games() const;
  /// Pairs of which some pairing has a game.
  [[nodiscard]] std::uint64_t openings_used() const { return openings_used_; }

 private:
  std::uint32_t number_of(const std::string& opening_key);
  PairingSums& pairing_of(const PairingSums::Names& names);
  void count_ending(const GameRecord& game);
  void count_use(std::uint32_t pair);
  static void count_player(const GameRecord& game, std::size_t seat, PlayerSums& sums);

  std::uint64_t games_ = 0;
  std::map<PairingSums::Names, std::size_t> places_;  // in pairings_
  std::vector<PairingSums> pairings_;
  std::size_t last_pairing_ = 0;  // of the last game
  std::map<std::string, PlayerSums> players_;
  std::unordered_map<std::string, std::uint32_t> openings_;  // numbers by key
  std::vector<bool> is_used_;                                // by pair
  std::uint64_t openings_used_ = 0;
  EndingSums endings_;
};

}  // namespace rootward::tournament
