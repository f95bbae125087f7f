// Players' numbers and scores, and the surface through them.
#include "experiments/study/surface.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/errors.h"
#include "core/math.h"
#include "core/number_text.h"
#include "core/statistics/normal.h"
#include "experiments/study/members.h"
#include "lab/config/problem_list.h"

namespace rootward::study {
namespace {

using config::YamlEntry;
using config::YamlNode;

/// The number on an axis; what is wrong with it is added.
double number_on(const SurfaceAxis& axis, const YamlEntry& player, config::ProblemList& problems) {
  const YamlNode* node = value_at(player.value, axis.path);
  const std::optional<double> number =
      node != nullptr && node->is_scalar() ? parse_number<double>(node->text) : std::nullopt;
  const YamlNode& place = node == nullptr ? player.value : *node;
  if (!number)
    problems.add(place,
                 fmt::format("{} has no number at {}; every player of a surface needs one", player.key, axis.path));
  else if (axis.is_log && !(*number > 0))
    problems.add(place, fmt::format("{} is not allowed on a logarithmic axis; allowed: a number above 0", *number));
  return number.value_or(0);
}

std::string reference_of(const YamlNode& configuration) {
  const YamlNode* schedule = configuration.find("schedule");
  const YamlNode* reference = schedule == nullptr ? nullptr : schedule->find("reference");
  if (reference == nullptr || !reference->is_scalar())
    throw UsageError(
        "surface: the scores of a surface are against one reference; let the schedule have one "
        "(schedule.reference)");
  return reference->text;
}

void take_score(const tournament::PairingRow& row, const std::string& reference, SurfacePlayer& player) {
  const bool is_first = row.a == player.name;
  if (!(is_first && row.b == reference) && !(row.b == player.name && row.a == reference)) return;
  const tournament::ScoreRange& range = row.range;
  player.score = is_first ? range.score : 1 - range.score;
  player.ci95 = is_first ? range.ci95 : Interval{1 - range.ci95.high, 1 - range.ci95.low};
  player.games = row.counts.games();
}

double error_of(const SurfacePlayer& player) { return (player.ci95.high - player.ci95.low) / 2 / kZ95; }

/// The reference has met the others, not itself: it is even, with their mean error.
void rate_reference(std::vector<SurfacePlayer>& players) {
  double sum = 0;
  double others = 0;
  for (const SurfacePlayer& player : players) {
    if (player.games == 0) continue;
    sum += error_of(player);
    ++others;
  }
  for (SurfacePlayer& player : players)
    if (player.is_reference && others > 0) player.ci95 = {0.5 - kZ95 * sum / others, 0.5 + kZ95 * sum / others};
}

/// A score of all or nothing counts as half a game from it.
double kept_score(const SurfacePlayer& player) {
  if (player.is_reference) return player.score;
  const double half = 0.5 / static_cast<double>(player.games);
  return std::clamp(player.score, half, 1 - half);
}

void fit(SurfaceResults& results) {
  std::vector<SurfaceCell> cells;
  for (const SurfacePlayer& player : results.players) {
    if (!(error_of(player) > 0)) continue;
    SurfaceCell cell{.at = {}, .score = kept_score(player), .error = error_of(player)};
    for (std::size_t i = 0; i < player.numbers.size(); ++i) cell.at.push_back(results.place(i, player.numbers[i]));
    cells.push_back(std::move(cell));
  }
  try {
    results.fit.emplace(cells);
    results.peak = results.fit->peak();
  } catch (const std::domain_error&) {  // the table says that there is no surface
  }
}

}  // namespace

double SurfaceResults::number(std::size_t axis, double at) const {
  return surface->axes[axis].is_log ? exp_exact(at) : at;
}

double SurfaceResults::place(std::size_t axis, double number) const {
  return surface->axes[axis].is_log ? log_exact(number) : number;
}

const YamlNode* value_at(const YamlNode& node, std::string_view path) {
  const YamlNode* at = &node;
  while (at != nullptr && !path.empty()) {
    const std::size_t dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    if (at->is_sequence()) {
      const std::size_t item = parse_number<std::size_t>(key).value_or(at->items.size());
      at = item < at->items.size() ? &at->items[item] : nullptr;
    } else {
      at = at->find(key);
    }
    path = dot == std::string_view::npos ? "" : path.substr(dot + 1);
  }
  return at;
}

double rounded_number(double number) { return parse_number<double>(fmt::format("{:.3g}", number)).value(); }

SurfaceResults read_surface(const SurfaceSpec& surface, const YamlNode& configuration,
                            const tournament::ResultTable* table) {
  SurfaceResults results{.surface = &surface, .name = surface.name, .reference = reference_of(configuration)};
  config::ProblemList problems;
  if (const YamlNode* players = configuration.find("players"))
    for (const YamlEntry& entry : players->entries) {
      if (!entry.key.starts_with(surface.players)) continue;
      SurfacePlayer player{.name = entry.key, .is_reference = entry.key == results.reference};
      for (const SurfaceAxis& axis : surface.axes) player.numbers.push_back(number_on(axis, entry, problems));
      results.players.push_back(std::move(player));
    }
  if (results.players.empty())
    problems.add(configuration, fmt::format("no player has a name that begins with {}", surface.players));
  problems.throw_if_any();
  std::ranges::stable_sort(results.players, {}, &SurfacePlayer::numbers);
  if (table == nullptr) return results;
  for (SurfacePlayer& player : results.players)
    for (const tournament::PairingRow& row : table->pairings) take_score(row, results.reference, player);
  rate_reference(results.players);
  fit(results);
  return results;
}

std::vector<SurfaceResults> read_surfaces(const StudyConfig& study, const StudyStep& step, const TableOf& table_of,
                                          const ConfigurationOf& configuration_of) {
  const StudyStep& played = step_of(study, step.surface.of);
  std::vector<SurfaceResults> surfaces;
  for (const Member& member : played.members)
    for (const SurfaceSpec& surface : step.surface.surfaces) {
      surfaces.push_back(
          read_surface(surface, configuration_of(played, member), table_of ? &table_of(member) : nullptr));
      if (played.members.size() > 1) surfaces.back().name += " in " + member.label;
    }
  return surfaces;
}

}  // namespace rootward::study
