// Scores as rows with intervals, running scores as lines, and their files.
#include "experiments/tournament/report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "core/file_io.h"
#include "core/note.h"
#include "core/statistics/elo.h"
#include "experiments/tournament/table/render.h"
#include "lab/report/plot/pdf.h"

namespace rootward::tournament {
namespace {

constexpr plot::Guide::Across kVertical = plot::Guide::Across::vertical;

/// One row of a panel of scores.
struct ScoreRow {
  std::string name;
  ScoreRange range;
};

plot::Panel panel_of_scores(const std::string& title, const std::vector<ScoreRow>& rows) {
  plot::Panel panel;
  panel.title = title;
  panel.x = {.label = "score (%)"};
  panel.guides.push_back({.across = kVertical, .at = 50, .name = "even"});
  panel.bands.push_back({.across = kVertical,
                         .between = {100 * score_of_elo(-kEquivalenceElo), 100 * score_of_elo(kEquivalenceElo)},
                         .name = fmt::format("within ±{:.0f} Elo", kEquivalenceElo)});
  plot::Series series{.style = plot::Style::points};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Interval& ci = rows[i].range.ci95;
    panel.rows.push_back(rows[i].name);
    series.points.push_back({.x = 100 * rows[i].range.score,
                             .y = static_cast<double>(rows.size() - i),
                             .interval = Interval{100 * std::max(0.0, ci.low), 100 * std::min(1.0, ci.high)}});
  }
  panel.series.push_back(std::move(series));
  return panel;
}

/// The players who met the reference, in the table's order.
std::vector<ScoreRow> rows_against(const std::string& reference, const ResultTable& table) {
  std::vector<ScoreRow> rows;
  for (const PlayerRow& player : table.players) {
    const auto pairing = std::ranges::find_if(
        table.pairings, [&](const PairingRow& row) { return row.a == player.name && row.b == reference; });
    if (pairing != table.pairings.end()) rows.push_back({player.name, pairing->range});
  }
  return rows;
}

std::vector<ScoreRow> rows_of_all_games(const ResultTable& table) {
  std::vector<ScoreRow> rows;
  for (const PlayerRow& player : table.players)
    if (player.range) rows.push_back({player.name, *player.range});
  return rows;
}

std::vector<ScoreRow> rows_of_pairings(const ResultTable& table) {
  std::vector<ScoreRow> rows;
  for (const PairingRow& pairing : table.pairings) rows.push_back({pairing.a + " v " + pairing.b, pairing.range});
  return rows;
}

std::vector<std::string> write_figure(const std::string& path, const plot::Figure& figure, const std::string& tool) {
  write_file_atomically(path + ".svg", plot::figure_svg(figure));
  write_file_atomically(path + ".csv", plot::figure_csv(figure));
  std::vector<std::string> files = {path + ".svg"};
  if (tool.empty()) return files;
  if (plot::write_pdf(tool, path + ".svg", path + ".pdf"))
    files.push_back(path + ".pdf");
  else
    note("warning: {} makes no PDF of {}.svg", tool, path);
  return files;
}

}  // namespace

plot::Figure score_figure(const TournamentConfig& config, const ResultTable& table) {
  constexpr double kRowHeight = 26;
  plot::Figure figure;
  figure.title = table.name + ": scores";
  if (config.schedule.type == ScheduleType::gauntlet) {
    for (const std::string& reference : config.schedule.references)
      figure.panels.push_back(panel_of_scores("against " + reference, rows_against(reference, table)));
  } else if (table.is_round_robin && table.players.size() > 2) {
    figure.panels.push_back(panel_of_scores("over all games", rows_of_all_games(table)));
  } else {
    figure.panels.push_back(panel_of_scores("of the first named", rows_of_pairings(table)));
  }
  std::size_t most = 1;
  for (const plot::Panel& panel : figure.panels) most = std::max(most, panel.rows.size());
  figure.note = fmt::format("{} games; bars: 95 % intervals", table.games);
  figure.panel_height = kRowHeight * static_cast<double>(most + 1);
  figure.panel_width = 420;
  return figure;
}

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

std::vector<plot::NamedFigure> tournament_figures(const TournamentConfig& config, const ResultTable& table) {
  std::vector<plot::NamedFigure> figures = {{"scores", score_figure(config, table)}};
  if (std::optional<plot::Figure> sweep = sweep_figure(config, table)) figures.push_back({"sweep", std::move(*sweep)});
  if (std::optional<plot::Figure> budgets = budgets_figure(config, table))
    figures.push_back({"budgets", std::move(*budgets)});
  return figures;
}

std::vector<std::string> write_figures(const std::string& folder, const TournamentConfig& config,
                                       const ResultTable& table) {
  const std::string plots = folder + "/plots";
  make_folders(plots);
  const std::string tool = plot::pdf_tool();
  std::vector<std::string> files;
  for (const plot::NamedFigure& one : tournament_figures(config, table))
    for (std::string& file : write_figure(fmt::format("{}/{}", plots, one.key), one.figure, tool))
      files.push_back(std::move(file));
  return files;
}

ResultTable write_tables(const StoredResults& results) {
  ResultTable table = make_table(results, {});
  write_file_atomically(results.folder + "/table.md", render_table(table, TableFormat::md));
  write_file_atomically(results.folder + "/table.csv", render_table(table, TableFormat::csv));
  (void)write_figures(results.folder, results.config, table);
  return table;
}

}  // namespace rootward::tournament
