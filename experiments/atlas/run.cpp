// Stage by stage; every folder below knows by itself how far it is.
#include "experiments/atlas/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/atlas/cells.h"
#include "experiments/atlas/folder.h"
#include "experiments/atlas/report.h"
#include "experiments/atlas/results.h"
#include "experiments/atlas/standing.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/study/tunings.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "experiments/tuning/config.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/parallel_for.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/store/left_overs.h"
#include "lab/store/run_folder.h"

namespace rootward::atlas {
namespace {

class Atlas {
 public:
  Atlas(const AtlasConfig& config, const AtlasSettings& settings)
      : config_(config),
        settings_(settings),
        places_{atlas_folder_of(config, settings)},
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()),
        heartbeat_(plays_whole() ? places_.root : ""),
        progress_(stderr, Progress::style_of(stderr, settings.is_quiet), "games") {}

  AtlasReport run() {
    AtlasReport report{.folder = places_.root};
    if (!settings_.only_tables) require_enough(config_, places_);
    std::optional<RunFolder> folder;  // its lock is held until the tables are written
    if (settings_.drops_games) {
      if (!file_exists(manifest_path(places_.root)))
        throw UsageError(places_.root + " is no atlas's folder, so that no games can be dropped");
      folder.emplace(places_.root, identity_of(config_));
      report.dropped = drop_games(config_, places_);
      report.is_complete = true;
    } else if (plays_whole()) {
      const bool had_manifest = file_exists(manifest_path(places_.root));
      folder.emplace(places_.root, identity_of(config_));
      report.is_complete = play_whole(*folder, had_manifest);
    } else {
      check_atlas_folder(config_, places_.root);
      make_folders(places_.root);
      remove_left_overs(places_.root);
      report.is_complete = settings_.only_tables || play();
    }
    if (settings_.part.is_whole()) report.table = write_atlas_files(read_atlas_results(config_, places_), places_.root);
    return report;
  }

 private:
  [[nodiscard]] bool plays_whole() const {
    return !settings_.only_tables && !settings_.drops_games && settings_.part.is_whole();
  }

  /// False where a signal came before the end. Folders of earlier versions have no manifest: one that was made now goes
  /// again where what lies below is of another configuration.
  bool play_whole(RunFolder& folder, bool had_manifest) {
    bool is_complete = false;
    try {
      folder.session({.threads = threads_}, [&] {
        heartbeat_.begin(steps());
        is_complete = (settings_.cluster == nullptr || play_on_cluster()) && play();
        return is_complete ? kComplete : std::string_view("stopped");
      });
    } catch (const UsageError&) {
      std::error_code ignored;
      if (!had_manifest) std::filesystem::remove(manifest_path(places_.root), ignored);
      throw;
    }
    return is_complete;
  }

  /// Those of this part's domains.
  [[nodiscard]] std::vector<AtlasStage> stages() const {
    std::vector<AtlasStage> all = make_stages(config_);
    for (AtlasStage& stage : all)
      std::erase_if(stage.domains, [&](std::size_t domain) { return !is_in_part(config_, settings_.part, domain); });
    std::erase_if(all, [](const AtlasStage& stage) { return stage.domains.empty(); });
    return all;
  }

  /// Of tunings and finals, before undecided cells go on.
  [[nodiscard]] std::uint64_t planned_games() const {
    std::uint64_t games = 0;
    for (const AtlasStage& stage : stages()) {
      const std::uint64_t tunings = config_.tuning.seeds + (stage.op == 0 ? 1 : 0);
      games += stage.domains.size() * config_.tuning.at.size() * tunings * games_of_tuning(config_);
      for (const AtlasCell& cell : cells_of(config_, stage)) games += games_of_cell(config_, cell);
    }
    return games;
  }
  void add_games(std::uint64_t games) {
    const std::scoped_lock lock(progress_mutex_);
    games_done_ += games;
    progress_.report(games_done_, planned_games_, doing_);
  }
  void begin(const std::string& what) {
    const std::scoped_lock lock(progress_mutex_);
    doing_ = what;
    progress_.report(games_done_, planned_games_, doing_);
  }

