// The keys of an estimates study's file, each declared once, in the order in which they are stored.
#pragma once

#include "experiments/estimates/config.h"
#include "lab/config/field_table.h"

namespace rootward::estimates {

const config::FieldTable<EstimatesConfig>& estimates_fields();

/// The map `estimates` (the file's top) as `list` and the documents show it.
Described key_description();

}  // namespace rootward::estimates
