// Which results of a place are corrected together: one reading of the paper at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/agreement.h"

namespace rootward::comparison {

/// Where a result of ours stands.
struct Standing {
  std::size_t published = 0;  ///< beside which published number, by any numbering
  std::string label;          ///< of the reading of it; "" = the cell itself
};

/// How many results are corrected together with each, itself counted. Those of the cells themselves are so among
/// themselves: what else was played changes no verdict on the paper. Those of a reading are so with all of its label,
/// which stand in their cells' place, and with the cells that have none.
std::vector<std::size_t> family_sizes(std::span<const Standing> results);

/// The answers' verdicts, corrected so.
std::vector<AgreementVerdict> judge_families(std::span<const Standing> results, std::span<const AnsweredTwice> answers);

}  // namespace rootward::comparison
