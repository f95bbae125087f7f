// Surfaces as Markdown, CSV and figures.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/escape.h"
#include "core/file_io.h"
#include "core/statistics/elo.h"
#include "core/statistics/normal.h"
#include "experiments/study/surface.h"
#include "lab/report/grid.h"
#include "lab/report/number_text.h"
#include "lab/report/plot/figure.h"
#include "lab/report/plot/heat_map.h"

namespace rootward::study {
namespace {

std::string number_text(double number) { return fmt::format("{:.3g}", number); }

std::string axis_text(const SurfaceAxis& axis) { return axis.path; }

Grid players_grid(const SurfaceResults& results) {
  Grid grid{.title = "", .columns = {}, .rows = {}};
  for (const SurfaceAxis& axis : results.surface->axes) grid.columns.push_back({axis_text(axis)});
  for (const char* title : {"score (%)", "95 % interval", "Elo", "games", "fitted (%)"})
    grid.columns.push_back({title});
  for (const SurfacePlayer& player : results.players) {
    std::vector<std::string> row;
    std::vector<double> at;
    for (std::size_t i = 0; i < player.numbers.size(); ++i) {
      row.push_back(number_text(player.numbers[i]));
      at.push_back(results.place(i, player.numbers[i]));
    }
    const bool is_played = player.games > 0;
    row.push_back(is_played ? percent_text(player.score) : player.is_reference ? "even" : "-");
    row.push_back(is_played ? percent_text(player.ci95) : "-");
    row.push_back(is_played ? rootward::elo_text(elo_of_score(player.score)) : "-");
    row.push_back(grouped(player.games));
    row.push_back(results.fit ? percent_text(results.fit->score(at)) : "-");
    grid.rows.push_back(std::move(row));
  }
  return grid;
}

std::string peak_text(const SurfaceResults& results) {
  if (!results.peak) return "No surface: the players played so far do not fix one. Each axis needs three numbers.\n";
  const SurfacePeak& peak = *results.peak;
  std::string text = "Highest at ";
  for (std::size_t i = 0; i < peak.at.size(); ++i)
    text += fmt::format("{}{} = {} [{}, {}]", i == 0 ? "" : ", ", axis_text(results.surface->axes[i]),
                        number_text(results.number(i, peak.at[i])), number_text(results.number(i, peak.region[i][0])),
                        number_text(results.number(i, peak.region[i][1])));
  const Interval score = {peak.score - kZ95 * peak.error, peak.score + kZ95 * peak.error};
  text +=
      fmt::format(",{} with {} % {}, {} Elo {} against {}. The fit leaves chi2 = {:.1f} at {} degrees of freedom.\n",
                  peak.is_inside ? "" : " on an edge,", percent_text(peak.score), percent_text(score),
                  rootward::elo_text(elo_of_score(peak.score)), rootward::elo_text(elo_interval(score)),
                  results.reference, results.fit->chi2(), results.fit->freedom());
  return text;
}

/// The axis' numbers among the players, ascending.
std::vector<double> numbers_on(const SurfaceResults& results, std::size_t axis) {
  std::set<double> numbers;
  for (const SurfacePlayer& player : results.players) numbers.insert(player.numbers[axis]);
  return {numbers.begin(), numbers.end()};
}

std::vector<std::string> texts_of(const std::vector<double>& numbers) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(number_text(number));
  return texts;
}

/// Where a fitted place lies among the numbers of an axis, counted from the first, between two in proportion.
double index_on(const SurfaceResults& results, std::size_t axis, const std::vector<double>& numbers, double at) {
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    const double low = results.place(axis, numbers[i - 1]);
    const double high = results.place(axis, numbers[i]);
    if (at <= high) return static_cast<double>(i - 1) + (at - low) / (high - low);
  }
  return static_cast<double>(numbers.size()) - 1;
}

std::optional<plot::HeatSquare> square_of(const SurfaceResults& results, double column, double row) {
  const std::vector<double> numbers = {column, row};
  const auto player = std::ranges::find(results.players, numbers, &SurfacePlayer::numbers);
  if (player == results.players.end() || (player->games == 0 && !player->is_reference)) return std::nullopt;
  plot::HeatSquare square{.elo = elo_of_score(std::clamp(player->score, 0.01, 0.99)),
                          .title = fmt::format("{}: {} % {}, {} games", player->name, percent_text(player->score),
                                               percent_text(player->ci95), player->games),
                          .is_hatched = player->ci95.low <= 0.5 && player->ci95.high >= 0.5};
  if (results.peak) {
    const std::vector<double> at = {results.place(0, column), results.place(1, row)};
    square.is_outlined = results.fit->is_as_good(at, *results.peak);
  }
  return square;
}

