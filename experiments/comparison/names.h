// What cells, places, numbers and results are called.
#pragma once

#include <string>
#include <string_view>

#include "experiments/comparison/comparison.h"

namespace rootward::comparison {

/// "9x9" of a board's size; a run's name.
std::string place_name(const Published& published, const std::string& place);
/// A listed player's title, else its name.
std::string title_of(const Published& published, std::string_view name);
/// "not shown" where the paper's class is open.
std::string published_class_name(ResultClass result);
/// The published number with its 95 %: "65.4 ± 2.9 %", "+43 ± 11 Elo", "100.0 [92.9, 100.0] %", "0.144"; "+", or the
/// words, of a sign.
std::string published_text(const PublishedCell& cell);
/// Ours beside it: "61.0 %", "0.927"; "0.16 to 0.18" of a threshold.
std::string our_text(const CellRow& row);
std::string our_interval_text(const CellRow& row);  ///< "-" of a threshold
/// "even", "suspect: outside its 99 % interval", "broken: ..".
std::string again_text(const AgainRow& row);
/// "of 28 cells 12 were played: 3 agree, 1 disagrees, 8 are undecided".
std::string place_summary(const Comparison& comparison, const std::string& place);
/// With a sign, but for what rounds to 0.
std::string signed_text(double value, int decimals);

}  // namespace rootward::comparison
