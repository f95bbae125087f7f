// Tables, figures, openings and faults of one tournament.
#include "experiments/tournament/report/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "experiments/report/html.h"
#include "experiments/report/number_text.h"
#include "experiments/report/provenance.h"
#include "experiments/tournament/report/sweep_figure.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tournament/table/summary.h"

namespace rootward::tournament {
namespace {

constexpr std::size_t kMostOpenings = 40;  // rows of the table of openings

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

/// Each player's score over all games, with its interval.
plot::Figure score_figure(const ResultTable& table) {
  plot::Panel panel;
  panel.x = {
      .label = "player, in the order of the tables", .low = 0, .high = static_cast<double>(table.players.size()) + 1};
  panel.y = {.label = "score over all games (%)"};
  panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 50, .name = "even"});
  for (std::size_t i = 0; i < table.players.size(); ++i) {
    const PlayerRow& player = table.players[i];
    if (!player.range) continue;
    const Interval ci = player.range->ci95;
    plot::Series series{.name = player.name, .style = plot::Style::points};
    series.points.push_back({.x = static_cast<double>(i + 1),
                             .y = 100 * player.range->score,
                             .interval = Interval{100 * ci.low, 100 * ci.high}});
    panel.series.push_back(std::move(series));
  }
  plot::Figure figure;
  figure.title = table.name + ": scores";
  figure.note = "bars: 95 % intervals (Wilson)";
  figure.panels.push_back(std::move(panel));
  return figure;
}

/// How each pairing's score settled, pair by pair.
plot::Figure course_figure(const StoredResults& results, const ResultTable& table) {
  plot::Panel panel;
  panel.x = {.label = "pairs played"};
  panel.y = {.label = "running score of the first named (%)"};
  panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 50, .name = "even"});
  for (const PairingRow& pairing : table.pairings) {
    plot::Series series{.name = pairing.a + " v " + pairing.b};
    double points = 0;
    std::size_t games = 0;
    std::map<std::uint32_t, std::size_t> of_pair;
    for (const GameRecord& game : results.games) {
      if (game.pairing[0] != pairing.a || game.pairing[1] != pairing.b) continue;
      points += game.score_of_a();
      ++games;
      if (++of_pair[game.pair] == 2)
        series.points.push_back(
            {.x = static_cast<double>(of_pair.size()), .y = 100 * points / static_cast<double>(games)});
    }
    panel.series.push_back(std::move(series));
  }
  plot::Figure figure;
  figure.title = table.name + ": how the scores settled";
  figure.note = "pairs in the order of the schedule";
  figure.panels.push_back(std::move(panel));
  return figure;
}

struct OpeningRow {
  std::uint64_t games = 0;
  double first_seat = 0;  ///< points
};

std::string openings_html(const StoredResults& results, const ResultTable& table) {
  std::map<std::string, OpeningRow> openings;
  for (const GameRecord& game : results.games) {
    OpeningRow& row = openings[joined(game.opening)];
    ++row.games;
    row.first_seat += game.score;
  }
  std::vector<std::pair<std::string, OpeningRow>> sorted(openings.begin(), openings.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.second.games > b.second.games; });
  Grid grid;
  grid.title =
      sorted.size() > kMostOpenings ? fmt::format("The {} most played of {}", kMostOpenings, sorted.size()) : "";
  grid.columns = {{"opening", false}, {"games", true}, {"score of the first seat (%)", true}};
  for (std::size_t i = 0; i < std::min(sorted.size(), kMostOpenings); ++i) {
    const auto& [moves, row] = sorted[i];
    grid.rows.push_back({moves.empty() ? "(the start)" : moves, fmt::format("{}", row.games),
                         percent_text(row.first_seat / static_cast<double>(row.games))});
  }
  return fmt::format("<h3>Openings</h3>\n<p>{} used, {} distinct up to symmetry.</p>\n{}", table.openings_used,
                     table.openings_distinct, html_table(grid));
}

std::string faults_html(const StoredResults& results, const ResultTable& table) {
  Grid grid;
  grid.columns = {{"fault", false}, {"games", true}};
  std::map<std::string, std::uint64_t> endings;
  for (const GameRecord& game : results.games) {
    if (game.ended != "rules") ++endings[game.ended];
  }
  for (const auto& [ending, games] : endings) grid.rows.push_back({"ended by " + ending, fmt::format("{}", games)});
  for (const PlayerRow& player : table.players) {
    if (const std::string text = forfeits_text(player); !text.empty())
      grid.rows.push_back({"forfeits of " + player.name + ": " + text, ""});
  }
  const auto note = [&](const char* what, std::uint64_t count) {
    if (count > 0) grid.rows.push_back({what, fmt::format("{}", count)});
  };
  note("void games, played again", table.void_games);
  note("stored lines that repeated a game and were dropped", table.duplicate_ids);
  std::uint64_t duplicates = 0;
  for (const PairingRow& pairing : table.pairings) duplicates += pairing.duplicate_games;
  note("games with the same moves as an earlier one of their pairing", duplicates);
  note("games of the schedule that are missing", table.games_scheduled - std::min(table.games_scheduled, table.games));
  return "<h3>Faults</h3>\n" + (grid.rows.empty() ? std::string("<p>None.</p>\n") : html_table(grid));
}

}  // namespace

std::string tournament_section(const StoredResults& results) {
  const ResultTable table = make_table(results, {});
  std::string out = html_facts(table_facts(table));
  for (const Grid& grid : table_grids(table)) out += html_table(grid);
  out += html_legend(table_legend(table)) + "<h3>Figures</h3>\n";
  if (const std::optional<plot::Figure> sweep = sweep_figure(results.config, table)) out += html_figure(*sweep);
  out += html_figure(score_figure(table)) + html_figure(course_figure(results, table));
  Grid players;
  players.columns = {{"player", false}, {"settings", false}};
  for (const PlayerRow& player : table.players) players.rows.push_back({player.name, player.settings});
  out += "<h3>Players</h3>\n" + html_table(players);
  return out + openings_html(results, table) + faults_html(results, table) + provenance_html(results.manifest);
}

}  // namespace rootward::tournament
