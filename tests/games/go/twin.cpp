// The slow Go, written for reading.
#include "tests/games/go/twin.h"

#include <cstddef>

namespace rootward::test {
namespace {
char stone_at(const std::string& grid, int point) { return grid[static_cast<std::size_t>(point)]; }
}  // namespace

TwinGo::TwinGo(const GoRules& rules)
    : rules_(rules), grid_(static_cast<std::size_t>(rules.size * rules.size), '.'), boards_{grid_} {}

std::vector<int> TwinGo::neighbours(int point) const {
  const int size = rules_.size, row = point / size, column = point % size;
  std::vector<int> found;
  if (row > 0) found.push_back(point - size);
  if (column > 0) found.push_back(point - 1);
  if (column < size - 1) found.push_back(point + 1);
  if (row < size - 1) found.push_back(point + size);
  return found;
}

std::vector<int> TwinGo::diagonals(int point) const {
  const int size = rules_.size;
  std::vector<int> found;
  for (int row : {point / size - 1, point / size + 1})
    for (int column : {point % size - 1, point % size + 1})
      if (row >= 0 && row < size && column >= 0 && column < size) found.push_back(row * size + column);
  return found;
}

std::set<int> TwinGo::chain(const std::string& grid, int point) const {
  std::set<int> found{point};
  std::vector<int> pending{point};
  while (!pending.empty()) {
    const int next = pending.back();
    pending.pop_back();
    for (int beside : neighbours(next))
      if (stone_at(grid, beside) == stone_at(grid, point) && found.insert(beside).second) pending.push_back(beside);
  }
  return found;
}

std::set<int> TwinGo::chain_liberties(const std::string& grid, int point) const {
  std::set<int> found;
  for (int stone : chain(grid, point))
    for (int beside : neighbours(stone))
      if (stone_at(grid, beside) == '.') found.insert(beside);
  return found;
}

TwinGo::Outcome TwinGo::outcome(int point) const {
  Outcome result;
  result.grid = grid_;
  result.grid[static_cast<std::size_t>(point)] = own_stone();
  for (int beside : neighbours(point)) {
    if (stone_at(result.grid, beside) != enemy_stone() || !chain_liberties(result.grid, beside).empty()) continue;
    result.captured_at = beside;
    for (int stone : chain(result.grid, beside)) {
      result.grid[static_cast<std::size_t>(stone)] = '.';
      ++result.captured;
    }
  }
  if (!chain_liberties(result.grid, point).empty()) return result;
  for (int stone : chain(result.grid, point)) {
    result.grid[static_cast<std::size_t>(stone)] = '.';
    ++result.suicides;
  }
  return result;
}

bool TwinGo::is_suicide(int point) const { return outcome(point).suicides > 0; }

bool TwinGo::is_legal(int action) const {
  if (is_over() || action < 0 || action > pass()) return false;
  if (action == pass()) return true;
  if (stone_at(grid_, action) != '.') return false;
  const Outcome result = outcome(action);
  if (result.suicides == 1 || (result.suicides > 1 && !rules_.suicide)) return false;
  if (rules_.ko == KoRule::simple) return action != ko_;
  return !boards_.contains(result.grid);
}

std::vector<int> TwinGo::legal_actions() const {
  std::vector<int> actions;
  for (int action = 0; action <= pass(); ++action)
    if (is_legal(action)) actions.push_back(action);
  return actions;
}

int TwinGo::play(int action) {
  int captured = 0;
  ko_ = -1;
  if (action == pass()) {
    ++passes_;
  } else {
    const Outcome result = outcome(action);
    captured = result.captured;
    grid_ = result.grid;
    boards_.insert(grid_);
    passes_ = 0;
    if (captured == 1 && chain(grid_, action).size() == 1 && chain_liberties(grid_, action).size() == 1)
      ko_ = result.captured_at;
  }
  to_move_ = other(to_move_);
  ++ply_;
  return captured;
}

int TwinGo::liberties(int point) const {
  return stone_at(grid_, point) == '.' ? 0 : static_cast<int>(chain_liberties(grid_, point).size());
}

int TwinGo::area_difference() const {
  int difference = 0;
  for (int point = 0; point < pass(); ++point) {
    std::set<char> reached{stone_at(grid_, point)};
    if (stone_at(grid_, point) == '.') {
      for (int empty : chain(grid_, point))
        for (int beside : neighbours(empty)) reached.insert(stone_at(grid_, beside));
    }
    reached.erase('.');
    if (reached == std::set{'X'}) ++difference;
    if (reached == std::set{'O'}) --difference;
  }
  return difference;
}

bool TwinGo::is_own_eye(int point, Seat seat) const {
  const char own = seat == Seat::first ? 'X' : 'O';
  const char enemy = seat == Seat::first ? 'O' : 'X';
  if (stone_at(grid_, point) != '.') return false;
  for (int beside : neighbours(point))
    if (stone_at(grid_, beside) != own) return false;
  int enemies = 0;
  for (int corner : diagonals(point)) enemies += stone_at(grid_, corner) == enemy;
  return enemies <= (diagonals(point).size() < 4 ? 0 : 1);
}

std::vector<int> TwinGo::playout_candidates() const {
  std::vector<int> found;
  for (int point = 0; point < pass(); ++point)
    if (stone_at(grid_, point) == '.' && point != ko_ && !is_own_eye(point, to_move_)) found.push_back(point);
  return found;
}

std::vector<int> TwinGo::playout_moves() const {
  std::vector<int> points;
  for (int candidate : playout_candidates())
    if (!is_suicide(candidate)) points.push_back(candidate);
  return points;
}

TwinGo::Playout TwinGo::playout(const std::function<int(const TwinGo&)>& draw) const {
  TwinGo game = *this;
  game.rules_.move_limit = 1 << 30;
  int plies = 0;
  for (; !game.is_over() && plies < 3 * pass(); ++plies) game.play(draw(game));
  return {game.area_difference(), plies};
}

TwinGo::Playout TwinGo::playout(Rng& rng) const {
  return playout([&rng](const TwinGo& game) {
    std::vector<int> candidates = game.playout_candidates();
    while (!candidates.empty()) {
      const std::size_t drawn = rng.below(static_cast<std::uint32_t>(candidates.size()));
      if (!game.is_suicide(candidates[drawn])) return candidates[drawn];
      candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(drawn));
    }
    return game.pass();
  });
}

}  // namespace rootward::test
