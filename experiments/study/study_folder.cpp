// Tables and tunings read once, players put together, fair-tuned tables made.
#include "experiments/study/study_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/statistics/median.h"
#include "experiments/comparison/pages.h"
#include "experiments/study/compared.h"
#include "experiments/study/discovered.h"
#include "experiments/study/effects.h"
#include "experiments/study/grid_tables.h"
#include "experiments/study/rounds_reader.h"
#include "experiments/study/surface.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/stored_results.h"
#include "lab/store/folder_layout.h"
#include "lab/store/manifest.h"

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

/// A tuning, and what it tunes.
struct StudyFolder::Over {
  Over(TunedPlayer tuned, const StudyConfig& study, const StudyStep& step, const Member& member, std::string folder,
       TableOf table_of)
      : player(std::move(tuned)), tuning(study, step, member, player, std::move(folder), std::move(table_of)) {}

  TunedPlayer player;
  TuningOver tuning;
};

StudyFolder::StudyFolder(StudyConfig study, std::string folder)
    : study_(std::move(study)),
      folder_(std::move(folder)),
      players_(study_, [this](TunedPlayer& player, const std::string& place) {
        take_recommendation(player, folder_ + "/" + place);
      }) {}

StudyFolder::~StudyFolder() = default;

std::vector<TunedPlayer> StudyFolder::tuned(const StudyStep& step) const {
  know_items(step);
  std::vector<TunedPlayer> players;
  for (const Member& tuning : step.tunings) players.push_back(players_.of(step, tuning));
  return players;
}

std::vector<TunedPlayer> StudyFolder::tunings(const StudyStep& step) const {
  std::vector<TunedPlayer> players;
  for (const Member& tuning : step.tunings)
    players.push_back(tuned_player_of(study_, step, tuning, taken(step, tuning)));
  return players;
}

tournament::TournamentConfig StudyFolder::tournament(const StudyStep& step, const Member& member,
                                                     std::uint32_t games) const {
  if (!step.over.empty())
    return tuning_over(step, tuning_of(step, member))
        .tournament(member, tuned_player_of(study_, step, member, taken(step, member)));
  Taken all = taken(step, member, budgets(step, member));
  if (step.rounds) {
    for (config::YamlEntry& formula : rounds(step).formulas(member.round)) all.players.push_back(std::move(formula));
    all.left_out = rounds(step).left_out(member.round);
  }
  return tournament_of(study_, step, member, all, games, table_of_member());
}

estimates::EstimatesConfig StudyFolder::estimates(const StudyStep& step, const Member& member) const {
  return estimates_of(study_, step, member, taken(step, member), table_of_member());
}

PlayedGeneration StudyFolder::generation(const StudyStep& step, const Member& member) const {
  return generation_of(study_, step, member, taken(step, member), table_of_member());
}

void StudyFolder::begin_round(const StudyStep& step, std::uint32_t round) const {
  if (step.rounds) (void)rounds(step).living(round, true);
  if (step.over.empty()) return;
  for (const Member& tuning : step.tunings) tuning_over(step, tuning).begin(round);
}

void StudyFolder::end_rounds(const StudyStep& step) const {
  if (step.over.empty()) return;
  for (const Member& tuning : step.tunings) tuning_over(step, tuning).end();
}

RoundsPlayed& StudyFolder::rounds(const StudyStep& step) const {
  const auto found = rounds_.find(step.name);
  if (found != rounds_.end()) return found->second;
  const Member& first = step.members.front();
  std::vector<config::YamlEntry> listed;
  if (!step.formulas) listed = entrants_of(study_, step, first, taken(step, first));
  return rounds_
      .try_emplace(step.name, study_, step_of(study_, step.name), folder_, table_of_member(), std::move(listed))
      .first->second;
}

TuningOver& StudyFolder::tuning_over(const StudyStep& step, const Member& tuning) const {
  std::unique_ptr<Over>& over = over_[tuning.place];
  if (over == nullptr) {
    const StudyStep& own = step_of(study_, step.name);
    over = std::make_unique<Over>(tuned_player_of(study_, step, tuning, taken(step, tuning)), study_, own,
                                  tuning_of(own, tuning), path(tuning), table_of_member());
  }
  return over->tuning;
}

