// Hex: stones on a rhombus of hexagons; who joins his two edges wins, and somebody always does.
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
#include "core/types.h"
#include "games/outcome.h"
#include "games/stone_grid.h"

namespace rootward {

const Described& hex_description();

inline constexpr int kMaxHexSize = 13;
inline constexpr std::size_t kHexWords = 3;  ///< of 64 cells each; enough for 13x13

/// A set of cells. Cell = row * size + column, both from 0 at a1.
struct HexCells {
  std::array<std::uint64_t, kHexWords> words{};

  [[nodiscard]] bool has(int cell) const { return ((words[place(cell)] >> (cell % 64)) & 1) != 0; }
  void add(int cell) { words[place(cell)] |= std::uint64_t{1} << (cell % 64); }
  void remove(int cell) { words[place(cell)] &= ~(std::uint64_t{1} << (cell % 64)); }
  [[nodiscard]] bool meets(const HexCells& cells) const {
    return ((words[0] & cells.words[0]) | (words[1] & cells.words[1]) | (words[2] & cells.words[2])) != 0;
  }

 private:
  static constexpr std::size_t place(int cell) { return static_cast<std::size_t>(cell) / 64; }
};

/// The board's size and geometry. A cell's neighbours are those beside, above and below it, the one to the right below
/// and the one to the left above (b1 touches a1, c1, b2, a2).
class HexRules {
 public:
  explicit HexRules(int size, bool swap = false);
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int cells() const { return size_ * size_; }
  /// Whether the second player may take over the first stone.
  [[nodiscard]] bool swap() const { return swap_; }
  [[nodiscard]] const HexCells& board() const { return board_; }
  [[nodiscard]] const HexCells& beside(int cell) const { return beside_[static_cast<std::size_t>(cell)]; }
  /// The seat's first edge: row 1 for the first seat, column a for the second.
  [[nodiscard]] const HexCells& start(Seat seat) const { return start_[static_cast<std::size_t>(seat)]; }
  /// The opposite one.
  [[nodiscard]] const HexCells& goal(Seat seat) const { return goal_[static_cast<std::size_t>(seat)]; }
  friend bool operator==(const HexRules& a, const HexRules& b) { return a.size_ == b.size_ && a.swap_ == b.swap_; }

 private:
  int size_;
  bool swap_;
  HexCells board_;
  std::vector<HexCells> beside_;
  std::array<HexCells, 2> start_;
  std::array<HexCells, 2> goal_;
};

HexRules make_hex_rules(const Params& params);

/// A position. Action = cell, and beyond the cells `swap`: the second player's answer to the first stone, which becomes
/// his, mirrored at the long diagonal, and the first player is to move. The first seat joins row 1 with the last, the
/// second column a with the last. Each stone that hangs together with its seat's first edge is known, so that a move
/// looks only at what it joins.
class Hex {
 public:
  using Rules = HexRules;
  static constexpr bool kOwnsPlaces = true;  ///< a cell's owner is whose stone stands there
  /// The whole state.
  struct Mark {
    std::array<HexCells, 2> stones{};  ///< by seat
    std::array<HexCells, 2> joined{};  ///< those that hang together with the seat's first edge
    std::uint16_t empty = 0;           ///< cells
    Seat to_move = Seat::first;
    Outcome outcome = Outcome::open;
    bool may_swap = false;
  };

  explicit Hex(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.to_move; }
  [[nodiscard]] bool is_over() const { return state_.outcome != Outcome::open; }
  [[nodiscard]] Value result() const { return value_of(state_.outcome); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);
  /// False where nobody can have the stones of a row after so many more moves.
  [[nodiscard]] bool may_end_within(int plies) const;
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  [[nodiscard]] std::uint64_t hash() const { return key_of(state_.stones); }
  /// One for a position and the board turned by half.
  [[nodiscard]] std::uint64_t canonical_hash() const;
  /// One rng.below(number of legal actions) a move, until somebody has won.
  PlayoutResult random_playout(Rng& rng) const;
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  /// By key: 1 a stone of the first seat, -1 of the second, 0 none.
  void tell_owners(std::span<std::int8_t> owners) const;
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a cell's; the swap has its own
    return keys_of_places(static_cast<std::size_t>(rules_->cells()) + (rules_->swap() ? 1U : 0U));
  }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Rows from the top, then who moves: ".../.x./o.. x".
  [[nodiscard]] std::string to_text() const { return grid_text(grid(), state_.to_move); }
  static Hex from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  [[nodiscard]] std::string drawing() const;
  // How it looks (core/heuristics.h).
  static Judgements judgements(const Rules& rules);
  [[nodiscard]] double heuristic(std::size_t which) const;
  void features(std::span<double> out) const;

  [[nodiscard]] bool has_stone(Seat seat, int cell) const {
    return state_.stones[static_cast<std::size_t>(seat)].has(cell);
  }

 private:
  template <class Record>
  PlayoutResult play_out(Rng& rng, Record record) const;
  [[nodiscard]] Action swap_action() const { return static_cast<Action>(rules_->cells()); }
  /// The rank-th empty cell; rank < state_.empty.
  [[nodiscard]] int empty_cell(std::uint32_t rank) const;
  void put(Seat seat, int cell);
  /// The stone hangs together with the first edge, and so does what hangs together with it.
  void join(Seat seat, int cell);
  void take_over();
  [[nodiscard]] std::uint64_t key_of(const std::array<HexCells, 2>& stones) const;
  [[nodiscard]] StoneGrid grid() const;

  const Rules* rules_;
  Mark state_;
};

static_assert(OwnedPlaces<Hex> && JudgedByLook<Hex>);

}  // namespace rootward
