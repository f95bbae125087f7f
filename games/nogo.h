// NoGo: Black and White put stones on a Go board; a move may neither capture nor be suicide, and who cannot move loses.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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
#include "games/go/stone.h"
#include "games/stone_grid.h"

namespace rootward {

const Described& nogo_description();

/// The board's size and geometry.
class NoGoRules {
 public:
  explicit NoGoRules(int size);
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int points() const { return size_ * size_; }
  /// The points beside a point; kNoPoint fills the rest.
  [[nodiscard]] const std::array<Point, 4>& beside(Point point) const {
    return beside_[static_cast<std::size_t>(point)];
  }
  friend bool operator==(const NoGoRules& a, const NoGoRules& b) { return a.size_ == b.size_; }

 private:
  int size_;
  std::vector<std::array<Point, 4>> beside_;
};

NoGoRules make_nogo_rules(const Params& params);

/// A position. Action = point, row * size + column from the lower left. Stones never leave the board, so a point that
/// is illegal for a seat stays so: every move strikes off what it made illegal, and nothing is recomputed. Two words
/// hold boards of up to 11 lines, six all sizes.
template <std::size_t Words>
class NoGo {
 public:
  using Rules = NoGoRules;
  static constexpr bool kOwnsPlaces = true;  ///< a point's owner is whose stone stands there

  class Points {
   public:
    [[nodiscard]] bool has(Point point) const { return ((word_[place(point)] >> (point % 64)) & 1U) != 0; }
    void add(Point point) { word_[place(point)] |= bit(point); }
    void remove(Point point) { word_[place(point)] &= ~bit(point); }
    void add_all(const Points& points);
    [[nodiscard]] int size() const;
    [[nodiscard]] bool is_empty() const { return size() == 0; }
    /// The only member; kNoPoint where there are none or several.
    [[nodiscard]] Point only() const;
    /// The rank-th member in ascending order; rank < size().
    [[nodiscard]] Point member(int rank) const;

   private:
    static constexpr std::size_t place(Point point) { return static_cast<std::size_t>(point) / 64; }
    static constexpr std::uint64_t bit(Point point) { return std::uint64_t{1} << (point % 64); }
    std::array<std::uint64_t, Words> word_{};
  };

  /// The whole state.
  struct Mark {
    std::array<Points, 2> stones{};
    std::array<Points, 2> legal{};                   ///< where the seat may play, whoever is to move
    std::array<std::uint16_t, Words * 64> parent{};  ///< of a stone: towards the stone that names its chain
    std::array<Points, Words * 64> liberties{};      ///< at the stone that names a chain
    std::uint64_t key = 0;
    std::uint16_t plies = 0;
  };

  explicit NoGo(const Rules& rules);

  [[nodiscard]] Seat to_move() const { return state_.plies % 2 == 0 ? Seat::first : Seat::second; }
  [[nodiscard]] bool is_over() const { return state_.legal[index_of(to_move())].is_empty(); }
  [[nodiscard]] Value result() const { return -sign_of(to_move()); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const {
    return action < rules_->points() && state_.legal[index_of(to_move())].has(action);
  }
  void play(Action action);
  /// False where the game cannot be over after so many more moves: a move strikes at most six points off a seat's, its
  /// own point, its chain's last liberty, and one for each neighbour (that point, or that chain's last liberty).
  [[nodiscard]] bool may_end_within(int plies) const;
  [[nodiscard]] Mark mark() const { return state_; }
  void rewind(const Mark& mark) { state_ = mark; }
  /// Who moves follows from the number of stones.
  [[nodiscard]] std::uint64_t hash() const { return state_.key; }
  [[nodiscard]] std::uint64_t canonical_hash() const;
  PlayoutResult random_playout(Rng& rng) const;
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  // Playouts that see a little (core/tactics.h).
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  void tactical_actions(const Tactics& tactics, ActionList& out);
  /// By point: 1 a stone of the first seat, -1 of the second, 0 none.
  void tell_owners(std::span<std::int8_t> owners) const {
    for (Point point = 0; point < rules_->points(); ++point)
      owners[static_cast<std::size_t>(point)] =
          static_cast<std::int8_t>((state_.stones[0].has(point) ? 1 : 0) - (state_.stones[1].has(point) ? 1 : 0));
  }
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a point's
    return keys_of_places(static_cast<std::size_t>(rules_->points()));
  }
  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Rows from the top, x Black and o White, then who moves: "x../.o./... x".
  [[nodiscard]] std::string to_text() const { return grid_text(grid()); }
  static NoGo from_text(const Rules& rules, std::string_view text);
  [[nodiscard]] std::vector<std::string> board_rows() const { return grid_rows(grid()); }
  /// As if the other seat had left a turn out; the texts and hashes, which count stones, do not know of it.
  void resume(Seat seat) { state_.plies = static_cast<std::uint16_t>(state_.plies + (to_move() == seat ? 0 : 1)); }
  [[nodiscard]] std::string drawing() const;

 private:
  template <class Record>
  PlayoutResult play_out(Rng& rng, Record record) const;
  [[nodiscard]] bool is_empty(Point point) const {
    return !state_.stones[0].has(point) && !state_.stones[1].has(point);
  }
  /// The stone that names the chain.
  [[nodiscard]] Point chain_of(Point stone) const;
  void join(Point point, Seat seat);
  void strike_last_liberty(Point chain, Seat seat);
  void strike_suicide(Point point, Seat seat);
  [[nodiscard]] StoneGrid grid() const;

  const Rules* rules_;
  Mark state_;
};

using NoGoSmall = NoGo<2>;
using NoGoLarge = NoGo<6>;
inline constexpr int kNoGoSmallSize = 11;  ///< the most lines of NoGoSmall
extern template class NoGo<2>;
extern template class NoGo<6>;
static_assert(KeyedMoves<NoGoSmall> && KeyedMoves<NoGoLarge> && ListsTactics<NoGoSmall> && ListsTactics<NoGoLarge>);

}  // namespace rootward
