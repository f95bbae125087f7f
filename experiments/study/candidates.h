// Whoever was tried in a step's rounds, with family and games: who is best, and which formulas are made next.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/statistics/match_score.h"
#include "experiments/study/config.h"
#include "experiments/study/grammar.h"
#include "lab/store/line_checksum.h"

namespace rootward::study {

struct Candidate {
  std::string id{};                           ///< of a formula formula_id(), else the player's name
  Formula formula{};                          ///< where the grammar made it
  std::uint32_t generation = 1;               ///< from 1
  std::vector<std::string> parents{};         ///< none: drawn anew
  std::uint32_t rounds = 0;                   ///< that it has played
  std::map<std::string, PairCounts> games{};  ///< by member of a round, from its view

  [[nodiscard]] std::uint64_t pairs() const;
  /// Mean over the members of the Elo of its score, to which twenty drawn pairs are added, so that few games do not
  /// make a hero; 0 without games.
  [[nodiscard]] double shrunk_elo() const;
};

/// A generation as it is stored: its formulas, and what the manifest tells of their lines.
struct StoredGeneration {
  std::vector<Candidate> formulas;
  LineTally tally;
};

/// A generation's formulas as a line each, schema rootward.formula/1, with checksums; games are not in it.
std::string generation_text(const std::vector<Candidate>& formulas);
/// Never empty. Throws RunError naming the file, and its line where one is wrong.
StoredGeneration read_generation(const std::string& path);

/// Whether the first did better; ties by id.
bool is_better(const Candidate& a, const Candidate& b);
/// The best first, of those with games; `count` at most.
std::vector<const Candidate*> best_of(const std::vector<Candidate>& tried, std::size_t count);
/// The same, but of each structure its best first, since other constants are for a tuning to find; where there are
/// fewer structures than `count` the others follow.
std::vector<const Candidate*> best_structures(const std::vector<Candidate>& formulas, std::size_t count);

/// The next generation: drawn anew, or changes of the best of `tried`; none of which is among `tried`. A formula that
/// `is_sound` refuses is drawn again.
std::vector<Candidate> next_generation(const FormulaSearch& search, std::uint64_t seed,
                                       const std::vector<Candidate>& tried, std::uint32_t generation,
                                       bool (*is_sound)(const Formula&));

}  // namespace rootward::study
