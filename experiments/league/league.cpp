// Tunings, finals, table; each from wherever it stands.
#include "experiments/league/league.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/statistics/median.h"
#include "experiments/league/comparison.h"
#include "experiments/league/entrants.h"
#include "experiments/league/inputs.h"
#include "experiments/league/table.h"
#include "experiments/league/tunings.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/sgf_records.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/config/head_reader.h"
#include "lab/config/yaml_document.h"
#include "lab/store/left_overs.h"
#include "lab/store/line_checksum.h"

namespace rootward::league {
namespace {

/// One of the finals: its simulations, in those of the finals' file.
struct Final {
  const char* name;
  double factor;
};
constexpr std::array<Final, 4> kFinals = {{{"quarter", 0.25}, {"equal", 1}, {"fourfold", 4}, {"equal-time", 1}}};
constexpr std::string_view kEqual = "equal";
constexpr std::string_view kEqualTime = "equal-time";

class League {
 public:
  League(const LeagueConfig& config, const LeagueSettings& settings)
      : config_(config),
        settings_(settings),
        folder_(league_folder_of(config, settings)),
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()),
        entrants_(make_entrants(config)),
        simulations_(FinalsFile(config.finals).simulations()),
        heartbeat_(folder_) {
    FinalsFile(config.finals).refuse(entrants_);
    finals_name_ = tournament::read_tournament(config.finals, tried_players()).name;
  }

  LeagueReport run() {
    LeagueReport report{.folder = folder_};
    make_folders(folder_);
    remove_left_overs(folder_);
    keep_tuning(config_, folder_);
    heartbeat_.begin(steps());
    if (!tune_all()) return report;
    for (Entrant& entrant : entrants_) take_recommendation(entrant, tuning_folder(entrant));
    if (settings_.cluster != nullptr) send_finals();
    for (const Final& final : kFinals)
      if (!play(final)) return report;
    const LeagueTable table = make_table();
    report.table = league_markdown(table);
    write_file_atomically(folder_ + "/league.csv", league_csv(table));
    write_file_atomically(folder_ + "/league.md", report.table);
    report.is_complete = true;
    return report;
  }

 private:
  /// Onlookers are told of tunings and finals; how long one takes, nobody knows.
  [[nodiscard]] WorkStatus steps() const {
    return {.done = steps_done_, .wanted = entrants_.size() + kFinals.size(), .what = ""};
  }
  void note_step() {
    ++steps_done_;
    heartbeat_.tell(steps());
  }

  /// The entrants somewhere within their limits: what is wrong with the finals is told before the first tuning.
  std::vector<Override> tried_players() const {
    std::vector<Override> players;
    for (Entrant entrant : entrants_) {
      entrant.point = lowest_point(entrant.tuning);
      players.push_back(entry_of(entrant, 0));
    }
    return players;
  }

  static Override entry_of(const Entrant& entrant, std::uint64_t simulations) {
    return {.path = "players." + entrant.label, .value = player_text(entrant, simulations), .adds = true};
  }

  static std::string tuning_place(const Entrant& entrant) { return "tuning/" + entrant.label; }
  [[nodiscard]] std::string tuning_folder(const Entrant& entrant) const {
    return folder_ + "/" + tuning_place(entrant);
  }

  void note_tuned(const Entrant& entrant) {
    note_step();
    say(fmt::format("tuned {}, seed {}", entrant.entered.label, entrant.seed));
  }

  /// False where a signal came before the end.
  bool tune_all() {
    if (settings_.cluster != nullptr) return tune_by_cluster();
    std::mutex mutex;
    parallel_for(
        entrants_.size(), threads_, [] { return 0; },
        [&](int, std::size_t i) {
          if (SignalGuard::stop_requested()) return;
          if (!tune_entrant(entrants_[i], tuning_folder(entrants_[i]), config_.evaluations)) return;
          const std::lock_guard lock(mutex);
          note_tuned(entrants_[i]);
        });
    return !SignalGuard::stop_requested();
  }

