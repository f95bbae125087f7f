// What a study's file says of numbers of games, rounds, formulas, and values that follow from earlier steps.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/study/config.h"
#include "lab/config/map_reader.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::study {

/// `games`: a number, or a map. What is wrong is added.
MemberGames read_games(const config::YamlNode& node, bool has_control, config::ProblemList& problems);
/// `margin`, in Elo; nothing where there is none. What is wrong is added.
std::optional<double> read_margin(config::MapReader& map, config::ProblemList& problems);
/// `rounds` and `formulas` of a tournament's step. What is wrong is added.
void read_rounds(config::MapReader& map, StudyStep& step, config::ProblemList& problems);

/// Lists of whose items the step's runs are made: it runs over them, or their items play in them.
std::vector<std::string> lists_of(const StudyStep& step);

/// Whether a list's value is {best_of: STEP, count}: not a map from labels to values.
bool is_best_of(const config::YamlNode& node);
/// Its items have labels and no values yet. What is wrong is added.
StudyList read_best_of(const std::string& name, const config::YamlNode& node, config::ProblemList& problems);
/// Adds what is wrong with the lists of the best of which a step is made: it stands behind the step that finds them.
void check_best_of(const StudyConfig& study, const StudyStep& step, const config::YamlNode& node,
                   config::ProblemList& problems);
/// The same of a whole study, whose lists may stand unused.
void check_best_of_all(const StudyConfig& study, const config::YamlNode& root, config::ProblemList& problems);

/// What {mean_of: STEP, value: PATH} asks for; nothing where the node is something else.
std::optional<TunedMean> mean_in(const config::YamlNode& node);
/// All of a step's configuration. What is wrong is added.
std::vector<TunedMean> read_means(const StudyConfig& study, const config::YamlNode& node,
                                  config::ProblemList& problems);

}  // namespace rootward::study
