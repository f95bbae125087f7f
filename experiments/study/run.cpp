// Steps in written order; each run's folder knows by itself how far it is.
#include "experiments/study/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "core/statistics/median.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/study/effects.h"
#include "experiments/study/fair_tuned.h"
#include "experiments/study/grid_tables.h"
#include "experiments/study/members.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "experiments/tournament/stored_results.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/resolved_tree.h"
#include "lab/store/attempt_file.h"
#include "lab/store/left_overs.h"

namespace rootward::study {
namespace {

using tournament::PlayerRow;
using tournament::ResultTable;

RunIdentity identity_of(const StudyConfig& study) {
  RunIdentity identity;
  identity.kind = &kStudyKind;
  identity.configuration = study.tree;
  identity.resolved = config::tree_text(study.tree);
  identity.config_hash = fmt::format("{:016x}", hash_name(identity.resolved));
  identity.question_hash = question_hash(study.question, study.hypothesis);
  identity.may_change = {{"question", Change::differ},
                         {"hypothesis", Change::differ},
                         {"operators", Change::gain},
                         {"lists", Change::gain},
                         {"steps", Change::gain}};
  for (const StudyList& list : study.lists) identity.may_change.push_back({"lists." + list.name, Change::gain});
  for (const StudyStep& step : study.steps)
    for (const char* key : {".games", ".games.first", ".games.most", ".games.undecided"})
      identity.may_change.push_back({"steps." + step.name + key, Change::differ});
  return identity;
}

RunIdentity stored_identity_of(const Manifest& manifest, const std::string& path) {
  RunIdentity identity = identity_of(parse_study(manifest.resolved_config, path));
  identity.question_hash = manifest.question_hash;
  return identity;
}

/// A study's folder as it stands: what its runs say.
class StudyFolder {
 public:
  StudyFolder(const StudyConfig& study, std::string folder) : study_(study), folder_(std::move(folder)) {}

  [[nodiscard]] std::string path(const Member& member) const { return folder_ + "/" + member.place; }

  /// All tuned players of a step at their points.
  [[nodiscard]] std::vector<TunedPlayer> tuned(const StudyStep& step) const {
    std::vector<TunedPlayer> players;
    for (const Member& member : step.members) players.push_back(players_.of(step, member));
    return players;
  }

  /// Those of a step, each with its opponents and no point yet, in the order of its members.
  [[nodiscard]] std::vector<TunedPlayer> tunings(const StudyStep& step) const {
    std::vector<TunedPlayer> players;
    for (const Member& member : step.members)
      players.push_back(tuned_player_of(study_, step, member, joining(step, member, {})));
    return players;
  }

  [[nodiscard]] tournament::TournamentConfig tournament(const StudyStep& step, const Member& member,
                                                        std::uint32_t games = 0) const {
    return tournament_of(study_, step, member, joining(step, member, budgets(step, member)), games);
  }

  const ResultTable& table(const Member& member) const {
    const auto found = tables_.find(member.place);
    if (found != tables_.end()) return found->second;
    return tables_
        .emplace(member.place, tournament::make_table(tournament::read_results(path(member), Detail::tables), {}))
        .first->second;
  }

  /// A table step's text and CSV, as files hold them.
  [[nodiscard]] std::pair<std::string, std::string> table_of(const StudyStep& step) const {
    if (step.kind == StepKind::grid) {
      const GridResults grid = read_grid(study_, step, folder_);
      return {grid_tables_markdown(grid), grid_csv(grid)};
    }
    const FairTuned table = make_fair_tuned(step);
    return {fair_tuned_markdown(table), fair_tuned_csv(table)};
  }

 private:
  [[nodiscard]] std::vector<config::YamlEntry> joining(const StudyStep& step, const Member& member,
                                                       const std::map<std::string, std::uint64_t>& simulations) const {
    const PlayerOf player_of = [this](const StudyStep& tunings, const Member& one) -> const TunedPlayer& {
      return players_.of(tunings, one);
    };
    return tuned_entries(study_, step, member, player_of, simulations);
  }

