// Rounding for readers.
#include "lab/report/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace rootward {

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string percent_text(double score) { return fmt::format("{:.1f}", 100.0 * score); }

std::string percent_text(const Interval& interval) {
  return fmt::format("[{}, {}]", percent_text(std::clamp(interval.low, 0.0, 1.0)),
                     percent_text(std::clamp(interval.high, 0.0, 1.0)));
}

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  const double rounded = std::round(elo);
  return rounded == 0 ? "0" : fmt::format("{:+.0f}", rounded);
}

std::string elo_text(const Interval& interval) {
  return fmt::format("[{}, {}]", elo_text(interval.low), elo_text(interval.high));
}

std::string p_text(double p) { return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p); }

std::string probability_text(double p) {
  if (p < 0.001) return "<0.001";
  if (p > 0.999) return ">0.999";
  return fmt::format("{:.3f}", p);
}

std::string counts_text(const GameCounts& counts) {
  return fmt::format("{}-{}-{}", counts.wins, counts.draws, counts.losses);
}

std::string counts_text(const PairCounts& counts) { return fmt::format("{}", fmt::join(counts, "-")); }

std::string score_text(const GameCounts& counts) {
  return counts.games() == 0 ? "-" : percent_text(game_statistics(counts).score);
}

}  // namespace rootward
