// Fuzz target: an estimates study's YAML; what is accepted must resolve to YAML that reads back to the same study.
#include <optional>

#include "core/errors.h"
#include "experiments/estimates/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<estimates::EstimatesConfig> config;
  try {
    config = estimates::parse_estimates(text, "fuzz", {});
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*config);
  const estimates::EstimatesConfig again = estimates::parse_estimates(resolved, "fuzz", {});
  require(resolved_yaml(again) == resolved, "the resolved study reads back to itself");
  require(estimates::continuation_problem(*config, again).empty(), "a study continues itself");
}
