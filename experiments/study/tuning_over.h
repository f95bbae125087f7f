// A tuning whose evaluations are tournaments in every item of a list: the optimizer is asked, and told the mean score.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "experiments/study/members.h"
#include "experiments/study/rounds.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tuning/optimizer_client.h"

namespace rootward::study {

class TuningOver {
 public:
  /// `tuning`: one of the step's, `player`: what it tunes, `folder`: the tuning's own. All but strings outlive it.
  TuningOver(const StudyConfig& study, const StudyStep& step, const Member& tuning, const TunedPlayer& player,
             std::string folder, TableOf table_of);

  /// Asks for the round's point and stores it, unless that is there; every round before it is whole. Throws
  /// OptimizerClient::StoppedWaiting where a signal came.
  void begin(std::uint32_t round);
  /// Keeps what is recommended after the last round as keep_tuning() does, unless that is there. Throws as begin().
  void end();

  /// The round's tournament in the member's item, of which `player` is the tuning.
  [[nodiscard]] tournament::TournamentConfig tournament(const Member& member, const TunedPlayer& player) const;

 private:
  [[nodiscard]] std::string point_path(std::uint32_t round) const;
  [[nodiscard]] tuning::Point point(std::uint32_t round) const;
  void tell_before(std::uint32_t round);
  [[nodiscard]] tuning::EvaluationResult evaluation(std::uint32_t round) const;

  const StudyConfig& study_;
  const StudyStep& step_;
  const Member& tuning_;
  const TunedPlayer& player_;
  std::string folder_;
  TableOf table_of_;
  std::unique_ptr<tuning::OptimizerClient> optimizer_;
  std::uint32_t told_ = 0;  // rounds of which it knows
  std::uint32_t asked_ = 0;
};

}  // namespace rootward::study
