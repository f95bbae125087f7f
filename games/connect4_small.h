// Connect Four on boards that fit one machine word (7x6 and its like): bitboards, made for many playouts a second.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/heuristics.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"
#include "games/connect4_field.h"
#include "games/connect4_rules.h"
#include "games/line_tactics.h"

namespace rootward {

/// Bit column * (height + 1) + row is a cell; the spare bit on top of each column stays 0, so that lines do not wrap
/// around and a pile's next cell is found by adding 1 at its bottom.
class Connect4Small {
 public:
  using Rules = Connect4Rules;
  static constexpr bool kPlayedByNetworks = true;  ///< evaluators/net/connect4_encoder.h
  struct Mark {
    std::array<std::uint64_t, 2> stones{};  ///< by seat
    std::uint64_t filled = 0;               ///< stones, and the blocked cell once the pile has reached it
    std::uint8_t plies = 0;
    Outcome outcome = Outcome::open;
  };

  /// fits_small(rules) must hold.
  explicit Connect4Small(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.plies % 2 == 0 ? Seat::first : Seat::second; }
  [[nodiscard]] bool is_over() const { return state_.outcome != Outcome::open; }
  [[nodiscard]] Value result() const { return value_of(state_.outcome); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  /// Columns of the moves since this object began (at the start, or where a text told), oldest first.
  [[nodiscard]] std::span<const std::uint8_t> moves() const {
    return {moves_.data() + first_ply_, static_cast<std::size_t>(state_.plies - first_ply_)};
  }
  [[nodiscard]] const Connect4Field& field() const { return field_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return key_of(state_.stones[0], state_.filled); }
  [[nodiscard]] std::uint64_t canonical_hash() const;
  /// One rng.below(number of open columns) a move, counting them from the left.
  PlayoutResult random_playout(Rng& rng) const;
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  // Playouts that see a little (core/tactics.h).
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  void tactical_actions(const Tactics& tactics, ActionList& out) { lines_actions(*this, tactics, out); }
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a column's
    return keys_of_places(static_cast<std::size_t>(rules_->width));
  }
  [[nodiscard]] std::string action_text(Action action) const { return connect4_action_text(action); }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const {
    return parse_connect4_action(*rules_, text);
  }
  [[nodiscard]] std::string to_text() const { return grid_text(grid()); }
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  static Connect4Small from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const { return grid_drawing(grid(), ColumnNames::numbers, state_.outcome); }
  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

 private:
  PlayoutResult play_out(Rng& rng, PlayoutTrace* trace) const;
  [[nodiscard]] std::uint64_t key_of(std::uint64_t first, std::uint64_t filled) const;
  [[nodiscard]] std::uint64_t mirrored(std::uint64_t board) const;
  /// The cells that the next stone can take, at most one a column.
  [[nodiscard]] std::uint64_t playable() const { return (state_.filled + field_.bottom) & field_.board; }
  [[nodiscard]] StoneGrid grid() const;

  const Rules* rules_;
  Connect4Field field_;
  Mark state_;
  std::array<std::uint8_t, 64> moves_{};  ///< by ply; beyond state_.plies what was rewound
  std::uint8_t first_ply_ = 0;
};

static_assert(KeyedMoves<Connect4Small> && JudgedByLook<Connect4Small> && ListsTactics<Connect4Small>);

}  // namespace rootward
