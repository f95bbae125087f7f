// The program's own answers to its options come later, when it is started (lab/engines/uci).
#include "lab/config/uci_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text.h"
#include "lab/config/map_reader.h"
#include "lab/play/uci_notation.h"

namespace rootward::config {
namespace {

const YamlNode& place_of_key(const YamlNode& map, std::string_view key) {
  const YamlNode* found = map.find(key);
  return found != nullptr ? *found : map;
}

void check_uci_game(const YamlNode& player, const Params& params, const Game& game, ProblemList& problems) {
  const std::optional<UciGame> known = uci_game(game);
  if (!known) {
    problems.add(place_of_key(player, "uci"),
                 fmt::format("the moves of {} have no UCI notation here; games that have: {}", game.id().name,
                             fmt::join(uci_game_names(), ", ")));
  } else if (known->variant.empty() && !params.has("variant")) {
    problems.add(player, fmt::format("variant: is missing: {} on a board of this size has no usual name; allowed: the "
                                     "engine's own name of a variant that begins from {}",
                                     game.id().name, known->start));
  }
}

void check_limits(const YamlNode& player, const Params& params, ProblemList& problems) {
  if (!params.has("movetime") && !params.has("nodes") && !params.has("depth"))
    problems.add(player,
                 "says nowhere how long the engine thinks; one of movetime (seconds), nodes and depth is needed");
  const double patience = params.real("move_timeout_seconds");
  if (params.has("movetime") && params.real("movetime") >= patience)
    problems.add(place_of_key(player, "movetime"),
                 fmt::format("{} s is not allowed; allowed: less than move_timeout_seconds, {} s",
                             params.real("movetime"), patience));
}

/// What would break a line in two or say more than one thing.
bool is_one_line(std::string_view text) { return text.find_first_of("\r\n") == std::string_view::npos; }

void check_options(const YamlNode& options, ProblemList& problems) {
  for (const YamlEntry& entry : options.entries) {
    if (entry.key.empty() || !is_one_line(entry.key))
      problems.add(entry.key_place, entry.value.path, "is no name of an option: it is empty or has several lines");
    if (lower_case(entry.key) == "uci_variant")
      problems.add(entry.key_place, entry.value.path, "is not allowed among the options; the key `variant` sets it");
    if (!entry.value.is_scalar() || !is_one_line(entry.value.text))
      problems.refuse(entry.value, "a number, a text of one line, true or false");
  }
}

}  // namespace

void check_uci_player(const YamlNode& player, const Params& params, const Game* game, ProblemList& problems) {
  if (game != nullptr) check_uci_game(player, params, *game, problems);
  check_limits(player, params, problems);
  if (params.has("variant") && !is_one_line(params.text("variant")))
    problems.add(place_of_key(player, "variant"), "a name with several lines is not allowed");
  if (const YamlNode* options = player.find("options")) check_options(*options, problems);
}

}  // namespace rootward::config
