// A game of self-play as it is stored: moves with the search's targets, the result, and whose each point was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/types.h"

namespace rootward::selfplay {

/// How a ply's move was chosen. opening: drawn or forked, no target; full: a whole search; coast: a short one in a
/// decided game; cheap: a short one without weight.
enum class PlyKind : std::uint8_t { opening, full, coast, cheap };

/// A move's share of the policy target, in 1/65535.
struct PolicyShare {
  Action action = 0;
  std::uint16_t share = 0;
  friend bool operator==(const PolicyShare&, const PolicyShare&) = default;
};

inline constexpr int kShareUnit = 65535;
inline constexpr double kSmallestShare = 1.0 / 1024;  ///< smaller ones are dropped
inline constexpr std::size_t kMostShares = 255;       ///< a ply's number of them is stored in one byte
inline constexpr int kValueUnit = 32767;
inline constexpr int kWeightUnit = 200;

struct Ply {
  Action action = 0;
  PlyKind kind = PlyKind::full;
  std::uint8_t weight = kWeightUnit;  ///< of the row in 1/200; 0: never drawn as a sample
  std::int16_t root_value = 0;        ///< in 1/32767, view of the player to move
  std::vector<PolicyShare> policy;    ///< rising by action, summing to 65535; empty: no policy target
  friend bool operator==(const Ply&, const Ply&) = default;
};

enum class Ending : std::uint8_t {
  rules,       ///< passes, a line of four ..
  move_limit,  ///< scored as it stood
  resigned,
  unknown,  ///< a collection that tells no result: rows without a target for the value
};

/// Whose a point is at the end.
enum class Owner : std::uint8_t { nobody, first, second };

struct ShardGame {
  std::uint64_t number = 0;  ///< unique over a run: generation * 1,000,000 + index
  Ending ending = Ending::rules;
  std::uint8_t opening_plies = 0;
  std::int16_t score_halves = 0;  ///< Black - White - komi in half points; games without points: +2, 0, -2
  std::vector<Owner> owner;       ///< a point each; empty where the game has none
  std::vector<Ply> plies;
  friend bool operator==(const ShardGame&, const ShardGame&) = default;
};

inline constexpr std::uint64_t kGamesPerGeneration = 1'000'000;
inline constexpr std::size_t kGamesPerShard = 250;

/// What the bytes of a record depend on beside the game.
struct ShardShape {
  std::size_t actions = 0;  ///< above 255 an action takes two bytes
  std::size_t points = 0;   ///< of `owner`; 0: none
  friend bool operator==(const ShardShape&, const ShardShape&) = default;
};

/// The shares that stand for a policy (probabilities that need not sum to 1): those below 1/1024 are dropped, the
/// others rounded so that they sum to 65535 (largest remainders, then the lower action). At least one entry stays.
std::vector<PolicyShare> policy_shares(std::span<const std::pair<Action, double>> policy);
/// The same of a search's visits; all of it for the move that it chose where a proof came before any visit.
std::vector<PolicyShare> policy_shares(std::span<const std::pair<Action, double>> policy, Action chosen);
/// A value in [-1, 1] and a weight in [0, 1] as stored.
std::int16_t stored_value(double value);
std::uint8_t stored_weight(double weight);

/// A record's bytes without length and checksum. Throws std::invalid_argument where the game cannot be stored (an
/// action or a number of points beyond the shape, shares that do not sum to 65535, too many plies).
std::string encode_game(const ShardGame& game, const ShardShape& shape);
/// The way back, of any bytes. Throws std::invalid_argument that tells the offset within the record. `only_policy`: all
/// plies but this one are left without a policy and are not checked.
ShardGame decode_game(std::string_view bytes, const ShardShape& shape, std::optional<std::size_t> only_policy = {});

/// Black's result of a score: 1, 0 or -1.
[[nodiscard]] constexpr int result_of(std::int16_t score_halves) { return (score_halves > 0) - (score_halves < 0); }

}  // namespace rootward::selfplay
