// The two files that a league names: what it needs of the finals' own, and the tuning that its folder was begun with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/yaml_node.h"
#include "experiments/league/config.h"
#include "experiments/league/entrants.h"

namespace rootward::league {

/// What a league needs of its finals' file beyond a tournament. Throws UsageError where the file cannot be read.
class FinalsFile {
 public:
  explicit FinalsFile(const std::string& file);

  /// The budget that all players have unless they have another. Throws UsageError where there is none.
  [[nodiscard]] std::uint64_t simulations() const;
  /// Throws UsageError where a player of the file's own has a tuned player's name.
  void refuse(const std::vector<Entrant>& entrants) const;

 private:
  [[noreturn]] void fail(const config::Place& place, const std::string& path, const std::string& message) const;

  std::string file_;
  config::YamlNode root_;
};

/// Keeps the tuning's file in the folder, or throws UsageError where the folder was begun with another: it holds
/// tunings of one file and one length only.
void keep_tuning(const LeagueConfig& config, const std::string& folder);

}  // namespace rootward::league
