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

#include "core/statistics/sprt.h"
#include "experiments/arena/game_record.h"
#include "experiments/store/shard.h"
#include "experiments/tournament/config.h"

namespace rootward::tournament {

/// With a sequential test, games are let through in the order of pairs and the test is asked after each whole pair, so
/// that what is stored does not depend on which game happened to end first: it is pairs 0 .. k, where k decided.
class PairingState {
 public:
  PairingState(std::array<std::string, 2> names, std::uint32_t pairs, Shard shard,
               const std::optional<SprtSettings>& sprt);

  /// A game read from the store. Call finish_loading() after the last.
  void load(const GameRecord& record);
  void finish_loading();
  /// A game just played; returns the games that are now to be stored, in order (none: it waits for an earlier pair, or
  /// comes from behind the pair that decided).
  std::vector<GameRecord> take(GameRecord record);

  [[nodiscard]] const std::array<std::string, 2>& names() const { return names_; }
  /// Whether the game is still to be played.
  [[nodiscard]] bool needs(std::uint32_t pair, int game_of_pair) const;
  [[nodiscard]] SprtDecision decision() const { return decision_; }
  [[nodiscard]] bool is_decided() const { return decision_ != SprtDecision::go_on; }
  [[nodiscard]] std::uint64_t games_done() const { return games_done_; }
  /// Games of this shard up to the limit of pairs, or up to the pair that decided.
  [[nodiscard]] std::uint64_t games_wanted() const;
  /// a's points in the games done; 1 a win, 1/2 a draw.
  [[nodiscard]] double points() const { return 0.5 * static_cast<double>(half_points_); }

 private:
  static constexpr std::int8_t kNotPlayed = -1;

  void count(std::uint32_t pair, int game_of_pair, double score_of_a);
  void advance_prefix();
  [[nodiscard]] bool is_complete(std::uint32_t pair) const;

  std::array<std::string, 2> names_;
  std::optional<SprtSettings> sprt_;
  Shard shard_;
  std::vector<std::array<std::int8_t, 2>> half_points_of_a_;  // by pair and game; kNotPlayed
  std::uint32_t prefix_ = 0;                                  // pairs 0 .. prefix_ - 1 are complete and tested
  std::array<std::uint64_t, 5> pentanomial_{};                // of the prefix
  SprtDecision decision_ = SprtDecision::go_on;
  std::map<std::pair<std::uint32_t, int>, GameRecord> held_back_;
  std::uint64_t games_done_ = 0;
  std::int64_t half_points_ = 0;
};

/// Where the pairings stand, in words: "widest: softmax 61.5 % v average", and how many the sequential test has
/// decided.
std::string standing_text(const std::vector<PairingState>& pairings);

}  // namespace rootward::tournament
