// --player, --search, --backup and --shadow: the search that `search` and `explore` make, and who watches it.
#pragma once

#include <string>
#include <vector>

#include "cli/player_arguments.h"
#include "lab/play/search_record.h"

namespace CLI {
class App;
}

namespace rootward {

struct SearchArguments : PlayerArguments {
  std::vector<std::string> shadows;  ///< NAME, YAML, LABEL=NAME, LABEL=YAML or all
};

void add_search_options(CLI::App& command, SearchArguments& arguments);
/// Throws UsageError for a player that does not search, and for shadows that cannot be made for its search.
PlayerSpec searching_player(const SearchArguments& arguments, const std::vector<Override>& overrides,
                            const NamedParams& game);
/// Operators by what they are called, the first the driver.
struct RecordOperators {
  std::vector<NamedParams> operators;
  std::vector<std::string> labels;
};
/// Those that a recorded search is played again with: --backup, else the record's driver, else the average; the
/// record's shadows and those of --shadow. `source` names the record in errors. Throws UsageError.
RecordOperators record_operators(const SearchArguments& arguments, const SearchRecord& record,
                                 const std::string& source);

/// Adds the shadows to the search; returns what all operators are called, the driver first.
std::vector<std::string> add_shadows(const SearchArguments& arguments, const Game& game, SearchSettings& search);

}  // namespace rootward
