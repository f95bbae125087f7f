// Tables and tunings read once, players put together, fair-tuned tables made.
#include "experiments/study/study_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/statistics/median.h"
#include "experiments/study/effects.h"
#include "experiments/study/grid_tables.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/stored_results.h"

namespace rootward::study {
namespace {

using tournament::PlayerRow;
using tournament::ResultTable;

const PlayerRow& row_of(const ResultTable& table, const std::string& player) {
  return *std::ranges::find(table.players, player, &PlayerRow::name);
}

const std::string& control_player(const std::vector<TunedPlayer>& players) {
  return std::ranges::find(players, std::string(kControl), [](const TunedPlayer& one) { return one.entered.label; })
      ->label;
}

}  // namespace

StudyFolder::StudyFolder(const StudyConfig& study, std::string folder)
    : study_(study), folder_(std::move(folder)), players_(study, [this](TunedPlayer& player, const std::string& place) {
        take_recommendation(player, folder_ + "/" + place);
      }) {}

/// All tuned players of a step at their points.
std::vector<TunedPlayer> StudyFolder::tuned(const StudyStep& step) const {
  std::vector<TunedPlayer> players;
  for (const Member& member : step.members) players.push_back(players_.of(step, member));
  return players;
}

std::vector<TunedPlayer> StudyFolder::tunings(const StudyStep& step) const {
  std::vector<TunedPlayer> players;
  for (const Member& member : step.members)
    players.push_back(tuned_player_of(study_, step, member, joining(step, member, {})));
  return players;
}

tournament::TournamentConfig StudyFolder::tournament(const StudyStep& step, const Member& member,
                                                     std::uint32_t games) const {
  return tournament_of(study_, step, member, joining(step, member, budgets(step, member)), games);
}

const ResultTable& StudyFolder::table(const Member& member) const {
  const auto found = tables_.find(member.place);
  if (found != tables_.end()) return found->second;
  return tables_
      .emplace(member.place, tournament::make_table(tournament::read_results(path(member), Detail::tables), {}))
      .first->second;
}

std::pair<std::string, std::string> StudyFolder::table_of(const StudyStep& step) const {
  if (step.kind == StepKind::grid) {
    const GridResults grid = read_grid(study_, step, folder_);
    return {grid_tables_markdown(grid), grid_csv(grid)};
  }
  const FairTuned table = make_fair_tuned(step);
  return {fair_tuned_markdown(table), fair_tuned_csv(table)};
}

std::vector<config::YamlEntry> StudyFolder::joining(const StudyStep& step, const Member& member,
                                                    const std::map<std::string, std::uint64_t>& simulations) const {
  const PlayerOf player_of = [this](const StudyStep& tunings, const Member& one) -> const TunedPlayer& {
    return players_.of(tunings, one);
  };
  return tuned_entries(study_, step, member, player_of, simulations);
}

/// Simulations that take the CPU time of one operator's, by a step that has been played; none where the step asks
/// for none.
std::map<std::string, std::uint64_t> StudyFolder::budgets(const StudyStep& step, const Member& member) const {
  std::map<std::string, std::uint64_t> budgets;
  if (!step.equal_time) return budgets;
  const StudyStep& measured = step_of(study_, step.equal_time->in);
  if (!step.control.empty() && member.at.contains(kOperatorList)) {
    budgets[study_.operators[member.at.at(kOperatorList)].label] = budget_beside_control(step, measured, member);
    return budgets;
  }
  const StudyStep& tunings = step_of(study_, step.tuned_players);
  std::map<std::string, std::vector<double>> costs;
  double simulations = 0;
  for (const Member& of : measured.members) {
    if (!belong_together(of, member)) continue;
    const ResultTable& table = this->table(of);
    for (const Member& tuned : tunings.members) {
      if (!belong_together(tuned, of)) continue;
      const TunedPlayer& player = players_.of(tunings, tuned);
      const PlayerRow& row = row_of(table, player.label);
      costs[player.entered.label].push_back(row.cpu_seconds / static_cast<double>(row.simulations));
      if (player.entered.label == step.equal_time->of && simulations == 0)
        simulations = simulations_of(of, measured, player.label);
    }
  }
  const double control = median(costs.at(step.equal_time->of));
  for (const auto& [name, cost] : costs)
    budgets[name] = static_cast<std::uint64_t>(std::max(1LL, std::llrint(simulations * control / median(cost))));
  return budgets;
}

/// By what one operator's moves cost in the control's. A tournament that was begun keeps its number, whatever its
/// measured one says once more of that is played.
std::uint64_t StudyFolder::budget_beside_control(const StudyStep& step, const StudyStep& measured,
                                                 const Member& member) const {
  if (const std::optional<Effect> begun = read_effect(path(member))) return begun->entrants.simulations;
  const tournament::TournamentConfig own = tournament_of(study_, step, member, joining(step, member, {}));
  const std::uint64_t simulations = own.players.front().search.budget.simulations;
  std::optional<Effect> found;
  std::size_t others = 0;
  for (const Member& of : measured.members) {
    if (!belong_together(of, member)) continue;
    std::optional<Effect> effect = read_effect(path(of));
    if (!effect || (found && found->control.simulations == simulations)) continue;
    if (effect->control.simulations != simulations) ++others;
    found = std::move(effect);
  }
  if (others > 1 && found->control.simulations != simulations)
    throw RunError(fmt::format("{}/{}: of {} tournaments that belong to {} none has {} simulations a move", folder_,
                               measured.name, others, member.place, simulations));
  if (!found || found->cost <= 0)
    throw RunError(
        fmt::format("{}/{}: the games hold no CPU times, so there is no number of simulations at equal CPU "
                    "time for {}",
                    folder_, measured.name, member.place));
  return tournament::affordable_simulations(found->control.simulations, found->cost);
}

double StudyFolder::simulations_of(const Member& member, const StudyStep& step, const std::string& player) const {
  const tournament::TournamentConfig config = tournament(step, member);
  return static_cast<double>(std::ranges::find(config.players, player, &PlayerSpec::name)->search.budget.simulations);
}

FairTuned StudyFolder::make_fair_tuned(const StudyStep& step) const {
  const StudyStep& tunings = step_of(study_, step.table.tunings);
  const std::vector<TunedPlayer> players = tuned(tunings);
  FairTuned table{.name = step.table.name,
                  .seeds = static_cast<std::uint32_t>(players.size() / study_.operators.size()),
                  .evaluations = tunings.evaluations,
                  .control = kControl,
                  .sorted_by = step.table.sorted_by};
  for (const auto& [final, name] : step.table.finals) {
    const StudyStep& played = step_of(study_, name);
    const Member member = played.members.front();
    table.finals.push_back(
        {.name = final,
         .simulations = static_cast<std::uint64_t>(simulations_of(member, played, control_player(players))),
         .is_equal_time = played.equal_time.has_value()});
  }
  for (const TunedOperator& one : study_.operators) table.rows.push_back(operator_row(step, players, one.label));
  compare(table);
  table.beside = players_beside(step, players);
  return table;
}

OperatorRow StudyFolder::operator_row(const StudyStep& step, const std::vector<TunedPlayer>& players,
                                      const std::string& label) const {
  OperatorRow row{.name = label, .finals = std::vector<FinalScore>(step.table.finals.size())};
  std::vector<double> constants;
  for (const TunedPlayer& player : players) {
    if (player.entered.label != label) continue;
    constants.push_back(exploration_constant(player));
    row.tested += player.tested;
    for (std::size_t i = 0; i < step.table.finals.size(); ++i)
      row.finals[i].scores.push_back(row_of(final_table(step.table.finals[i].second), player.label).range->score);
  }
  row.tested /= static_cast<double>(constants.size());
  row.constant = median(constants);
  return row;
}

const ResultTable& StudyFolder::final_table(const std::string& final) const {
  const StudyStep& step = step_of(study_, final);
  return table(step.members.front());
}

/// Those whom no tuning made and who met all that the tuned players met. A reference has met the tuned players in
/// place of itself, so its score is of other opponents.
std::vector<std::pair<std::string, double>> StudyFolder::players_beside(const StudyStep& step,
                                                                        const std::vector<TunedPlayer>& players) const {
  const auto main =
      std::ranges::find(step.table.finals, step.table.sorted_by, &std::pair<std::string, std::string>::first);
  const ResultTable& table = final_table(main->second);
  const auto opponents_of = [&table](const std::string& name) {
    std::set<std::string> opponents;
    for (const tournament::PairingRow& pairing : table.pairings) {
      if (pairing.a == name) opponents.insert(pairing.b);
      if (pairing.b == name) opponents.insert(pairing.a);
    }
    return opponents;
  };
  const std::set<std::string> met = opponents_of(players.front().label);
  std::vector<std::pair<std::string, double>> beside;
  for (const PlayerRow& player : table.players)
    if (std::ranges::find(players, player.name, &TunedPlayer::label) == players.end() && player.range &&
        opponents_of(player.name) == met)
      beside.emplace_back(player.name, player.range->score);
  return beside;
}

}  // namespace rootward::study
