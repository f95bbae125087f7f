// Filling of the planes.
#include "evaluators/net/go_features.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "evaluators/net/constant_planes.h"
#include "evaluators/net/go_area.h"

namespace rootward::net {
namespace {

constexpr std::size_t kKatagoStride = kKatagoPlanes;
constexpr std::size_t kRecentMoves = 5;
constexpr double kKomiUnit = 20;

/// Names of KataGo's planes and global inputs.
enum KatagoPlane : std::size_t {
  on_board = 0,
  own_stone = 1,
  enemy_stone = 2,
  one_liberty = 3,
  two_liberties = 4,
  three_liberties = 5,
  ko_ban = 6,
  last_move = 9,
  in_ladder = 14,
  in_ladder_before = 15,
  in_ladder_two_before = 16,
  ladder_move = 17,
  own_area = 18,
  enemy_area = 19,
};
enum KatagoGlobal : std::size_t {
  last_was_pass = 0,
  own_komi_input = 5,
  has_superko = 6,
  is_positional = 7,
  suicide_legal = 8,
  pass_ends = 14,
  komi_parity = 18,
};

template <class Board>
class KatagoFiller {
 public:
  KatagoFiller(const Go<Board>& position, const GoLine<Board>& line, LadderCache& ladders, std::span<float> planes,
               std::span<float> globals)
      : position_(position), line_(line), ladders_(ladders), planes_(planes), globals_(globals) {
    std::ranges::fill(planes_, 0.0F);
    std::ranges::fill(globals_, 0.0F);
    const Board& board = position.board();
    for (Point point = 0; point < board.points(); ++point) stones_.push_back(board.at(point));
  }

  void fill() {
    fill_stones();
    fill_ko();
    const std::size_t recent = fill_moves();
    fill_ladders(recent);
    fill_area();
    fill_rules();
  }

 private:
  void set(Point point, std::size_t plane) { planes_[static_cast<std::size_t>(point) * kKatagoStride + plane] = 1.0F; }
  [[nodiscard]] Stone own() const { return stone_of(position_.to_move()); }
  [[nodiscard]] Point points() const { return static_cast<Point>(stones_.size()); }
  [[nodiscard]] Stone at(Point point) const { return stones_[static_cast<std::size_t>(point)]; }

  void fill_stones() {
    for (Point point = 0; point < points(); ++point) {
      set(point, on_board);
      if (at(point) == Stone::empty) continue;
      set(point, at(point) == own() ? own_stone : enemy_stone);
      const int liberties = position_.board().liberties(point);
      if (liberties <= 3) set(point, one_liberty + static_cast<std::size_t>(liberties) - 1);
    }
  }

  void fill_ko() {
    if (position_.ko_point() != kNoPoint) set(position_.ko_point(), ko_ban);
    for (Point point = 0; point < points(); ++point)
      if (position_.is_banned_by_ko(point)) set(point, ko_ban);
  }

  /// Moves newest first while colours alternate, beginning with the opponent; returns how many.
  std::size_t fill_moves() {
    Seat mover = other(position_.to_move());
    std::size_t count = 0;
    for (; count < std::min(kRecentMoves, line_.length()); ++count) {
      const GoMove& move = line_.move(count);
      if (move.seat != mover) break;
      if (move.action == position_.pass_action()) {
        globals_[last_was_pass + count] = 1.0F;
      } else {
        set(move.action, last_move + count);
      }
      mover = other(mover);
    }
    return count;
  }

  void fill_ladders(std::size_t recent) {
    const std::uint8_t enemy_bit = own() == Stone::black ? 2 : 1;
    const Ladders& now = ladders_.find(position_.board(), position_.ko_point());
    for (Point point = 0; point < points(); ++point) {
      if (now.captured[static_cast<std::size_t>(point)] != 0) set(point, in_ladder);
      if ((now.working[static_cast<std::size_t>(point)] & enemy_bit) != 0) set(point, ladder_move);
    }
    fill_earlier_ladder(std::min<std::size_t>(recent, 1), in_ladder_before);
    fill_earlier_ladder(std::min<std::size_t>(recent, 2), in_ladder_two_before);
  }
  void fill_earlier_ladder(std::size_t ago, std::size_t plane) {
    const Point ko = ago == 0 ? position_.ko_point() : line_.ko(ago);
    const Ladders& then = ladders_.find(ago == 0 ? position_.board() : line_.board(ago), ko);
    for (Point point = 0; point < points(); ++point)
      if (then.captured[static_cast<std::size_t>(point)] != 0) set(point, plane);
  }

