// A table step over players that differ in one or two numbers: their scores against one reference, and the best of a
// quadratic surface through them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/statistics/response_surface.h"
#include "experiments/study/chosen_values.h"
#include "experiments/study/config.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// One setting, as its games have it.
struct SurfacePlayer {
  std::string name;
  std::vector<double> numbers{};  ///< on the axes, as written
  double score = 0.5;             ///< against the reference
  Interval ci95{};
  std::uint64_t games = 0;
  bool is_reference = false;  ///< even by construction, with the mean error of the others
};

struct SurfaceResults {
  const SurfaceSpec* surface = nullptr;
  std::string name;       ///< "softmax", "softmax in connect4"
  std::string reference;  ///< whom all have met
  std::vector<SurfacePlayer> players{};
  std::optional<ResponseSurface> fit{};  ///< on the axes' own scales; nothing where the players do not fix it
  std::optional<SurfacePeak> peak{};

  /// Of a fitted place, as written in a configuration.
  [[nodiscard]] double number(std::size_t axis, double at) const;
  /// A written number's place.
  [[nodiscard]] double place(std::size_t axis, double number) const;
};

/// What stands at a dotted path, "backup.g.0"; null where nothing does.
const config::YamlNode* value_at(const config::YamlNode& node, std::string_view path);
/// To three digits, as configurations have a peak: 0.74.
double rounded_number(double number);

/// The surface over one tournament's players. Without a table nothing has been played yet, and nothing is fitted.
/// Throws UsageError where no player fits, or where one has no such number.
SurfaceResults read_surface(const SurfaceSpec& surface, const config::YamlNode& configuration,
                            const tournament::ResultTable* table);
/// All surfaces of the step, over each of its tournaments.
std::vector<SurfaceResults> read_surfaces(const StudyConfig& study, const StudyStep& step, const TableOf& table_of,
                                          const ConfigurationOf& configuration_of);

std::string surfaces_markdown(const std::string& name, const std::vector<SurfaceResults>& surfaces);
std::string surfaces_csv(const std::vector<SurfaceResults>& surfaces);
/// Writes STEP.csv; plots/STEP.svg, the best fitted score by the first axis; and plots/STEP-SURFACE.svg, a heat map of
/// a surface of two axes, into the folder.
void write_surface_files(const std::string& name, const std::vector<SurfaceResults>& surfaces,
                         const std::string& folder, const std::string& step);

}  // namespace rootward::study