  /// Simulations that take the CPU time of one operator's, by a step that has been played; none where the step asks
  /// for none.
  [[nodiscard]] std::map<std::string, std::uint64_t> budgets(const StudyStep& step, const Member& member) const {
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
  [[nodiscard]] std::uint64_t budget_beside_control(const StudyStep& step, const StudyStep& measured,
                                                    const Member& member) const {
    if (const std::optional<Effect> begun = read_effect(path(member))) return begun->entrants.simulations;
    const tournament::TournamentConfig own = tournament_of(study_, step, member, joining(step, member, {}));
    const std::uint64_t simulations = own.players.front().search.budget.simulations;
    std::optional<Effect> found;
    for (const Member& of : measured.members) {
      if (!belong_together(of, member)) continue;
      std::optional<Effect> effect = read_effect(path(of));
      if (effect && (!found || effect->control.simulations == simulations)) found = std::move(effect);
    }
    if (!found || found->cost <= 0)
      throw RunError(
          fmt::format("{}/{}: the games hold no CPU times, so there is no number of simulations at equal CPU "
                      "time for {}",
                      folder_, measured.name, member.place));
    return tournament::affordable_simulations(found->control.simulations, found->cost);
  }

  [[nodiscard]] double simulations_of(const Member& member, const StudyStep& step, const std::string& player) const {
    const tournament::TournamentConfig config = tournament(step, member);
    return static_cast<double>(std::ranges::find(config.players, player, &PlayerSpec::name)->search.budget.simulations);
  }

  static const PlayerRow& row_of(const ResultTable& table, const std::string& player) {
    return *std::ranges::find(table.players, player, &PlayerRow::name);
  }

  [[nodiscard]] FairTuned make_fair_tuned(const StudyStep& step) const {
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

  static const std::string& control_player(const std::vector<TunedPlayer>& players) {
    return std::ranges::find(players, std::string(kControl), [](const TunedPlayer& one) { return one.entered.label; })
        ->label;
  }

  [[nodiscard]] OperatorRow operator_row(const StudyStep& step, const std::vector<TunedPlayer>& players,
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

  [[nodiscard]] const ResultTable& final_table(const std::string& final) const {
    const StudyStep& step = step_of(study_, final);
    return table(step.members.front());
  }

  /// Those whom no tuning made and who met all that the tuned players met. A reference has met the tuned players in
  /// place of itself, so its score is of other opponents.
  [[nodiscard]] std::vector<std::pair<std::string, double>> players_beside(
      const StudyStep& step, const std::vector<TunedPlayer>& players) const {
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

  const StudyConfig& study_;
  std::string folder_;
  mutable std::map<std::string, ResultTable, std::less<>> tables_;  // by place
  mutable TunedPlayers players_{study_, [this](TunedPlayer& player, const std::string& place) {
                                  take_recommendation(player, folder_ + "/" + place);
                                }};
};

class StudyRun {
 public:
  StudyRun(const StudyConfig& study, const StudySettings& settings)
      : study_(study),
        settings_(settings),
        folder_(study_folder_of(study, settings)),
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()),
        runs_(study, folder_),
        heartbeat_(folder_) {
    for (const StudyStep& step : study.steps)
      if (is_run(step.kind)) wanted_ += step.members.size();
  }

  StudyReport run() {
    StudyReport report{.folder = folder_};
    make_folders(folder_);
    if (!settings_.shard.is_whole()) {
      if (file_exists(manifest_path(folder_)))
        check_continues(folder_, read_manifest(folder_), identity_of(study_),
                        "; choose another --out or go back to it");
      report.end = run_steps();
      return report;
    }
    if (settings_.drops_games && !file_exists(manifest_path(folder_)))
      throw UsageError(folder_ + " is no study's folder, so that no games can be dropped");
    remove_left_overs(folder_);
    RunFolder folder(folder_, identity_of(study_));
    if (settings_.drops_games) {
      drop_games(report.dropped);
      report.end = StudyEnd::complete;
      return report;
    }
    folder.session({.threads = threads_}, [&] {
      heartbeat_.begin(standing());
      report.end = run_steps();
      return report.end == StudyEnd::complete ? kComplete : "stopped";
    });
    report.tables = write_tables(report.end == StudyEnd::complete);
    return report;
  }

 private:
  [[nodiscard]] WorkStatus standing() const { return {.done = done_, .wanted = wanted_, .what = ""}; }

  void note_run(const std::string& text) {
    ++done_;
    if (settings_.shard.is_whole()) heartbeat_.tell(standing());
    if (settings_.say) settings_.say(text);
  }

  StudyEnd run_steps() {
    for (std::size_t i = 0; i < study_.steps.size(); ++i) {
      if (settings_.cluster != nullptr) send_ready(i);
      if (const StudyEnd end = run_step(study_.steps[i]); end != StudyEnd::complete) return end;
    }
    return StudyEnd::complete;
  }

  /// Tunings keep what was recommended, tournaments of grids what these need.
  void drop_games(Dropped& dropped) const {
    for (const StudyStep& step : study_.steps) {
      const std::vector<Member>& members = step.members;
      if (step.kind == StepKind::tuning) {
        const std::vector<TunedPlayer> players = runs_.tunings(step);
        for (std::size_t i = 0; i < members.size(); ++i)
          if (drop_tuning(players[i], runs_.path(members[i]), step.evaluations)) ++dropped.tunings;
      } else if (step.kind == StepKind::tournament && is_in_grid(step)) {
        for (const Member& member : members)
          if (!wants_more(step, member, games_there(member)) && drop_tournament(runs_.path(member)))
            ++dropped.tournaments;
      }
    }
  }

  /// And in no other table.
  [[nodiscard]] bool is_in_grid(const StudyStep& step) const {
    bool is_in = false;
    for (const StudyStep& table : study_.steps) {
      for (const auto& [name, final] : table.table.finals)
        if (final == step.name) return false;
      for (const std::vector<std::string>* steps : {&table.grid.finals, &table.grid.pools})
        is_in = is_in || std::ranges::find(*steps, step.name) != steps->end();
    }
    return is_in;
  }

  StudyEnd run_step(const StudyStep& step) {
    if (!is_run(step.kind)) return StudyEnd::complete;
    const std::vector<Member>& members = step.members;
    if (step.kind == StepKind::tuning) return tune_all(step, members);
    for (const Member& member : members) {
      const StudyEnd end = step.kind == StepKind::tournament ? play(step, member) : measure(step, member);
      if (end != StudyEnd::complete) return end;
      note_run("played " + member.place);
    }
    return StudyEnd::complete;
  }

  StudyEnd tune_all(const StudyStep& step, const std::vector<Member>& members) {
    const std::vector<TunedPlayer> players = runs_.tunings(step);
    if (settings_.cluster != nullptr) return tune_by_cluster(step, members, players);
    std::mutex mutex;
    parallel_for(
        members.size(), threads_, [] { return 0; },
        [&](int, std::size_t i) {
          if (SignalGuard::stop_requested() || !settings_.shard.contains(i)) return;
          if (!tune_player(players[i], runs_.path(members[i]), step.evaluations)) return;
          const std::lock_guard lock(mutex);
          note_run("tuned " + members[i].place);
        });
    if (SignalGuard::stop_requested()) return StudyEnd::interrupted;
    for (std::size_t i = 0; i < members.size(); ++i)
      if (!settings_.shard.contains(i) && !is_tuned(players[i], runs_.path(members[i]), step.evaluations))
        return StudyEnd::waiting;
    return StudyEnd::complete;
  }

  StudyEnd tune_by_cluster(const StudyStep& step, const std::vector<Member>& members,
                           const std::vector<TunedPlayer>& players) {
    std::vector<SentTuning> tunings;
    for (std::size_t i = 0; i < members.size(); ++i)
      tunings.push_back({.tuning = &players[i].tuning, .place = members[i].place, .is_whole = [&, i] {
                           return is_tuned(players[i], runs_.path(members[i]), step.evaluations);
                         }});
    const bool is_whole = settings_.cluster->tune(folder_, tunings, step.evaluations,
                                                  [&](std::size_t i) { note_run("tuned " + members[i].place); });
    return is_whole ? StudyEnd::complete : StudyEnd::interrupted;
  }

  /// Every run that can be played by now, so that none waits for the end of another; `next`: the first step that is not
  /// whole.
  void send_ready(std::size_t next) {
    for (std::size_t i = next; i < study_.steps.size(); ++i) {
      const StudyStep& step = study_.steps[i];
      const bool is_sent = step.kind == StepKind::tournament || step.kind == StepKind::estimates;
      if (!is_sent || !is_ready(step, next) || !sent_.insert(step.name).second) continue;
      for (const Member& member : step.members)
        if (!kept_effect(runs_.path(member))) settings_.cluster->send(folder_, sent_run(step, member));
    }
  }

  /// Whether all that the step takes from stands before the first step that is not whole.
  [[nodiscard]] bool is_ready(const StudyStep& step, std::size_t next) const {
    const auto is_whole = [&](const std::string& name) {
      return name.empty() || &step_of(study_, name) < &study_.steps[next];
    };
    return is_whole(step.tuned_players) && is_whole(step.equal_time ? step.equal_time->in : "");
  }

  static SentRun sent_tournament(const tournament::TournamentConfig& config, const Member& member) {
    return {
        .place = member.place, .configuration = tournament::resolved_tree(config), .named_files = config.named_files};
  }

  [[nodiscard]] SentRun sent_run(const StudyStep& step, const Member& member) const {
    if (step.kind == StepKind::tournament) return sent_tournament(runs_.tournament(step, member), member);
    const estimates::EstimatesConfig config = estimates_of(study_, step, member);
    return {
        .place = member.place, .configuration = estimates::resolved_tree(config), .named_files = config.named_files};
  }

  /// As many games as the step says, and more while that is undecided.
  StudyEnd play(const StudyStep& step, const Member& member) {
    if (const std::optional<Effect> kept = kept_effect(runs_.path(member))) {
      require_as_dropped(step, member, 2 * kept->pairs);
      return StudyEnd::complete;
    }
    std::uint32_t games = std::max(step.games ? step.games->first : 0, games_there(member));
    for (;;) {
      const tournament::TournamentConfig config = runs_.tournament(step, member, games);
      if (const StudyEnd end = play_once(config, step, member); end != StudyEnd::complete) return end;
      if (!wants_more(step, member, games)) return StudyEnd::complete;
      games = std::min(2 * games, step.games->most);
    }
  }

  /// Throws UsageError where the games that were dropped were others, or fewer than the step asks for.
  void require_as_dropped(const StudyStep& step, const Member& member, std::uint64_t there) const {
    const auto games = static_cast<std::uint32_t>(there);
    require_kept(runs_.path(member), runs_.tournament(step, member, games));
    const tournament::TournamentConfig asked = runs_.tournament(step, member);
    const std::uint64_t first = 2 * asked.schedule.pairs * tournament::make_pairings(asked).size();
    if (there < first || wants_more(step, member, games))
      throw UsageError(fmt::format(
          "{}: the {} games of this tournament were dropped, so that it cannot go on to more; choose another "
          "--out",
          member.place, there));
  }

  /// In all, as planned; 0 where nothing was begun.
  [[nodiscard]] std::uint32_t games_there(const Member& member) const {
    if (!file_exists(manifest_path(runs_.path(member)))) return 0;
    const tournament::TournamentConfig config = tournament::read_results(runs_.path(member), Detail::scores).config;
    return 2 * config.schedule.pairs * static_cast<std::uint32_t>(tournament::make_pairings(config).size());
  }

  /// A/A does not go on.
  [[nodiscard]] bool wants_more(const StudyStep& step, const Member& member, std::uint32_t games) const {
    if (!step.games || games >= step.games->most) return false;
    const auto op = member.at.find(kOperatorList);
    if (op != member.at.end() && study_.operators[op->second].label == step.control) return false;
    const std::uint32_t pairs = runs_.tournament(step, member, games).schedule.pairs;
    const std::optional<Effect> effect = read_effect(runs_.path(member), pairs);
    return effect && is_undecided(*effect, step.games->undecided);
  }

  StudyEnd play_once(const tournament::TournamentConfig& config, const StudyStep& step, const Member& member) {
    if (settings_.cluster != nullptr) {
      if (step.games && config.schedule.pairs > runs_.tournament(step, member).schedule.pairs)
        settings_.cluster->send(folder_, sent_tournament(config, member));
      return await(member);
    }
    const tournament::RunReport report = tournament::run_tournament(config, {.folder = runs_.path(member),
                                                                             .games = {},
                                                                             .threads = threads_,
                                                                             .shard = settings_.shard,
                                                                             .is_quiet = settings_.is_quiet});
    if (!report.stopped_pairings.empty())
      throw PlayerError(fmt::format("{}: two void games in a row ended the match {}", runs_.path(member),
                                    fmt::join(report.stopped_pairings, " and ")));
    if (!report.is_complete) return StudyEnd::interrupted;
    if (settings_.shard.is_whole()) {
      if (has_shards(member)) {
        (void)tournament::merge_results({report.folder}, report.folder, {.is_tidy = true});
        if (!is_in_grid(step)) write_tournament(config, tournament::read_results(report.folder));
      } else if (!is_in_grid(step)) {  // a grid has thousands, and one table of all
        write_tournament(config, report.results);
      }
      return StudyEnd::complete;
    }
    return has_all_games(config, member) ? StudyEnd::complete : StudyEnd::waiting;
  }

  /// Whether shards have played there, whose records are to be joined.
  [[nodiscard]] bool has_shards(const Member& member) const { return !list_shards(runs_.path(member)).empty(); }

  static void write_tournament(const tournament::TournamentConfig& config, const tournament::StoredResults& results) {
    if (tournament::has_records(config.game)) (void)tournament::write_records(results);
    (void)tournament::write_tables(results);
  }

  [[nodiscard]] bool has_all_games(const tournament::TournamentConfig& config, const Member& member) const {
    const tournament::StoredResults stored = tournament::read_results(runs_.path(member), Detail::scores);
    return stored.games.size() >= tournament::make_pairings(config).size() * 2 * config.schedule.pairs;
  }

  StudyEnd measure(const StudyStep& step, const Member& member) {
    if (settings_.cluster != nullptr) return await(member);
    const estimates::EstimatesConfig config = estimates_of(study_, step, member);
    estimates::EstimatesRunSettings settings;
    settings.folder = runs_.path(member);
    settings.threads = threads_;
    settings.shard = settings_.shard;
    settings.is_quiet = settings_.is_quiet;
    const estimates::EstimatesRunReport report = estimates::run_estimates(config, settings);
    if (!report.is_complete) return StudyEnd::interrupted;
    if (!settings_.shard.is_whole()) return StudyEnd::complete;
    if (has_shards(member)) (void)estimates::merge_estimates({report.folder}, report.folder, {.is_tidy = true});
    estimates::write_estimates_files(report.estimates);
    return StudyEnd::complete;
  }

  StudyEnd await(const Member& member) const {
    return settings_.cluster->await(folder_, member.place) ? StudyEnd::complete : StudyEnd::interrupted;
  }

  /// Of a study that is not whole its grids alone: each shows the cells that there are.
  [[nodiscard]] std::string write_tables(bool is_whole) const {
    std::string all;
    for (const StudyStep& step : study_.steps) {
      if (is_run(step.kind) || (step.kind != StepKind::grid && !is_whole)) continue;
      const auto [text, csv] = runs_.table_of(step);
      write_file_atomically(fmt::format("{}/{}.csv", folder_, step.name), csv);
      if (step.kind == StepKind::grid) write_grid_files(read_grid(study_, step, folder_), folder_, step.name);
      all += (all.empty() ? "" : "\n") + text;
    }
    if (!all.empty()) write_file_atomically(folder_ + "/table.md", all);
    return all;
  }

  const StudyConfig& study_;
  const StudySettings& settings_;
  std::string folder_;
  std::size_t threads_;
  StudyFolder runs_;
  Heartbeat heartbeat_;
  std::uint64_t wanted_ = 0;
  std::uint64_t done_ = 0;
  std::set<std::string> sent_;  // steps
};

}  // namespace

const RunKind kStudyKind{.name = "study", .other = "runs of another study", .stored = &stored_identity_of};

std::string study_folder_of(const StudyConfig& study, const StudySettings& settings) {
  return settings.folder.empty() ? "results/" + study.name : settings.folder;
}

StudyReport run_study(const StudyConfig& study, const StudySettings& settings) {
  const SignalGuard signals(settings.shard);
  return StudyRun(study, settings).run();
}

StudyConfig stored_study(const std::string& folder) {
  const std::string path = manifest_path(folder);
  const Manifest manifest = read_manifest(folder);
  return read_stored(path, [&] { return parse_study(manifest.resolved_config, path); });
}

std::vector<std::string> run_folders(const std::string& folder) {
  const StudyConfig study = stored_study(folder);
  std::vector<std::string> folders;
  for (const StudyStep& step : study.steps) {
    if (!is_run(step.kind)) continue;
    for (const Member& member : step.members)
      if (std::string place = folder + "/" + member.place; file_exists(manifest_path(place)))
        folders.push_back(std::move(place));
  }
  return folders;
}

std::string study_tables(const std::string& folder, TableFormat format) {
  if (format == TableFormat::latex || format == TableFormat::json)
    throw UsageError(
        fmt::format("{}: the tables of a study are text, md or csv; those of its runs have all formats: "
                    "rootward table {}/STEP",
                    folder, folder));
  const StudyConfig study = stored_study(folder);
  const StudyFolder runs(study, folder);
  std::string all;
  for (const StudyStep& step : study.steps)
    if (!is_run(step.kind)) {
      const auto [text, csv] = runs.table_of(step);
      all += (all.empty() ? "" : "\n") + (format == TableFormat::csv ? csv : text);
    }
  return all;
}

FolderCheck check_study_folder(const std::string& folder) {
  FolderCheck found = check_told_files(folder);
  const Manifest manifest = read_manifest(folder);
  const StudyConfig study = stored_study(folder);
  std::vector<std::string> missing;
  for (const StudyStep& step : study.steps) {
    if (!is_run(step.kind)) continue;
    for (const Member& member : step.members) {
      const std::string place = folder + "/" + member.place;
      if (!file_exists(manifest_path(place)) && !is_kept(place)) missing.push_back(member.place);
    }
  }
  if (!missing.empty() && !manifest.ended.empty()) add_missing(folder, "runs", missing, found);
  return found;
}

}  // namespace rootward::study
