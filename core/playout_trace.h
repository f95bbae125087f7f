// What a playout tells beside its result: the moves it played, for statistics of moves. Keys, not actions: a key is
// "the same move" in other positions.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/game_state.h"
#include "core/types.h"

namespace rootward {

/// The number under which statistics of a move are kept, from 0 up.
using MoveKey = std::uint16_t;
inline constexpr MoveKey kNoMoveKey = 0xFFFF;  ///< a pass, and whatever means nothing elsewhere

/// The moves of one playout, oldest first, and its result; the seats alternate. Whoever wants one owns it and lends it
/// to the evaluator with a leaf; it is empty where nothing was played. Keeps its memory.
class PlayoutTrace {
 public:
  void clear() {
    size_ = 0;
    result_.reset();
  }
  /// A playout begins: `first` plays its first move.
  void start(Seat first) {
    clear();
    first_seat_ = first;
  }
  void add(MoveKey key) {
    if (size_ == keys_.size()) [[unlikely]]
      keys_.resize(2 * size_ + 256);
    keys_[size_++] = key;
  }
  void assign(Seat first, std::span<const MoveKey> keys) {
    start(first);
    if (keys_.size() < keys.size()) keys_.resize(keys.size());
    std::ranges::copy(keys, keys_.begin());
    size_ = keys.size();
  }
  /// The playout is over, with this result in the first seat's view.
  void end(Value result) { result_ = result; }
  /// Nothing: no evaluator has told any. The leaf's value may be another: a mean of several playouts, or a mixture.
  [[nodiscard]] std::optional<Value> result() const { return result_; }
  /// Asks for the owner of every place at the playout's end, too (OwnedPlaces).
  void want_owners(std::size_t places) { owners_.assign(places, 0); }
  /// By key, for whoever plays to fill: 1 the first seat's, -1 the second's, 0 nobody's; empty: nobody asked.
  [[nodiscard]] std::span<std::int8_t> owners() { return owners_; }
  [[nodiscard]] std::span<const std::int8_t> owners() const { return owners_; }

  [[nodiscard]] std::span<const MoveKey> moves() const { return {keys_.data(), size_}; }
  [[nodiscard]] Seat first_seat() const { return first_seat_; }

 private:
  std::vector<MoveKey> keys_;
  std::vector<std::int8_t> owners_;
  std::size_t size_ = 0;
  Seat first_seat_ = Seat::first;
  std::optional<Value> result_;
};

/// Where a playout's moves go as they are played: nowhere, or into a trace.
struct NoRecord {
  void operator()(int) const {}
  /// The playout is over; tell(owners) fills the owners where they are asked for.
  template <class Tell>
  void end(Tell) const {}
};
struct TraceRecord {
  PlayoutTrace* trace = nullptr;
  void operator()(int key) const { trace->add(static_cast<MoveKey>(key)); }
  template <class Tell>
  void end(Tell tell) const {
    if (!trace->owners().empty()) tell(trace->owners());
  }
};

/// A game whose moves mean something beyond one position, and whose playouts can be traced. move_keys(): by action, the
/// same for all positions of a game. random_playout(rng, trace): what random_playout(rng) does, move by move.
template <class P>
concept KeyedMoves = GameState<P> && requires(const P position, Rng& rng, PlayoutTrace& trace) {
  { position.move_keys() } -> std::same_as<std::vector<MoveKey>>;
  { position.random_playout(rng, trace) } -> std::same_as<PlayoutResult>;
};

/// Whose traced playouts tell the owners of places.
template <class P>
concept OwnedPlaces = KeyedMoves<P> && P::kOwnsPlaces;

/// Keys of a game whose first `count` actions are places and whose others, a pass, have none.
inline std::vector<MoveKey> keys_of_places(std::size_t count, std::size_t others = 0) {
  std::vector<MoveKey> keys(count + others, kNoMoveKey);
  for (std::size_t i = 0; i < count; ++i) keys[i] = static_cast<MoveKey>(i);
  return keys;
}

}  // namespace rootward
