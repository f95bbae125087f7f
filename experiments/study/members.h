// A step's members: one run for every item of its lists, with its own configuration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/study/config.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/config.h"

namespace rootward::study {

struct Member {
  std::string label;                      ///< "softmax-1"; "" of a step without `each`
  std::string place;                      ///< from the study's folder: "tune/softmax-1", "final"
  std::map<std::string, std::size_t> at;  ///< by list: which of its items
};

/// In the order in which they are run.
std::vector<Member> members_of(const StudyConfig& study, const StudyStep& step);
/// Whether both agree in every list over which both steps run.
bool belong_together(const Member& a, const Member& b);

/// A tuning's member, with no point known yet. Throws UsageError.
TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member);
/// All of a step, in the order of its members.
std::vector<TunedPlayer> tuned_players_of(const StudyConfig& study, const StudyStep& step);

/// A tournament's member, with players that tunings made.
tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const std::vector<config::YamlEntry>& players);
estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member);

/// The players of the step's `tuned_players` that belong to the member, as entries of `players`. `take`: fills in what
/// is known of one of them, by its place in that step; `simulations`: of a move, by operator; absent = the
/// tournament's own.
std::vector<config::YamlEntry> tuned_entries(const StudyConfig& study, const StudyStep& step, const Member& member,
                                             const std::function<void(TunedPlayer&, const Member&)>& take,
                                             const std::map<std::string, std::uint64_t>& simulations = {});

/// Reads every member as it would be run. Throws UsageError naming the step.
void check_members(const StudyConfig& study);

}  // namespace rootward::study
