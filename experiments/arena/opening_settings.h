// Where the openings of paired games come from, as configured.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "experiments/config/field_table.h"
#include "experiments/config/problem_list.h"
#include "experiments/config/yaml_node.h"

namespace rootward {

struct OpeningSettings {
  int random_plies = 0;                            ///< random legal moves (no passes) before the players take over
  std::optional<std::array<double, 2>> balance{};  ///< first seat's expected score must lie in [lo, hi], both in [0, 1]
  std::string book{};  ///< a list of openings, one a line, an SGF file or a folder of them; excludes random_plies
  int plies = 0;       ///< only so many moves of each opening of the book; 0 = all
  std::string path = "schedule.opening";  ///< of these settings in their file, for errors
  friend bool operator==(const OpeningSettings&, const OpeningSettings&) = default;
};

namespace config {

/// The keys of `opening:`, in the order in which they are stored.
const FieldTable<OpeningSettings>& opening_fields();

/// The `opening:` map.
OpeningSettings read_opening(const YamlNode& node, ProblemList& problems);
YamlNode resolved_opening(const OpeningSettings& opening);

}  // namespace config
}  // namespace rootward
