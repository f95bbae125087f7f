// CSV: one rectangular file, a row a player and a row a pairing, numbers unrounded.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/escape.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/render_formats.h"

namespace rootward::tournament {
namespace {

std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }
std::string number(const std::optional<double>& value) { return value ? number(*value) : ""; }

using Cells = std::vector<std::pair<std::string_view, std::string>>;

void add_range(const ScoreRange& range, Cells& cells) {
  cells.insert(cells.end(), {{"score", number(range.score)},
                             {"ci95_low", number(range.ci95.low)},
                             {"ci95_high", number(range.ci95.high)},
                             {"elo", number(range.elo)},
                             {"elo_ci95_low", number(range.elo_ci95.low)},
                             {"elo_ci95_high", number(range.elo_ci95.high)}});
}

void add_counts(const GameCounts& counts, Cells& cells) {
  cells.insert(cells.end(), {{"games", fmt::format("{}", counts.games())},
                             {"wins", fmt::format("{}", counts.wins)},
                             {"draws", fmt::format("{}", counts.draws)},
                             {"losses", fmt::format("{}", counts.losses)}});
}

Cells player_cells(const ResultTable& table, const PlayerRow& player) {
  Cells cells = {{"table", table.name}, {"row", "player"}, {"name", player.name}};
  add_counts(player.counts, cells);
  if (player.range) add_range(*player.range, cells);
  if (player.against_reference) {
    const Comparison& comparison = *player.against_reference;
    cells.insert(cells.end(),
                 {{"opponent", table.reference},
                  {"los", number(comparison.los)},
                  {"p", number(comparison.p)},
                  {"holm_p", number(comparison.holm_p)},
                  {"verdict", verdict_text(comparison)},
                  {"expected", expected_text(table, player.name)},
                  {"needed_games", comparison.needed_games ? fmt::format("{}", *comparison.needed_games) : ""}});
  }
  if (player.against_reference && player.against_reference->uneven) {
    const UnevenPairs& uneven = *player.against_reference->uneven;
    cells.insert(cells.end(), {{"uneven_pairs_won", fmt::format("{}", uneven.won)},
                               {"uneven_pairs_lost", fmt::format("{}", uneven.lost)},
                               {"uneven_pairs_p", number(uneven.p)}});
  }
  if (player.rating) {
    cells.insert(cells.end(),
                 {{"rating", number(player.rating->elo)}, {"rating_se", number(player.rating->standard_error)}});
  }
  const auto seat_score = [](const GameCounts& counts) {
    return counts.games() == 0 ? std::string() : number(game_statistics(counts).score);
  };
  cells.insert(cells.end(), {{"first_seat_score", seat_score(player.by_seat[0])},
                             {"second_seat_score", seat_score(player.by_seat[1])},
                             {"simulations", fmt::format("{}", player.simulations)},
                             {"moves", fmt::format("{}", player.moves)},
                             {"cpu_seconds", table.has_cost ? number(player.cpu_seconds) : ""},
                             {"forfeits", forfeits_text(player)},
                             {"settings", player.settings}});
  return cells;
}

Cells pairing_cells(const ResultTable& table, const PairingRow& pairing) {
  Cells cells = {{"table", table.name}, {"row", "pairing"}, {"name", pairing.a}, {"opponent", pairing.b}};
  add_counts(pairing.counts, cells);
  add_range(pairing.range, cells);
  cells.insert(cells.end(), {{"interval", std::string(formula_name(pairing.estimate.formula))},
                             {"pairs", fmt::format("{}", pairing.pairs())},
                             {"pentanomial", fmt::format("{}", fmt::join(pairing.pentanomial, " "))},
                             {"openings_distinct", fmt::format("{}", pairing.openings_distinct)},
                             {"duplicate_games", fmt::format("{}", pairing.duplicate_games)},
                             {"stopped_early", pairing.is_stopped_early ? "yes" : "no"}});
  if (pairing.sprt) cells.emplace_back("llr", number(pairing.sprt->llr));
  return cells;
}

constexpr std::string_view kColumns[] = {"table",
                                         "row",
                                         "name",
                                         "opponent",
                                         "games",
                                         "wins",
                                         "draws",
                                         "losses",
                                         "score",
                                         "ci95_low",
                                         "ci95_high",
                                         "interval",
                                         "elo",
                                         "elo_ci95_low",
                                         "elo_ci95_high",
                                         "los",
                                         "p",
                                         "holm_p",
                                         "verdict",
                                         "expected",
                                         "uneven_pairs_won",
                                         "uneven_pairs_lost",
                                         "uneven_pairs_p",
                                         "needed_games",
                                         "rating",
                                         "rating_se",
                                         "pairs",
                                         "pentanomial",
                                         "openings_distinct",
                                         "duplicate_games",
                                         "stopped_early",
                                         "llr",
                                         "first_seat_score",
                                         "second_seat_score",
                                         "simulations",
                                         "moves",
                                         "cpu_seconds",
                                         "forfeits",
                                         "settings"};

std::string csv_line(const Cells& cells) {
  std::string line;
  for (const std::string_view column : kColumns) {
    if (column != kColumns[0]) line += ',';
    for (const auto& cell : cells) {
      if (cell.first == column) line += csv_cell(cell.second);
    }
  }
  return line + "\n";
}

}  // namespace

std::string csv_of_tables(std::span<const ResultTable> tables) {
  std::string text = fmt::format("{}\n", fmt::join(kColumns, ","));
  for (const ResultTable& table : tables) {
    for (const PlayerRow& player : table.players) text += csv_line(player_cells(table, player));
    for (const PairingRow& pairing : table.pairings) text += csv_line(pairing_cells(table, pairing));
  }
  return text;
}

}  // namespace rootward::tournament
