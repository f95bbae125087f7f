// Stage by stage; every folder below knows by itself how far it is.
#include "experiments/atlas/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/arena/heartbeat.h"
#include "experiments/arena/parallel_for.h"
#include "experiments/arena/progress.h"
#include "experiments/arena/signals.h"
#include "experiments/arena/thread_count.h"
#include "experiments/atlas/cells.h"
#include "experiments/atlas/report.h"
#include "experiments/atlas/results.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "experiments/league/tunings.h"
#include "experiments/store/folder_layout.h"
#include "experiments/store/run_folder.h"
#include "experiments/tournament/run_tournament.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tuning/config.h"

namespace rootward::atlas {
namespace {

/// Writes a text that must stay what it was.
void keep_text(const std::string& path, const std::string& text) {
  if (!file_exists(path)) {
    write_file_atomically(path, text);
    return;
  }
  if (read_whole_file(path) != text)
    throw UsageError(
        fmt::format("{} was written by another configuration; choose another --out or go back to it", path));
}

class Atlas {
 public:
  Atlas(const AtlasConfig& config, const AtlasSettings& settings)
      : config_(config),
        settings_(settings),
        places_{atlas_folder_of(config, settings)},
        threads_(settings.threads != 0 ? settings.threads : default_thread_count()),
        heartbeat_(settings.only_tables || !settings.part.is_whole() ? "" : places_.root),
        progress_(stderr, Progress::style_of(stderr, settings.is_quiet), "games") {}

  AtlasReport run() {
    AtlasReport report{.folder = places_.root};
    make_folders(places_.root);
    if (!settings_.only_tables) {
      heartbeat_.begin(steps());
      report.is_complete = (settings_.cluster == nullptr || play_on_cluster()) && play();
    }
    if (!settings_.part.is_whole()) return report;
    const AtlasResults results = read_atlas_results(config_, places_);
    if (settings_.only_tables) report.is_complete = true;
    report.table = write_atlas_files(results, places_.root);
    return report;
  }

 private:
  /// Those of this part's domains.
  [[nodiscard]] std::vector<AtlasStage> stages() const {
    std::vector<AtlasStage> all = make_stages(config_);
    for (AtlasStage& stage : all)
      std::erase_if(stage.domains, [&](std::size_t domain) { return !settings_.part.contains(domain); });
    std::erase_if(all, [](const AtlasStage& stage) { return stage.domains.empty(); });
    return all;
  }

  /// Of tunings and finals, before undecided cells go on.
  [[nodiscard]] std::uint64_t planned_games() const {
    std::uint64_t games = 0;
    for (const AtlasStage& stage : stages()) {
      const std::uint64_t tunings = config_.tuning.seeds + (stage.op == 0 ? 1 : 0);
      games += stage.domains.size() * config_.tuning.at.size() * tunings * games_of_tuning(config_);
      games += cells_of(config_, stage).size() * games_of_cell(config_);
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

  /// False where a signal came before the end.
  bool play() {
    for (std::size_t study = 0; study < config_.studies.size() && settings_.part.is_whole(); ++study)
      if (!measure_features(study)) return false;
    planned_games_ = planned_games();
    for (const AtlasStage& stage : stages()) {
      const std::string& label = config_.operators[stage.op].label;
      begin("tuning " + label);
      if (stage.op == 0 && !prepare_tunings(stage)) return false;
      if (!tune(stage)) return false;
      begin("playing " + label);
      for (const AtlasCell& cell : cells_of(config_, stage)) {
        if (!play_cell(cell)) return false;
        ++cells_done_;
        heartbeat_.tell(steps());
        add_games(games_of_cell(config_));
      }
      if (!settings_.is_quiet) progress_.say(fmt::format("played {} in {} domains", label, stage.domains.size()));
    }
    progress_.finish();
    return true;
  }

  /// False where a signal came before the end.
  bool play_on_cluster() {
    for (std::size_t study = 0; study < config_.studies.size(); ++study)
      if (is_asked(study))
        settings_.cluster->measure(config_.studies[study], places_.root, places_.features(config_, study));
    const auto domains = static_cast<std::uint32_t>(config_.domains.size());
    const std::uint32_t count = settings_.parts == 0 ? domains : std::min(settings_.parts, domains);
    std::vector<SentPart> parts;
    for (std::uint32_t index = 1; index <= count; ++index) {
      const Shard part{.index = index, .count = count};
      parts.push_back({.part = part,
                       .is_whole = [this, part] { return is_played(part); },
                       .stored = [this, part] { return stored_bytes(part); }});
    }
    if (!settings_.cluster->play(config_, places_.root, parts)) return false;
    for (std::size_t study = 0; study < config_.studies.size(); ++study)
      if (is_asked(study) && !settings_.cluster->await(places_.features(config_, study))) return false;
    return true;
  }

  [[nodiscard]] bool is_asked(std::size_t study) const {
    return !config_.studies[study].games.empty() && !config_.studies[study].arms.empty();
  }

  [[nodiscard]] bool is_played(const Shard& part) const {
    for (const AtlasStage& stage : make_stages(config_))
      for (const AtlasCell& cell : cells_of(config_, stage))
        if (part.contains(cell.domain) && !is_played(cell)) return false;
    return true;
  }
  /// Whether play_cell() would find nothing to do.
  [[nodiscard]] bool is_played(const AtlasCell& cell) const {
    const auto has_ended = [](const std::string& folder) {
      return file_exists(manifest_path(folder)) && !read_manifest(folder).ended.empty();
    };
    const std::size_t entrants = cell.op == 0 ? config_.tuning.seeds - 1 : config_.tuning.seeds;
    const std::string folder = places_.finals(config_, cell);
    if (!has_ended(folder)) return false;
    const std::uint32_t games = games_there(folder, entrants);
    if (games + 2 * entrants <= config_.finals.games) return false;  // a pair more each would have been played
    if (cell.op != 0 && games < config_.finals.most_games && wants_more(read_cell(config_, places_, cell).value()))
      return false;
    return config_.finals.pool_games == 0 || has_ended(places_.pool(config_, cell));
  }
  /// Of all files of its domains.
  [[nodiscard]] std::uint64_t stored_bytes(const Shard& part) const {
    std::uint64_t bytes = 0;
    for (std::size_t domain = 0; domain < config_.domains.size(); ++domain) {
      if (!part.contains(domain)) continue;
      for (const std::string& place : places_.of_domain(config_, domain)) {
        std::error_code gone;  // a file or folder may go while we look: the rest of a place is then left out
        std::filesystem::recursive_directory_iterator entry(place, gone);
        for (const std::filesystem::recursive_directory_iterator end; !gone && entry != end; entry.increment(gone)) {
          std::error_code unread;
          if (const std::uintmax_t size = entry->file_size(unread); !unread) bytes += size;
        }
      }
    }
    return bytes;
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
      const std::string first_file = file.substr(0, file.rfind('/')) + fmt::format("/{}-{}.yaml", kFirstPass, at);
      make_folders(file.substr(0, file.rfind('/')));
      keep_text(first_file, tuning_text(config_, config_.domains[domain], at, std::nullopt));
      league::Entrant first = first_entrant(first_file);
      const std::string folder = places_.tuning(config_, domain, at, kFirstPass);
      if (!tune_in(domain, first, folder)) return;
      league::take_recommendation(first, folder);
      if (first.point.empty())
        throw RunError(fmt::format("tuning the control in {}: nothing is recommended", config_.domains[domain].name));
      keep_text(file, tuning_text(config_, config_.domains[domain], at, league::exploration_constant(first)));
      add_games(games_of_tuning(config_));
    });
  }

