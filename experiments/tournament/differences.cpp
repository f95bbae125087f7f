// What changed between two configurations, and whether the games of one may be continued under the other.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/config/resolved_tree.h"
#include "experiments/play/engine_kinds.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/reader.h"

namespace rootward::tournament {
namespace {

std::vector<std::string> names_of(const TournamentConfig& config) {
  std::vector<std::string> names;
  for (const PlayerSpec& player : config.players) names.push_back(player.name);
  return names;
}

/// Whether every pairing of the stored players is one of the new schedule too, named in the same order.
bool keeps_pairings(const TournamentConfig& stored, const TournamentConfig& now) {
  const std::vector<std::string> old_names = names_of(stored);
  std::vector<std::string> new_names = names_of(now);
  const auto is_new = [&](const std::string& name) { return std::ranges::find(old_names, name) == old_names.end(); };
  switch (now.schedule.type) {
    case ScheduleType::gauntlet:
      return true;
    case ScheduleType::round_robin:
      std::erase_if(new_names, is_new);
      return new_names == old_names;
    case ScheduleType::ladder:
      new_names.resize(std::min(new_names.size(), old_names.size()));
      return new_names == old_names;
  }
  return false;
}

bool has_same_player(const TournamentConfig& config, const PlayerSpec& player) {
  return std::ranges::find(config.players, player) != config.players.end();
}

}  // namespace

bool is_reproducible(const TournamentConfig& config) {
  return std::ranges::all_of(config.players, [](const PlayerSpec& player) { return is_reproducible(player); });
}

bool may_continue(const TournamentConfig& stored, const TournamentConfig& now) {
  Schedule grown = stored.schedule;
  grown.pairs = now.schedule.pairs;
  const bool keeps_players =
      std::ranges::all_of(stored.players, [&](const PlayerSpec& player) { return has_same_player(now, player); });
  const bool keeps_scoring = stored.scoring == now.scoring || std::ranges::none_of(stored.players, is_engine);
  return keeps_scoring && stored.name == now.name && stored.seed == now.seed && stored.game == now.game &&
         grown == now.schedule && stored.schedule.pairs <= now.schedule.pairs && stored.sprt == now.sprt &&
         keeps_players && keeps_pairings(stored, now);
}

std::string describe_difference(const TournamentConfig& stored, const TournamentConfig& now) {
  std::string text = config::tree_difference(resolved_tree(stored), resolved_tree(now));
  const std::vector<std::string> old_names = names_of(stored);
  const std::vector<std::string> new_names = names_of(now);
  if (old_names != new_names)
    text += fmt::format("{}order of players: stored {}, now {}", text.empty() ? "" : "\n", fmt::join(old_names, ", "),
                        fmt::join(new_names, ", "));
  return text;
}

}  // namespace rootward::tournament