std::string heat_map_of(const SurfaceResults& results, const std::string& id) {
  const std::vector<double> columns = numbers_on(results, 0);
  const std::vector<double> rows = numbers_on(results, 1);
  plot::HeatMap map{.title = fmt::format("{}: Elo against {}", results.name, results.reference),
                    .id = id,
                    .rows = texts_of(rows),
                    .columns = texts_of(columns),
                    .row_axis = axis_text(results.surface->axes[1]),
                    .column_axis = axis_text(results.surface->axes[0]),
                    .legend = {"Blue: better, orange: worse, strongest from 100 Elo on.",
                               "Hatched: the 95 % interval holds 0. Outlined: by the fitted surface",
                               "not shown to be worse than its peak, the red circle (p >= 0.05)."}};
  for (const double row : rows)
    for (const double column : columns) map.squares.push_back(square_of(results, column, row));
  if (results.peak)
    map.mark = {index_on(results, 0, columns, results.peak->at[0]), index_on(results, 1, rows, results.peak->at[1])};
  return plot::heat_map_svg(map);
}

constexpr int kPercent = 100;
constexpr int kCurvePoints = 60;

/// The best fitted score at each number of the first axis, with its 95 % interval.
plot::Series curve_of(const SurfaceResults& results) {
  plot::Series series{.name = results.name, .style = plot::Style::line};
  const auto [low, high] = results.fit->limits().front();
  for (int i = 0; i <= kCurvePoints; ++i) {
    const double at = low + (high - low) * i / kCurvePoints;
    const SurfacePeak best = results.fit->peak_at(at);
    series.points.push_back({.x = results.number(0, at),
                             .y = kPercent * best.score,
                             .interval = Interval{kPercent * (best.score - kZ95 * best.error),
                                                  kPercent * (best.score + kZ95 * best.error)}});
  }
  return series;
}

/// Of each number of the first axis the player with the highest score.
plot::Series points_of(const SurfaceResults& results) {
  plot::Series series{.name = results.name, .style = plot::Style::points};
  for (const double number : numbers_on(results, 0)) {
    const SurfacePlayer* best = nullptr;
    for (const SurfacePlayer& player : results.players)
      if (player.numbers.front() == number && player.games > 0 && (best == nullptr || player.score > best->score))
        best = &player;
    if (best != nullptr)
      series.points.push_back({.x = number,
                               .y = kPercent * best->score,
                               .interval = Interval{kPercent * best->ci95.low, kPercent * best->ci95.high}});
  }
  return series;
}

plot::Figure curves_figure(const std::string& name, const std::vector<SurfaceResults>& surfaces) {
  const SurfaceAxis& axis = surfaces.front().surface->axes.front();
  plot::Panel panel{
      .x = {.label = axis_text(axis), .scale = axis.is_log ? plot::AxisScale::log : plot::AxisScale::linear},
      .y = {.label = fmt::format("score against {} (%)", surfaces.front().reference)},
      .guides = {{.at = 50, .name = "even"}}};
  for (const SurfaceResults& results : surfaces) {
    if (results.surface->axes.front().path != axis.path) continue;
    if (results.fit) panel.series.push_back(curve_of(results));
    panel.series.push_back(points_of(results));
  }
  return {.title = name,
          .note = "lines: the best of the fitted surface, with its 95 % interval; points: the best player there",
          .panels = {std::move(panel)}};
}

}  // namespace

std::string surfaces_markdown(const std::string& name, const std::vector<SurfaceResults>& surfaces) {
  std::string text = fmt::format("## {}\n", markdown_text(name));
  for (const SurfaceResults& results : surfaces)
    text += fmt::format("\n### {}\n\n{}\n{}", markdown_text(results.name), grid_markdown(players_grid(results)),
                        peak_text(results));
  return text +
         "\nA surface is the quadratic through the log odds of the scores, each weighted by its error; the reference "
         "counts as even. Behind a peak: between which numbers the settings lie that are not shown to be worse "
         "(p >= 0.05). A single player's score among many flatters the best.\n";
}

std::string surfaces_csv(const std::vector<SurfaceResults>& surfaces) {
  std::string text = "surface,player,first,second,score,low,high,games,fitted,fitted_error\n";
  for (const SurfaceResults& results : surfaces)
    for (const SurfacePlayer& player : results.players) {
      std::vector<double> at;
      for (std::size_t i = 0; i < player.numbers.size(); ++i) at.push_back(results.place(i, player.numbers[i]));
      text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", csv_cell(results.name), csv_cell(player.name),
                          player.numbers[0], player.numbers.size() > 1 ? fmt::format("{}", player.numbers[1]) : "",
                          player.score, player.ci95.low, player.ci95.high, player.games,
                          results.fit ? fmt::format("{:.6f}", results.fit->score(at)) : "",
                          results.fit ? fmt::format("{:.6f}", results.fit->error(at)) : "");
    }
  return text;
}

void write_surface_files(const std::string& name, const std::vector<SurfaceResults>& surfaces,
                         const std::string& folder, const std::string& step) {
  make_folders(folder + "/plots");
  const std::string plots = folder + "/plots/" + step;
  write_file_atomically(folder + "/" + step + ".csv", surfaces_csv(surfaces));
  write_file_atomically(plots + ".svg", plot::figure_svg(curves_figure(name, surfaces)));
  for (const SurfaceResults& results : surfaces) {
    if (results.surface->axes.size() != 2) continue;
    std::string file = results.name;
    std::ranges::replace(file, ' ', '-');
    write_file_atomically(fmt::format("{}-{}.svg", plots, file), heat_map_of(results, file));
  }
}

}  // namespace rootward::study
