// A slow, obviously right Go: a grid of characters, flood fill, and every board of the game in a std::set.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/rng.h"
#include "core/types.h"
#include "games/go/rules.h"

namespace rootward::test {

/// The grid holds '.', 'X' (Black) or 'O' (White) by point, A1 first.
class TwinGo {
 public:
  explicit TwinGo(const GoRules& rules);

  const std::string& grid() const { return grid_; }
  Seat to_move() const { return to_move_; }
  int passes() const { return passes_; }
  int ply() const { return ply_; }
  int pass() const { return rules_.size * rules_.size; }
  /// The simple-ko point or -1.
  int ko() const { return ko_; }
  bool is_over() const { return passes_ == 2 || ply_ >= rules_.move_limit; }
  bool is_legal(int action) const;
  std::vector<int> legal_actions() const;
  /// Returns the number of enemy stones taken.
  int play(int action);

  int liberties(int point) const;
  /// Area of Black minus area of White.
  int area_difference() const;
  bool is_own_eye(int point, Seat seat) const;
  /// Points that the playout policy may choose, suicides included, ascending.
  std::vector<int> playout_candidates() const;
  bool is_suicide(int point) const;
  struct Playout {
    int area_difference = 0;
    int plies = 0;
  };
  /// The points that the playout policy plays: the candidates that are no suicide, ascending.
  std::vector<int> playout_moves() const;
  /// A playout whose moves are drawn from the candidates in ascending order, suicides struck off.
  Playout playout(Rng& rng) const;
  /// A playout whose moves, or passes, somebody else draws.
  Playout playout(const std::function<int(const TwinGo&)>& draw) const;

 private:
  struct Outcome {
    std::string grid;
    int captured = 0;
    int suicides = 0;
    int captured_at = -1;
  };
  std::vector<int> neighbours(int point) const;
  std::vector<int> diagonals(int point) const;
  std::set<int> chain(const std::string& grid, int point) const;
  std::set<int> chain_liberties(const std::string& grid, int point) const;
  Outcome outcome(int point) const;
  char own_stone() const { return to_move_ == Seat::first ? 'X' : 'O'; }
  char enemy_stone() const { return to_move_ == Seat::first ? 'O' : 'X'; }

  GoRules rules_;
  std::string grid_;
  std::set<std::string> boards_;
  Seat to_move_ = Seat::first;
  int passes_ = 0;
  int ply_ = 0;
  int ko_ = -1;
};

}  // namespace rootward::test
