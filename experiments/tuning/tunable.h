// Which parameters a player has that could be tuned, by path.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "experiments/config/yaml_node.h"
#include "experiments/play/player.h"

namespace rootward::tuning {

/// A number, or a list of numbers, of a player.
struct Tunable {
  std::string path;
  ParamValue value{};                   ///< what it is set to; absent for an optional one that is not given
  std::optional<ParamSpec> declared{};  ///< its declaration, where a registry holds it
};

/// All of them, in the order of the resolved configuration.
std::vector<Tunable> tunables_of(const PlayerSpec& player);

}  // namespace rootward::tuning
