// What cells, boards and results are called, and the JSON.
#pragma once

#include <string>
#include <string_view>

#include "experiments/comparison/comparison.h"

namespace rootward::comparison {

/// "9x9".
std::string board_name(int board);
/// A player's title: a variant's with its own name behind it.
std::string title_of(const Published& published, std::string_view name);
/// "not shown" where the paper's class is open.
std::string published_class_name(ResultClass result);
/// "even", "suspect: outside its 99 % interval", "broken: ..".
std::string again_text(const AgainRow& row);
/// "of 28 cells 12 were played: 3 agree, 1 disagrees, 8 are undecided".
std::string board_summary(const Comparison& comparison, int board);

}  // namespace rootward::comparison
