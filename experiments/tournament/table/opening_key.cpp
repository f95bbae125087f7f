// Canonical opening positions by replaying the opening's moves.
#include "experiments/tournament/table/opening_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/errors.h"

namespace rootward::tournament {

std::string canonical_opening(const Game& game, const std::vector<std::string>& moves) {
  const std::unique_ptr<Position> position = game.start();
  for (const std::string& move : moves) {
    const std::optional<Action> action = position->parse_action(move);
    if (!action || position->is_over() || !position->is_legal(*action)) {
      throw RunError(fmt::format("stored opening \"{}\": {} is no legal move there", fmt::join(moves, " "), move));
    }
    position->play(*action);
  }
  return fmt::format("{:016x}", position->canonical_hash());
}

CanonicalOpenings::CanonicalOpenings(const NamedParams& game)
    : games_(game),
      is_of_a_host_(std::ranges::find(rootward::games(), game.name, &Described::name) == rootward::games().end()),
      is_drawn_(is_random_game(game)) {}

std::string CanonicalOpenings::key(const GameRecord& record) {
  if (is_of_a_host_) return fmt::format("{}", fmt::join(record.opening, " "));
  if (is_drawn_ && !record.game.empty() && record.opening.empty()) return record.game;  // the whole of its opening
  return record.game + canonical_opening(*games_.game_of(record), record.opening);
}

}  // namespace rootward::tournament
