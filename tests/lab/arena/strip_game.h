// A tiny game and players for tests: a strip of cells that two seats fill in turn; mirrored strips are equal.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/play/game.h"
#include "lab/play/player.h"
#include "lab/play/solver.h"

namespace rootward::testing {

/// Cells are called a, b, c, ..; `pass` does nothing but count as a move. The game is over when the strip is full or
/// after twice as many moves as cells (move limit). A cell is worth its place's square modulo 7, seen from the nearer
/// end; more points win.
class StripGame final : public Game {
 public:
  explicit StripGame(int cells);
  [[nodiscard]] const NamedParams& id() const override { return id_; }
  [[nodiscard]] const GameFacts& facts() const override { return facts_; }
  [[nodiscard]] std::unique_ptr<Position> start() const override;
  [[nodiscard]] std::unique_ptr<Position> from_text(std::string_view text) const override;
  [[nodiscard]] std::unique_ptr<Searcher> make_searcher(const SearchSettings& settings) const override;
  [[nodiscard]] std::unique_ptr<Solver> make_solver(const NamedParams& evaluator,
                                                    const SourceFolder& folder) const override;
  [[nodiscard]] std::size_t slots(const NamedParams&) const override { return 1; }
  void think_side_by_side(const NamedParams& evaluator, std::size_t slots, ThinkSource& source) const override;

 private:
  NamedParams id_{"strip", {}};
  GameFacts facts_;
  int cells_;
};

/// Uniformly random legal moves from its seed. `nap_microseconds` > 0: sleeps up to so long a move, differently in
/// every run, so that games end in changing orders.
class RandomStripPlayer : public Player {
 public:
  explicit RandomStripPlayer(int nap_microseconds = 0) : nap_microseconds_(nap_microseconds) {}
  void new_game(std::uint64_t seed) override;
  Choice choose(const Position& position, const std::function<bool()>& stop) override;
  void observe(Action action) override { observed_.push_back(action); }
  [[nodiscard]] const std::vector<Action>& observed() const { return observed_; }

 private:
  int nap_microseconds_;
  Rng rng_{0};
  std::vector<Action> observed_;
};

/// Takes the cell worth most, so it beats a random player nearly always.
class GreedyStripPlayer final : public RandomStripPlayer {
 public:
  using RandomStripPlayer::RandomStripPlayer;
  Choice choose(const Position& position, const std::function<bool()>& stop) override;
};

/// Makes one fixed choice at its move number `when` (from 0), random ones before.
class ScriptedStripPlayer final : public RandomStripPlayer {
 public:
  ScriptedStripPlayer(int when, Choice choice) : when_(when), choice_(choice) {}
  Choice choose(const Position& position, const std::function<bool()>& stop) override;

 private:
  int when_;
  Choice choice_;
  int moves_ = 0;
};

}  // namespace rootward::testing
