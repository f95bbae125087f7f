// A game in which a player may move twice in a row: signs change where the mover does, in trees, operators and solvers.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "core/rng.h"
#include "evaluators/registry.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "lab/play/solver.h"

namespace rootward {
namespace {

constexpr std::uint64_t kNodes = 10'000'000;

/// First seat's view, by plain recursion: the first seat maximises wherever it moves.
Value minimax(const Position& position) {
  if (position.is_over()) return position.result();
  const bool maximises = position.to_move() == Seat::first;
  Value best = maximises ? -1 : 1;
  for (const Action action : position.legal_actions()) {
    const std::unique_ptr<Position> next = position.clone();
    next->play(action);
    const Value value = minimax(*next);
    best = maximises ? std::max(best, value) : std::min(best, value);
    if (best == (maximises ? 1 : -1)) break;
  }
  return best;
}

std::unique_ptr<Game> small_kalah() { return make_game(parse_game("{name: kalah, pits: 3, seeds: 2}", {})); }

/// Unfinished positions of random games in which some move lets the same side move again.
std::vector<std::unique_ptr<Position>> positions_with_double_moves(const Game& game, std::size_t count) {
  std::vector<std::unique_ptr<Position>> found;
  Rng rng(5);
  while (found.size() < count) {
    std::unique_ptr<Position> position = game.start();
    for (int ply = 0; ply < 4 && !position->is_over(); ++ply) {
      const std::vector<Action> actions = position->legal_actions();
      position->play(actions[rng.below(static_cast<std::uint32_t>(actions.size()))]);
    }
    if (position->is_over()) continue;
    const bool is_double = std::ranges::any_of(position->legal_actions(), [&](Action action) {
      const std::unique_ptr<Position> next = position->clone();
      next->play(action);
      return !next->is_over() && next->to_move() == position->to_move();
    });
    if (is_double) found.push_back(std::move(position));
  }
  return found;
}

TEST(DoubleMoves, SolversKnowWhoMoves) {
  const std::unique_ptr<Game> game = small_kalah();
  ExactTruth truth(*game, kNodes);
  std::set<Value> values;
  for (const std::unique_ptr<Position>& position : positions_with_double_moves(*game, 12)) {
    const double own = sign_of(position->to_move());
    EXPECT_EQ(truth.value(*position), own * minimax(*position)) << position->to_text();
    const auto moves = truth.moves(*position);
    ASSERT_TRUE(moves.has_value());
    for (const SolvedMove& move : *moves) {
      const std::unique_ptr<Position> next = position->clone();
      next->play(move.action);
      EXPECT_EQ(move.value, own * minimax(*next)) << position->to_text();
      values.insert(move.value);
    }
  }
  EXPECT_GE(values.size(), 2U);
}

/// The search's own solver must come to the truth under every operator, and what is not proven must lean that way.
TEST(DoubleMoves, SearchesFindTheTruthUnderEveryOperator) {
  const std::unique_ptr<Game> game = small_kalah();
  ExactTruth truth(*game, kNodes);
  const std::vector<std::unique_ptr<Position>> positions = positions_with_double_moves(*game, 4);
  for (const OperatorEntry& entry : operators()) {
    const std::string& backup = entry.description.name;
    SearchSettings settings =
        parse_search_player("{budget: {simulations: 60000}, solver: true, evaluator: {name: playouts, count: 2}}",
                            backup, {}, game->id())
            .search;
    const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
    for (const std::unique_ptr<Position>& position : positions) {
      searcher->new_game(1);
      const SearchResult result = searcher->think(*position, std::nullopt, [] { return false; });
      const std::vector<Action> best = best_moves(*truth.moves(*position));
      EXPECT_NE(std::ranges::find(best, result.move), best.end()) << backup << " in " << position->to_text();
    }
  }
}

/// Averages of playouts, too, are in the view of whoever chooses: a node's mean is its children's, weighted by visits.
TEST(DoubleMoves, MeansAddUpWhoeverMovesNext) {
  const std::unique_ptr<Game> game = make_game(parse_game("kalah", {}));
  const SearchSettings settings =
      parse_search_player("{budget: {simulations: 2000}, selection: uniform}", "average", {}, game->id()).search;
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(3);
  const std::unique_ptr<Position> start = game->start();
  const SearchResult result = searcher->think(*start, std::nullopt, [] { return false; });
  for (const RootChild& child : result.children) {
    const std::unique_ptr<Position> next = start->clone();
    next->play(child.action);
    Rng rng(7);
    double sum = 0;
    constexpr int kPlayouts = 20'000;
    for (int i = 0; i < kPlayouts; ++i) sum += next->random_playout(rng).value;
    EXPECT_NEAR(child.value, sum / kPlayouts, 0.25) << next->to_text();
  }
}

TEST(DoubleMoves, AWinIsForcedForTheSeatThatIsAskedAbout) {
  const std::unique_ptr<Game> game = small_kalah();
  const std::unique_ptr<Solver> solver = game->make_solver(default_evaluator(), {});
  int wins = 0;
  for (const std::unique_ptr<Position>& position : positions_with_double_moves(*game, 20)) {
    const Value value = minimax(*position);
    for (const Seat seat : {Seat::first, Seat::second}) {
      EXPECT_EQ(solver->wins_within(*position, seat, 1000, kNodes), sign_of(seat) * value == 1) << position->to_text();
      wins += sign_of(seat) * value == 1 ? 1 : 0;
    }
  }
  EXPECT_GT(wins, 5);
}

}  // namespace
}  // namespace rootward
