// Fuzz target: a study's YAML; what is accepted must resolve to YAML that reads back to the same study.
#include <optional>

#include "core/errors.h"
#include "experiments/convergence/config.h"
#include "tests/fuzz/fuzz_entry.h"

void rootward::fuzz::fuzz_one_input(std::string_view text) {
  std::optional<ConvergenceConfig> config;
  try {
    config = parse_convergence(text, "fuzz", {});
  } catch (const UsageError&) {
    return;
  }
  const std::string resolved = resolved_yaml(*config);
  const ConvergenceConfig again = parse_convergence(resolved, "fuzz", {});
  require(resolved_yaml(again) == resolved, "the resolved study reads back to itself");
  require(continuation_problem(resolved, again).empty(), "a study continues itself");
}
