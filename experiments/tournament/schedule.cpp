// Pairings by schedule type.
#include "experiments/tournament/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "lab/config/key_error.h"
#include "lab/config/resolved_tree.h"

namespace rootward::tournament {
namespace {

std::size_t index_of_player(const TournamentConfig& config, const std::string& name, const char* key) {
  const auto found = std::ranges::find(config.players, name, &PlayerSpec::name);
  if (found == config.players.end()) config::refuse_key(fmt::format("schedule.{}", key), "no player is called " + name);
  return static_cast<std::size_t>(found - config.players.begin());
}

std::vector<std::size_t> reference_indices(const TournamentConfig& config) {
  std::vector<std::size_t> indices;
  for (const std::string& name : config.schedule.references)
    indices.push_back(index_of_player(config, name, "reference"));
  return indices;
}

bool is_left_out(const TournamentConfig& config, const Pairing& pairing) {
  const std::array<std::string, 2> names = pairing_names(config, pairing);
  const std::array<std::string, 2> reversed = {names[1], names[0]};
  return std::ranges::any_of(config.schedule.leave_out,
                             [&](const auto& left_out) { return left_out == names || left_out == reversed; });
}

/// All settings of a player but its simulations, and those that follow them (an operator's span).
std::string settings_but_budget(const PlayerSpec& player) {
  config::YamlNode tree = config::resolved_player(player);
  config::assign_paths(tree, "");
  config::Leaves leaves;
  std::vector<std::string> order;
  config::collect_leaves(tree, leaves, order);
  const std::string simulations = fmt::format("{}", player.search.budget.simulations);
  std::string settings;
  for (const auto& [path, text] : leaves)
    if (!path.starts_with("search.budget") && text != simulations) settings += fmt::format("{}={}\n", path, text);
  return settings;
}

}  // namespace

std::vector<std::vector<std::size_t>> budget_lines(const TournamentConfig& config) {
  std::vector<std::vector<std::size_t>> lines;
  std::map<std::string, std::size_t> line_of;
  for (std::size_t i = 0; i < config.players.size(); ++i) {
    const PlayerSpec& player = config.players[i];
    if (player.kind != "search" || !player.search.budget.is_reproducible()) continue;
    const auto [found, is_new] = line_of.emplace(settings_but_budget(player), lines.size());
    if (is_new) lines.emplace_back();
    lines[found->second].push_back(i);
  }
  for (std::vector<std::size_t>& line : lines)
    std::ranges::stable_sort(line, {}, [&](std::size_t i) { return config.players[i].search.budget.simulations; });
  std::erase_if(lines, [](const std::vector<std::size_t>& line) { return line.size() < 2; });
  return lines;
}

std::vector<Pairing> make_pairings(const TournamentConfig& config) {
  std::vector<Pairing> pairings;
  const std::size_t count = config.players.size();
  switch (config.schedule.type) {
    case ScheduleType::round_robin:
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 1; b < count; ++b) pairings.push_back({a, b});
      break;
    case ScheduleType::gauntlet: {
      const std::vector<std::size_t> references = reference_indices(config);
      for (const std::size_t reference : references)
        for (std::size_t a = 0; a < count; ++a)
          if (std::ranges::find(references, a) == references.end()) pairings.push_back({a, reference});
      break;
    }
    case ScheduleType::ladder:
      for (std::size_t a = 0; a + 1 < count; ++a) pairings.push_back({a, a + 1});
      break;
    case ScheduleType::budgets:
      for (const std::vector<std::size_t>& line : budget_lines(config))
        for (std::size_t i = 1; i < line.size(); ++i) pairings.push_back({line[i], line[i - 1]});
      break;
    case ScheduleType::pairings:
      for (const auto& [a, b] : config.schedule.pairings)
        pairings.push_back({index_of_player(config, a, "pairings"), index_of_player(config, b, "pairings")});
      break;
  }
  std::erase_if(pairings, [&config](const Pairing& pairing) { return is_left_out(config, pairing); });
  return pairings;
}

std::string reference_of(const TournamentConfig& config) {
  if (!config.schedule.references.empty()) return config.schedule.references.front();
  return config.players.empty() ? "" : config.players.front().name;
}

bool draws_moves_alike(const PlayerSpec& a, const PlayerSpec& b) {
  return a.search.temperature.moves > 0 && a.search.temperature == b.search.temperature;
}

std::string schedule_in_words(ScheduleType type) {
  switch (type) {
    case ScheduleType::round_robin:
      return "round robin";
    case ScheduleType::gauntlet:
      return "gauntlet";
    case ScheduleType::ladder:
      return "ladder";
    case ScheduleType::pairings:
      return "pairings as listed";
    case ScheduleType::budgets:
      return "each budget against the one before";
  }
  return "";
}

std::array<std::string, 2> pairing_names(const TournamentConfig& config, const Pairing& pairing) {
  return {config.players[pairing.a].name, config.players[pairing.b].name};
}

}  // namespace rootward::tournament
