// The rules of self-play that know no game: how a game opens, when it coasts, when a player resigns, which visits play.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/rng.h"
#include "core/types.h"
#include "experiments/selfplay/config.h"
#include "search/result.h"

namespace rootward::selfplay {

/// Streams of game `index` of a generation: what is drawn depends on nothing else.
struct GameStreams {
  std::uint64_t seed = 0;

  GameStreams(std::uint64_t run_seed, std::uint64_t generation, std::uint64_t index)
      : seed(derive_seed(run_seed, {hash_name("selfplay"), generation, index})) {}
  [[nodiscard]] std::uint64_t seed_of(std::string_view name) const { return derive_seed(seed, name); }
  [[nodiscard]] Rng rng(std::string_view name) const { return Rng(seed_of(name)); }
};

/// How a game begins: moves drawn from the bare policy, then perhaps a random legal one.
struct OpeningPlan {
  std::uint32_t policy_plies = 0;
  bool forks = false;
};
inline constexpr std::uint32_t kMostOpeningPlies = 254;  ///< with a fork's move; a record counts them in a byte

/// `points`: of the board; a fork's ply is drawn evenly below it.
OpeningPlan draw_opening(const OpeningRule& rule, std::size_t points, Rng& rng);
/// 0, 1, 2 .. with P(k) = p (1 - p)^k, p = 1 / (1 + mean).
std::uint32_t draw_geometric(double mean, Rng& rng);

/// Whether a game is decided.
class Coasting {
 public:
  explicit Coasting(const CoastRule& rule) : rule_(rule) {}
  [[nodiscard]] bool is_on() const { return rule_.moves > 0 && plies_ >= 2 * std::uint64_t{rule_.moves}; }
  /// A search's value of its root, first seat's view.
  void note(Value value);

 private:
  CoastRule rule_;
  std::uint64_t plies_ = 0;  // in a row that were decided for one player
  bool is_first_ahead_ = false;
};

/// Who gives up, and in games that go on all the same: who would have.
class Resigning {
 public:
  /// Draws whether this game goes on.
  Resigning(const ResignRule& rule, Rng rng) : rule_(rule), goes_on_(rng.uniform() < rule.never) {}
  /// A search's value of its root, mover's view. True: the mover resigns.
  bool note(Seat mover, Value value);
  /// The first who would have resigned, in a game that went on.
  [[nodiscard]] std::optional<Seat> spared() const { return spared_; }

 private:
  ResignRule rule_;
  bool goes_on_;
  std::uint32_t moves_[2] = {0, 0};  // in a row, by seat
  std::optional<Seat> spared_;
};

/// T of a ply. start 0.75, end 0.15, half_life 9: .75, .45, .3 at plies 0, 9, 18.
double temperature_at(const TemperatureRule& rule, std::size_t ply);
/// A root move drawn with probability proportional to visits^(1 / temperature); the search's own move where it is a
/// proven win, and no proven loss while there is another.
Action draw_by_visits(const SearchResult& result, double temperature, Rng& rng);

}  // namespace rootward::selfplay
