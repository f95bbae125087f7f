// Fuzz target: a study's YAML; what is accepted must resolve to YAML that reads back to the same study.
#include <optional>

#include "core/errors.h"
#include "experiments/tuning/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<tuning::TuningConfig> study;
  try {
    study = tuning::parse_tuning(text, "fuzz");
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*study);
  const tuning::TuningConfig again = tuning::parse_tuning(resolved, "fuzz");
  require(resolved_yaml(again) == resolved, "the resolved study reads back to itself");
  require(config_hash(again) == config_hash(*study), "the same study has the same hash");
}
