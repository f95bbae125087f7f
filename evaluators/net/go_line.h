// The boards along the line of moves that a Go position came by, kept from one evaluation to the next: leaves of a
// search share most of their line, so only its end is replayed.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

#include "games/go/go.h"

namespace rootward::net {

template <class Board>
class GoLine {
 public:
  /// Takes over the position's line.
  void follow(const Go<Board>& position) {
    const std::span<const GoMove> moves = position.moves();
    if (stages_.empty() || !begins_alike(position)) begin(position);
    std::size_t common = 0;
    while (common < moves.size() && common < moves_.size() && moves[common] == moves_[common]) ++common;
    moves_.resize(common);
    stages_.erase(stages_.begin() + static_cast<std::ptrdiff_t>(common) + 1, stages_.end());
    for (std::size_t i = common; i < moves.size(); ++i) play(moves[i]);
  }

  /// How many earlier boards are known.
  [[nodiscard]] std::size_t length() const { return moves_.size(); }
  /// The board `ago` moves ago, at most length().
  [[nodiscard]] const Board& board(std::size_t ago) const { return stages_[stages_.size() - 1 - ago].board; }
  /// Where simple ko forbade a stone then.
  [[nodiscard]] Point ko(std::size_t ago) const { return stages_[stages_.size() - 1 - ago].ko; }
  /// The move `ago` moves before the last one, ago < length().
  [[nodiscard]] const GoMove& move(std::size_t ago) const { return moves_[moves_.size() - 1 - ago]; }

 private:
  struct Stage {
    Board board;
    Point ko = kNoPoint;
  };

  [[nodiscard]] bool begins_alike(const Go<Board>& position) const {
    const std::span<const Stone> origin = position.origin();
    return stages_.front().board.size() == position.board().size() &&
           std::equal(origin.begin(), origin.end(), origin_.begin(), origin_.end());
  }
  void begin(const Go<Board>& position) {
    const std::span<const Stone> origin = position.origin();
    origin_.assign(origin.begin(), origin.end());
    Board board(position.board().size());
    for (std::size_t point = 0; point < origin.size(); ++point) {
      if (origin[point] == Stone::empty) continue;
      board.set_stone(static_cast<Point>(point), origin[point] == Stone::black ? Seat::first : Seat::second);
    }
    stages_.assign(1, {board, kNoPoint});
    moves_.clear();
  }
  void play(const GoMove& move) {
    moves_.push_back(move);
    Stage stage = stages_.back();
    stage.ko = kNoPoint;
    if (move.action < static_cast<Action>(stage.board.points())) stage.ko = stage.board.play(move.action, move.seat).ko;
    stages_.push_back(stage);
  }

  std::vector<Stone> origin_;
  std::vector<GoMove> moves_;
  std::vector<Stage> stages_;  // one more than moves
};

}  // namespace rootward::net
