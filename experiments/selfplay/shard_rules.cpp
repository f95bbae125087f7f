// Whose each point is in the end, and the result, in the mover's terms.
#include "experiments/selfplay/shard_rules.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>

#include "core/errors.h"
#include "lab/play/network_view.h"

namespace rootward::selfplay {
namespace {

constexpr int kResultHalves = 2;  ///< stands for a win where no points are counted

/// The board as one text, a character a point, with its neighbours.
class Area {
 public:
  explicit Area(const std::vector<std::string>& rows) : columns_(rows.empty() ? 0 : rows.front().size()) {
    for (std::size_t row = rows.size(); row-- > 0;) cells_ += rows[row];
  }

  std::vector<Owner> owners() {
    std::vector<Owner> owners(cells_.size(), Owner::nobody);
    for (std::size_t point = 0; point < cells_.size(); ++point) {
      if (cells_[point] == 'X') owners[point] = Owner::first;
      if (cells_[point] == 'O') owners[point] = Owner::second;
      if (cells_[point] == '.') fill_region(point, owners);
    }
    return owners;
  }

 private:
  /// Gives the empty region to whom it belongs, and marks it as done.
  void fill_region(std::size_t start, std::vector<Owner>& owners) {
    std::vector<std::size_t> region{start};
    bool touches_first = false, touches_second = false;
    cells_[start] = kDone;
    for (std::size_t i = 0; i < region.size(); ++i) {
      for (const std::size_t next : neighbours(region[i])) {
        touches_first |= cells_[next] == 'X';
        touches_second |= cells_[next] == 'O';
        if (cells_[next] != '.') continue;
        cells_[next] = kDone;
        region.push_back(next);
      }
    }
    if (touches_first == touches_second) return;
    for (const std::size_t point : region) owners[point] = touches_first ? Owner::first : Owner::second;
  }

  [[nodiscard]] std::vector<std::size_t> neighbours(std::size_t point) const {
    std::vector<std::size_t> near;
    if (point % columns_ > 0) near.push_back(point - 1);
    if (point % columns_ + 1 < columns_) near.push_back(point + 1);
    if (point >= columns_) near.push_back(point - columns_);
    if (point + columns_ < cells_.size()) near.push_back(point + columns_);
    return near;
  }

  static constexpr char kDone = '+';
  std::size_t columns_;
  std::string cells_;
};

}  // namespace

ShardShape shard_shape(const Game& game) {
  const NetworkShape shape = make_network_view(game)->shape();
  return {.actions = shape.actions, .points = game.start()->margin() ? shape.points() : 0};
}

void check_shape(const ShardHeader& header, const Game& rules) {
  const ShardShape shape = shard_shape(rules);
  if (header.shape.actions != shape.actions)
    throw UsageError(fmt::format("its games have {} actions, the rules {}", header.shape.actions, shape.actions));
  if (header.shape.points != 0 && header.shape.points != shape.points)
    throw UsageError(fmt::format("its games have {} points, the board {}", header.shape.points, shape.points));
}

std::unique_ptr<Position> replay(const Game& rules, const ShardGame& game, std::size_t plies,
                                 const std::function<void(std::size_t, const Position&)>& tell) {
  std::unique_ptr<Position> position = rules.start();
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const Action action = game.plies[ply].action;
    if (position->is_over() || !position->is_legal(action))
      throw UsageError(fmt::format("game {}: ply {} is not legal (data check says more)", game.number, ply + 1));
    if (tell) tell(ply, *position);
    position->play(action);
  }
  return position;
}

std::vector<Owner> area_owners(const std::vector<std::string>& rows) { return Area(rows).owners(); }

void score_by_rules(const Position& end, ShardGame& game) {
  game.ending = end.ending() == rootward::Ending::move_limit ? Ending::move_limit : Ending::rules;
  if (const std::optional<double> margin = end.margin()) {
    game.score_halves = static_cast<std::int16_t>(std::lround(2 * *margin));
    game.owner = area_owners(end.board_rows());
    return;
  }
  game.score_halves = static_cast<std::int16_t>(std::lround(kResultHalves * end.result()));
  game.owner.clear();
}

void score_resignation(Seat loser, const ShardShape& shape, ShardGame& game) {
  game.ending = Ending::resigned;
  game.score_halves = static_cast<std::int16_t>(loser == Seat::first ? -kResultHalves : kResultHalves);
  game.owner.assign(shape.points, Owner::nobody);
}

}  // namespace rootward::selfplay
