// Tries games and says so.
#include "cli/game_trial.h"

#include <fmt/format.h>

#include "core/errors.h"
#include "games/loading/library.h"
#include "games/loading/trial.h"

namespace rootward {

std::string trial_text(const std::vector<NamedParams>& games) {
  std::string text;
  for (const NamedParams& game : games) {
    if (game.name != loading::plugin_description().name) continue;
    const std::string& file = game.params.text("file");
    const auto library = loading::find_library(game.params.text("sha256"));
    try {
      const std::uint32_t played = loading::try_game(library, game.params, {});
      text += fmt::format("game {} ({}): {} random games, every promise kept\n", library->game().name, file, played);
    } catch (const UsageError& error) {
      throw UsageError(fmt::format("{}: {}", file, error.what()));
    }
  }
  return text;
}

}  // namespace rootward
