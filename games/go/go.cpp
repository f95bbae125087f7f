// Turns, ko and superko, hashes and playouts of Go; the text forms are in go_text.cpp.
#include "games/go/go.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

namespace rootward {
namespace {

/// The image of a point under one of the eight symmetries of the square.
Point transformed(Point point, int symmetry, int size) {
  int row = point / size;
  int column = point % size;
  if ((symmetry & 1) != 0) row = size - 1 - row;
  if ((symmetry & 2) != 0) column = size - 1 - column;
  if ((symmetry & 4) != 0) std::swap(row, column);
  return row * size + column;
}

/// Folds what is beside the stones into a board key.
std::uint64_t state_hash(std::uint64_t board_key, Seat to_move, int passes, Point ko) {
  return derive_seed(board_key, {index_of(to_move), static_cast<unsigned>(passes), static_cast<unsigned>(ko + 1)});
}

}  // namespace

template <class Board>
Go<Board>::Go(const GoRules& rules) : rules_(&rules), board_(rules.size) {
  if (rules.ko == KoRule::positional) positions_.add(board_.key());
}

template <class Board>
Value Go<Board>::result() const {
  assert(is_over());
  return value_of_area(area_difference(), rules_->komi);
}

/// Whether a stone on the (placeable) point would break the ko rule. Unless it is suicide, the stone stays, so an
/// earlier board can only recur where a stone of the colour was before and was removed since: most points need no
/// lookup.
template <class Board>
bool Go<Board>::repeats(Point point) const {
  if (rules_->ko == KoRule::simple) return point == ko_;
  const bool may_repeat = rules_->suicide || board_.may_have_lost(point, to_move_);
  return may_repeat && positions_.contains(board_.key_after(point, to_move_));
}

template <class Board>
void Go<Board>::legal_actions(ActionList& out) const {
  out.clear();
  if (is_over()) return;
  board_.for_each_placeable(to_move_, rules_->suicide, [&](Point point) {
    if (!repeats(point)) out.push_back(static_cast<Action>(point));
  });
  out.push_back(pass_action());
}

template <class Board>
bool Go<Board>::is_legal(Action action) const {
  if (is_over() || action > pass_action()) return false;
  if (action == pass_action()) return true;
  return board_.is_placeable(action, to_move_, rules_->suicide) && !repeats(action);
}

template <class Board>
void Go<Board>::play(Action action) {
  assert(is_legal(action));
  if (action == pass_action()) {
    ++passes_;
    ko_ = kNoPoint;
  } else {
    ko_ = board_.play(action, to_move_).ko;
    passes_ = 0;
    if (rules_->ko == KoRule::positional) positions_.add(board_.key());
  }
  moves_.push_back({action, to_move_});
  to_move_ = other(to_move_);
  ++ply_;
}

template <class Board>
void Go<Board>::rewind(const Mark& mark) {
  board_ = mark.board;
  positions_.shrink_to(mark.positions);
  moves_.resize(mark.moves);
  ply_ = mark.ply;
  ko_ = mark.ko;
  to_move_ = mark.to_move;
  passes_ = mark.passes;
}

template <class Board>
void Go<Board>::resume(Seat seat) {
  if (seat != to_move_) ko_ = kNoPoint;
  to_move_ = seat;
  passes_ = 0;
  if (ply_ >= rules_->move_limit) ply_ = 0;
}

template <class Board>
std::uint64_t Go<Board>::hash() const {
  return derive_seed(state_hash(board_.key(), to_move_, passes_, ko_),
                     {static_cast<std::uint64_t>(ply_), positions_.hash()});
}

template <class Board>
std::uint64_t Go<Board>::canonical_hash() const {
  std::array<std::uint64_t, 8> keys;
  keys.fill(empty_board_key(board_.size()));
  for (Point point = 0; point < board_.points(); ++point) {
    const Stone stone = board_.at(point);
    if (stone == Stone::empty) continue;
    const Seat seat = stone == Stone::black ? Seat::first : Seat::second;
    for (int symmetry = 0; symmetry < 8; ++symmetry)
      keys[static_cast<std::size_t>(symmetry)] ^= stone_key(seat, transformed(point, symmetry, board_.size()));
  }
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    const Point ko = ko_ == kNoPoint ? kNoPoint : transformed(ko_, symmetry, board_.size());
    least = std::min(least, state_hash(keys[static_cast<std::size_t>(symmetry)], to_move_, passes_, ko));
  }
  return least;
}

template <class Board>
PlayoutResult Go<Board>::random_playout(Rng& rng) const {
  return play_out(rng, nullptr);
}

template <class Board>
PlayoutResult Go<Board>::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move_);
  return play_out(rng, &trace);
}

template <class Board>
PlayoutResult Go<Board>::play_out(Rng& rng, PlayoutTrace* trace) const {
  if (is_over()) return {.value = result(), .plies = 0};
  const BoardPlayout playout = board_.playout({.to_move = to_move_, .ko = ko_, .passes = passes_}, rng, trace);
  return {value_of_area(playout.area_difference, rules_->komi), playout.plies};
}

template class Go<SmallBoard>;
template class Go<LargeBoard>;

}  // namespace rootward