  void fill_area() {
    const std::vector<Stone> area = go_area(stones_, position_.board().size(), position_.rules().suicide);
    for (Point point = 0; point < points(); ++point) {
      const Stone owner = area[static_cast<std::size_t>(point)];
      if (owner != Stone::empty) set(point, owner == own() ? own_area : enemy_area);
    }
  }

  void fill_rules() {
    const GoRules& rules = position_.rules();
    const double own_komi = position_.to_move() == Seat::second ? rules.komi : -rules.komi;
    const double limit = points() + kKomiUnit;
    globals_[own_komi_input] = static_cast<float>(std::clamp(own_komi, -limit, limit) / kKomiUnit);
    if (rules.ko == KoRule::positional) {
      globals_[has_superko] = 1.0F;
      globals_[is_positional] = 0.5F;
    }
    if (rules.suicide) globals_[suicide_legal] = 1.0F;
    if (position_.passes() == 1) globals_[pass_ends] = 1.0F;
    globals_[komi_parity] = komi_wave(std::clamp(own_komi, -limit, limit), points());
  }

  const Go<Board>& position_;
  const GoLine<Board>& line_;
  LadderCache& ladders_;
  std::span<float> planes_;
  std::span<float> globals_;
  std::vector<Stone> stones_;
};

/// visit(point, stone) for every stone.
template <class Visit>
void for_each_stone(const SmallBoard& board, Visit&& visit) {
  for (const Seat seat : {Seat::first, Seat::second})
    for_each_bit(board.stones(seat), [&](int point) { visit(point, stone_of(seat)); });
}
template <class Visit>
void for_each_stone(const LargeBoard& board, Visit&& visit) {
  for (Point point = 0; point < board.points(); ++point)
    if (const Stone stone = board.at(point); stone != Stone::empty) visit(point, stone);
}

}  // namespace

float komi_wave(double own_komi, int points) {
  const double offset = points % 2 == 0 ? 0 : 1;
  const double drawable = std::floor((own_komi - offset) / 2) * 2 + offset;
  const double d = own_komi - drawable;
  return static_cast<float>(d < 0.5 ? d : d < 1.5 ? 1 - d : d - 2);
}

template <class Board>
void fill_katago(const Go<Board>& position, const GoLine<Board>& line, LadderCache& ladders, std::span<float> planes,
                 std::span<float> globals) {
  KatagoFiller<Board>(position, line, ladders, planes, globals).fill();
}

template <class Board>
void fill_history(const Go<Board>& position, const GoLine<Board>& line, const Planes& kind,
                  std::span<const std::size_t> indices, std::span<float> planes) {
  assert(kind.kind == PlaneKind::history);
  const auto stride = static_cast<std::size_t>(plane_count(kind));
  std::ranges::fill(planes, 0.0F);
  const Stone own = stone_of(position.to_move());
  const std::size_t known = std::min(static_cast<std::size_t>(kind.positions), line.length() + 1);
  for (std::size_t ago = 0; ago < known; ++ago)
    for_each_stone(line.board(ago), [&](Point point, Stone stone) {
      planes[indices[static_cast<std::size_t>(point)] * stride + 2 * ago + (stone == own ? 0 : 1)] = 1.0F;
    });
  fill_constants(kind, position.to_move(), planes);
}

template void fill_katago(const Go<SmallBoard>&, const GoLine<SmallBoard>&, LadderCache&, std::span<float>,
                          std::span<float>);
template void fill_katago(const Go<LargeBoard>&, const GoLine<LargeBoard>&, LadderCache&, std::span<float>,
                          std::span<float>);
template void fill_history(const Go<SmallBoard>&, const GoLine<SmallBoard>&, const Planes&,
                           std::span<const std::size_t>, std::span<float>);
template void fill_history(const Go<LargeBoard>&, const GoLine<LargeBoard>&, const Planes&,
                           std::span<const std::size_t>, std::span<float>);

}  // namespace rootward::net