TableOf StudyFolder::table_of_member() const {
  return [this](const Member& member) -> const ResultTable& { return table(member); };
}

/// Values of lists of the best over which the step, or one that it takes from, runs, or whose items play in it.
void StudyFolder::know_items(const StudyStep& step) const {
  for (const std::string& name : lists_of(step)) {
    StudyList& list = *std::ranges::find(study_.lists, name, &StudyList::name);
    if (!list.best_of || !list.items.front().value.is_null()) continue;
    const std::vector<config::YamlEntry> best = rounds(step_of(study_, list.best_of->step)).best(list.items.size());
    if (best.size() < list.items.size())
      throw RunError(fmt::format("lists.{}.count: {} is more than the {} players of {}", name, list.items.size(),
                                 best.size(), list.best_of->step));
    for (std::size_t i = 0; i < best.size(); ++i) list.items[i].value = item_of_player(best[i]);
  }
  for (const std::string& name : taken_steps(study_, step)) know_items(step_of(study_, name));
}

const ResultTable& StudyFolder::table(const Member& member) const {
  const auto found = tables_.find(member.place);
  if (found != tables_.end()) return found->second;
  if (std::optional<ResultTable> kept = kept_table(path(member)))
    return tables_.emplace(member.place, std::move(*kept)).first->second;
  return tables_
      .emplace(member.place, tournament::make_table(tournament::read_results(path(member), Detail::tables), {}))
      .first->second;
}

StepTable StudyFolder::table_of(const StudyStep& step, bool is_written) const {
  StepTable table;
  switch (step.kind) {
    case StepKind::grid: {
      const GridResults grid = read_grid(study_, step, folder_);
      if (is_written) write_grid_files(grid, folder_, step.name);
      return {.text = grid_tables_markdown(grid), .csv = grid_csv(grid)};
    }
    case StepKind::discovered: {
      const Discovered found = read_discovered(*this, step);
      if (is_written) write_discovered_files(found, folder_, step.name);
      return {.text = discovered_markdown(found), .csv = formulas_csv(found)};
    }
    case StepKind::compare: {
      const comparison::Comparison found = compared(step);
      if (is_written) (void)comparison::write_comparison(found, folder_ + "/" + step.name);
      return {comparison::comparison_markdown(found), comparison::comparison_csv(found), found.is_void()};
    }
    case StepKind::surface: {
      const std::vector<SurfaceResults> found = surfaces(step);
      if (is_written) write_surface_files(step.surface.name, found, folder_, step.name);
      return {.text = surfaces_markdown(step.surface.name, found), .csv = surfaces_csv(found)};
    }
    case StepKind::effects: {
      const EffectsResults found = effects(step);
      table = {effects_markdown(found), effects_csv(found), found.again_verdict() == AgainVerdict::broken};
      break;
    }
    case StepKind::summary: {
      const SummaryResults found = summary(step);
      table = {.text = summary_markdown(found), .csv = summary_csv(found)};
      break;
    }
    default: {
      const FairTuned fair = make_fair_tuned(step);
      table = {.text = fair_tuned_markdown(fair), .csv = fair_tuned_csv(fair)};
    }
  }
  if (is_written) write_file_atomically(fmt::format("{}/{}.csv", folder_, step.name), table.csv);
  return table;
}

comparison::Comparison StudyFolder::compared(const StudyStep& step) const {
  std::vector<tournament::StoredResults> folders;
  std::vector<estimates::StoredEstimates> studies;
  for (const std::string& name : step.compared.runs) {
    const StudyStep& played = step_of(study_, name);
    for (const Member& member : played.members) {
      if (played.kind == StepKind::estimates) {
        studies.push_back(estimates::read_estimates_folder(path(member)));
        continue;
      }
      folders.push_back(tournament::read_results(path(member), Detail::scores));
      if (!played.tuned_players.empty()) add_tuned_scores(played, member, folders.back().config.tunings);
    }
  }
  return compare_stored(step.compared.published, std::move(folders), studies);
}

