// Sum: a single agent adds +1, -1, +2 or -2 to a total, round after round, and wants it to end at 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game_state.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

const Described& sum_description();

class Sum {
 public:
  struct Rules {
    int rounds = 10;  ///< 1..1000
    /// The worst return, -abs(1 - total) with every round at -2; the best is 0.
    [[nodiscard]] int lowest_return() const { return -(2 * rounds + 1); }
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  struct Mark {
    std::int16_t round = 0;  ///< rounds played
    std::int16_t total = 0;
  };
  static constexpr std::array<int, 4> kSteps{1, -1, 2, -2};  ///< action i adds kSteps[i]

  explicit Sum(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] Seat to_move() const { return Seat::first; }
  [[nodiscard]] bool is_over() const { return state_.round == rules_->rounds; }
  /// -abs(1 - total), mapped from [lowest_return, 0] to [-1, 1].
  [[nodiscard]] Value result() const;
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < kSteps.size(); }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] std::optional<Value> exact_value() const;
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// "3/10 -2": rounds played, of how many, and the total.
  [[nodiscard]] std::string to_text() const;
  static Sum from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] Value value_of_distance(int distance) const;

  const Rules* rules_;
  Mark state_;
};

static_assert(ExactGame<Sum>);

Sum::Rules make_sum_rules(const Params& params);

}  // namespace rootward