  bool tune_by_cluster() {
    std::vector<SentTuning> tunings;
    for (const Entrant& entrant : entrants_)
      tunings.push_back({.tuning = &entrant.tuning, .place = tuning_place(entrant), .is_whole = [this, &entrant] {
                           return is_tuned(entrant, tuning_folder(entrant), config_.evaluations);
                         }});
    return settings_.cluster->tune(folder_, tunings, config_.evaluations,
                                   [this](std::size_t i) { note_tuned(entrants_[i]); });
  }

  /// All but the last, which needs the CPU time of another.
  void send_finals() const {
    for (const Final& final : kFinals)
      if (final.name != kEqualTime) send(final);
  }
  void send(const Final& final) const {
    settings_.cluster->send(configuration_of(final).file, folder_ + "/" + final.name);
  }

  /// False where a signal came before the end.
  bool play(const Final& final) {
    const std::string folder = folder_ + "/" + final.name;
    if (settings_.cluster != nullptr) {
      if (final.name == kEqualTime) send(final);
      if (!settings_.cluster->await(folder)) return false;
    } else if (!play_here(configuration_of(final), folder)) {
      return false;
    }
    tables_.emplace(final.name, tournament::write_tables(tournament::read_results(folder, Detail::tables)));
    note_step();
    say(fmt::format("played {}", final.name));
    return true;
  }

  [[nodiscard]] bool play_here(const tournament::TournamentConfig& config, const std::string& folder) const {
    const tournament::RunReport report = tournament::run_tournament(
        config, {.folder = folder, .games = {}, .threads = threads_, .shard = {}, .is_quiet = settings_.is_quiet});
    if (!report.stopped_pairings.empty())
      throw PlayerError(fmt::format("{}: two void games in a row ended the match {}", folder,
                                    fmt::join(report.stopped_pairings, " and ")));
    if (report.is_complete && tournament::has_records(config.game))
      (void)tournament::write_records(tournament::read_results(folder));
    return report.is_complete;
  }

  /// The finals' file with the tuned players in it, stored beside the games.
  tournament::TournamentConfig configuration_of(const Final& final) const {
    const auto simulations = static_cast<std::uint64_t>(std::llrint(final.factor * static_cast<double>(simulations_)));
    const std::map<std::string, std::uint64_t> budgets =
        final.name == kEqualTime ? equal_time_budgets() : std::map<std::string, std::uint64_t>{};
    std::vector<Override> values = {
        {.path = "name", .value = fmt::format("{}-{}", finals_name_, final.name)},
        {.path = "defaults.search.budget.simulations", .value = std::to_string(simulations)}};
    for (const Entrant& entrant : entrants_) {
      const auto budget = budgets.find(entrant.entered.label);
      values.push_back(entry_of(entrant, budget == budgets.end() ? 0 : budget->second));
    }
    tournament::TournamentConfig config = tournament::read_tournament(config_.finals, values);
    config.file = fmt::format("{}/{}.yaml", folder_, final.name);
    std::string& book = config.schedule.opening.book;
    if (!book.empty() && !std::filesystem::path(book).is_absolute()) book = finals_place() + "/" + book;
    write_file_atomically(config.file, text_with_checksum(resolved_yaml(config)));
    return config;
  }

  /// The folder of the finals' file as seen from this league's.
  [[nodiscard]] std::string finals_place() const {
    const std::filesystem::path file = std::filesystem::absolute(config_.finals).lexically_normal();
    return file.parent_path().lexically_relative(std::filesystem::absolute(folder_).lexically_normal()).string();
  }

  /// Simulations that take the CPU time of the tuned control's, by the finals that have been played.
  [[nodiscard]] std::map<std::string, std::uint64_t> equal_time_budgets() const {
    std::map<std::string, std::vector<double>> costs;
    for (const Entrant& entrant : entrants_) {
      const tournament::PlayerRow& row = row_of(entrant, kEqual);
      costs[entrant.entered.label].push_back(row.cpu_seconds / static_cast<double>(row.simulations));
    }
    const double control = median(costs.at(kControl));
    std::map<std::string, std::uint64_t> budgets;
    for (const auto& [name, cost] : costs)
      budgets[name] = static_cast<std::uint64_t>(
          std::max(1LL, std::llrint(static_cast<double>(simulations_) * control / median(cost))));
    return budgets;
  }

