// What a reader must know to judge a study's numbers, in words.
#pragma once

#include <string>
#include <vector>

#include "experiments/convergence/folder.h"
#include "experiments/table/facts.h"

namespace rootward {

/// Question, what was searched and against which truth, how hard the games are, provenance.
std::vector<Fact> study_facts(const StoredStudy& study);
/// What the columns mean.
std::vector<std::string> study_legend();

}  // namespace rootward
