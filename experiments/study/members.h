// A step's members: one run for every item of its lists, with its own configuration.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/estimates/config.h"
#include "experiments/selfplay/config.h"
#include "experiments/study/chosen_values.h"
#include "experiments/study/config.h"
#include "experiments/study/grammar.h"
#include "experiments/study/tuned_player.h"
#include "experiments/tournament/config.h"

namespace rootward::study {

/// Fills in the step's members, in the order in which they are run, and whom its tunings make.
void add_members(const StudyConfig& study, StudyStep& step);
/// Whether both agree in every list over which both steps run.
bool belong_together(const Member& a, const Member& b);

/// Whether the step's `except` leaves the item out.
bool is_left_out(const StudyStep& step, const ListItem& item);
/// Labels of the items that it leaves in.
std::vector<std::string> labels_in(const StudyStep& step, const StudyList& list);

/// What a member takes from steps before it, and from its own step's rounds.
struct Taken {
  std::vector<config::YamlEntry> players{};  ///< that join: a tournament's players, a tuning's opponents
  std::vector<std::string> references{};     ///< of these, the control's whom the others are to meet
  std::map<TunedMean, double> means{};
  std::set<std::string> left_out{};  ///< players of the configuration who are not in this round
};

/// One of the step's tunings, with no point known yet; with `over` as its evaluations are in the member's item, or in
/// the first. Throws UsageError.
TunedPlayer tuned_player_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                            const Taken& taken = {});

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

/// The member's configuration: its items in place, a seed where it has none, and a name.
config::YamlNode configuration_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                  const Taken& taken);
/// A tournament's member. `games`: in all; 0 = as many as the step says at first. `table_of`: by what values are chosen
/// that come from earlier tournaments; none = not played yet.
tournament::TournamentConfig tournament_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const Taken& taken, std::uint32_t games = 0, const TableOf& table_of = {});
/// What earlier tournaments chose for a member, and the steps of those tournaments.
ChosenValues values_from_earlier(const StudyConfig& study, const StudyStep& step, const Member& member,
                                 const Taken& taken, const TableOf& table_of);
estimates::EstimatesConfig estimates_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                        const Taken& taken = {}, const TableOf& table_of = {});

/// A member of a step of self-play.
struct PlayedGeneration {
  selfplay::TrainingConfig config;  ///< its only phase has the generation's games, and its number of simulations
  std::uint64_t number = 0;
  std::string network{};  ///< the file; "" = random weights, or an evaluator that asks none
  std::vector<config::NamedFile> named_files{};
};
/// Throws UsageError too where its network is missing, not there, or not asked.
PlayedGeneration generation_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                               const Taken& taken = {}, const TableOf& table_of = {});
/// Who plays the step's rounds: the configuration's players and those that join, but for the references. Formulas are
/// not among them.
std::vector<config::YamlEntry> entrants_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                           const Taken& taken);

/// What the member takes from tunings: means, and the players of the step's `tuned_players` that belong to it: the
/// control's first where they are the tournament's references, and in no case among the others. `simulations`: of a
/// move, by operator; absent = the tournament's own. Throws UsageError where a tuning sets no such parameter.
Taken taken_of(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of,
               const std::map<std::string, std::uint64_t>& simulations = {});

/// The configuration's, or one of the member's own, by the names of step and items and by the round.
std::uint64_t seed_of_member(const StudyConfig& study, const StudyStep& step, const Member& member);
/// Of a step over these lists: "softmax-1".
std::string label_of(const StudyConfig& study, const std::vector<std::string>& lists, const Member& member);
/// The items that a step with rounds plays in, whatever the round: "connect4"; its own name without lists.
std::string label_in_round(const StudyConfig& study, const StudyStep& step, const Member& member);
/// The member's tuning: the same but for rounds and `over`.
const Member& tuning_of(const StudyStep& step, const Member& member);

/// Whether the step's players meet all tunings of the control, `reference: controls`.
bool meets_all_controls(const StudyStep& step);
/// Whether the member's operator is the step's control.
bool is_of_control(const StudyConfig& study, const StudyStep& step, const Member& member);
/// The member's tunings of the control that are no entrants: the first that shares all other items, or all of them
/// where the others are to meet all. Of the control's own member the first. None where the step has no control.
std::vector<const Member*> controls_of(const StudyConfig& study, const StudyStep& step, const Member& member,
                                       const std::vector<Member>& tunings);

/// Each tuning's player at the lowest values of its parameters, to read what is to be played before anything is tuned.
class LowestPlayers {
 public:
  explicit LowestPlayers(const StudyConfig& study);
  [[nodiscard]] PlayerOf player_of();

 private:
  TunedPlayers players_;
};

/// A player's value in a list of the best: {name, backup, ..}.
config::YamlNode item_of_player(const config::YamlEntry& player);
config::YamlEntry player_of_formula(const std::string& id, const Formula& formula, FormulaBoxes boxes);

/// What a round's tournament takes before anything is played: as many players as it has, whoever they are.
Taken sample_round(const StudyConfig& study, const StudyStep& step, const Member& member, const PlayerOf& player_of);

/// The study with some players in lists of the best, to read what is to be played before any are known. Throws
/// UsageError where a step has fewer.
StudyConfig with_sample_items(StudyConfig study);

/// Reads every member as it would be run. Throws UsageError naming the step.
void check_members(const StudyConfig& written);

}  // namespace rootward::study