/// What the tunings said of the players that have joined.
void StudyFolder::add_tuned_scores(const StudyStep& step, const Member& member, TunedScores& scores) const {
  const StudyStep& tunings = step_of(study_, step.tuned_players);
  for (const Member& tuned : tunings.members)
    if (belong_together(tuned, member))
      if (const std::optional<TunedScore> score = tuned_score(path(tuned), tuned.place))
        scores[players_.of(tunings, tuned).label] = *score;
}

std::vector<SurfaceResults> StudyFolder::surfaces(const StudyStep& step) const {
  return read_surfaces(study_, step, table_of_member(), [this](const StudyStep& played, const Member& member) {
    return configuration_of(study_, played, member, taken(played, member));
  });
}

EffectsResults StudyFolder::effects(const StudyStep& step) const {
  const TableOf table_of = table_of_member();
  EffectsResults found = read_effects_results(study_, step, table_of);
  const StudyStep& played = step_of(study_, step.effects.of);
  std::vector<std::string> texts;
  for (const Member& member : played.members) {
    const ChosenValues values = values_from_earlier(study_, played, member, taken(played, member), table_of);
    for (const Chosen& one : values.chosen())
      texts.push_back(
          fmt::format("{} of {}{}", one.value, one.player, one.is_at_an_end ? " (none beyond it was tried)" : ""));
  }
  if (!texts.empty()) found.chosen = fmt::format("Chosen by earlier games: {}.", fmt::join(texts, ", "));
  return found;
}

SummaryResults StudyFolder::summary(const StudyStep& step) const {
  std::vector<std::pair<std::string, EffectsResults>> tables;
  for (const std::string& name : step.summary.effects) tables.emplace_back(name, effects(step_of(study_, name)));
  return summarise(step.summary, std::move(tables));
}

Taken StudyFolder::taken(const StudyStep& step, const Member& member,
                         const std::map<std::string, std::uint64_t>& simulations) const {
  know_items(step);
  const PlayerOf player_of = [this](const StudyStep& tunings, const Member& one) -> const TunedPlayer& {
    return players_.of(tunings, one);
  };
  return taken_of(study_, step, member, player_of, simulations);
}

/// Simulations that take the CPU time of one operator's, by a step that has been played; none where the step asks
/// for none.
std::map<std::string, std::uint64_t> StudyFolder::budgets(const StudyStep& step, const Member& member) const {
  std::map<std::string, std::uint64_t> budgets;
  if (!step.equal_time) return budgets;
  const StudyStep& measured = step_of(study_, step.equal_time->in);
  if (step.equal_time->is_of_reference) {
    know_items(step);
    const std::uint64_t afforded = budget_beside_control(step, measured, member);
    for (const StudyStep& tunings = step_of(study_, step.tuned_players); const Member& tuned : tunings.tunings)
      if (belong_together(tuned, member)) budgets[players_.of(tunings, tuned).entered.label] = afforded;
    return budgets;
  }
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
    for (const Member& tuned : tunings.tunings) {
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
  for (const auto& [name, begun] : begun_budgets(member, tunings)) budgets[name] = begun;
  return budgets;
}

/// By operator, of a tournament that was begun: it keeps its numbers, whatever more tunings would say.
std::map<std::string, std::uint64_t> StudyFolder::begun_budgets(const Member& member, const StudyStep& tunings) const {
  std::map<std::string, std::uint64_t> budgets;
  if (!file_exists(manifest_path(path(member)))) return budgets;
  const tournament::TournamentConfig stored = tournament::stored_config(path(member), read_manifest(path(member)));
  for (const Member& tuned : tunings.tunings) {
    const TunedPlayer& player = players_.of(tunings, tuned);
    const auto found = std::ranges::find(stored.players, player.label, &PlayerSpec::name);
    if (found != stored.players.end()) budgets[player.entered.label] = found->search.budget.simulations;
  }
  return budgets;
}

/// By what one operator's moves cost in the control's. A tournament that was begun keeps its number, whatever its
/// measured one says once more of that is played.
std::uint64_t StudyFolder::budget_beside_control(const StudyStep& step, const StudyStep& measured,
                                                 const Member& member) const {
  if (const std::optional<Effect> begun = read_effect(path(member))) return begun->entrants.simulations;
  const tournament::TournamentConfig own = tournament_of(study_, step, member, taken(step, member));
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
