// Finding the number that is varied, and drawing along it.
#include "experiments/tournament/report/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/tournament/schedule.h"
#include "lab/config/resolved_tree.h"

namespace rootward::tournament {
namespace {

constexpr std::size_t kFewest = 3;          // points of a line
constexpr double kUneven = 3;               // largest over smallest step, from which on the axis is logarithmic
constexpr const char* kNothing = "(none)";  // a player has no such setting

/// A player who meets the references.
struct Candidate {
  std::string name;
  config::Leaves settings;
  [[nodiscard]] std::string at(const std::string& path) const {
    const auto found = settings.find(path);
    return found == settings.end() ? kNothing : found->second;
  }
};

std::vector<Candidate> candidates_of(const TournamentConfig& config) {
  std::vector<Candidate> candidates;
  std::set<std::size_t> seen;
  for (const Pairing& pairing : make_pairings(config)) {
    if (!seen.insert(pairing.a).second) continue;
    config::YamlNode tree = config::resolved_player(config.players[pairing.a]);
    config::assign_paths(tree, "");
    Candidate candidate{.name = config.players[pairing.a].name, .settings = {}};
    std::vector<std::string> order;
    config::collect_leaves(tree, candidate.settings, order);
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0') return std::nullopt;
  return number;
}

/// Paths whose value is not the same for all.
std::vector<std::string> varied_paths(const std::vector<Candidate>& candidates) {
  std::set<std::string> paths;
  for (const Candidate& candidate : candidates)
    for (const auto& setting : candidate.settings)
      if (std::ranges::any_of(candidates,
                              [&](const Candidate& other) { return other.at(setting.first) != setting.second; }))
        paths.insert(setting.first);
  return {paths.begin(), paths.end()};
}

/// By what else is varied, the players at each number.
using Lines = std::map<std::string, std::map<double, std::string>>;

Lines lines_along(const std::string& path, const std::vector<std::string>& varied,
                  const std::vector<Candidate>& candidates) {
  Lines lines;
  for (const Candidate& candidate : candidates) {
    const std::optional<double> number = number_of(candidate.at(path));
    if (!number) continue;
    std::string others;
    // A setting that follows the number (an operator's span is the simulations) does not tell lines apart.
    for (const std::string& other : varied)
      if (candidate.at(other) != candidate.at(path)) others += candidate.at(other) + ' ';
    lines[others].emplace(*number, candidate.name);
  }
  std::erase_if(lines, [](const auto& line) { return line.second.size() < kFewest; });
  return lines;
}

std::size_t players_on(const Lines& lines) {
  std::size_t count = 0;
  for (const auto& line : lines) count += line.second.size();
  return count;
}

/// What tells the lines' players apart: the value of one setting that is different on every line, names first; else the
/// name of a line's first player.
std::vector<std::string> line_names(const Lines& lines, std::vector<std::string> varied,
                                    const std::vector<Candidate>& candidates) {
  std::stable_partition(varied.begin(), varied.end(), [](const std::string& path) { return path.ends_with("name"); });
  std::vector<const Candidate*> firsts;
  std::vector<std::string> names;
  for (const auto& line : lines) {
    names.push_back(line.second.begin()->second);
    firsts.push_back(&*std::ranges::find(candidates, names.back(), &Candidate::name));
  }
  for (const std::string& path : varied) {
    std::vector<std::string> values;
    for (const Candidate* first : firsts) values.push_back(first->at(path));
    if (std::set<std::string>(values.begin(), values.end()).size() == values.size()) return values;
  }
  return names;
}

bool is_spread_by_factors(const std::map<double, std::string>& numbers) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (auto at = numbers.begin(); std::next(at) != numbers.end(); ++at) {
    const double step = std::next(at)->first - at->first;
    least = std::min(least, step);
    most = std::max(most, step);
  }
  return numbers.begin()->first > 0 && most > kUneven * least;
}

plot::Series series_of(const std::string& name, const std::map<double, std::string>& players,
                       const std::string& reference, const ResultTable& table) {
  plot::Series series{.name = name, .style = plot::Style::marked_line};
  for (const auto& player : players) {
    const auto pairing = std::ranges::find_if(
        table.pairings, [&](const PairingRow& row) { return row.a == player.second && row.b == reference; });
    if (pairing == table.pairings.end()) continue;
    const ScoreRange& range = pairing->range;
    series.points.push_back(
        {.x = player.first,
         .y = 100 * range.score,
         .interval = Interval{100 * std::max(0.0, range.ci95.low), 100 * std::min(1.0, range.ci95.high)}});
  }
  return series;
}

/// A line's name: its players' without the number that they end in.
std::string line_name(const PlayerSpec& player) {
  const std::string ending = fmt::format("-{}", player.search.budget.simulations);
  return player.name.ends_with(ending) ? player.name.substr(0, player.name.size() - ending.size()) : player.name;
}

}  // namespace

std::optional<plot::Figure> budgets_figure(const TournamentConfig& config, const ResultTable& table) {
  if (config.schedule.type != ScheduleType::budgets) return std::nullopt;
  plot::Panel panel;
  panel.x = {.label = "simulations", .scale = plot::AxisScale::log};
  panel.y = {.label = "score against the budget before (%)", .low = 0, .high = 100};
  panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 50, .name = "even"});
  for (const std::vector<std::size_t>& line : budget_lines(config)) {
    plot::Series all{.name = line_name(config.players[line[0]]), .style = plot::Style::marked_line};
    for (std::size_t i = 1; i < line.size(); ++i) {
      const PlayerSpec& player = config.players[line[i]];
      const plot::Series one = series_of("", {{static_cast<double>(player.search.budget.simulations), player.name}},
                                         config.players[line[i - 1]].name, table);
      all.points.insert(all.points.end(), one.points.begin(), one.points.end());
    }
    panel.series.push_back(std::move(all));
  }
  plot::Figure figure;
  figure.title = table.name + ": what more simulations are worth";
  figure.note = "bands: 95 % intervals";
  figure.panels.push_back(std::move(panel));
  return figure;
}

