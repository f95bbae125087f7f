// The keys of a training run's file, each declared once, in the order in which they are stored.
#pragma once

#include "experiments/selfplay/config.h"
#include "lab/config/field_table.h"

namespace rootward::selfplay {

const config::FieldTable<TrainingConfig>& training_fields();
const config::FieldTable<Companion>& companion_fields();
const config::FieldTable<Phase>& phase_fields();

/// The map `training` (the file's top) as `list` and the documents show it.
Described key_description();

}  // namespace rootward::selfplay
