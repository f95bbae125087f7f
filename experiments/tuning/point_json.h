// Points and search spaces as JSON: what optimizers, the command line and the journal read and write.
#pragma once

#include <string>

#include "core/json.h"
#include "experiments/tuning/config.h"

namespace rootward::tuning {

/// "params": an object from path to number or list. Numbers of integer scale are written without a point.
Json point_json(const TuningConfig& tuning, const Point& point);

/// Reads "params", lists whole or as their elements, "backup.g[0]". Throws UsageError with every problem: unknown or
/// missing paths, wrong types and lengths, numbers out of range, fractions where whole numbers are wanted. `where` is
/// put before each path.
Point read_point(const TuningConfig& tuning, const Json& params, const std::string& where = "params");

/// The parameters as optimizers get them: [{"name","low","high","scale","count"?}].
Json space_parameters(const TuningConfig& tuning);

/// The space as users and optimizers see it, schema rootward.space/1.
Json space_json(const TuningConfig& tuning);

enum class SpaceFormat { json, optuna, spearmint };

/// json: space_json(). optuna: Optuna's own JSON of distributions by name, lists element by element as
/// "path[0]". spearmint: Spearmint-lite's config.json, which knows no scales.
std::string space_text(const TuningConfig& tuning, SpaceFormat format);

}  // namespace rootward::tuning
