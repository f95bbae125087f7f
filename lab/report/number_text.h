// Numbers as tables show them: rounded to what they are worth, never hiding infinity.
#pragma once

#include <cstdint>
#include <string>

#include "core/statistics/match_score.h"

namespace rootward {

/// "1,234,567".
std::string grouped(std::uint64_t number);
/// A score in percent with one decimal: "57.5".
std::string percent_text(double score);
/// "[52.6, 62.2]", in percent, cut to [0, 100].
std::string percent_text(const Interval& interval);
/// "+53", "-8", "+inf".
std::string elo_text(double elo);
/// "[+18, +87]".
std::string elo_text(const Interval& interval);
/// Four decimals; "<0.0001" below.
std::string p_text(double p);
/// Probability with three decimals; never rounded to 0 or 1: "<0.001", ">0.999".
std::string probability_text(double p);
/// "136-111-96".
std::string counts_text(const GameCounts& counts);
/// "12-20-100-38-30".
std::string counts_text(const PairCounts& counts);
/// A score of some games in percent, "-" without games.
std::string score_text(const GameCounts& counts);

}  // namespace rootward