  /// Onlookers are told of finals.
  [[nodiscard]] WorkStatus steps() const {
    std::uint64_t wanted = 0;
    for (const AtlasStage& stage : stages()) wanted += cells_of(config_, stage).size();
    return {.done = cells_done_, .wanted = wanted, .what = ""};
  }

  /// A part plays its open domains. Its held-out ones wait until those of all parts are played, and it is started
  /// again.
  [[nodiscard]] bool may_play_held_out() const {
    const Shard& part = settings_.part;
    return part.is_whole() ||
           (are_played(config_, places_, part, false) && are_played(config_, places_, Shard{}, false));
  }

  /// False where a signal came before the end.
  bool play() {
    for (std::size_t study = 0; study < config_.studies.size() && settings_.part.is_whole(); ++study)
      if (!measure_features(study)) return false;
    planned_games_ = planned_games();
    const bool plays_held_out = may_play_held_out();
    for (const AtlasStage& stage : stages()) {
      if (config_.domains[stage.domains.front()].is_held_out && !plays_held_out) {
        if (!settings_.is_quiet)
          progress_.say("the held-out domains wait: start every part again once all open domains are played");
        break;
      }
      if (!play_stage(stage)) return false;
    }
    progress_.finish();
    return true;
  }

  /// False where a signal came before the end.
  bool play_stage(const AtlasStage& stage) {
    const std::string& label = config_.operators[stage.op].label;
    begin("tuning " + label);
    if (stage.op == 0 && !prepare_tunings(stage)) return false;
    if (!tune(stage)) return false;
    begin("playing " + label);
    for (const AtlasCell& cell : cells_of(config_, stage)) {
      if (!play_cell(cell)) return false;
      ++cells_done_;
      heartbeat_.tell(steps());
      add_games(games_of_cell(config_, cell));
    }
    if (!settings_.is_quiet) progress_.say(fmt::format("played {} in {} domains", label, stage.domains.size()));
    return true;
  }

  /// False where a signal came before the end.
  bool play_on_cluster() {
    for (std::size_t study = 0; study < config_.studies.size(); ++study)
      if (is_asked(study))
        settings_.cluster->measure(config_.studies[study], places_.root, "features/" + config_.studies[study].name);
    for (const bool is_held_out : {false, true})
      if (count_domains(config_, is_held_out) > 0 && !play_round(is_held_out)) return false;
    for (std::size_t study = 0; study < config_.studies.size(); ++study)
      if (is_asked(study) && !settings_.cluster->await(places_.root, "features/" + config_.studies[study].name))
        return false;
    return true;
  }

  /// The parts of both rounds have the same names, so that what an earlier process has queued is known in each. False
  /// where a signal came before the end.
  bool play_round(bool is_held_out) {
    const auto most = static_cast<std::uint32_t>(std::max(count_domains(config_, false), count_domains(config_, true)));
    const std::uint32_t count = settings_.parts == 0 ? most : std::min(settings_.parts, most);
    std::vector<SentPart> parts;
    for (std::uint32_t index = 1; index <= count; ++index) {
      const Shard part{.index = index, .count = count};
      parts.push_back({.part = part,
                       .is_whole = [=, this] { return are_played(config_, places_, part, is_held_out); },
                       .stored = [=, this] { return stored_bytes(config_, places_, part); }});
    }
    return settings_.cluster->play(config_, places_.root, parts);
  }

  [[nodiscard]] bool is_asked(std::size_t study) const {
    return !config_.studies[study].games.empty() && !config_.studies[study].arms.empty();
  }

  bool measure_features(std::size_t study) {
    const estimates::EstimatesConfig& config = config_.studies[study];
    if (!is_asked(study)) return true;
    const estimates::EstimatesRunReport report = estimates::run_estimates(
        config,
        {.folder = places_.features(config_, study), .threads = threads_, .shard = {}, .is_quiet = settings_.is_quiet});
    if (!report.is_complete) return false;
    estimates::write_estimates_files(report.estimates);
    return true;
  }

