// Go as a game for the search: whose turn it is, passes, ko and superko on top of a board representation.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/game_state.h"
#include "core/playout_trace.h"
#include "core/tactics.h"
#include "games/go/large_board.h"
#include "games/go/position_set.h"
#include "games/go/rules.h"
#include "games/go/small_board.h"
#include "games/go/stone.h"

namespace rootward {

/// A move of the game: a point or the pass, and who made it.
struct GoMove {
  Action action = kNoAction;
  Seat seat = Seat::first;
  friend bool operator==(const GoMove&, const GoMove&) = default;
};

template <class Board>
class Go;
std::size_t go_playout_lanes(const GoRules& rules);
void run_go_playouts(const GoRules& rules, PlayoutSource<Go<SmallBoard>>& source);

/// A position of Go. Action = point (row * size + column from the lower left, A1 = 0) or size * size, the pass.
/// Board is SmallBoard (sizes up to 11, faster) or LargeBoard (all sizes); the game is the same on both.
template <class Board>
class Go {
 public:
  using Rules = GoRules;
  static constexpr bool kPlayedByNetworks = true;  ///< evaluators/net/go_encoder.h
  static constexpr bool kOwnsPlaces = true;        ///< a point's owner is whose area it is

  /// What rewind() needs; plain data.
  struct Mark {
    Board board;
    std::size_t positions;
    std::size_t moves;
    int ply;
    Point ko;
    Seat to_move;
    std::uint8_t passes;
  };

  /// The empty board, Black to move. The rules must outlive the position; rules.size <= Board::kMaxSize.
  explicit Go(const GoRules& rules);

  [[nodiscard]] Seat to_move() const { return to_move_; }
  [[nodiscard]] bool is_over() const { return passes_ >= 2 || ply_ >= rules_->move_limit; }
  [[nodiscard]] Value result() const;
  [[nodiscard]] Ending ending() const { return passes_ >= 2 ? Ending::rules : Ending::move_limit; }

  /// Every legal point ascending (own eyes too), then the pass.
  void legal_actions(ActionList& out) const;
  [[nodiscard]] bool is_legal(Action action) const;
  void play(Action action);

  [[nodiscard]] Mark mark() const { return {board_, positions_.size(), moves_.size(), ply_, ko_, to_move_, passes_}; }
  void rewind(const Mark& mark);

  /// Over the stones, the side to move, passes in a row, the simple-ko point, the ply and, under positional superko,
  /// the set of board positions so far (in any order).
  [[nodiscard]] std::uint64_t hash() const;
  /// The least over the board's eight symmetries of a hash of the stones, the side to move, passes in a row and the
  /// simple-ko point: openings that are one another's mirror images meet, whatever led there.
  [[nodiscard]] std::uint64_t canonical_hash() const;

  /// Uniformly random moves that fill no own eye, take back no simple ko and are no suicide, without superko; ends
  /// after two passes in a row (one made before counts) or 3 x points plies, and area with komi decides.
  PlayoutResult random_playout(Rng& rng) const;
  PlayoutResult random_playout(Rng& rng, PlayoutTrace& trace) const;
  /// Moves to the end as random_playout() plays them, but a move near the last one comes first, the first of these
  /// kinds that has any, drawn uniformly among its points: a point that saves an own chain which the last move put in
  /// atari (by at least two liberties, or by capturing a neighbour in atari); the last liberty of the chain that the
  /// last move belongs to; an empty point beside the last move (diagonals too) whose neighbourhood is one of MoGo's
  /// patterns. None fills an own eye or takes a simple ko back. Gelly, Wang, Munos & Teytaud 2006 (patterns from
  /// memory). The policy is asked where there is no such move.
  PlayoutResult tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace = nullptr,
                                 PlayoutPolicy* policy = nullptr) const;
  /// random_playout(), after what the policy proposes (core/tactics.h).
  PlayoutResult guided_playout(Rng& rng, PlayoutTrace* trace, PlayoutPolicy& policy) const {
    return tactical_playout({.atari = false, .patterns = false}, rng, trace, &policy);
  }
  [[nodiscard]] std::vector<MoveKey> move_keys() const {  ///< a point's; the pass has none
    return keys_of_places(static_cast<std::size_t>(board_.points()), 1);
  }
  /// Playouts side by side in vector lanes, for boards of 7 to 11 lines (see LanedGame).
  static std::size_t lanes(const GoRules& rules) requires std::same_as<Board, SmallBoard> {
    return go_playout_lanes(rules);
  }
  static void run_playouts(const GoRules& rules, PlayoutSource<Go>& source) requires std::same_as<Board, SmallBoard> {
    // clang 14 instantiates members whose constraints do not hold.
    if constexpr (std::same_as<Board, SmallBoard>) run_go_playouts(rules, source);
  }

