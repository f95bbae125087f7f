// Filling the grids of a result table.
#include "experiments/tournament/table/grids.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "experiments/tournament/table/pairing_rows.h"
#include "lab/report/number_text.h"

namespace rootward::tournament {
namespace {

Grid comparison_grid(const ResultTable& table) {
  Grid grid{fmt::format("Against {}", table.reference),
            {{"player", false},
             {"W-D-L"},
             {"score"},
             {"95 %"},
             {"Elo"},
             {"95 %"},
             {"LOS"},
             {"p"},
             {"Holm p"},
             {"verdict", false},
             {"finds"},
             {"needs"}},
            {}};
  if (table.is_confirmatory()) grid.columns.push_back({"expected", false});
  for (const PlayerRow& player : table.players) {
    if (!player.against_reference) continue;
    const Comparison& comparison = *player.against_reference;
    const std::string finds =
        std::isinf(comparison.detectable_elo) ? "nothing" : fmt::format("{:.0f}", comparison.detectable_elo);
    grid.rows.push_back({player.name, counts_text(comparison.counts), percent_text(comparison.range.score),
                         percent_text(comparison.range.ci95), elo_text(comparison.range.elo),
                         elo_text(comparison.range.elo_ci95), probability_text(comparison.los),
                         comparison.p ? p_text(*comparison.p) : "-",
                         comparison.holm_p ? p_text(*comparison.holm_p) : "-", verdict_text(comparison), finds,
                         comparison.needed_games ? fmt::format("{}", *comparison.needed_games) : "-"});
    if (table.is_confirmatory()) {
      const std::string expected = expected_text(table, player.name);
      grid.rows.back().push_back(expected.empty() ? "-" : expected);
    }
  }
  return grid;
}

/// "+35 +- 12"; "-" without a rating.
std::string rating_cell(const PlayerRow& player) {
  if (!player.rating) return "-";
  return fmt::format("{} +- {:.0f}", elo_text(player.rating->elo), kZ95 * player.rating->standard_error);
}

Grid player_grid(const ResultTable& table) {
  Grid grid{"All games of each player",
            {{"player", false}, {"games"}, {"W-D-L"}, {"score"}, {"95 %"}, {"Elo"}, {"95 %"}, {"1st"}, {"2nd"}},
            {}};
  if (table.rating_method) grid.columns.push_back({"rating +- 95 %"});
  for (const PlayerRow& player : table.players) {
    if (!player.range) continue;
    std::vector<std::string> row = {player.name + (player.is_reference ? " (reference)" : ""),
                                    fmt::format("{}", player.counts.games()),
                                    counts_text(player.counts),
                                    percent_text(player.range->score),
                                    percent_text(player.range->ci95),
                                    elo_text(player.range->elo),
                                    elo_text(player.range->elo_ci95),
                                    score_text(player.by_seat[0]),
                                    score_text(player.by_seat[1])};
    if (table.rating_method) row.push_back(rating_cell(player));
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

std::string decision_text(SprtDecision decision) {
  if (decision == SprtDecision::go_on) return "open";
  return decision == SprtDecision::accept_h1 ? "H1" : "H0";
}

Grid test_grid(const ResultTable& table) {
  Grid grid{"Sequential test of each pairing, from the first player's view",
            {{"first", false}, {"second", false}, {"pairs"}, {"LLR"}, {"H0 below"}, {"H1 above"}, {"decision", false}},
            {}};
  for (const PairingRow& pairing : table.pairings) {
    if (!pairing.sprt) continue;
    grid.rows.push_back({pairing.a, pairing.b, fmt::format("{}", pairing.pairs()),
                         fmt::format("{:+.2f}", pairing.sprt->llr), fmt::format("{:+.2f}", pairing.sprt->lower),
                         fmt::format("{:+.2f}", pairing.sprt->upper),
                         decision_text(pairing.sprt->decision) + (pairing.is_stopped_early ? ", stopped early" : "")});
  }
  return grid;
}

std::string by_text(IntervalFormula formula) {
  constexpr std::array<std::string_view, 3> kTexts = {"pairs", "games", "exact"};
  return std::string(kTexts[static_cast<std::size_t>(formula)]);
}

Grid pairing_grid(const ResultTable& table) {
  Grid grid{"Pairings, from the first player's view",
            {{"first", false},
             {"second", false},
             {"games"},
             {"pairs"},
             {"score"},
             {"95 %"},
             {"by", false},
             {"Elo"},
             {"95 %"}},
            {}};
  const bool has_uneven =
      std::ranges::any_of(table.pairings, [](const PairingRow& row) { return row.uneven.has_value(); });
  if (has_uneven) grid.columns.push_back({"uneven p"});
  if (has_bootstrap(table)) grid.columns.push_back({"openings"});
  for (const PairingRow& pairing : table.pairings) {
    std::vector<std::string> row = {pairing.a,
                                    pairing.b,
                                    fmt::format("{}", pairing.counts.games()),
                                    counts_text(pairing.pentanomial),
                                    percent_text(pairing.range.score),
                                    percent_text(pairing.range.ci95),
                                    by_text(pairing.estimate.formula),
                                    elo_text(pairing.range.elo),
                                    elo_text(pairing.range.elo_ci95)};
    if (has_uneven) row.push_back(pairing.uneven ? p_text(pairing.uneven->p) : "-");
    if (has_bootstrap(table)) row.push_back(pairing.bootstrap_ci95 ? percent_text(*pairing.bootstrap_ci95) : "-");
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

Grid cross_grid(const ResultTable& table) {
  Grid grid{"Cross table: the row's score against the column", {{"player", false}}, {}};
  std::map<std::pair<std::string, std::string>, std::string> cells;
  for (const PairingRow& pairing : table.pairings) {
    cells[{pairing.a, pairing.b}] = percent_text(pairing.range.score);
    cells[{pairing.b, pairing.a}] = percent_text(1.0 - pairing.range.score);
  }
  for (const PlayerRow& player : table.players) grid.columns.push_back({player.name});
  for (const PlayerRow& player : table.players) {
    std::vector<std::string> row = {player.name};
    for (const PlayerRow& other : table.players) {
      const auto found = cells.find({player.name, other.name});
      row.push_back(found == cells.end() ? "-" : found->second);
    }
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

Grid cost_grid(const ResultTable& table) {
  Grid grid{table.has_cost ? "Cost and forfeits" : "Forfeits", {{"player", false}}, {}};
  if (table.has_cost) grid.columns.insert(grid.columns.end(), {{"sims/s"}, {"s/move"}});
  grid.columns.push_back({"forfeits", false});
  for (const PlayerRow& player : table.players) {
    const std::optional<double> speed = player.simulations_a_second();
    const std::string forfeits = forfeits_text(player);
    std::vector<std::string> row{player.name};
    if (table.has_cost) {
      row.push_back(speed ? fmt::format("{:.0f}", *speed) : "-");
      row.push_back(player.moves > 0 ? fmt::format("{:.3g}", player.cpu_seconds / static_cast<double>(player.moves))
                                     : "-");
    }
    row.push_back(forfeits.empty() ? "none" : forfeits);
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

}  // namespace

std::string verdict_text(const Comparison& comparison) {
  if (comparison.is_stopped_early()) return "stopped: " + decision_text(*comparison.decision);
  if (!comparison.repeats.empty()) return "repeats " + comparison.repeats;
  std::string text;
  if (comparison.is_better()) text = "better";
  if (comparison.is_worse()) text = "worse";
  if (comparison.is_equivalent()) text += text.empty() ? "equivalent" : ", equivalent";
  return text.empty() ? "undecided" : text;
}

std::string expected_text(const ResultTable& table, const std::string& player) {
  return table.is_confirmatory() ? expected_of(table.hypotheses, player, table.reference) : "";
}

Grid short_grid(const ResultTable& table) {
  const bool is_rated = table.rating_method.has_value();
  Grid grid{fmt::format("{}: {}. [ ]: 95 % interval; verdict: against {}, p < 0.05 after Holm's correction", table.name,
                        is_rated ? "scores over all games (%) and Elo ratings"
                                 : fmt::format("scores (%) against {} and Elo differences", table.reference),
                        table.reference),
            {{"player", false}, {"games"}, {"score"}, {"95 %"}, {"Elo"}, {"verdict", false}},
            {}};
  for (const PlayerRow& player : table.players) {
    const std::optional<Comparison>& comparison = player.against_reference;
    const std::optional<ScoreRange>& range = is_rated || !comparison ? player.range : comparison->range;
    if (!range || (!is_rated && !comparison)) continue;
    const GameCounts& counts = is_rated ? player.counts : comparison->counts;
    grid.rows.push_back({player.name, fmt::format("{}", counts.games()), percent_text(range->score),
                         percent_text(range->ci95), is_rated ? rating_cell(player) : elo_text(range->elo),
                         comparison ? verdict_text(*comparison) : "reference"});
  }
  return grid;
}

std::string forfeits_text(const PlayerRow& player) {
  std::string text;
  for (const auto& entry : player.forfeits) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", entry.first, entry.second);
  }
  return text;
}

std::vector<Grid> table_grids(const ResultTable& table) {
  std::vector<Grid> grids = {comparison_grid(table), player_grid(table), pairing_grid(table), test_grid(table)};
  if ((table.is_round_robin || table.rating_method) && table.players.size() > 2) grids.push_back(cross_grid(table));
  grids.push_back(cost_grid(table));
  std::erase_if(grids, [](const Grid& grid) { return grid.rows.empty(); });
  return grids;
}

}  // namespace rootward::tournament
