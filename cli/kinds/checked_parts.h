// What `check` says of parts that several kinds of files have.
#pragma once

#include <string>
#include <vector>

#include "backup/registry.h"
#include "core/json.h"
#include "lab/arena/openings.h"
#include "lab/config/yaml_node.h"
#include "lab/play/player.h"

namespace CLI {
class App;
}

namespace rootward {

inline constexpr int kRehearsedPlies = 10;

/// The command's CONFIG.
std::string given_file(const CLI::App& command);

/// A resolved value as JSON: a scalar is what it reads as.
Json json_of_node(const config::YamlNode& node);

/// A line each.
std::string rehearsed_text(const std::vector<std::string>& engines);
/// A line.
std::string openings_text(Openings& openings);

/// Notes what is odd about an operator, or about a searching player's.
void warn_of(const std::string& player, const NamedParams& backup, const OperatorContext& context);
void warn_of(const PlayerSpec& player, const Game& game);

}  // namespace rootward
