// Results with the scores that a test asks for.
#include "tests/experiments/comparison/made_runs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/errors.h"
#include "core/sampling.h"
#include "lab/config/parts.h"

namespace rootward::testing {

using comparison::PlayedRun;
using comparison::Published;
using comparison::PublishedPlayer;

const Published& shipped_published() {
  static const Published published =
      comparison::read_published(ROOTWARD_SOURCE_DIR "/configs/reproduction/published.yaml");
  return published;
}

PlayedRun empty_run(int board) {
  PlayedRun run;
  run.folder = "made";
  run.name = "made";
  run.seed = 1;
  run.game = parse_game("{name: go, size: " + std::to_string(board) + "}", {});
  run.manifest.resolved_config = "name: made";
  for (const PublishedPlayer& published : shipped_published().players) {
    PlayerSpec player = parse_search_player("", published.backup.name, {}, run.game);
    player.name = published.name;
    player.search.backup = published.backup;
    run.players.push_back(std::move(player));
  }
  return run;
}

void add_score(PlayedRun& run, const std::string& a, const std::string& b, double score, std::uint64_t games,
               double pair_deviation) {
  const auto wins = static_cast<std::uint64_t>(std::llround(score * static_cast<double>(games)));
  const std::uint64_t losses = games - wins;
  run.pairings.push_back({.a = a,
                          .b = b,
                          .counts = {.wins = wins, .draws = 0, .losses = losses},
                          .units = {losses / 2, 0, wins % 2, 0, wins / 2},
                          .estimate = {.score = score,
                                       .formula = IntervalFormula::pentanomial,
                                       .effective_n = 0,
                                       .standard_error = pair_deviation / std::sqrt(static_cast<double>(games) / 2)}});
}

PlayedRun run_with(double score) {
  PlayedRun run = empty_run(9);
  add_score(run, "softmax-2", "average", score, 1000, kDeviation);
  return run;
}

PlayerSpec& player(PlayedRun& run, const std::string& name) {
  const auto found = std::ranges::find(run.players, name, &PlayerSpec::name);
  if (found == run.players.end()) throw std::runtime_error("no player " + name);
  return *found;
}

comparison::Comparison compared(std::vector<PlayedRun> runs) {
  return comparison::compare(shipped_published(), std::move(runs));
}

std::string refusal_of(std::vector<PlayedRun> runs) {
  try {
    compared(std::move(runs));
  } catch (const UsageError& error) {
    std::string all;
    for (const Problem& problem : error.problems()) all += problem_text(problem) + "\n";
    return all;
  }
  return "accepted";
}

double drawn_score(Rng& rng, double score, std::uint64_t games, double pair_deviation) {
  return score + standard_normal(rng) * pair_deviation / std::sqrt(static_cast<double>(games) / 2);
}

const comparison::CellRow& row_of(const comparison::Comparison& comparison, int board, const std::string& method,
                                  const std::string& opponent) {
  const auto found = std::ranges::find_if(comparison.rows, [&](const comparison::CellRow& row) {
    return row.by == comparison::Answerer{std::to_string(board), method, opponent};
  });
  if (found == comparison.rows.end()) throw std::runtime_error("no cell " + method + " against " + opponent);
  return *found;
}

}  // namespace rootward::testing
