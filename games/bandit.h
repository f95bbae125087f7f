// The multi-armed bandit: one choice among arms that pay random rewards.
#pragma once

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

const Described& bandit_description();

/// A tree of depth one: action i pulls arm i, whose reward ends the game. Rewards, with means in [0, 1], are mapped to
/// [-1, 1]: 2 reward - 1, never clamped.
class Bandit {
 public:
  struct Rules {
    std::vector<double> means;  ///< of the arms, each in [0, 1]
    bool is_gaussian = false;   ///< rewards are N(mean, deviation), else 1 with probability mean and 0 otherwise
    double deviation = 0;
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  using Mark = std::uint16_t;

  explicit Bandit(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] Seat to_move() const { return Seat::first; }
  [[nodiscard]] bool is_over() const { return arm_ != kNoAction; }
  [[nodiscard]] Value result() const { return 2 * rules_->means[arm_] - 1; }
  [[nodiscard]] bool has_noisy_result() const { return true; }
  [[nodiscard]] Value draw_result(Rng& rng) const;
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < rules_->means.size(); }
  void play(Action action) { arm_ = action; }
  [[nodiscard]] Mark mark() const { return arm_; }
  void rewind(const Mark& mark) { arm_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return mix64(arm_); }
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] std::optional<Value> exact_value() const;
  /// The arm's number from 1.
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// `-`, or the number of the arm that was pulled.
  [[nodiscard]] std::string to_text() const;
  static Bandit from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  const Rules* rules_;
  Action arm_ = kNoAction;
};

static_assert(NoisyGame<Bandit> && ExactGame<Bandit>);

/// Means as given, or drawn uniformly from [0, 1) by the seed.
Bandit::Rules make_bandit_rules(const Params& params);

}  // namespace rootward
