// A step's rounds as far as they are played: who was tried, who goes on, and what a grammar makes next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/study/candidates.h"
#include "experiments/study/members.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/store/line_checksum.h"

namespace rootward::study {

/// A player's complete pairs against everybody in a tournament, from its view.
PairCounts pairs_of(const tournament::ResultTable& table, const std::string& player);

class RoundsPlayed {
 public:
  /// `listed`: who plays where no grammar makes formulas. `folder`: the study's. All but strings outlive it.
  RoundsPlayed(const StudyConfig& study, const StudyStep& step, std::string folder, TableOf table_of,
               std::vector<config::YamlEntry> listed);

  /// Who plays a round, the best first; every round before it is whole. `may_draw`: a generation that is not stored yet
  /// is made, and stored before its first game; else it throws RunError.
  const std::vector<std::size_t>& living(std::uint32_t round, bool may_draw = false);
  /// Everybody so far, with the games of the rounds that were asked for.
  [[nodiscard]] const std::vector<Candidate>& tried() const { return tried_; }
  /// The best so far as players, after the last round; as many as there are.
  std::vector<config::YamlEntry> best(std::size_t count);
  /// Those of the configuration who play no more.
  std::set<std::string> left_out(std::uint32_t round);
  /// A round's formulas as players.
  std::vector<config::YamlEntry> formulas(std::uint32_t round);

 private:
  void enter(std::uint32_t round, bool may_draw);
  void leave(std::uint32_t round);
  [[nodiscard]] std::vector<Candidate> generation(std::uint32_t number, bool may_draw) const;

  const StudyConfig& study_;
  const StudyStep& step_;
  std::string folder_;
  TableOf table_of_;
  std::vector<config::YamlEntry> listed_;
  std::vector<Candidate> tried_;
  std::map<std::uint32_t, std::vector<std::size_t>> living_;  // by round, as indices of tried_
  std::uint32_t left_ = 0;                                    // rounds whose games are counted
};

/// The file of a generation from 1 on, from the study's folder.
std::string generation_file(const StudyStep& step, std::uint32_t number);

}  // namespace rootward::study
