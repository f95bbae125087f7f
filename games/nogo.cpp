// The rules of NoGo: chains by union-find with their liberties, and the points that each move makes illegal.
#include "games/nogo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "core/errors.h"
#include "games/go/coordinates.h"
#include "games/line_tactics.h"
#include "games/select_bit.h"

namespace rootward {

const Described& nogo_description() {
  static const Described description{
      .name = "nogo",
      .help = "Stones on a Go board; a move may neither capture nor be suicide; who cannot move loses. No pass.",
      .source = "J. Kyle Burton (Anti-Atari Go), 2005; BIRS workshop 2011",
      .parameters = {{.key = "size",
                      .help = "lines a side",
                      .type = ParamType::integer,
                      .fallback = std::int64_t{9},
                      .low = kMinGoSize,
                      .high = kMaxGoSize,
                      .source = "9 in the computer tournaments"}}};
  return description;
}

NoGoRules make_nogo_rules(const Params& params) { return NoGoRules(static_cast<int>(params.integer("size"))); }

NoGoRules::NoGoRules(int size) : size_(size) {
  for (Point point = 0; point < points(); ++point) {
    std::array<Point, 4> beside{kNoPoint, kNoPoint, kNoPoint, kNoPoint};
    std::size_t count = 0;
    if (point % size > 0) beside[count++] = point - 1;
    if (point % size < size - 1) beside[count++] = point + 1;
    if (point >= size) beside[count++] = point - size;
    if (point < points() - size) beside[count++] = point + size;
    beside_.push_back(beside);
  }
}

template <std::size_t Words>
void NoGo<Words>::Points::add_all(const Points& points) {
  for (std::size_t i = 0; i < Words; ++i) word_[i] |= points.word_[i];
}

template <std::size_t Words>
int NoGo<Words>::Points::size() const {
  int size = 0;
  for (const std::uint64_t word : word_) size += std::popcount(word);
  return size;
}

template <std::size_t Words>
Point NoGo<Words>::Points::only() const {
  Point found = kNoPoint;
  for (std::size_t i = 0; i < Words; ++i) {
    if (word_[i] == 0) continue;
    if (found != kNoPoint || !std::has_single_bit(word_[i])) return kNoPoint;
    found = static_cast<Point>(64 * i) + std::countr_zero(word_[i]);
  }
  return found;
}

template <std::size_t Words>
Point NoGo<Words>::Points::member(int rank) const {
  for (std::size_t i = 0;; ++i) {
    const int inside = std::popcount(word_[i]);
    if (rank < inside) return static_cast<Point>(64 * i) + select_bit(word_[i], rank);
    rank -= inside;
  }
}

template <std::size_t Words>
NoGo<Words>::NoGo(const Rules& rules) : rules_(&rules) {
  assert(static_cast<std::size_t>(rules.points()) <= Words * 64);
  state_.key = empty_board_key(rules.size());
  for (Point point = 0; point < rules.points(); ++point) {
    for (Points& legal : state_.legal) legal.add(point);
  }
}

template <std::size_t Words>
void NoGo<Words>::legal_actions(ActionList& out) const {
  out.clear();
  const Points& legal = state_.legal[index_of(to_move())];
  const int count = legal.size();
  for (int rank = 0; rank < count; ++rank) out.push_back(static_cast<Action>(legal.member(rank)));
}

template <std::size_t Words>
Point NoGo<Words>::chain_of(Point stone) const {
  while (state_.parent[static_cast<std::size_t>(stone)] != stone)
    stone = state_.parent[static_cast<std::size_t>(stone)];
  return stone;
}

template <std::size_t Words>
void NoGo<Words>::play(Action action) {
  assert(is_legal(action));
  const Seat seat = to_move();
  const Point point = action;
  state_.stones[index_of(seat)].add(point);
  for (Points& legal : state_.legal) legal.remove(point);
  state_.key ^= stone_key(seat, point);
  ++state_.plies;
  join(point, seat);
  strike_last_liberty(chain_of(point), seat);
  for (const Point next : rules_->beside(point)) {
    if (next == kNoPoint) break;
    if (state_.stones[index_of(other(seat))].has(next)) {
      strike_last_liberty(chain_of(next), other(seat));
    } else if (is_empty(next)) {
      strike_suicide(next, Seat::first);
      strike_suicide(next, Seat::second);
    }
  }
}

template <std::size_t Words>
bool NoGo<Words>::may_end_within(int plies) const {
  constexpr int kMostStruck = 6;
  Seat seat = to_move();
  for (int ply = 1; ply <= plies; ++ply) {
    seat = other(seat);
    if (state_.legal[index_of(seat)].size() <= kMostStruck * ply) return true;
  }
  return false;
}

/// Makes the new stone one with the chains beside it and takes its point from all liberties.
template <std::size_t Words>
void NoGo<Words>::join(Point point, Seat seat) {
  Point chain = point;
  state_.parent[static_cast<std::size_t>(point)] = static_cast<std::uint16_t>(point);
  Points& fresh = state_.liberties[static_cast<std::size_t>(point)];
  fresh = {};
  for (const Point next : rules_->beside(point)) {
    if (next == kNoPoint) break;
    if (is_empty(next)) fresh.add(next);
  }
  for (const Point next : rules_->beside(point)) {
    if (next == kNoPoint) break;
    if (is_empty(next)) continue;
    const Point beside = chain_of(next);
    Points& liberties = state_.liberties[static_cast<std::size_t>(beside)];
    if (!state_.stones[index_of(seat)].has(next)) {
      liberties.remove(point);
    } else if (beside != chain) {
      liberties.add_all(state_.liberties[static_cast<std::size_t>(chain)]);
      state_.parent[static_cast<std::size_t>(chain)] = static_cast<std::uint16_t>(beside);
      chain = beside;
      liberties.remove(point);
    }
  }
}

/// A chain's last liberty is closed to the enemy, who would capture, and perhaps to its owner.
template <std::size_t Words>
void NoGo<Words>::strike_last_liberty(Point chain, Seat seat) {
  const Point last = state_.liberties[static_cast<std::size_t>(chain)].only();
  if (last == kNoPoint) return;
  state_.legal[index_of(other(seat))].remove(last);
  strike_suicide(last, seat);
}

/// Closes an empty point to the seat if a stone there would have no liberty: no empty point beside it, and no own chain
/// with another liberty.
template <std::size_t Words>
void NoGo<Words>::strike_suicide(Point point, Seat seat) {
  for (const Point next : rules_->beside(point)) {
    if (next == kNoPoint) break;
    if (is_empty(next)) return;
    if (!state_.stones[index_of(seat)].has(next)) continue;
    if (state_.liberties[static_cast<std::size_t>(chain_of(next))].only() != point) return;
  }
  state_.legal[index_of(seat)].remove(point);
}

template <std::size_t Words>
std::uint64_t NoGo<Words>::canonical_hash() const {
  const int size = rules_->size();
  std::uint64_t least = ~std::uint64_t{0};
  for (unsigned image = 0; image < 8; ++image) {
    std::uint64_t key = empty_board_key(size);
    for (Point point = 0; point < rules_->points(); ++point) {
      if (is_empty(point)) continue;
      int column = point % size, row = point / size;
      if ((image & 1U) != 0) column = size - 1 - column;
      if ((image & 2U) != 0) row = size - 1 - row;
      if ((image & 4U) != 0) std::swap(column, row);
      key ^= stone_key(state_.stones[0].has(point) ? Seat::first : Seat::second, row * size + column);
    }
    least = std::min(least, key);
  }
  return least;
}

template <std::size_t Words>
template <class Record>
PlayoutResult NoGo<Words>::play_out(Rng& rng, Record record) const {
  NoGo game = *this;
  std::uint32_t plies = 0;
  for (;;) {
    const Points& legal = game.state_.legal[index_of(game.to_move())];
    const int count = legal.size();
    if (count == 0) {
      record.end([&](std::span<std::int8_t> owners) { game.tell_owners(owners); });
      return {.value = game.result(), .plies = plies};
    }
    const Point point = legal.member(static_cast<int>(rng.below(static_cast<std::uint32_t>(count))));
    game.play(static_cast<Action>(point));
    record(point);
    ++plies;
  }
}

template <std::size_t Words>
PlayoutResult NoGo<Words>::random_playout(Rng& rng) const {
  return play_out(rng, NoRecord{});
}

template <std::size_t Words>
PlayoutResult NoGo<Words>::random_playout(Rng& rng, PlayoutTrace& trace) const {
  trace.start(to_move());
  return play_out(rng, TraceRecord{&trace});
}

template <std::size_t Words>
std::string NoGo<Words>::action_text(Action action) const {
  return point_text(action, rules_->size());
}

template <std::size_t Words>
std::optional<Action> NoGo<Words>::parse_action(std::string_view text) const {
  const std::optional<Point> point = parse_point(text, rules_->size());
  return point ? std::optional<Action>(static_cast<Action>(*point)) : std::nullopt;
}

template <std::size_t Words>
StoneGrid NoGo<Words>::grid() const {
  const int size = rules_->size();
  StoneGrid grid(size, size);
  for (Point point = 0; point < rules_->points(); ++point) {
    if (!is_empty(point))
      grid.set(point % size, point / size, state_.stones[0].has(point) ? Cell::first : Cell::second);
  }
  return grid;
}

// A position whose chains all have liberties can be reached by its stones in any order: fewer stones, more liberties.
template <std::size_t Words>
NoGo<Words> NoGo<Words>::from_text(const Rules& rules, std::string_view text) {
  const int size = rules.size();
  const StoneGrid grid = parse_grid("nogo", StoneGrid(size, size), text);
  std::array<std::vector<Point>, 2> stones;
  for (Point point = 0; point < rules.points(); ++point) {
    const Cell cell = grid.at(point % size, point / size);
    if (cell != Cell::empty) stones[cell == Cell::first ? 0 : 1].push_back(point);
  }
  NoGo position(rules);
  for (std::size_t ply = 0; ply < stones[0].size() + stones[1].size(); ++ply) {
    const Point point = stones[ply % 2][ply / 2];
    if (!position.is_legal(static_cast<Action>(point)))
      throw UsageError(fmt::format("nogo position: a chain at or beside {} has no liberty", point_text(point, size)));
    position.play(static_cast<Action>(point));
  }
  return position;
}

template <std::size_t Words>
std::string NoGo<Words>::drawing() const {
  const int size = rules_->size();
  std::string letters = "  ";
  for (int column = 0; column < size; ++column) letters += fmt::format(" {}", column_letter(column));
  std::string text = letters + '\n';
  for (int row = size - 1; row >= 0; --row) {
    text += fmt::format("{:2}", row + 1);
    for (Point point = row * size; point < (row + 1) * size; ++point)
      text += is_empty(point) ? " ." : state_.stones[0].has(point) ? " X" : " O";
    text += fmt::format(" {}\n", row + 1);
  }
  const bool is_black = to_move() == Seat::first;
  return text + letters + '\n' +
         (is_over() ? (is_black ? "Black (X) cannot move and has lost\n" : "White (O) cannot move and has lost\n")
                    : (is_black ? "Black (X) to move\n" : "White (O) to move\n"));
}

template <std::size_t Words>
PlayoutResult NoGo<Words>::tactical_playout(const Tactics& tactics, Rng& rng, PlayoutTrace* trace,
                                            PlayoutPolicy* policy) const {
  return lines_playout(*this, tactics, rng, trace, policy);
}

template <std::size_t Words>
void NoGo<Words>::tactical_actions(const Tactics& tactics, ActionList& out) {
  lines_actions(*this, tactics, out);
}

template class NoGo<2>;
template class NoGo<6>;

}  // namespace rootward
