// Fuzz target: a tree written in YAML; what is taken reads back from its resolved text.
#include <string>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "lab/config/parts.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  try {
    const NamedParams game = parse_game("{name: tree, root: " + std::string(text) + "}", {});
    const std::string resolved = game_yaml(game);
    require(game_yaml(parse_game(resolved, {})) == resolved, "a resolved game reads back to itself");
    require(make_game(game)->start() != nullptr, "a game that reads can be built");
  } catch (const UsageError&) {
  }
}
