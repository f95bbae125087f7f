// The parts of a discovery's file as tables of fields: what they are read with, and written with.
#pragma once

#include "experiments/discovery/config.h"
#include "lab/config/field_table.h"

namespace rootward::discovery {

const config::FieldTable<DiscoveryControl>& control_part_fields();
/// But for `rungs`.
const config::FieldTable<DiscoverySearch>& search_part_fields();
const config::FieldTable<DiscoveryTuning>& tuning_part_fields();
const config::FieldTable<DiscoveryConfirmation>& confirmation_part_fields();

}  // namespace rootward::discovery
