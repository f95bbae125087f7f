// Grid World: a single agent walks from start to goal on 9x9 cells, may slip, and may fall into absorbing holes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

const Described& grid_world_description();

/// The grid of Khandelwal et al. 2016, as their code has it: start (4, 0), goal (4, 8); a step off the grid stays;
/// every step costs 1, entering the goal pays 100; a hole ends the walk and pays nothing. With probability `slip` one
/// of the four directions happens, uniformly, the intended one included. Holes are distinct cells with y in 1 .. 7,
/// drawn by the seed. A walk ends after `max_steps`. The truth is a table: the best mean return by cell and steps left.
class GridWorldRules {
 public:
  static constexpr int kSize = 9;
  static constexpr int kCells = kSize * kSize;
  static constexpr int kStart = 4;  ///< cell = y * kSize + x
  static constexpr int kGoal = 8 * kSize + 4;
  static constexpr int kGoalReward = 100;
  static constexpr int kDirections = 4;  ///< up (y - 1), down (y + 1), left (x - 1), right (x + 1)
  static constexpr int kShortestWalk = 8;

  struct Setting {
    double slip = 0.1;
    int holes = 0;
    int max_steps = 100;
    std::uint64_t seed = 1;
    friend bool operator==(const Setting&, const Setting&) = default;
  };

  explicit GridWorldRules(const Setting& setting);

  [[nodiscard]] double slip() const { return setting_.slip; }
  [[nodiscard]] int max_steps() const { return setting_.max_steps; }
  [[nodiscard]] bool is_hole(int cell) const { return is_hole_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] static int moved(int cell, int direction);
  /// That a step in the intended direction goes in the other one.
  [[nodiscard]] double probability(int intended, int direction) const;
  /// Best mean return still to come, in rewards.
  [[nodiscard]] double best_return(int cell, int steps_left) const {
    return best_[static_cast<std::size_t>(steps_left)][static_cast<std::size_t>(cell)];
  }
  /// The same once a direction is intended.
  [[nodiscard]] double mean_return(int cell, int intended, int steps_left) const;

  [[nodiscard]] double lowest_return() const { return -setting_.max_steps; }
  [[nodiscard]] double highest_return() const { return kGoalReward - kShortestWalk; }
  friend bool operator==(const GridWorldRules& a, const GridWorldRules& b) { return a.setting_ == b.setting_; }

 private:
  [[nodiscard]] double after(int cell, int direction, int steps_left) const;

  Setting setting_;
  std::array<bool, kCells> is_hole_{};
  std::vector<std::array<double, kCells>> best_;  // by steps left
};

/// A position. Where there is slip, an intended direction leads to a chance node whose outcomes are the directions.
class GridWorld {
 public:
  using Rules = GridWorldRules;
  struct Mark {
    std::uint8_t cell = GridWorldRules::kStart;
    std::uint8_t intended = kNone;  ///< the direction whose outcome is due
    std::uint16_t steps = 0;
  };

  explicit GridWorld(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] Seat to_move() const { return Seat::first; }
  [[nodiscard]] bool is_over() const;
  [[nodiscard]] Value result() const { return mapped(reward()); }
  /// move_limit: the steps ran out.
  [[nodiscard]] Ending ending() const;
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < GridWorldRules::kDirections; }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] bool is_chance() const { return state_.intended != kNone; }
  [[nodiscard]] Action draw_outcome(Rng& rng) const;
  [[nodiscard]] double probability(Action outcome) const { return rules_->probability(state_.intended, outcome); }
  [[nodiscard]] std::optional<Value> exact_value() const;
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// "4,0 12" is cell (4, 0) after 12 steps; "4,0 12 down" the same with a step down whose outcome is due.
  [[nodiscard]] std::string to_text() const;
  static GridWorld from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  static constexpr std::uint8_t kNone = 0xFF;
  [[nodiscard]] double reward() const { return (state_.cell == Rules::kGoal ? Rules::kGoalReward : 0) - state_.steps; }
  /// From [lowest, highest return] to [-1, 1].
  [[nodiscard]] Value mapped(double own) const;

  const Rules* rules_;
  Mark state_;
};

static_assert(StochasticGame<GridWorld> && ExactGame<GridWorld>);

GridWorldRules make_grid_world_rules(const Params& params);

}  // namespace rootward
