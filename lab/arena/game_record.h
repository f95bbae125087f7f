// A tournament's games as stored: finished ones are lines of games.jsonl, void ones of voids.jsonl.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rootward {

/// A game of the schedule, as far as it was played.
struct ScheduledGame {
  std::string id;                      ///< fixes the seeds; `A:B:pair:g`, g = 0 or 1 (1 = seats swapped)
  std::array<std::string, 2> pairing;  ///< player names as in the schedule, [a, b]
  std::uint32_t pair = 0;              ///< 0-based index of the colour-swapped pair within its pairing
  std::array<std::string, 2> seats;    ///< [first seat's player, second seat's player]
  std::uint64_t seed = 0;  ///< not stored of games without moves: the schedule tells it (GamePlaces::restore_seed)
  std::vector<std::string> opening;  ///< moves as text
  std::vector<std::string> moves;    ///< moves after the opening
};

/// A game that counts for nothing because an external player failed.
struct VoidRecord : ScheduledGame {
  std::string player;       ///< who failed
  std::string reason;       ///< in one word: crash, timeout, ..
  std::string message;      ///< all about it, with the last of the program's standard error
  std::uint32_t again = 0;  ///< how often this game had been void before, so that no two records are equal
};

/// Largest value or mean of a record, either sign: any number, since unbounded operators and noisy evaluators leave
/// [-1, 1].
inline constexpr double kLargestThought = std::numeric_limits<double>::max();

/// How a rule would have ended a game that was played out.
struct EarlyEnd {
  std::uint32_t plies = 0;  ///< of the game by then, opening included
  double score = 0.5;       ///< as GameRecord's
  friend bool operator==(const EarlyEnd&, const EarlyEnd&) = default;
};

/// A finished game.
struct GameRecord : ScheduledGame {
  std::string game;              ///< the rules that were drawn for the pair, as YAML; "" where none were
  std::uint64_t moves_hash = 0;  ///< of rules, opening and moves where the moves were dropped; 0 where they are there
  double score = 0.5;            ///< first seat's 1 | 0.5 | 0
  std::string ended = "rules";   ///< rules | move_limit | resign | adjudicated | forfeit:REASON
  std::uint32_t plies = 0;       ///< opening included
  std::array<std::uint64_t, 2> simulations{};   ///< total by seat
  std::array<std::uint32_t, 2> moves_chosen{};  ///< moves each seat thought about
  std::array<double, 2> cpu_seconds{};          ///< thread CPU time by seat; the only one that differs between runs
  std::array<std::string, 2> networks{};  ///< by seat: hash and way of computing of the player's network; "" = none
  std::array<std::uint64_t, 2> cached_evaluations{};  ///< by seat: answers of the network remembered within this game
  std::array<std::uint64_t, 2> fallbacks{};           ///< by seat: updates in which its operator had no finite value
  std::vector<std::string> engines;                   ///< external engines' own names, [first, second]; empty when none
  std::string scoring{};                ///< "referee" or "players" where they decided about the board; "" = the rules
  std::string result{};                 ///< then: what they said, "B+3.5"
  std::string board_result{};           ///< then: what the board as it stood said
  std::vector<std::uint64_t> visits{};  ///< Go-like games: root visits of each of `moves`, 0 where no search chose it
  /// Its mover's value of the position before it, to 3 decimals; 0 without one. Of an unbounded operator it may leave
  /// [-1, 1].
  std::vector<double> values{};

  /// Where the schedule adjudicates: of each of `moves` its mover's sample mean of the position before it, to 3
  /// decimals; 0 where nobody chose.
  std::vector<double> means{};
  std::optional<EarlyEnd> would_end{};  ///< by that rule, of a game that was played out

  [[nodiscard]] bool has_moves() const { return moves_hash == 0; }
  /// Throws RunError that says how to have them again.
  void require_moves() const;
  /// Of rules, opening and moves: the same for games that went the same way.
  [[nodiscard]] std::uint64_t hash_of_moves() const;
  /// Drops moves, visits, values and means; hash_of_moves() stays what it was.
  void drop_moves();

  /// 1: seats swapped.
  [[nodiscard]] int game_of_pair() const { return seats[0] == pairing[0] ? 0 : 1; }
  /// The score of pairing[0] in this game.
  [[nodiscard]] double score_of_a() const { return seats[0] == pairing[0] ? score : 1.0 - score; }
};

/// One line of games.jsonl or voids.jsonl, without the newline, and back. Parsing throws UsageError saying what is
/// wrong.
std::string to_json_line(const GameRecord& record);
std::string to_json_line(const VoidRecord& record);
GameRecord parse_game_record(const std::string& text);
VoidRecord parse_void_record(const std::string& line);

/// The same game: equal but for the CPU time it took, and by the hash of its moves where one lacks them.
bool is_same_game(const GameRecord& a, const GameRecord& b);
/// Names the first field in which two games differ: "its score: 1 stored, 0 when played again"; "" where they are the
/// same.
std::string first_different_field(const GameRecord& stored, const GameRecord& again);

}  // namespace rootward
