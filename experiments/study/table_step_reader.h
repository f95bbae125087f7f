// What table steps say: which earlier steps they are about, and how.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/study/config.h"
#include "lab/config/map_reader.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// Reads values of table steps of a study whose steps so far are known; adds what is wrong.
class TableStepReader {
 public:
  TableStepReader(const StudyConfig& study, config::ProblemList& problems) : study_(study), problems_(problems) {}

  /// An earlier step of the kind; a list has one at least.
  std::string step_name(const config::YamlNode& node, StepKind kind);
  std::vector<std::string> step_names(const config::YamlNode& node, StepKind kind);

  /// The published file's content takes the place of its name in the tree, so that what is stored stands by itself.
  /// A step that runs over the list leaves none of these of its items out.
  void require_labels(const config::YamlNode& node, const StudyStep& step, const std::string& list,
                      const std::vector<std::string>& labels);

  FairTunedStep fair_tuned(const config::YamlNode& node);
  CompareStep compare(config::YamlNode& node);
  /// With the steps' members: cells about runs are about those. Further readings may be about other studies'.
  void check_runs(const CompareStep& step);
  EffectsStep effects(const config::YamlNode& node);
  SummaryStep summary(const config::YamlNode& node);
  SurfaceStep surface(const config::YamlNode& node);

 private:
  void read_finals(const config::YamlNode& node, FairTunedStep& table);
  void check_fair_tuned(const config::YamlNode& node, const FairTunedStep& table);
  [[nodiscard]] StepKind compared_kind(const std::string& name) const;
  Switch read_switch(const std::string& name, const config::YamlNode& node);
  Switch read_prediction(const std::string& name, config::MapReader& map);
  PairingNames pairing(const config::YamlNode* node);
  SideVariants side_variants(const config::YamlNode& node, const EffectsStep& step);
  SurfaceSpec surface_spec(const std::string& name, const config::YamlNode& node);
  std::vector<std::string> variant_names(const config::YamlNode* node, const std::vector<std::string>& known);

  const StudyConfig& study_;
  config::ProblemList& problems_;
};

}  // namespace rootward::study
