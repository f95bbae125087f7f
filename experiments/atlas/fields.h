// The parts of an atlas's file as tables of fields: what they are read with, and written with.
#pragma once

#include "experiments/atlas/config.h"
#include "lab/config/field_table.h"

namespace rootward::atlas {

/// But for `at`.
const config::FieldTable<AtlasTuning>& tuning_part_fields();
const config::FieldTable<AtlasFinals>& finals_part_fields();

}  // namespace rootward::atlas
