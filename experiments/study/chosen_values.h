// A value that an earlier tournament chose: `{best_of: {players: PREFIX*, in: STEP, value: PATH}}`, or one on a
// surface's peak: `{peak_of: {in: STEP, surface: NAME, value: PATH}}`.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "experiments/study/config.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// The table of a tournament that has been played; of one to come its pairings, without games.
using TableOf = std::function<const tournament::ResultTable&(const Member&)>;
/// A member's configuration with its items in place.
using ConfigurationOf = std::function<config::YamlNode(const StudyStep&, const Member&)>;

/// One that was chosen.
struct Chosen {
  std::string player;
  std::string value;          ///< as written
  bool is_at_an_end = false;  ///< the largest or the smallest of several numbers, so that more beyond it may be better
  friend bool operator==(const Chosen&, const Chosen&) = default;
};

/// What a member's configuration takes from earlier tournaments, one of each step that is named. A player's score is
/// that against the one of these players whom the others met, who has one half itself, or else against the one other
/// player whom all met; of equal ones the first counts. Without games the first player stands in for the best, to check
/// what is not played yet; that all have met one is checked where there are tables.
class ChosenValues {
 public:
  ChosenValues(const StudyConfig& study, const StudyStep& step, const Member& member, ConfigurationOf configuration_of)
      : study_(study), step_(step), member_(member), configuration_of_(std::move(configuration_of)) {}

  /// Puts the values in place of what asks for them. Throws UsageError, and RunError where games are missing.
  void put(config::YamlNode& node, const TableOf& table_of);
  [[nodiscard]] const std::vector<Chosen>& chosen() const { return chosen_; }
  [[nodiscard]] const std::vector<std::string>& steps() const { return steps_; }  ///< that were asked

 private:
  config::YamlNode best(const config::YamlNode& asked, const TableOf& table_of);
  config::YamlNode peak(const config::YamlNode& asked, const TableOf& table_of);
  const SurfaceSpec* surface_of(const StudyStep& step, const config::YamlNode& asked, const config::YamlNode* named);
  config::YamlNode on_surface(const StudyStep& step, const SurfaceSpec& surface, std::size_t axis,
                              const config::YamlNode& asked, const TableOf& table_of);
  /// The tournament of an earlier step that belongs to this member; null after adding what is wrong.
  const Member* only_member(const StudyStep& played, const config::YamlNode& asked);
  void add_chosen(Chosen chosen);
  std::vector<const StudyStep*> earlier_steps(const config::YamlNode& node);

  const StudyConfig& study_;
  const StudyStep& step_;
  const Member& member_;
  ConfigurationOf configuration_of_;
  std::vector<Chosen> chosen_;
  std::vector<std::string> steps_;
  config::ProblemList problems_;
};

}  // namespace rootward::study
