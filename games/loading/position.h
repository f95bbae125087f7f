// A position of a loaded game as a GameState: what search, evaluators and players see of it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/heuristics.h"
#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"
#include "games/loading/call_watch.h"
#include "games/loading/rules.h"
#include "games/loading/state.h"

namespace rootward {

/// An action is the move's own number where all numbers are below 65,535, else its place among the legal moves. A
/// promise that is seen to be broken throws UsageError with the moves that led there.
class PluginPosition {
 public:
  using Rules = loading::PluginRules;
  static constexpr bool kPlayedByNetworks = true;  ///< evaluators/net/plugin_encoder.h
  struct Mark {
    loading::StateBlock state;
    std::size_t plies = 0;
  };

  explicit PluginPosition(const Rules& rules) : rules_(&rules), state_(rules.facts().state_bytes) {
    const loading::Calling call(*this, "start");
    rules.game().start(rules.handle(), state_.data());
  }

  /// Where chance is to move: the first seat.
  [[nodiscard]] Seat to_move() const { return mover() == 1 ? Seat::second : Seat::first; }
  [[nodiscard]] bool is_over() const {
    const loading::Calling call(*this, "is_over");
    return rules_->game().is_over(rules_->handle(), state_.data()) != 0;
  }
  [[nodiscard]] Value result() const;
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action) { play_move(move_of(action)); }
  [[nodiscard]] Mark mark() const { return {state_, moves_.size()}; }
  void rewind(const Mark& mark) {
    state_ = mark.state;
    moves_.resize(mark.plies);
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_of(state_.data()); }
  [[nodiscard]] const Rules& rules() const { return *rules_; }
  /// From the start.
  [[nodiscard]] const std::vector<std::uint32_t>& moves() const { return moves_; }
  [[nodiscard]] std::uint64_t canonical_hash() const;
  PlayoutResult random_playout(Rng& rng) const;
  /// Move by move, whatever playout the game has itself: those tell no moves.
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  /// Moves drawn by the game's weights (core/tactics.h); only where check_tactics() has passed.
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace, PlayoutPolicy* policy) const;
  /// Throws UsageError where the game has no weights.
  static void check_tactics(const Rules& rules);
  [[nodiscard]] std::vector<MoveKey> move_keys() const { return rules_->keys(); }
  [[nodiscard]] MoveKey move_key(Action action) const {
    return action < rules_->keys().size() ? rules_->keys()[action] : kNoMoveKey;
  }

  [[nodiscard]] bool is_chance() const { return rules_->game().probability != nullptr && !is_over() && mover() == 2; }
  [[nodiscard]] Action draw_outcome(Rng& rng) const;
  [[nodiscard]] double probability(Action outcome) const {
    const loading::Calling call(*this, "probability");
    return rules_->game().probability(rules_->handle(), state_.data(), move_of(outcome));
  }
  [[nodiscard]] bool has_noisy_result() const { return rules_->game().draw_result != nullptr; }
  [[nodiscard]] Value draw_result(Rng& rng) const;

  [[nodiscard]] std::string action_text(Action action) const {
    const loading::Calling call(*this, "move_text");
    return rules_->text_of(state_.data(), move_of(action));
  }
  /// Of the legal moves' texts the same one, else the only one that differs in capitals alone.
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  // What it looks like (core/heuristics.h): at most one heuristic, in [-1, 1].
  [[nodiscard]] static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;
  /// rules().plane_bytes() bytes.
  void planes(std::span<std::uint8_t> bytes) const;
  /// The moves from the start, "start" before the first.
  [[nodiscard]] std::string to_text() const;
  static PluginPosition from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::vector<std::string> board_rows() const;
  [[nodiscard]] std::string drawing() const;

 private:
  [[nodiscard]] int mover() const {
    const loading::Calling call(*this, "to_move");
    return rules_->game().to_move(rules_->handle(), state_.data());
  }
  [[nodiscard]] std::uint32_t move_of(Action action) const {
    return rules_->has_plain_moves() ? action : nth_move(action);
  }
  [[nodiscard]] std::uint32_t nth_move(Action action) const;
  void play_move(std::uint32_t move) {
    const loading::Calling call(*this, "play");
    rules_->game().play(rules_->handle(), state_.data(), move);
    moves_.push_back(move);
  }
  /// Writes the legal moves and checks their number, which is 0 for a finished game alone.
  std::uint32_t legal_moves(std::uint32_t* moves) const;
  [[nodiscard]] std::uint64_t hash_of(const std::byte* state) const;
  template <class Choose>
  PlayoutResult play_out(Rng& rng, Choose choose) const;
  [[noreturn]] void broken(const std::string& promise) const;
  [[nodiscard]] Value checked(double result) const;

  const Rules* rules_;
  loading::StateBlock state_;
  std::vector<std::uint32_t> moves_;  // from the start
};

static_assert(StochasticGame<PluginPosition> && NoisyGame<PluginPosition> && KeyedMoves<PluginPosition> &&
              JudgedByLook<PluginPosition> && PlaysTactics<PluginPosition>);

}  // namespace rootward
