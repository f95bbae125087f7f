// A step's members: one run for every item of its lists, with its own configuration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/study/config.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/config.h"

namespace rootward::study {

/// In the order in which they are run.
std::vector<Member> make_members(const StudyConfig& study, const StudyStep& step);
/// Whether both agree in every list over which both steps run.
bool belong_together(const Member& a, const Member& b);

/// A tuning's member, with no point known yet, against its own opponents and these. Throws UsageError.
TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                            const std::vector<config::YamlEntry>& opponents = {});

/// A member of a step of tunings as a player, at the point that is known of it.
using PlayerOf = std::function<const TunedPlayer&(const StudyStep& tunings, const Member& member)>;

/// Each tuning's player, read once and asked for by its place.
class TunedPlayers {
 public:
  /// `take`: fills in the point of a player whose tuning has this place.
  TunedPlayers(const StudyConfig& study, std::function<void(TunedPlayer&, const std::string& place)> take)
      : study_(study), take_(std::move(take)) {}
  const TunedPlayer& of(const StudyStep& tunings, const Member& member);

 private:
  const StudyConfig& study_;
  std::function<void(TunedPlayer&, const std::string&)> take_;
  std::map<std::string, TunedPlayer, std::less<>> players_;
};

/// A tournament's member, with players that tunings made. `games`: in all; 0 = as many as the step says at first.
tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const std::vector<config::YamlEntry>& players, std::uint32_t games = 0);
estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member);

/// The players of the step's `tuned_players` that belong to the member, as entries of `players`: the control first
/// where the tournament has it for its reference, and in no case among the others. `simulations`: of a move, by
/// operator; absent = the tournament's own.
std::vector<config::YamlEntry> tuned_entries(const StudyConfig& study, const StudyStep& step, const Member& member,
                                             const PlayerOf& player_of,
                                             const std::map<std::string, std::uint64_t>& simulations = {});

/// The member's tuning of the control: the first that shares all other items. Null where the step has no control.
const Member* control_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                         const std::vector<Member>& tunings);

/// Reads every member as it would be run. Throws UsageError naming the step.
void check_members(const StudyConfig& study);

}  // namespace rootward::study
