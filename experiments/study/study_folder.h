// A study's folder as it stands: what its runs say, and what follows from that for runs and tables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/study/config.h"
#include "experiments/study/fair_tuned.h"
#include "experiments/study/members.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/table/result_table.h"

namespace rootward::study {

/// Reads each tuning and each table once. Throws RunError (damaged files), UsageError.
class StudyFolder {
 public:
  StudyFolder(const StudyConfig& study, std::string folder);

  [[nodiscard]] std::string path(const Member& member) const { return folder_ + "/" + member.place; }
  /// Those of a step, each with its opponents and no point yet, in the order of its members.
  [[nodiscard]] std::vector<TunedPlayer> tunings(const StudyStep& step) const;
  /// A member with its tuned players; `games` as in tournament_of().
  [[nodiscard]] tournament::TournamentConfig tournament(const StudyStep& step, const Member& member,
                                                        std::uint32_t games = 0) const;
  /// A table step's text and CSV, as files hold them.
  [[nodiscard]] std::pair<std::string, std::string> table_of(const StudyStep& step) const;

 private:
  [[nodiscard]] std::vector<TunedPlayer> tuned(const StudyStep& step) const;
  [[nodiscard]] const tournament::ResultTable& table(const Member& member) const;
  [[nodiscard]] std::vector<config::YamlEntry> joining(const StudyStep& step, const Member& member,
                                                       const std::map<std::string, std::uint64_t>& simulations) const;
  [[nodiscard]] std::map<std::string, std::uint64_t> budgets(const StudyStep& step, const Member& member) const;
  [[nodiscard]] std::uint64_t budget_beside_control(const StudyStep& step, const StudyStep& measured,
                                                    const Member& member) const;
  [[nodiscard]] double simulations_of(const Member& member, const StudyStep& step, const std::string& player) const;
  [[nodiscard]] FairTuned make_fair_tuned(const StudyStep& step) const;
  [[nodiscard]] OperatorRow operator_row(const StudyStep& step, const std::vector<TunedPlayer>& players,
                                         const std::string& label) const;
  [[nodiscard]] const tournament::ResultTable& final_table(const std::string& final) const;
  [[nodiscard]] std::vector<std::pair<std::string, double>> players_beside(
      const StudyStep& step, const std::vector<TunedPlayer>& players) const;

  const StudyConfig& study_;
  std::string folder_;
  mutable std::map<std::string, tournament::ResultTable, std::less<>> tables_{};  // by place
  mutable TunedPlayers players_;
};

}  // namespace rootward::study
