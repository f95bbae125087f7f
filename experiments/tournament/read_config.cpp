// Reading tournaments and players out of files.
#include <fmt/format.h>

#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/reader.h"
#include "lab/config/game_reader.h"
#include "lab/config/head_reader.h"
#include "lab/config/overrides.h"
#include "lab/config/parts.h"

namespace rootward::tournament {

TournamentConfig read_tournament(const std::string& file, const std::vector<Override>& overrides) {
  return parse_tournament(config::text_of(file), file, overrides);
}

TournamentConfig parse_tournament(std::string_view yaml, const std::string& file,
                                  const std::vector<Override>& overrides) {
  return read_tournament_tree(config::configuration_tree(yaml, file, overrides), file);
}

PlayerSpec read_player(const std::string& file, const std::string& name, const std::vector<Override>& overrides,
                       const NamedParams& game) {
  config::YamlNode root = config::configuration_tree(config::text_of(file), file, {});
  const config::YamlNode* players = root.find("players");
  // A name that is not there is reported by the reader; overrides would make such a player.
  if (players != nullptr && players->find(name) != nullptr)
    config::apply_overrides(root, overrides, {.prefix = "players." + name, .shown = ""});
  return read_player_of(root, name, game);
}

NamedParams read_game_of(const std::string& file, const std::vector<Override>& overrides) {
  config::YamlNode root = config::configuration_tree(config::text_of(file), file, {});
  if (root.find("game") == nullptr) return parse_game("go", overrides);
  config::apply_overrides(root, overrides, {.prefix = "game", .shown = "game."});
  config::ProblemList problems;
  const config::ReadGame read = config::read_game(*root.find("game"), problems);
  problems.throw_if_any();
  return read.id.value();
}

}  // namespace rootward::tournament
