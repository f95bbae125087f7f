// Canonical opening positions by replaying the opening's moves.
#include "experiments/table/opening_key.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "core/errors.h"
#include "experiments/config.h"

namespace rootward {

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

CanonicalOpenings::CanonicalOpenings(const NamedParams& game) : id_(game) {}

std::string CanonicalOpenings::key(const GameRecord& record) {
  return record.game + canonical_opening(game_of(record), record.opening);
}

const Game& CanonicalOpenings::game_of(const GameRecord& record) {
  std::unique_ptr<Game>& game = games_[record.game];
  if (game) return *game;
  if (is_random_game(id_) == record.game.empty())
    throw RunError(fmt::format("stored game {}: its field \"game\" is {}", record.id,
                               record.game.empty() ? "missing" : "not expected: no rules were drawn"));
  try {
    game = make_game(record.game.empty() ? id_ : parse_game(record.game, {}, "game"));
  } catch (const UsageError& error) {
    throw RunError(fmt::format("stored game {}: {}", record.id, error.what()));
  }
  return *game;
}

}  // namespace rootward
