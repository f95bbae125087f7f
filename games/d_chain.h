// D-chain: go right D times for the great reward at the end, or leave for a sure smaller one that shrinks on the way.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game_state.h"
#include "core/params.h"
#include "core/rng.h"
#include "core/types.h"

namespace rootward {

const Described& d_chain_description();

/// States 1 .. D, a single agent. `left` at state i ends with reward (D - i) / D, `right` goes on to i + 1; `right` at
/// D brings the end reward. With a trap of E steps (entropy trap, Painter et al. 2023) it brings a choice instead:
/// `left` takes the end reward, `right` enters E steps of two moves each, after which there is nothing. Rewards are in
/// [0, 1] and mapped to [-1, 1].
class DChain {
 public:
  struct Rules {
    int depth = 10;         ///< D
    double end_reward = 1;  ///< of the last `right`
    int trap = 0;           ///< E; 0 = no trap
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  /// `place`: 1 .. D the chain, D + 1 the choice before the trap, D + 2 .. D + 1 + E its steps. Over: the state where
  /// the last move was made.
  struct Mark {
    std::int32_t place = 1;
    bool is_over = false;
    bool went_left = false;  ///< the last move, where over
    friend bool operator==(const Mark&, const Mark&) = default;
  };

  explicit DChain(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] Seat to_move() const { return Seat::first; }
  [[nodiscard]] bool is_over() const { return state_.is_over; }
  [[nodiscard]] Value result() const { return 2 * reward() - 1; }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < 2; }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] std::optional<Value> exact_value() const;
  /// 0 left, 1 right.
  [[nodiscard]] std::string action_text(Action action) const { return action == 0 ? "left" : "right"; }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// The place's number, and `left` or `right` where that was the last move: "3", "3 left".
  [[nodiscard]] std::string to_text() const;
  static DChain from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] double reward() const;
  [[nodiscard]] double left_reward(int state) const {
    return static_cast<double>(rules_->depth - state) / static_cast<double>(rules_->depth);
  }
  [[nodiscard]] int last_place() const { return rules_->depth + (rules_->trap > 0 ? 1 + rules_->trap : 0); }

  const Rules* rules_;
  Mark state_;
};

static_assert(ExactGame<DChain>);

DChain::Rules make_d_chain_rules(const Params& params);

}  // namespace rootward
