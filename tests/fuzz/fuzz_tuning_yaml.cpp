// Fuzz target: a study's YAML; what is accepted must resolve to YAML that reads back to the same study.
#include <optional>

#include "core/errors.h"
#include "experiments/study/study.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<StudyConfig> study;
  try {
    study = parse_study(text, "fuzz");
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*study);
  const StudyConfig again = parse_study(resolved, "fuzz");
  require(resolved_yaml(again) == resolved, "the resolved study reads back to itself");
  require(config_hash(again) == config_hash(*study), "the same study has the same hash");
}
