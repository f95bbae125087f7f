// Fuzz target: a tuning's YAML; what is accepted must resolve to YAML that reads back to the same tuning.
#include <optional>

#include "core/errors.h"
#include "experiments/tuning/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<tuning::TuningConfig> tuning;
  try {
    tuning = tuning::parse_tuning(text, "fuzz");
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*tuning);
  const tuning::TuningConfig again = tuning::parse_tuning(resolved, "fuzz");
  require(resolved_yaml(again) == resolved, "the resolved tuning reads back to itself");
  require(config_hash(again) == config_hash(*tuning), "the same tuning has the same hash");
}
