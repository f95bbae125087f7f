// Every formula that was ever tried, with its family and its games.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/discovery/config.h"
#include "experiments/discovery/grammar.h"
#include "lab/store/line_checksum.h"

namespace rootward::discovery {

struct TriedFormula {
  std::string id{};
  Formula formula{};
  std::uint32_t generation = 0;               ///< from 1
  std::vector<std::string> parents{};         ///< none: drawn anew
  std::uint32_t rungs = 0;                    ///< that it has played
  std::map<std::string, PairCounts> games{};  ///< by domain of the portfolio, from its view

  [[nodiscard]] std::uint64_t pairs() const;
  /// Mean over the domains of the Elo of its score, to which twenty drawn pairs are added, so that few games do not
  /// make a hero; 0 without games.
  [[nodiscard]] double shrunk_elo() const;
};

/// A generation as it is stored: its formulas, and what the manifest tells of their lines.
struct StoredGeneration {
  std::vector<TriedFormula> formulas;
  LineTally tally;
};

/// A generation's formulas as a line each, schema rootward.formula/1, with checksums; games are not in it.
std::string generation_text(const std::vector<TriedFormula>& formulas);
/// Never empty. Throws RunError naming the file, and its line where one is wrong.
StoredGeneration read_generation(const std::string& path);

/// The best first, ties by id; `count` at most.
std::vector<const TriedFormula*> best_of(const std::vector<TriedFormula>& formulas, std::size_t count);
/// The same, but of each structure its best alone: other constants are for the optimizer to find.
std::vector<const TriedFormula*> best_structures(const std::vector<TriedFormula>& formulas, std::size_t count);

/// The next generation: drawn anew, or changes of the best of `tried`; none of which is among `tried`. A formula that
/// `is_sound` refuses is drawn again.
std::vector<TriedFormula> next_generation(const DiscoveryConfig& config, const std::vector<TriedFormula>& tried,
                                          std::uint32_t generation, bool (*is_sound)(const Formula&));

}  // namespace rootward::discovery
