// The figures of a training run.
#include <fmt/format.h>

#include "experiments/selfplay/journal.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kGamesPlayed = "games played";

/// A column over the games played; `low` and `high` are the columns of its band.
plot::Series column_series(const Journal& journal, std::string name, const char* column, const char* low = nullptr,
                           const char* high = nullptr) {
  plot::Series series{.name = std::move(name), .style = plot::Style::line, .points = {}};
  for (const JournalRow& row : journal.rows) {
    const std::optional<double> games = row.number("games"), value = row.number(column);
    if (!games || !value) continue;
    plot::Point point{.x = *games, .y = *value, .interval = {}};
    if (low != nullptr && row.number(low) && row.number(high))
      point.interval = Interval{*row.number(low), *row.number(high)};
    series.points.push_back(point);
  }
  return series;
}

plot::Panel panel_over_games(std::string title, std::string unit, std::vector<plot::Series> series) {
  plot::Panel panel;
  panel.title = std::move(title);
  panel.x.label = kGamesPlayed;
  panel.y.label = std::move(unit);
  panel.series = std::move(series);
  return panel;
}

plot::Figure training_figure(const Journal& journal, const char* what) {
  plot::Figure figure;
  figure.title = fmt::format("{}: {}", journal.name, what);
  const std::string_view games = journal.rows.empty() ? "0" : journal.rows.back().text("games");
  figure.note = fmt::format("{} generations, {} games", journal.rows.size(), games);
  figure.columns = 2;
  return figure;
}

}  // namespace

plot::Figure loss_figure(const Journal& journal) {
  plot::Figure figure = training_figure(journal, "losses");
  const auto panel = [&journal](const char* title, const char* unit, const std::string& key) {
    return panel_over_games(title, unit,
                            {column_series(journal, "on the window", ("window_" + key).c_str()),
                             column_series(journal, "on games held out", ("held_out_" + key).c_str()),
                             column_series(journal, "of these never met, from ply 10", ("unmet_" + key).c_str())});
  };
  figure.panels = {panel("policy", "cross-entropy less the target's entropy (nats)", "excess"),
                   panel("value", "mean squared error of the result", "value"),
                   panel("ownership", "cross-entropy a point (nats)", "ownership"),
                   panel("the target's first move", "share of positions", "top1")};
  return figure;
}

plot::Figure elo_figure(const Journal& journal) {
  plot::Figure figure = training_figure(journal, "strength at the milestones");
  plot::Series elo = column_series(journal, "", "milestone_elo");
  plot::Series gain = column_series(journal, "", "milestone_gain", "milestone_interval_0", "milestone_interval_1");
  elo.style = gain.style = plot::Style::marked_line;
  figure.panels = {panel_over_games("from the first network on", "Elo, the sum of all gains", {std::move(elo)}),
                   panel_over_games("gain on the milestone before", "Elo, with 95 % intervals", {std::move(gain)})};
  return figure;
}

plot::Figure games_figure(const Journal& journal) {
  plot::Figure figure = training_figure(journal, "games of self-play");
  figure.panels = {
      panel_over_games("length", "plies, the band from 5 % to 95 %",
                       {column_series(journal, "", "plies_mean", "plies_low", "plies_high")}),
      panel_over_games("results", "share of games",
                       {column_series(journal, "Black wins", "black_share"), column_series(journal, "draws", "draws"),
                        column_series(journal, "ended by the move limit", "ended_by_limit"),
                        column_series(journal, "repeated", "repeated")}),
      panel_over_games(
          "how sure the search is", "entropy of its policies (nats)",
          {column_series(journal, "all plies", "entropy"), column_series(journal, "plies 1 to 8", "early_entropy"),
           column_series(journal, "the network's own", "network_entropy")}),
      panel_over_games("speed", "a second",
                       {column_series(journal, "samples", "samples_per_second"),
                        column_series(journal, "evaluations", "evaluations_per_second")})};
  return figure;
}

}  // namespace rootward::selfplay
