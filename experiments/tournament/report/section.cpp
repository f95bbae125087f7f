// Tables, openings and faults of one tournament around its figures.
#include "experiments/tournament/report/section.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/table/grids.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tournament/table/summary.h"
#include "lab/report/html.h"
#include "lab/report/number_text.h"
#include "lab/report/provenance.h"

namespace rootward::tournament {
namespace {

constexpr std::size_t kMostOpenings = 40;  // rows of the table of openings

std::string joined(const std::vector<std::string>& words) { return fmt::format("{}", fmt::join(words, " ")); }

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
  std::uint64_t duplicates = 0, wanted = table.games_scheduled;
  for (const PairingRow& pairing : table.pairings) {
    duplicates += pairing.duplicate_games;
    if (pairing.is_stopped_early) wanted -= 2 * std::uint64_t{results.config.schedule.pairs} - pairing.counts.games();
  }
  note("games with the same moves as an earlier one of their pairing", duplicates);
  note("games of the schedule that are missing", wanted - std::min(wanted, table.games));
  return "<h3>Faults</h3>\n" + (grid.rows.empty() ? std::string("<p>None.</p>\n") : html_table(grid));
}

}  // namespace

std::string tournament_section(const StoredResults& results) {
  const ResultTable table = make_table(results, {});
  std::string out = html_facts(table_facts(table));
  for (const Grid& grid : table_grids(table)) out += html_table(grid);
  out += html_legend(table_legend(table)) + "<h3>Figures</h3>\n";
  out += html_figure(score_figure(results.config, table));
  if (const std::optional<plot::Figure> sweep = sweep_figure(results.config, table)) out += html_figure(*sweep);
  out += html_figure(course_figure(results, table));
  Grid players;
  players.columns = {{"player", false}, {"settings", false, true}};
  for (const PlayerRow& player : table.players) players.rows.push_back({player.name, player.settings});
  out += "<h3>Players</h3>\n" + html_table(players);
  return out + openings_html(results, table) + faults_html(results, table) + provenance_html(results.manifest);
}

}  // namespace rootward::tournament
