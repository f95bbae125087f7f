// Connect Four on boards of up to 32x32: one 32-bit word a column and seat.
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
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"
#include "games/connect4_heuristics.h"
#include "games/connect4_rules.h"
#include "games/line_tactics.h"

namespace rootward {

/// Plays every size that the rules allow, so that tests hold it against Connect4Small.
class Connect4Large {
 public:
  using Rules = Connect4Rules;
  static constexpr bool kPlayedByNetworks = true;  ///< evaluators/net/connect4_encoder.h
  static constexpr std::size_t kMaxWidth = 32;
  /// Bit r of stones[seat][c] is a stone in column c, row r, both from 0 at the lower left.
  struct Mark {
    std::array<std::array<std::uint32_t, kMaxWidth>, 2> stones{};
    std::array<std::uint8_t, kMaxWidth> next_row{};  ///< where the next stone comes to rest; the height when full
    std::uint16_t plies = 0;
    std::uint8_t open_columns = 0;
    Outcome outcome = Outcome::open;
  };

  explicit Connect4Large(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.plies % 2 == 0 ? Seat::first : Seat::second; }
  [[nodiscard]] bool is_over() const { return state_.outcome != Outcome::open; }
  [[nodiscard]] Value result() const { return value_of(state_.outcome); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const {
    return !is_over() && action < rules_->width && state_.next_row[action] < rules_->height;
  }
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  /// Columns of the moves since this object began (at the start, or where a text told), oldest first.
  [[nodiscard]] std::span<const std::uint8_t> moves() const {
    return {moves_.data() + first_ply_, static_cast<std::size_t>(state_.plies - first_ply_)};
  }
  [[nodiscard]] std::uint64_t hash() const { return hash_of(false); }
  [[nodiscard]] std::uint64_t canonical_hash() const;
  /// Whether a stone of the seat in the column, which is not full, would complete a line.
  [[nodiscard]] bool completes(Seat seat, Action column) const {
    return wins_at(seat, column, state_.next_row[column]);
  }
  /// The same for the place above the next stone; false where that one fills the column.
  [[nodiscard]] bool completes_above(Seat seat, Action column) const;
  /// The same moves and results as Connect4Small's from the same stream.
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
  static Connect4Large from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const { return grid_drawing(grid(), ColumnNames::numbers, state_.outcome); }
  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

 private:
  template <class Record>
  PlayoutResult play_out(Rng& rng, Record record) const;
  [[nodiscard]] std::uint64_t hash_of(bool is_mirrored) const;
  [[nodiscard]] int run_length(Seat seat, int column, int row, int column_step, int row_step) const;
  [[nodiscard]] std::array<OpenThrees, 2> open_threes() const;
  [[nodiscard]] bool wins_at(Seat seat, int column, int row) const;
  void raise(std::size_t column, int row);
  /// Where a stone comes to rest on the one in `row`: a blocked cell above it is skipped.
  [[nodiscard]] int row_above(std::size_t column, int row) const {
    const bool is_blocked = static_cast<int>(column) + 1 == rules_->blocked_column && row + 2 == rules_->blocked_row;
    return row + (is_blocked ? 2 : 1);
  }
  [[nodiscard]] StoneGrid grid() const;

  const Rules* rules_;
  Mark state_;
  std::array<std::uint8_t, kMaxWidth * 32> moves_{};  ///< by ply; beyond state_.plies what was rewound
  std::uint16_t first_ply_ = 0;
};

static_assert(KeyedMoves<Connect4Large> && JudgedByLook<Connect4Large> && ListsTactics<Connect4Large>);

}  // namespace rootward
