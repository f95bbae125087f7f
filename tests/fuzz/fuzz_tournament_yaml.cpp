// Fuzz target: a tournament's YAML; what is accepted must resolve to YAML that reads back to the same configuration.
#include <optional>

#include "core/errors.h"
#include "experiments/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<TournamentConfig> config;
  try {
    config = parse_tournament(text, "fuzz", {});
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*config);
  const TournamentConfig again = parse_tournament(resolved, "fuzz", {});
  require(resolved_yaml(again) == resolved, "the resolved configuration reads back to itself");
  require(config_hash(again) == config_hash(*config), "the same configuration has the same hash");
}