  /// The first pass of a stage's domains, and the tunings' files with what it found.
  bool prepare_tunings(const AtlasStage& stage) {
    std::vector<std::pair<std::size_t, std::uint64_t>> wanted;
    for (const std::size_t domain : stage.domains)
      for (const std::uint64_t at : config_.tuning.at) wanted.emplace_back(domain, at);
    return for_each(wanted.size(), [&](std::size_t i) {
      const auto [domain, at] = wanted[i];
      const std::string file = places_.tuning_file(config_, domain, at);
      const std::string first_file = places_.first_file(config_, domain, at);
      make_folders(file.substr(0, file.rfind('/')));
      keep_tuning(first_file, tuning_text(config_, config_.domains[domain], at, std::nullopt));
      study::TunedPlayer first = first_entrant(config_, places_, domain, at);
      const std::string folder = places_.tuning(config_, domain, at, kFirstPass);
      if (!tune_in(domain, first, folder)) return;
      study::take_recommendation(first, folder);
      if (first.point.empty())
        throw RunError(fmt::format("tuning the control in {}: nothing is recommended", config_.domains[domain].name));
      keep_tuning(file, tuning_text(config_, config_.domains[domain], at, study::exploration_constant(first)));
      add_games(games_of_tuning(config_));
    });
  }

  static void keep_tuning(const std::string& path, const std::string& text) { keep_tuning_file(path, text); }

  [[nodiscard]] bool tune_in(std::size_t domain, const study::TunedPlayer& entrant, const std::string& folder) const {
    return in_domain(config_.domains[domain],
                     [&] { return study::tune_player(entrant, folder, config_.tuning.evaluations); });
  }

  bool tune(const AtlasStage& stage) {
    struct Wanted {
      std::size_t domain;
      std::string folder;
      study::TunedPlayer entrant;
    };
    std::vector<Wanted> wanted;
    for (const std::size_t domain : stage.domains)
      for (const std::uint64_t at : config_.tuning.at)
        for (study::TunedPlayer& entrant : entrants_of(config_, places_, stage.op, domain, at)) {
          std::string folder = places_.tuning(config_, domain, at, entrant.label);
          wanted.push_back({.domain = domain, .folder = std::move(folder), .entrant = std::move(entrant)});
        }
    return for_each(wanted.size(), [&](std::size_t i) {
      if (tune_in(wanted[i].domain, wanted[i].entrant, wanted[i].folder)) add_games(games_of_tuning(config_));
    });
  }

  /// False where a signal came.
  template <class Work>
  bool for_each(std::size_t count, Work work) {
    parallel_for(
        count, threads_, [] { return 0; },
        [&](int, std::size_t i) {
          if (!SignalGuard::stop_requested()) work(i);
        });
    return !SignalGuard::stop_requested();
  }

  [[nodiscard]] std::vector<study::TunedPlayer> tuned(std::size_t op, const AtlasCell& cell) const {
    const std::uint64_t at = tuned_at(config_.tuning, cell.budget.simulations);
    std::vector<study::TunedPlayer> entrants = entrants_of(config_, places_, op, cell.domain, at);
    for (study::TunedPlayer& entrant : entrants)
      study::take_recommendation(entrant, places_.tuning(config_, cell.domain, at, entrant.label));
    return entrants;
  }

  /// Nothing where a signal came before it was known how many simulations they have.
  std::optional<CellPlayers> players_of(const AtlasCell& cell) {
    CellPlayers players{.simulations = cell.budget.simulations};
    std::vector<study::TunedPlayer> controls = tuned(0, cell);
    players.control = controls.front();
    if (cell.op == 0) {
      controls.erase(controls.begin());
      players.entrants = std::move(controls);
    } else {
      players.entrants = tuned(cell.op, cell);
    }
    if (cell.budget.is_equal_time && !give_equal_time(cell, players)) return std::nullopt;
    return players;
  }

