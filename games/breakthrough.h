// Breakthrough: two rows of pawns each, steps forward only, captures diagonal; who reaches the last row or takes all
// pawns wins.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/heuristics.h"
#include "core/params.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"
#include "games/breakthrough_field.h"
#include "games/outcome.h"
#include "games/square_bits.h"
#include "games/stone_grid.h"

namespace rootward {

const Described& breakthrough_description();

struct BreakthroughRules {
  int size = 8;  ///< lines a side, 4..8
  friend bool operator==(const BreakthroughRules&, const BreakthroughRules&) = default;
};

BreakthroughRules make_breakthrough_rules(const Params& params);

/// A position. The first seat holds the two highest rows and moves down, the second moves up. Action = 64 * step + the
/// bit of the pawn (breakthrough_field.h), the same number for either seat; step 0 goes a column to the left, 1
/// straight on, 2 a column to the right. A player always has a move: the pawn farthest ahead can step diagonally.
class Breakthrough {
 public:
  using Rules = BreakthroughRules;
  static constexpr bool kTakesForFree = true;  ///< Tactics::takes is read
  static constexpr int kMinSize = 4;
  static constexpr int kMaxSize = 8;
  /// The whole state.
  struct Mark {
    std::array<std::uint64_t, 2> pawns{};  ///< by seat
    Seat to_move = Seat::first;
    Outcome outcome = Outcome::open;
  };

  explicit Breakthrough(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.to_move; }
  [[nodiscard]] bool is_over() const { return state_.outcome != Outcome::open; }
  [[nodiscard]] Value result() const { return value_of(state_.outcome); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);
  /// False where the game cannot be over after so many more moves: a pawn goes a row a move, and a move takes one.
  [[nodiscard]] bool may_end_within(int plies) const;
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return key_of(state_.pawns[0], state_.pawns[1]); }
  /// One for a position and its mirror image, left and right swapped.
  [[nodiscard]] std::uint64_t canonical_hash() const;
  PlayoutResult random_playout(Rng& rng) const { return play_out(rng, nullptr); }
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  // Playouts that see a little (core/tactics.h).
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  void tactical_actions(const Tactics& tactics, ActionList& out) const;
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a pawn's place with its step
    return keys_of_places(kBreakthroughActions);
  }
  /// "a7a6"; a capture "a7b6*".
  [[nodiscard]] std::string action_text(Action action) const;
  /// A capture is known without its star, too; nothing else has one.
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Rows from the top, then who moves: "xxxx/xxxx/oooo/oooo x".
  [[nodiscard]] std::string to_text() const { return grid_text(grid(), state_.to_move); }
  static Breakthrough from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  [[nodiscard]] std::string drawing() const {
    return grid_drawing(grid(), ColumnNames::letters, state_.outcome, state_.to_move);
  }

  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

  [[nodiscard]] const BreakthroughField& field() const { return field_; }
  [[nodiscard]] std::uint64_t pawns(Seat seat) const { return state_.pawns[static_cast<std::size_t>(seat)]; }

 private:
  PlayoutResult play_out(Rng& rng, PlayoutTrace* trace) const;
  [[nodiscard]] BreakthroughTargets targets() const;
  [[nodiscard]] std::uint64_t key_of(std::uint64_t first, std::uint64_t second) const;
  [[nodiscard]] StoneGrid grid() const { return square_grid(state_.pawns[0], state_.pawns[1], rules_->size); }
  /// How the game stands by the pawns alone. Throws UsageError where that cannot be.
  [[nodiscard]] Outcome checked_outcome() const;

  const Rules* rules_;
  BreakthroughField field_;
  Mark state_;
};

static_assert(KeyedMoves<Breakthrough> && JudgedByLook<Breakthrough> && ListsTactics<Breakthrough>);

}  // namespace rootward
