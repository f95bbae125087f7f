// The two files that a league names: what it needs of the finals' own, and the tuning that its folder was begun with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/league/config.h"
#include "experiments/league/entrants.h"
#include "experiments/tuning/config.h"
#include "lab/config/yaml_node.h"

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

/// Writes a tuning's file, or finds it there: what was tuned by it stays what it was. Throws UsageError that names each
/// key in which the two differ. `length`, a comment, is the first line and counts, too; "" where there is none.
void keep_tuning_file(const std::string& path, const std::string& length, const std::string& text,
                      const tuning::TuningConfig& now);

/// Keeps the tuning's file in the folder, or throws UsageError where the folder was begun with another: it holds
/// tunings of one file and one length only.
void keep_tuning(const LeagueConfig& config, const std::string& folder);

}  // namespace rootward::league