  [[nodiscard]] std::string action_text(Action action) const;
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const;
  /// Lines of "key value"; the rows of the board from the top, X Black, O White. The positions before are there by key.
  [[nodiscard]] std::string to_text() const;
  static Go from_text(const GoRules& rules, std::string_view text);
  [[nodiscard]] std::string drawing() const;

  [[nodiscard]] std::vector<std::string> board_rows() const;
  /// Another position of these rules with the stones of board_rows(). Throws UsageError.
  static Go set_up(const GoRules& rules, const std::vector<std::string>& rows, Seat to_move);
  /// Earlier board positions stay forbidden under positional superko; a simple ko only where the mover stays the same.
  void resume(Seat seat);
  /// Tromp-Taylor area minus komi.
  [[nodiscard]] double margin() const { return area_difference() - rules_->komi; }

  [[nodiscard]] const GoRules& rules() const { return *rules_; }
  [[nodiscard]] const Board& board() const { return board_; }
  [[nodiscard]] Action pass_action() const { return static_cast<Action>(board_.points()); }
  /// Where simple ko forbids a stone (kept under positional superko too, for playouts), or kNoPoint.
  [[nodiscard]] Point ko_point() const { return ko_; }
  /// Whether a stone could be placed there but for the ko rule.
  [[nodiscard]] bool is_banned_by_ko(Point point) const {
    return board_.is_placeable(point, to_move_, rules_->suicide) && repeats(point);
  }
  [[nodiscard]] int passes() const { return passes_; }  ///< in a row, 0 .. 2
  [[nodiscard]] int ply() const { return ply_; }
  /// Tromp-Taylor area, Black minus White, without komi.
  [[nodiscard]] int area_difference() const { return board_.area_difference(); }
  /// The moves since the stones of origin(), oldest first.
  [[nodiscard]] std::span<const GoMove> moves() const { return moves_; }
  /// What this object began with, a stone a point: what was read from a text; empty where that was the empty board.
  [[nodiscard]] std::span<const Stone> origin() const { return origin_; }

 private:
  PlayoutResult play_out(Rng& rng, PlayoutTrace* trace) const;
  [[nodiscard]] bool repeats(Point point) const;

  const GoRules* rules_;
  Board board_;
  PositionSet positions_;  ///< boards of the game so far, the present one included; empty under simple ko
  std::vector<GoMove> moves_;
  std::vector<Stone> origin_;
  int ply_ = 0;
  Point ko_ = kNoPoint;
  Seat to_move_ = Seat::first;
  std::uint8_t passes_ = 0;
};

extern template class Go<SmallBoard>;
extern template class Go<LargeBoard>;

static_assert(KeyedMoves<Go<SmallBoard>>);
static_assert(KeyedMoves<Go<LargeBoard>>);
static_assert(LanedGame<Go<SmallBoard>>);
static_assert(PlaysTactics<Go<SmallBoard>> && GuidesItself<Go<LargeBoard>>);

}  // namespace rootward