  [[nodiscard]] const tournament::PlayerRow& row_of(const Entrant& entrant, std::string_view final) const {
    const auto& players = tables_.find(final)->second.players;
    return *std::ranges::find(players, entrant.label, &tournament::PlayerRow::name);
  }

  [[nodiscard]] LeagueTable make_table() const {
    LeagueTable table{
        .name = finals_name_, .seeds = config_.seeds, .evaluations = config_.evaluations, .simulations = simulations_};
    for (const Final& final : kFinals) table.final_names.emplace_back(final.name);
    for (const LeagueOperator& one : config_.operators) table.rows.push_back(operator_row(one.label));
    compare(table.rows, kControl, table.final_names);
    const auto equal = static_cast<std::size_t>(std::ranges::find(kFinals, kEqual, &Final::name) - kFinals.begin());
    std::ranges::stable_sort(table.rows, std::ranges::greater{},
                             [&](const OperatorRow& row) { return row.finals[equal].mean; });
    table.beside = players_beside();
    return table;
  }

  /// Those whom no tuning made and who met all that the tuned players met, at equal simulations. A reference has met
  /// the tuned players in place of itself, so its score is of other opponents.
  [[nodiscard]] std::vector<std::pair<std::string, double>> players_beside() const {
    const tournament::ResultTable& equal = tables_.find(kEqual)->second;
    const auto opponents_of = [&equal](const std::string& name) {
      std::set<std::string> opponents;
      for (const tournament::PairingRow& pairing : equal.pairings) {
        if (pairing.a == name) opponents.insert(pairing.b);
        if (pairing.b == name) opponents.insert(pairing.a);
      }
      return opponents;
    };
    const std::set<std::string> met = opponents_of(entrants_.front().label);
    std::vector<std::pair<std::string, double>> beside;
    for (const tournament::PlayerRow& player : equal.players)
      if (std::ranges::find(entrants_, player.name, &Entrant::label) == entrants_.end() && player.range &&
          opponents_of(player.name) == met)
        beside.emplace_back(player.name, player.range->score);
    return beside;
  }

  [[nodiscard]] OperatorRow operator_row(const std::string& label) const {
    OperatorRow row{.name = label, .finals = std::vector<FinalScore>(kFinals.size())};
    std::vector<double> constants;
    for (const Entrant& entrant : entrants_) {
      if (entrant.entered.label != label) continue;
      constants.push_back(exploration_constant(entrant));
      row.tested += entrant.tested / static_cast<double>(config_.seeds);
      for (std::size_t i = 0; i < kFinals.size(); ++i)
        row.finals[i].scores.push_back(row_of(entrant, kFinals[i].name).range->score);
    }
    row.constant = median(constants);
    return row;
  }

  void say(const std::string& text) const {
    if (settings_.say) settings_.say(text);
  }

  const LeagueConfig& config_;
  const LeagueSettings& settings_;
  std::string folder_;
  std::size_t threads_;
  std::vector<Entrant> entrants_;
  std::uint64_t simulations_;
  Heartbeat heartbeat_;
  std::uint64_t steps_done_ = 0;  // tunings and finals
  std::string finals_name_;
  std::map<std::string, tournament::ResultTable, std::less<>> tables_;  // by final
};

}  // namespace

std::string league_folder_of(const LeagueConfig& config, const LeagueSettings& settings) {
  return settings.folder.empty() ? "results/" + config.name : settings.folder;
}

void check_league(const LeagueConfig& config) {
  const LeagueSettings settings;
  (void)League(config, settings);
}

LeagueReport run_league(const LeagueConfig& config, const LeagueSettings& settings) {
  const SignalGuard signals;
  return League(config, settings).run();
}

}  // namespace rootward::league
