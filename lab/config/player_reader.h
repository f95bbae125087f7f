// One player's map: `{backup, search}`, `{player: KIND, ..}`, `{preset: NAME, ..}` `{gtp: "command", ..}` or
// `{uci: "command", ..}`.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/config/defaults_merge.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"
#include "lab/play/game.h"
#include "lab/play/player.h"

namespace rootward::config {

/// Reads players one after another against one game and one map of defaults.
class PlayerReader {
 public:
  /// `game` may be null where it could not be read; operators are then checked by themselves only. `merger` must
  /// outlive this.
  PlayerReader(const Game* game, DefaultsMerger& merger, ProblemList& problems)
      : game_(game), merger_(merger), problems_(problems) {}

  /// nullopt where the player's kind is unknown; what is wrong is added. The operator's parameters that depend on game
  /// and budget (Coulom's scale, the span of weights) are resolved to numbers.
  std::optional<PlayerSpec> read(const std::string& name, const YamlNode& node);

 private:
  std::optional<PlayerSpec> read_searching(const std::string& name, const YamlNode& node);
  std::optional<PlayerSpec> read_other(const std::string& name, const YamlNode& node, const YamlNode& kind);
  /// Adds what this game says against an evaluator that stands under `key` of `map`.
  void check_evaluator(const NamedParams& evaluator, const YamlNode& map, std::string_view key);
  void check_variances(const SearchSettings& settings, const YamlNode& search);
  void check_uncertainty(const SearchSettings& settings, const YamlNode& search);
  std::optional<PlayerSpec> read_preset(const std::string& name, const YamlNode& node, const YamlNode& preset);
  std::optional<PlayerSpec> read_engine(const std::string& name, const YamlNode& node, const Described& kind);
  std::vector<EnvironmentVariable> read_environment(const YamlNode& node);
  NamedParams read_backup(const YamlNode* node, const YamlNode& player, const SearchSettings& settings);

  const Game* game_;
  DefaultsMerger& merger_;
  ProblemList& problems_;
};

/// Names that no player may have: words that tables and records use.
bool is_reserved_name(std::string_view name);
/// Adds what is wrong with a player's name: characters, length, reserved words.
void check_player_name(const YamlEntry& entry, ProblemList& problems);

}  // namespace rootward::config
