// Tic-tac-toe: 3x3, three in line wins. Actions 0..8 count from the lower left, row by row: a1, b1, c1, a2, ...
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/params.h"
#include "core/playout_trace.h"
#include "core/rng.h"
#include "core/tactics.h"
#include "core/types.h"
#include "games/outcome.h"
#include "games/stone_grid.h"

namespace rootward {

const Described& tictactoe_description();

class TicTacToe {
 public:
  /// Nothing to set.
  struct Rules {
    friend bool operator==(const Rules&, const Rules&) = default;
  };
  /// The whole state: bit a of stones[seat] is set where that seat has a stone on action a's cell.
  struct Mark {
    std::array<std::uint16_t, 2> stones{};
    std::uint8_t plies = 0;
    Outcome outcome = Outcome::open;
  };
  static constexpr int kCells = 9;

  explicit TicTacToe(const Rules&) {}

  [[nodiscard]] Seat to_move() const { return state_.plies % 2 == 0 ? Seat::first : Seat::second; }
  [[nodiscard]] bool is_over() const { return state_.outcome != Outcome::open; }
  [[nodiscard]] Value result() const { return value_of(state_.outcome); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const;
  [[nodiscard]] std::uint64_t canonical_hash() const;
  PlayoutResult random_playout(Rng& rng) const;
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  // Playouts that see a little (core/tactics.h).
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  void tactical_actions(const Tactics& tactics, ActionList& out);
  [[nodiscard]] std::vector<MoveKey> move_keys() const { return keys_of_places(kCells); }  ///< a cell's
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  [[nodiscard]] std::string to_text() const;
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  static TicTacToe from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

 private:
  template <class Record>
  PlayoutResult play_out(Rng& rng, Record record) const;
  [[nodiscard]] unsigned empty_cells() const;
  [[nodiscard]] StoneGrid grid() const;

  Mark state_;
};

static_assert(ListsTactics<TicTacToe>);

}  // namespace rootward
