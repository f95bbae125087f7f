// --player, --search, --backup and --shadow: the search that `search` and `explore` make, and who watches it.
#pragma once

#include <string>
#include <vector>

#include "cli/player_arguments.h"

namespace CLI {
class App;
}

namespace rootward {

struct SearchArguments : PlayerArguments {
  std::vector<std::string> shadows;  ///< NAME, YAML, LABEL=NAME or LABEL=YAML
};

void add_search_options(CLI::App& command, SearchArguments& arguments);
/// Throws UsageError for a player that does not search, and for shadows that cannot be made for its search.
PlayerSpec searching_player(const SearchArguments& arguments, const std::vector<Override>& overrides,
                            const NamedParams& game);
/// Adds the shadows to the search; returns what all operators are called, the driver first.
std::vector<std::string> add_shadows(const SearchArguments& arguments, SearchSettings& search);

}  // namespace rootward
