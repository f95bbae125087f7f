// Fuzz target: a tournament's YAML; what is accepted must resolve to YAML that reads back to the same configuration.
#include <optional>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<tournament::TournamentConfig> config;
  try {
    config = tournament::parse_tournament(text, "fuzz", {});
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*config);
  const tournament::TournamentConfig again = tournament::parse_tournament(resolved, "fuzz", {});
  require(resolved_yaml(again) == resolved, "the resolved configuration reads back to itself");
  require(config_hash(again) == config_hash(*config), "the same configuration has the same hash");
}
