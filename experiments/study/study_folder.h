// A study's folder as it stands: what its runs say, and what follows from that for runs and tables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "experiments/comparison/comparison.h"
#include "experiments/study/config.h"
#include "experiments/study/factorial_results.h"
#include "experiments/study/fair_tuned.h"
#include "experiments/study/members.h"
#include "experiments/study/rounds.h"
#include "experiments/study/surface.h"
#include "experiments/study/tuned_player.h"
#include "experiments/study/tuning_over.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/config/tuned_scores.h"

namespace rootward::study {

/// A table step's outcome.
struct StepTable {
  std::string text;  ///< Markdown
  std::string csv;
  bool is_void = false;  ///< a player does not equal itself: what is compared there does not count
};

/// Reads each tuning and each table once. Throws RunError (damaged files), UsageError.
class StudyFolder {
 public:
  StudyFolder(StudyConfig study, std::string folder);
  StudyFolder(const StudyFolder&) = delete;
  StudyFolder& operator=(const StudyFolder&) = delete;
  ~StudyFolder();

  [[nodiscard]] std::string path(const Member& member) const { return folder_ + "/" + member.place; }
  /// Those of a step, each with its opponents and no point yet, in the order of its members.
  [[nodiscard]] std::vector<TunedPlayer> tunings(const StudyStep& step) const;
  /// A tournament with its tuned players and those of its round; `games` as in tournament_of().
  [[nodiscard]] tournament::TournamentConfig tournament(const StudyStep& step, const Member& member,
                                                        std::uint32_t games = 0) const;
  [[nodiscard]] estimates::EstimatesConfig estimates(const StudyStep& step, const Member& member) const;
  [[nodiscard]] PlayedGeneration generation(const StudyStep& step, const Member& member) const;
  /// Before a round's first game: formulas are made and points asked for, and stored. All before it is whole. Throws
  /// tuning::OptimizerClient::StoppedWaiting where a signal came.
  void begin_round(const StudyStep& step, std::uint32_t round) const;
  /// After the last round: what a tuning recommends is stored. Throws as begin_round().
  void end_rounds(const StudyStep& step) const;
  /// What the member takes from tunings before it; `simulations` as in taken_of().
  [[nodiscard]] Taken taken(const StudyStep& step, const Member& member,
                            const std::map<std::string, std::uint64_t>& simulations = {}) const;
  /// Rounds of a step of tournaments.
  [[nodiscard]] RoundsPlayed& rounds(const StudyStep& step) const;
  /// A whole tournament's.
  [[nodiscard]] const tournament::ResultTable& table(const Member& member) const;
  /// All tuned players of a step at their points.
  [[nodiscard]] std::vector<TunedPlayer> tuned(const StudyStep& step) const;
  /// With what is known by now of lists of the best.
  [[nodiscard]] const StudyConfig& study() const { return study_; }
  /// A table step, and its files where they are to be written: STEP.csv, with a grid's JSON and figures or a
  /// surface's, or a comparison's folder STEP. Throws RunError.
  [[nodiscard]] StepTable table_of(const StudyStep& step, bool is_written = false) const;

 private:
  void know_items(const StudyStep& step) const;
  [[nodiscard]] TuningOver& tuning_over(const StudyStep& step, const Member& tuning) const;
  [[nodiscard]] TableOf table_of_member() const;
  [[nodiscard]] std::map<std::string, std::uint64_t> budgets(const StudyStep& step, const Member& member) const;
  [[nodiscard]] std::uint64_t budget_beside_control(const StudyStep& step, const StudyStep& measured,
                                                    const Member& member) const;
  [[nodiscard]] std::map<std::string, std::uint64_t> begun_budgets(const Member& member,
                                                                   const StudyStep& tunings) const;
  [[nodiscard]] double simulations_of(const Member& member, const StudyStep& step, const std::string& player) const;
  [[nodiscard]] comparison::Comparison compared(const StudyStep& step) const;
  void add_tuned_scores(const StudyStep& step, const Member& member, TunedScores& scores) const;
  [[nodiscard]] EffectsResults effects(const StudyStep& step) const;
  [[nodiscard]] std::vector<SurfaceResults> surfaces(const StudyStep& step) const;
  [[nodiscard]] SummaryResults summary(const StudyStep& step) const;
  [[nodiscard]] FairTuned make_fair_tuned(const StudyStep& step) const;
  [[nodiscard]] OperatorRow operator_row(const StudyStep& step, const std::vector<TunedPlayer>& players,
                                         const std::string& label) const;
  [[nodiscard]] const tournament::ResultTable& final_table(const std::string& final) const;
  [[nodiscard]] std::vector<std::pair<std::string, double>> players_beside(
      const StudyStep& step, const std::vector<TunedPlayer>& players) const;

  mutable StudyConfig study_;  // values of lists are filled in
  std::string folder_;
  mutable std::map<std::string, tournament::ResultTable, std::less<>> tables_{};  // by place
  mutable TunedPlayers players_;
  mutable std::map<std::string, RoundsPlayed, std::less<>> rounds_{};  // by step
  struct Over;
  mutable std::map<std::string, std::unique_ptr<Over>, std::less<>> over_;  // by a tuning's place
};

}  // namespace rootward::study
