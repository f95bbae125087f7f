// Othello: a disc turns over the enemy's discs between it and others of its own; who cannot do so passes; the end is
// where nobody can, and more discs win.
#pragma once

#include <array>
#include <bit>
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
#include "games/othello_field.h"
#include "games/outcome.h"
#include "games/square_bits.h"
#include "games/stone_grid.h"

namespace rootward {

const Described& othello_description();

struct OthelloRules {
  int size = 8;  ///< lines a side: 4, 6 or 8
  friend bool operator==(const OthelloRules&, const OthelloRules&) = default;
};

/// Throws ParamError for an odd size.
OthelloRules make_othello_rules(const Params& params);

/// A position. Action = bit of the cell (square_bits.h), or kOthelloPass, which is legal only where nothing else is.
class Othello {
 public:
  using Rules = OthelloRules;
  static constexpr int kMinSize = 4;
  static constexpr int kMaxSize = 8;
  static constexpr bool kOwnsPlaces = true;  ///< a cell's owner is whose disc lies there
  /// The whole state.
  struct Mark {
    std::array<std::uint64_t, 2> discs{};  ///< by seat
    std::uint64_t moves = 0;               ///< where the player to move may put a disc; 0: must pass, or it is over
    Seat to_move = Seat::first;
    bool is_over = false;
  };

  explicit Othello(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.to_move; }
  [[nodiscard]] bool is_over() const { return state_.is_over; }
  [[nodiscard]] Value result() const { return value_of(outcome()); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return key_of(state_.discs[0], state_.discs[1]); }
  /// One for a position and its images under the eight symmetries of the square.
  [[nodiscard]] std::uint64_t canonical_hash() const;
  PlayoutResult random_playout(Rng& rng) const { return play_out(rng, nullptr); }
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  // Playouts that see a little (core/tactics.h).
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  void tactical_actions(const Tactics& tactics, ActionList& out) const;
  /// By how many discs the first seat leads.
  [[nodiscard]] double margin() const { return difference(state_.discs); }
  /// By key: 1 a disc of the first seat, -1 of the second, 0 none.
  void tell_owners(std::span<std::int8_t> owners) const { tell_owners(state_.discs, owners); }
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a cell's; a pass has none
    return keys_of_places(kOthelloPass, 1);
  }
  [[nodiscard]] MoveKey move_key(Action action) const { return action == kOthelloPass ? kNoMoveKey : action; }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Rows from the top, the highest number first, then who moves: "..../.xo./.ox./.... x".
  [[nodiscard]] std::string to_text() const { return grid_text(grid(), state_.to_move); }
  static Othello from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  [[nodiscard]] std::string drawing() const;
  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

  [[nodiscard]] const OthelloField& field() const { return field_; }
  /// Where the player to move may put a disc.
  [[nodiscard]] std::uint64_t moves() const { return state_.moves; }
  [[nodiscard]] std::uint64_t discs(Seat seat) const { return state_.discs[static_cast<std::size_t>(seat)]; }

 private:
  static int difference(const std::array<std::uint64_t, 2>& discs) {
    return std::popcount(discs[0]) - std::popcount(discs[1]);
  }
  static void tell_owners(const std::array<std::uint64_t, 2>& discs, std::span<std::int8_t> owners);
  [[nodiscard]] Outcome outcome() const;
  /// What follows from the discs and who moves.
  void find_moves();
  PlayoutResult play_out(Rng& rng, PlayoutTrace* trace) const;
  [[nodiscard]] std::uint64_t key_of(std::uint64_t first, std::uint64_t second) const;
  [[nodiscard]] StoneGrid grid() const { return square_grid(state_.discs[0], state_.discs[1], rules_->size); }

  const Rules* rules_;
  OthelloField field_;
  Mark state_;
};

static_assert(OwnedPlaces<Othello> && JudgedByLook<Othello> && ListsTactics<Othello>);

}  // namespace rootward
