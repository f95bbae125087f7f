// The ladder search: attacker and defender in turn, depth first.
#include "evaluators/net/ladder.h"

#include <algorithm>
#include <utility>

#include "evaluators/net/ladder_board.h"

namespace rootward::net {
namespace {

using Cell = LadderBoard::Cell;
using Content = LadderBoard::Content;

constexpr int kMaxMoves = 25'000;

class LadderSearch {
 public:
  LadderSearch(LadderBoard& board, int size) : board_(board), max_depth_(size * size * 3 / 2) {}

  /// The chain at the cell has one liberty and its owner is to move.
  bool is_captured(Cell cell) {
    start(cell);
    const Cell ko = board_.ko();
    board_.set_ko(0);
    const bool is_captured = defend(0);
    board_.set_ko(ko);
    return is_captured && !is_spent();
  }

  /// The chain has two liberties and its enemy is to move; `working`: the liberties by which it is taken.
  bool can_be_captured(Cell cell, std::vector<Cell>& working) {
    working.clear();
    std::vector<Cell> liberties;
    board_.append_liberties(cell, liberties, 0);
    const Content enemy = LadderBoard::enemy_of(board_.at(cell));
    for (Cell liberty : liberties) {
      if (!board_.is_legal(liberty, enemy)) continue;
      const LadderBoard::Undo undone = board_.play(liberty, enemy);
      if (board_.liberties(cell, 2) == 1 && is_captured(cell)) working.push_back(liberty);
      board_.undo(undone);
    }
    return !working.empty();
  }

 private:
  void start(Cell cell) {
    chain_ = cell;
    owner_ = board_.at(cell);
    moves_played_ = 0;
    moves_.clear();
  }
  [[nodiscard]] bool is_spent() const { return moves_played_ >= kMaxMoves; }

  /// Whether the chain is lost with its owner to move.
  bool defend(int depth) {
    if (depth >= max_depth_) return true;
    if (is_spent()) return false;
    if (board_.liberties(chain_, 2) >= 2 || board_.ko() != 0) return false;
    const std::size_t begin = moves_.size();
    // Its last liberty, which may be a capture as well; captures are tried first.
    board_.append_liberties(chain_, moves_, begin);
    const int extended = board_.liberties_after(moves_[begin], owner_, 3);
    board_.append_captures(chain_, moves_, begin);
    std::rotate(moves_.begin() + static_cast<std::ptrdiff_t>(begin),
                moves_.begin() + static_cast<std::ptrdiff_t>(begin) + 1, moves_.end());
    bool is_lost = true;
    if (extended >= 3) {
      is_lost = false;
    } else if (moves_.size() > begin + 1 || extended > 1) {
      is_lost = try_all(begin, owner_, depth, false);
    }
    moves_.resize(begin);
    return is_lost;
  }

  /// Whether the chain is lost with its enemy to move.
  bool attack(int depth) {
    if (depth >= max_depth_) return true;
    if (is_spent()) return false;
    const int liberties = board_.liberties(chain_, 3);
    if (liberties != 2) return liberties < 2;
    const std::size_t begin = moves_.size();
    board_.append_liberties(chain_, moves_, begin);
    const bool is_lost =
        is_double_ko(moves_[begin], moves_[begin + 1]) || (order_attack(begin) && try_attack(begin, depth));
    moves_.resize(begin);
    return is_lost;
  }
  bool try_attack(std::size_t begin, int depth) { return try_all(begin, LadderBoard::enemy_of(owner_), depth, true); }

  /// Plays each move from `begin` on; stops at the first that leads to `wanted` (true: the chain is lost).
  bool try_all(std::size_t begin, Content player, int depth, bool wanted) {
    const std::size_t end = moves_.size();
    for (std::size_t i = begin; i < end; ++i) {
      const Cell move = moves_[i];
      if (!board_.is_legal(move, player)) continue;
      const LadderBoard::Undo undone = board_.play(move, player);
      ++moves_played_;
      const bool is_lost = player == owner_ ? attack(depth + 1) : defend(depth + 1);
      board_.undo(undone);
      if (is_spent()) return false;
      if (is_lost == wanted) return wanted;
    }
    return !wanted;
  }

  /// Both liberties are ko mouths, connecting at them gains nothing, and no stone around can be taken.
  bool is_double_ko(Cell first, Cell second) {
    const Content enemy = LadderBoard::enemy_of(owner_);
    return board_.empty_sides(first) == 0 && board_.empty_sides(second) == 0 && board_.would_take_ko(first, enemy) &&
           board_.would_take_ko(second, enemy) && board_.liberties_after(first, owner_, 3) <= 2 &&
           board_.liberties_after(second, owner_, 3) <= 2 && !board_.has_captures(chain_);
  }

  /// Leaves out attacks that cannot work and puts the likelier first; false where none is left.
  bool order_attack(std::size_t begin) {
    Cell& first = moves_[begin];
    Cell& second = moves_[begin + 1];
    const int first_sides = board_.empty_sides(first);
    const int second_sides = board_.empty_sides(second);
    if (!board_.are_adjacent(first, second)) {
      // Three free sides at the other liberty are the defender's escape.
      if (first_sides >= 3 && second_sides >= 3) return false;
      if (second_sides >= 3) std::swap(first, second);
      if (first_sides >= 3 || second_sides >= 3) {
        moves_.pop_back();
        return true;
      }
    }
    const int first_score = 2 * first_sides + board_.connections(first, owner_);
    const int second_score = 2 * second_sides + board_.connections(second, owner_);
    if (second_score > first_score) std::swap(first, second);
    return true;
  }

  LadderBoard& board_;
  int max_depth_;
  Cell chain_ = 0;
  Content owner_ = Content::empty;
  int moves_played_ = 0;
  std::vector<Cell> moves_;
};

}  // namespace

Ladders find_ladders(std::span<const Stone> stones, int size, Point ko) {
  LadderBoard board(stones, size, ko);
  LadderSearch search(board, size);
  Ladders ladders;
  ladders.captured.assign(stones.size(), 0);
  ladders.working.assign(stones.size(), 0);
  std::vector<std::uint8_t> seen(stones.size(), 0);
  std::vector<Cell> working;
  for (Point point = 0; point < size * size; ++point) {
    if (stones[static_cast<std::size_t>(point)] == Stone::empty || seen[static_cast<std::size_t>(point)] != 0) continue;
    const Cell cell = board.cell_of(point);
    const int liberties = board.liberties(cell, 3);
    const bool is_laddered =
        liberties == 1 ? search.is_captured(cell) : liberties == 2 && search.can_be_captured(cell, working);
    board.for_each_stone(cell, [&](Cell stone) {
      seen[static_cast<std::size_t>(board.point_of(stone))] = 1;
      if (is_laddered) ladders.captured[static_cast<std::size_t>(board.point_of(stone))] = 1;
    });
    if (!is_laddered || liberties != 2) continue;
    const std::uint8_t owner_bit = stones[static_cast<std::size_t>(point)] == Stone::black ? 1 : 2;
    for (Cell move : working) ladders.working[static_cast<std::size_t>(board.point_of(move))] |= owner_bit;
  }
  return ladders;
}

}  // namespace rootward::net
