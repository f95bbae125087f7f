// The keys of an estimates study's file, each declared once, in the order in which they are stored.
#pragma once

#include "experiments/config/field_table.h"
#include "experiments/estimates/config.h"

namespace rootward::estimates {

const config::FieldTable<EstimatesConfig>& estimates_fields();

/// The map `estimates` (the file's top) as `list` and the documents show it.
Described key_description();

}  // namespace rootward::estimates
