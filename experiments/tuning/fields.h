// The keys of a tuning's file, each declared once, in the order in which they are stored.
#pragma once

#include "experiments/tuning/config.h"
#include "lab/config/field_table.h"

namespace rootward::tuning {

const config::FieldTable<TuningConfig>& tuning_fields();
/// Of a parameter below `parameters:`; limits and scale default to the parameter's own tuning box.
const config::FieldTable<TunedParameter>& limit_fields();
/// Of an opponent below `opponents:`, beside the player's own keys.
const config::FieldTable<TuningOpponent>& opponent_fields();

/// The map `tuning` (the file's top, with its parameters' and opponents' keys) as `list` and the documents show it.
Described key_description();

}  // namespace rootward::tuning
