// Which results of a board are corrected together: one reading of the paper at a time.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/statistics/agreement.h"
#include "experiments/comparison/published.h"

namespace rootward::comparison {

/// Where a result of ours stands.
struct Reading {
  std::size_t published = 0;  ///< beside which published number, by any numbering
  std::size_t variant = 0;    ///< as which reading of it: 0 the published player itself, k its k-th variant
};

/// A method's number among the variants of its published player on this board, from 1; 0: it is none.
std::size_t variant_number(const Published& published, const std::string& method, int board);

/// How many results are corrected together with each, itself counted. A published player's are so with those of the
/// published players alone: what else was played changes no verdict on the paper. A k-th variant's are so on the board
/// as it reads the paper, where all k-th variants stand in their published players' place.
std::vector<std::size_t> family_sizes(std::span<const Reading> readings);

/// The answers' verdicts, corrected so.
std::vector<AgreementVerdict> judge_families(std::span<const Reading> readings, std::span<const AnsweredTwice> answers);

}  // namespace rootward::comparison