  [[nodiscard]] league::Entrant first_entrant(const std::string& file) const {
    league::LeagueConfig league;
    league.tuning = file;
    league.operators = {config_.operators.front()};
    league.seeds = 1;
    return league::make_entrants(league).front();
  }

  [[nodiscard]] bool tune_in(std::size_t domain, const league::Entrant& entrant, const std::string& folder) const {
    return in_domain(config_.domains[domain],
                     [&] { return league::tune_entrant(entrant, folder, config_.tuning.evaluations); });
  }

  bool tune(const AtlasStage& stage) {
    struct Wanted {
      std::size_t domain;
      std::string folder;
      league::Entrant entrant;
    };
    std::vector<Wanted> wanted;
    for (const std::size_t domain : stage.domains)
      for (const std::uint64_t at : config_.tuning.at)
        for (league::Entrant& entrant : entrants_of(config_, places_, stage.op, domain, at)) {
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

  [[nodiscard]] std::vector<league::Entrant> tuned(std::size_t op, const AtlasCell& cell) const {
    const std::uint64_t at = tuned_at(config_.tuning, cell.budget.simulations);
    std::vector<league::Entrant> entrants = entrants_of(config_, places_, op, cell.domain, at);
    for (league::Entrant& entrant : entrants)
      league::take_recommendation(entrant, places_.tuning(config_, cell.domain, at, entrant.label));
    return entrants;
  }

  [[nodiscard]] CellPlayers players_of(const AtlasCell& cell) const {
    CellPlayers players;
    std::vector<league::Entrant> controls = tuned(0, cell);
    players.control = controls.front();
    if (cell.op == 0) {
      controls.erase(controls.begin());
      players.entrants = std::move(controls);
    } else {
      players.entrants = tuned(cell.op, cell);
    }
    players.simulations = cell.budget.simulations;
    if (cell.budget.is_equal_time) {
      const AtlasCell plain{.op = cell.op, .domain = cell.domain, .budget = {cell.budget.simulations, false}};
      const double cost = relative_cost(config_, places_, plain);
      players.simulations =
          static_cast<std::uint64_t>(std::max(1LL, std::llrint(static_cast<double>(cell.budget.simulations) / cost)));
    }
    return players;
  }

  /// False where a signal came before the end.
  bool play_cell(const AtlasCell& cell) {
    const CellPlayers players = players_of(cell);
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

  /// As many as a cell that was begun is planned for.
  [[nodiscard]] static std::uint32_t games_there(const std::string& folder, std::size_t entrants) {
    if (!file_exists(manifest_path(folder))) return 0;
    const std::uint32_t pairs = tournament::read_results(folder, Detail::scores).config.schedule.pairs;
    return 2 * pairs * static_cast<std::uint32_t>(entrants);
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