  /// Simulations of the entrants that cost what the control's cost: by the cost in the plain cell, then by what moves
  /// with so many take in trial games, since a simulation of fewer costs less or more. A cell that was begun keeps its
  /// number, whatever its plain cell says once more of that is played. False where a signal came before it was known.
  bool give_equal_time(const AtlasCell& cell, CellPlayers& players) {
    if (const auto begun = simulations_there(places_.finals(config_, cell))) {
      players.simulations = *begun;
      return true;
    }
    if (const auto kept = read_kept_cell(config_, places_, cell)) {
      players.simulations = kept->result.entrants.simulations;
      return true;
    }
    const std::string folder = places_.cost(config_, cell);
    const AtlasCell plain{.op = cell.op, .domain = cell.domain, .budget = {cell.budget.simulations, false}};
    const std::optional<std::uint64_t> tried = simulations_there(folder);
    players.simulations =
        tried ? *tried
              : tournament::affordable_simulations(cell.budget.simulations, relative_cost(config_, places_, plain));
    if (!run(trial_config(config_, cell, players), folder)) return false;
    const tournament::ResultTable trial = tournament::make_table(tournament::read_results(folder, Detail::scores), {});
    players.simulations = tournament::affordable_simulations(
        players.simulations, known_time(tournament::time_over_reference(trial), folder));
    return true;
  }

  /// False where a signal came before the end.
  bool play_cell(const AtlasCell& cell) {
    const std::optional<CellPlayers> known = players_of(cell);
    if (!known) return false;
    const CellPlayers& players = *known;
    if (const std::optional<KeptCell> kept = read_kept_cell(config_, places_, cell)) {
      require_kept(config_, places_, cell, players, *kept);
      return true;
    }
    const std::string folder = places_.finals(config_, cell);
    std::uint32_t games = std::max(config_.finals.games, games_there(folder, players.entrants.size()));
    for (;;) {
      if (!run(finals_config(config_, cell, players, games), folder)) return false;
      if (games >= config_.finals.most_games || cell.op == 0) break;
      if (!wants_more(read_cell(config_, places_, cell).value())) break;
      games = std::min(2 * games, config_.finals.most_games);
    }
    if (config_.finals.pool_games == 0) return true;
    return run(pool_config(config_, cell, players), places_.pool(config_, cell));
  }

  bool run(const tournament::TournamentConfig& config, const std::string& folder) {
    const tournament::RunReport report = tournament::run_tournament(
        config, {.folder = folder, .games = {}, .threads = threads_, .shard = {}, .is_quiet = true});
    if (!report.stopped_pairings.empty())
      throw PlayerError(fmt::format("{}: two void games in a row ended the match {}", folder,
                                    fmt::join(report.stopped_pairings, " and ")));
    return report.is_complete;
  }

  const AtlasConfig& config_;
  const AtlasSettings& settings_;
  AtlasPlaces places_;
  std::size_t threads_;
  Heartbeat heartbeat_;
  std::uint64_t cells_done_ = 0;
  Progress progress_;
  std::mutex progress_mutex_;  ///< of the following, and of progress_
  std::string doing_;
  std::uint64_t planned_games_ = 0;
  std::uint64_t games_done_ = 0;
};

}  // namespace

std::string atlas_folder_of(const AtlasConfig& config, const AtlasSettings& settings) {
  return settings.folder.empty() ? "results/" + config.name : settings.folder;
}

void check_atlas(const AtlasConfig& config) {
  for (const AtlasDomain& domain : config.domains)
    for (const std::uint64_t at : config.tuning.at)
      (void)tuning::parse_tuning(tuning_text(config, domain, at, 0.7), "(tuning of the atlas in " + domain.name + ")");
}

AtlasReport run_atlas(const AtlasConfig& config, const AtlasSettings& settings) {
  const SignalGuard signals;
  return Atlas(config, settings).run();
}

}  // namespace rootward::atlas
