// The seam between games and search: what a game's position must offer. Neither room knows the other.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rng.h"
#include "core/source.h"
#include "core/types.h"

namespace rootward {

/// More legal actions than any position may have.
inline constexpr std::size_t kMostActions = 65'534;

/// The legal actions of one position. Up to kUsual, which covers the largest board (19x19 and pass) with room, nothing
/// is allocated.
class ActionList {
 public:
  static constexpr std::size_t kUsual = 512;
  ActionList() = default;
  ActionList(const ActionList& from) { *this = from; }
  ActionList& operator=(const ActionList& from) {
    if (this != &from) std::copy(from.begin(), from.end(), resize(from.size_).begin());
    return *this;
  }
  ~ActionList() = default;
  void clear() { size_ = 0; }
  void push_back(Action action) {
    if (size_ == capacity_) [[unlikely]]
      make_room(2 * size_);
    actions_[size_++] = action;
  }
  /// Exactly so many actions, which the caller fills in.
  std::span<Action> resize(std::size_t size) {
    if (size > capacity_) make_room(size);
    size_ = size;
    return {actions_, size_};
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  Action operator[](std::size_t i) const { return actions_[i]; }
  [[nodiscard]] std::span<Action> all() { return {actions_, size_}; }
  [[nodiscard]] const Action* begin() const { return actions_; }
  [[nodiscard]] const Action* end() const { return actions_ + size_; }

 private:
  void make_room(std::size_t size) {
    std::vector<Action> more(size);
    std::copy(begin(), end(), more.begin());
    many_.swap(more);
    actions_ = many_.data();
    capacity_ = size;
  }

  std::array<Action, kUsual> usual_;
  std::vector<Action> many_;
  Action* actions_ = usual_.data();
  std::size_t size_ = 0;
  std::size_t capacity_ = kUsual;
};

/// How a finished game ended; names are those of games.jsonl.
enum class Ending : std::uint8_t { rules, move_limit };

/// What a random playout from a position gave.
struct PlayoutResult {
  Value value = 0;          ///< first seat's view
  std::uint32_t plies = 0;  ///< moves played, passes included
};

/// A position of a game for two alternating (or not) seats, or one. Constructed from the game's immutable rules, which
/// outlive it: `P(const P::Rules&)` is the start. Regular copying gives an independent position.
///
/// mark()/rewind(): cheap return to an earlier position of this very object (search descends and comes back); marks are
/// used last in, first out. random_playout() plays uniformly random moves of the game's playout policy to the end and
/// leaves the position where it was.
template <class P>
concept GameState = std::copyable<P> && std::constructible_from<P, const typename P::Rules&> &&
    requires(const P position, P changing, Action action, ActionList& out, const typename P::Mark& mark, Rng& rng,
             std::string_view text, const typename P::Rules& rules) {
  { position.to_move() } -> std::same_as<Seat>;  // whose choice it is; meaningless when over
  { position.is_over() } -> std::same_as<bool>;
  { position.result() } -> std::same_as<Value>;           // first seat's view; only when over
  { position.ending() } -> std::same_as<Ending>;          // only when over
  { position.legal_actions(out) } -> std::same_as<void>;  // replaces out; empty when over; fixed order
  { position.is_legal(action) } -> std::same_as<bool>;    // false for any number that is no legal action
  { changing.play(action) } -> std::same_as<void>;        // action must be legal
  { position.mark() } -> std::same_as<typename P::Mark>;
  { changing.rewind(mark) } -> std::same_as<void>;
  { position.hash() } -> std::same_as<std::uint64_t>;            // equal iff the states are equal (to move included)
  { position.canonical_hash() } -> std::same_as<std::uint64_t>;  // the same for positions equal up to board symmetry
  { position.random_playout(rng) } -> std::same_as<PlayoutResult>;
  { position.action_text(action) } -> std::same_as<std::string>;           // "E5", "pass", "4"
  { position.parse_action(text) } -> std::same_as<std::optional<Action>>;  // any case; nullopt: not a move's text
  { position.to_text() } -> std::same_as<std::string>;                     // the whole state; reads back
  { P::from_text(rules, text) } -> std::same_as<P>;                        // throws UsageError saying what is wrong
  { position.drawing() } -> std::same_as<std::string>;                     // the board for people, with coordinates
};

/// A game with chance. Where is_chance() is true an outcome is due and nobody chooses: legal_actions() are the
/// outcomes, to_move() is the first seat, and whoever plays on draws one. An outcome is played and named like a move.
template <class P>
concept StochasticGame = GameState<P> && requires(const P position, Action outcome, Rng& rng) {
  { position.is_chance() } -> std::same_as<bool>;             // false when over
  { position.draw_outcome(rng) } -> std::same_as<Action>;     // one of the outcomes, by its probability
  { position.probability(outcome) } -> std::same_as<double>;  // in (0, 1]; they sum to 1
};

/// A game whose end may pay a random return, drawn afresh at every visit; result() is its mean. Returns are not
/// clamped: one may lie beyond [-1, 1].
template <class P>
concept NoisyGame = GameState<P> && requires(const P position, Rng& rng) {
  { position.has_noisy_result() } -> std::same_as<bool>;  // only when over
  { position.draw_result(rng) } -> std::same_as<Value>;   // first seat's view; only when over
};

/// A game whose matches may be scored otherwise than a search's simulations end: a win for a return that is a number.
template <class P>
concept ScoresMatches = GameState<P> && requires(const P position) {
  { position.match_result() } -> std::same_as<std::optional<Value>>;  // first seat's view; nothing: the result
};

/// A game that knows the truth: the value of a position when everybody plays best, first seat's view, the mean over
/// chance; nothing where that is out of reach.
template <class P>
concept ExactGame = GameState<P> && requires(const P position) {
  { position.exact_value() } -> std::same_as<std::optional<Value>>;
};

/// What games of stones on a board may offer besides, each by itself, to programs that show and set up boards.
///   board_rows(): rows from the top; X a stone of the first seat, O of the second, . empty, # no cell of the board.
template <class P>
concept ShowsBoard = requires(const P position) {
  { position.board_rows() } -> std::same_as<std::vector<std::string>>;
};
///   resume(seat): it is that seat's turn. A finished game goes on: passes and plies so far count for nothing more.
template <class P>
concept ResumesPlay = requires(P changing, Seat seat) {
  { changing.resume(seat) } -> std::same_as<void>;
};
///   set_up(rules, rows, seat): a position without history from board_rows(). Throws UsageError saying what is wrong.
template <class P>
concept SetsUpBoard = requires(const typename P::Rules& rules, const std::vector<std::string>& rows, Seat seat) {
  { P::set_up(rules, rows, seat) } -> std::same_as<P>;
};
///   margin(): by how many points the first seat leads if the game ended here, komi included.
template <class P>
concept CountsPoints = requires(const P position) {
  { position.margin() } -> std::same_as<double>;
};

class PlayoutTrace;
class PlayoutPolicy;

/// A playout to be run beside others. The position stays as it is; the stream moves on as random_playout() moves it.
template <class P>
struct PlayoutRequest {
  const P* position = nullptr;
  Rng* rng = nullptr;
  PlayoutTrace* trace = nullptr;  ///< receives the moves; null: nobody wants them
};

/// Where playouts that run side by side come from, one slot a lane. Their positions are not over.
template <class P>
using PlayoutSource = Source<PlayoutRequest<P>, PlayoutResult>;

/// A game whose playouts run faster side by side. lanes(): how many this processor takes at once, 1 = none.
/// run_playouts(): fills every lane from the source until the source has no more; result and stream of each playout are
/// those of random_playout(), whatever runs beside it. All positions have the same rules.
template <class P>
concept LanedGame = GameState<P> && requires(const typename P::Rules& rules, PlayoutSource<P>& source) {
  { P::lanes(rules) } -> std::same_as<std::size_t>;
  { P::run_playouts(rules, source) } -> std::same_as<void>;
};

}  // namespace rootward
