// A position of a game of a host language as a GameState: an action is a move's place among the legal ones.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/guests.h"

namespace rootward {

class GuestPosition {
 public:
  struct Rules {
    std::shared_ptr<const GuestGame> game;
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  struct Mark {
    std::shared_ptr<const GuestState> state;
    std::size_t plies = 0;
  };

  explicit GuestPosition(const Rules& rules) : rules_(&rules), state_(rules.game->start()) {}

  [[nodiscard]] Seat to_move() const { return state_->mover; }
  [[nodiscard]] bool is_over() const { return state_->is_over; }
  [[nodiscard]] Value result() const { return state_->result; }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const { return action < state_->moves.size(); }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return {state_, line_.size()}; }
  void rewind(const Mark& mark);
  [[nodiscard]] std::uint64_t hash() const { return state_->hash; }
  [[nodiscard]] std::uint64_t canonical_hash() const { return state_->hash; }
  PlayoutResult random_playout(Rng& rng) const;
  [[nodiscard]] bool is_chance() const { return state_->is_chance; }
  [[nodiscard]] Action draw_outcome(Rng& rng) const;
  [[nodiscard]] double probability(Action outcome) const { return state_->probabilities[outcome]; }
  [[nodiscard]] std::string action_text(Action action) const { return state_->moves[action]; }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// The moves from the start, "start" before the first.
  [[nodiscard]] std::string to_text() const;
  static GuestPosition from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const { return rules_->game->drawing(*state_); }

 private:
  const Rules* rules_;
  std::shared_ptr<const GuestState> state_;
  std::vector<std::string> line_;  // from the start
};

static_assert(StochasticGame<GuestPosition>);

}  // namespace rootward
