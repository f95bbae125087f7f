// What a reader must know to judge an estimates study's numbers, in words.
#pragma once

#include <string>
#include <vector>

#include "experiments/estimates/folder.h"
#include "lab/report/facts.h"

namespace rootward::estimates {

/// Question, what was searched and against which truth, how hard the games are, provenance.
std::vector<Fact> estimates_facts(const StoredEstimates& study);
/// What the study's columns mean.
std::vector<std::string> estimates_legend(const StoredEstimates& study);

}  // namespace rootward::estimates
