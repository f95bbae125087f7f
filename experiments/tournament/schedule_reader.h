// The `schedule:` and `stop:` maps.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/tournament/config.h"
#include "lab/config/field_table.h"
#include "lab/config/problem_list.h"
#include "lab/config/yaml_node.h"

namespace rootward::tournament {

/// The keys of `schedule:`, of `stop.sprt:` and at the top of a tournament's file, in the order in which they are
/// stored.
const config::FieldTable<Schedule>& schedule_fields();
const config::FieldTable<SprtSettings>& sprt_fields();
const config::FieldTable<TournamentConfig>& tournament_fields();

/// The maps `tournament` (the file's top), `schedule` and `stop` as `list` and the documents show them.
std::vector<Described> key_descriptions();

/// A schedule's list `budgets`; nothing where it is none.
std::optional<std::vector<std::uint64_t>> budgets_of(const config::YamlNode& list);
/// The map of players with each of them once a budget, as NAME-N.
config::YamlNode with_budgets(const config::YamlNode& players, const std::vector<std::uint64_t>& budgets,
                              config::ProblemList& problems);

/// Everything of a schedule by itself; whether the reference exists is for the caller to check.
Schedule read_schedule(const config::YamlNode& node, config::ProblemList& problems);
std::optional<SprtSettings> read_stop(const config::YamlNode& node, config::ProblemList& problems);

/// The `scoring:` value; `has_points`: whether an external engine plays a game that counts points, where alone there is
/// a choice. A null pointer means the default.
Scoring read_scoring(const config::YamlNode* node, bool has_points, config::ProblemList& problems);
/// "tromp_taylor", "referee", "players".
std::string_view scoring_name(Scoring scoring);

}  // namespace rootward::tournament
