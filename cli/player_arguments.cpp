// FILE:NAME is split at the last colon, so that files may have some.
#include "cli/player_arguments.h"

#include "core/errors.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

struct FileAndName {
  std::string file, name;
};

FileAndName split(const std::string& player) {
  const std::size_t colon = player.rfind(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == player.size())
    throw UsageError("--player: " + player + " is not FILE:NAME");
  return {player.substr(0, colon), player.substr(colon + 1)};
}

}  // namespace

PlayerSpec player_spec(const PlayerArguments& arguments, const std::vector<Override>& overrides,
                       const NamedParams& game) {
  if (arguments.player.empty()) return parse_search_player(arguments.search, arguments.backup, overrides, game);
  const FileAndName parts = split(arguments.player);
  return tournament::read_player(parts.file, parts.name, overrides, game);
}

NamedParams game_of(const std::string& text, const std::string& player, const std::vector<Override>& overrides) {
  if (!text.empty()) return parse_game(text, overrides);
  if (player.empty()) return parse_game("go", overrides);
  return tournament::read_game_of(split(player).file, overrides);
}

}  // namespace rootward
