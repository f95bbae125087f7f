// Cells' scores are drawn around what the ratings say.
#include "tests/experiments/comparison/simulated_boards.h"

#include <algorithm>
#include <map>

#include "core/statistics/elo.h"
#include "experiments/comparison/ratings.h"
#include "tests/experiments/comparison/made_runs.h"

namespace rootward::testing {
namespace {

using comparison::Published;
using comparison::PublishedCell;

/// True scores of the cells if the paper's ratings are true.
std::map<std::string, double> true_ratings(const Published& published) {
  std::map<std::string, double> elo = {{published.standard, 0.0}};
  const auto board = comparison::rate_published(published, "9");
  for (const std::string& name : board->players) elo[name] = board->mean_of({name})->elo;
  return elo;
}

}  // namespace

int count_boards(const SimulatedBoards& wanted, std::uint64_t seed,
                 const std::function<bool(const comparison::Comparison&)>& condition) {
  const Published& shipped = shipped_published();
  const std::map<std::string, double> elo = true_ratings(shipped);
  const comparison::PlayedRun players = empty_run(9);
  constexpr double kUnpaired = 0.35355339059327379;
  Rng rng(seed);
  int count = 0;
  for (int i = 0; i < wanted.boards; ++i) {
    Published published = shipped;
    comparison::PlayedRun run = players;
    for (PublishedCell& cell : published.cells) {
      if (cell.by.place != "9") continue;
      const double rated = score_of_elo(elo.at(cell.by.method) - elo.at(cell.by.opponent));
      if (wanted.redraws_published) cell.value = drawn_score(rng, rated, cell.games, kUnpaired);
      double truth = wanted.ours_even ? 0.5 : rated;
      if (wanted.truth && wanted.truth(cell) >= 0) truth = wanted.truth(cell);
      add_score(run, cell.by.method, cell.by.opponent, drawn_score(rng, truth, wanted.games, wanted.pair_deviation),
                wanted.games, wanted.pair_deviation);
    }
    count += condition(comparison::compare(published, {std::move(run)})) ? 1 : 0;
  }
  return count;
}

bool has_disagreement(const comparison::Comparison& board) {
  return std::ranges::any_of(board.rows, [](const comparison::CellRow& row) {
    return row.played && row.played->agreement == Agreement::disagree;
  });
}

std::string verdict_on_softmax(const comparison::Comparison& board) {
  return verdict_word(board, row_of(board, 9, "softmax-2", "average"));
}

}  // namespace rootward::testing
