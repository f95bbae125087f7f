// What `plan` was asked, and its page: what it would take, what the planned games can show, and what they cost.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/report/power.h"

namespace CLI {
class App;
}

namespace rootward {

struct PlanOptions {
  PowerRequest request{};
  std::optional<double> deviation{};           ///< of a pair's mean score
  std::optional<std::uint64_t> comparisons{};  ///< that Holm corrects together
  std::optional<double> seconds{};             ///< of CPU time, a thread, for games that are played now; 0: none are
};
void add_plan_options(CLI::App& command);
PlanOptions given_plan(const CLI::App& command);
/// Where --bench does not say how long.
inline constexpr double kBenchSeconds = 10;

/// With what was given in place of what was measured. `head`: what would be played, in lines; JSON goes without.
std::string planned_page(const CLI::App& command, const std::string& head, PowerPlan plan);

}  // namespace rootward
