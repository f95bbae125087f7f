// One pass over all attempts.
#include "experiments/tournament/pair_owners.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "lab/arena/game_file.h"
#include "lab/store/attempt_file.h"
#include "lab/store/record_file.h"

namespace rootward::tournament {
namespace {

/// By unit: who has which of its games.
using Holders = std::map<std::uint64_t, std::vector<std::pair<std::size_t, unsigned>>>;

constexpr unsigned kBoth = 3;

void note_games(const std::string& file, std::size_t number, const GamePlaces& places, Holders& holders) {
  (void)read_attempt(file, kGameFormat.schema, [&](const std::string& line, std::size_t) {
    const GameRecord game = parse_game_record(line);
    places.require(game);
    auto& of_unit = holders[places.place(game).value() / 2];
    if (of_unit.empty() || of_unit.back().first != number) of_unit.emplace_back(number, 0U);
    of_unit.back().second |= 1U << static_cast<unsigned>(game.game_of_pair());
  });
}

}  // namespace

PairOwners::PairOwners(std::vector<std::string> files, const GamePlaces& places) : places_(places) {
  std::erase_if(files, [](const std::string& file) { return !shard_of_attempt(file); });
  std::ranges::sort(files, {}, [](const std::string& file) { return std::pair(restarts_of_attempt(file), file); });
  Holders holders;
  for (std::size_t number = 0; number < files.size(); ++number) note_games(files[number], number, places, holders);
  for (const auto& [unit, of_unit] : holders) {
    if (of_unit.size() < 2) continue;
    const auto whole = std::ranges::find(of_unit, kBoth, &std::pair<std::size_t, unsigned>::second);
    if (whole != of_unit.end()) owner_of_.emplace(unit, files[whole->first]);
  }
}

bool PairOwners::takes(const GameRecord& game, const std::string& file) const {
  if (!shard_of_attempt(file)) return true;
  const std::optional<std::uint64_t> place = places_.place(game);
  const auto owner = place ? owner_of_.find(*place / 2) : owner_of_.end();
  return owner == owner_of_.end() || owner->second == file;
}

}  // namespace rootward::tournament