std::optional<plot::Figure> sweep_figure(const TournamentConfig& config, const ResultTable& table) {
  if (config.schedule.type != ScheduleType::gauntlet) return std::nullopt;
  const std::vector<Candidate> candidates = candidates_of(config);
  const std::vector<std::string> varied = varied_paths(candidates);
  Lines best;
  plot::Panel panel;
  for (const std::string& path : varied) {
    Lines lines = lines_along(path, varied, candidates);
    if (players_on(lines) <= players_on(best)) continue;
    best = std::move(lines);
    panel.x.label = path;
  }
  if (best.empty()) return std::nullopt;
  if (is_spread_by_factors(best.begin()->second)) panel.x.scale = plot::AxisScale::log;
  panel.y = {.label = "score (%)", .low = 0, .high = 100};
  panel.guides.push_back({.across = plot::Guide::Across::horizontal, .at = 50, .name = "even"});
  plot::Figure figure;
  figure.title = fmt::format("{}: score by {}", table.name, panel.x.label);
  figure.note = "bands: 95 % intervals";
  const std::vector<std::string> names = line_names(best, varied, candidates);
  for (const std::string& reference : config.schedule.references) {
    std::size_t index = 0;
    for (const auto& line : best) {
      const std::string name = best.size() == 1 ? "against " + reference : names[index++];
      panel.series.push_back(series_of(name, line.second, reference, table));
    }
    if (best.size() == 1) continue;
    panel.title = "against " + reference;
    figure.panels.push_back(panel);
    panel.series.clear();
  }
  if (best.size() == 1) figure.panels.push_back(std::move(panel));
  figure.columns = figure.panels.size() > 1 ? 2 : 1;
  return figure;
}

}  // namespace rootward::tournament
