// What a cluster plays into a folder: DIR/cluster/plan.json, made once and read by every task.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "lab/config/yaml_node.h"
#include "lab/store/manifest.h"

namespace rootward::cluster {

/// rootward.plan/1.
struct Plan {
  std::string kind{};       ///< as in the manifest: "tournament" or "estimates"
  std::string name{};       ///< of the configuration
  std::uint32_t tasks = 1;  ///< the work is cut into so many
  std::string config_hash{};
  std::string program{};     ///< from the folder: "cluster/bin/REVISION/rootward"
  InputFiles inputs{};       ///< books and networks, with the networks' ways of computing
  std::string signature{};   ///< of the program's searches where the plan was made
  std::uint64_t stored = 0;  ///< games (searches) stored then
  std::string made{};        ///< UTC, ISO 8601
  friend bool operator==(const Plan&, const Plan&) = default;
};

std::string plan_path(const std::string& folder);
/// DIR/cluster/config.yaml: resolved, with everything that the command line changed.
std::string planned_config_path(const std::string& folder);
/// Nothing where the folder has none. Throws RunError where it cannot be read.
std::optional<Plan> read_plan(const std::string& folder);
void write_plan(const std::string& folder, const Plan& plan);

/// The ways that a plan names, whatever the machine has on which it is made: f32-fma in place of f32-plain, unless the
/// configuration asks for f32-plain somewhere.
InputFiles planned_inputs(InputFiles inputs, const config::YamlNode& configuration);

/// What a task of the folder asks of its machine before its first game: returns `signature`. Throws UnfitError where
/// the plan has another one, and UsageError where it was made for another revision of the program; folders without a
/// plan ask nothing.
std::string check_signature(const std::string& folder, std::string signature);

/// The revision of the program that the plan has placed.
std::string planned_revision(const Plan& plan);
/// Before a folder is joined: throws UsageError naming an attempt that another revision than the plan's has played, or
/// a machine of another signature. A folder without a plan asks nothing.
void check_planned_attempts(const std::string& folder);

}  // namespace rootward::cluster
