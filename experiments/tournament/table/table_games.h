// A tournament's games as tables need them: counted where sums are enough, the rest in forty bytes a game, so that
// tables of ten million games fit into memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/arena/game_record.h"

namespace rootward::tournament {

/// Names an opening's position up to symmetry. Called with the opening's moves.
using OpeningKey = std::function<std::string(const GameRecord&)>;

/// What is kept of each game.
struct TableGame {
  std::uint64_t order = 0;       ///< see TableGames::finish()
  std::uint64_t moves_hash = 0;  ///< GameRecord::hash_of_moves()
  std::array<double, 2> cpu_seconds{};
  std::uint32_t opening = 0;  ///< its number
  std::uint32_t pair_and_points = 0;

  [[nodiscard]] std::uint32_t pair() const { return pair_and_points >> 2U; }
  [[nodiscard]] bool is_swapped() const { return (order & 1U) != 0; }
  /// Of the pairing's a: 0, 1/2 or 1.
  [[nodiscard]] double score_of_a() const { return static_cast<double>(pair_and_points & 3U) / 2; }
};

/// What is counted of one player.
struct PlayerSums {
  GameCounts counts;
  std::array<GameCounts, 2> by_seat;
  std::uint64_t simulations = 0;
  std::uint64_t moves = 0;
  std::uint64_t fallbacks = 0;
  double cpu_seconds = 0;  ///< summed by finish()
  std::map<std::string, std::uint64_t> forfeits;
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
};

/// Adds one game with this score (1, 1/2 or 0).
void count_game(GameCounts& counts, double score);

class TableGames {
 public:
  using Names = std::array<std::string, 2>;
  struct Pairing {
    Names names;
    std::array<std::size_t, 2> players{};  ///< places in players()
    std::size_t first = 0;                 ///< its first game, once all are in order
    std::size_t count = 0;
  };

  /// Room for so many games is set aside; it costs nothing before they come.
  explicit TableGames(std::size_t expected) { games_.reserve(expected); }
  void add(const GameRecord& game, const std::string& opening_key);
  /// To be called once, behind the last game: puts the games in the order of their ids as texts, so that sums do not
  /// depend on the order of lines in files. What follows holds from then on.
  void finish();

  [[nodiscard]] std::size_t size() const { return games_.size(); }
  /// Those with games, in the order in which they came.
  [[nodiscard]] const std::vector<Pairing>& pairings() const { return pairings_; }
  /// Null where it has no games.
  [[nodiscard]] const Pairing* find(const Names& names) const;
  /// The two games of a pair stand side by side.
  [[nodiscard]] std::span<const TableGame> games_of(const Pairing& pairing) const {
    return std::span(games_).subspan(pairing.first, pairing.count);
  }
  /// By name; all that have games.
  [[nodiscard]] const std::vector<std::pair<std::string, PlayerSums>>& players() const { return players_; }
  [[nodiscard]] const EndingSums& endings() const { return endings_; }
  [[nodiscard]] const std::string& opening_key(std::uint32_t number) const { return opening_keys_[number]; }
  [[nodiscard]] std::size_t openings_distinct() const { return opening_keys_.size(); }
  /// Pairs of which some pairing has a game.
  [[nodiscard]] std::uint64_t openings_used() const;

 private:
  std::size_t pairing_of(const Names& names);
  std::size_t player_of(const std::string& name);
  void count_ending(const GameRecord& game);
  static void count_player(const GameRecord& game, std::size_t seat, PlayerSums& sums);
  /// The pairings' numbers in the order of their games' ids.
  [[nodiscard]] std::vector<std::size_t> sorted_pairings() const;

  std::vector<TableGame> games_;
  std::map<Names, std::size_t> numbers_;
  std::vector<Pairing> pairings_;  // by number
  std::vector<std::pair<std::string, PlayerSums>> players_;
  std::unordered_map<std::string, std::uint32_t> openings_;  // until finish()
  std::vector<std::string> opening_keys_;                    // from then on
  EndingSums endings_;
};

}  // namespace rootward::tournament
