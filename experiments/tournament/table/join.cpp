// Recognising and joining results of one tournament.
#include "experiments/tournament/table/join.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/errors.h"
#include "experiments/tournament/results_folder.h"

namespace rootward::tournament {
namespace {

bool have_same_players(const TournamentConfig& x, const TournamentConfig& y) {
  for (const PlayerSpec& player : x.players) {
    const auto found = std::ranges::find(y.players, player.name, &PlayerSpec::name);
    if (found != y.players.end() && !(*found == player)) return false;
  }
  return true;
}

bool is_same_tournament(const TournamentConfig& x, const TournamentConfig& y) {
  return x.name == y.name && x.question == y.question && x.hypothesis == y.hypothesis && x.hypotheses == y.hypotheses &&
         x.seed == y.seed && x.game == y.game && x.schedule.type == y.schedule.type &&
         x.schedule.references == y.schedule.references && x.schedule.opening == y.schedule.opening &&
         x.schedule.adjudicate == y.schedule.adjudicate && x.sprt == y.sprt && have_same_players(x, y);
}

void add_games(StoredResults& into, StoredResults& from) {
  std::map<std::string, const GameRecord*> known;
  for (const GameRecord& game : into.games) known[game.id] = &game;
  std::vector<GameRecord> fresh;
  for (GameRecord& game : from.games) {
    const auto found = known.find(game.id);
    if (found == known.end()) {
      fresh.push_back(std::move(game));
      continue;
    }
    ++into.duplicate_ids;
    if (!is_same_game(*found->second, game)) {
      throw RunError(fmt::format("{} and {} disagree about game {}", into.folder, from.folder, game.id));
    }
  }
  std::move(fresh.begin(), fresh.end(), std::back_inserter(into.games));
}

void join(StoredResults& into, StoredResults& from) {
  add_games(into, from);
  into.duplicate_ids += from.duplicate_ids;
  std::move(from.voids.begin(), from.voids.end(), std::back_inserter(into.voids));
  into.manifest.is_reproducible = into.manifest.is_reproducible && from.manifest.is_reproducible;
  into.manifest.guests.sources.insert(from.manifest.guests.sources.begin(), from.manifest.guests.sources.end());
  std::move(from.warnings.begin(), from.warnings.end(), std::back_inserter(into.warnings));
  into.config.schedule.pairs = std::max(into.config.schedule.pairs, from.config.schedule.pairs);
  auto& pairings = into.config.schedule.pairings;
  for (const auto& pairing : from.config.schedule.pairings)
    if (std::ranges::find(pairings, pairing) == pairings.end()) pairings.push_back(pairing);
  std::vector<PlayerSpec>& players = into.config.players;
  for (const PlayerSpec& player : from.config.players)
    if (std::ranges::find(players, player.name, &PlayerSpec::name) == players.end()) players.push_back(player);
}

}  // namespace

std::vector<StoredResults> join_results(std::vector<StoredResults> folders) {
  std::vector<StoredResults> joined;
  for (StoredResults& folder : folders) {
    const auto same = std::find_if(joined.begin(), joined.end(), [&folder](const StoredResults& other) {
      return is_same_tournament(other.config, folder.config);
    });
    if (same == joined.end()) {
      joined.push_back(std::move(folder));
    } else {
      join(*same, folder);
    }
  }
  return joined;
}

}  // namespace rootward::tournament
