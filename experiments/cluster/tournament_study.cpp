// A tournament's tasks: pairs of games, dealt out over all pairings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/errors.h"
#include "experiments/arena/game_id.h"
#include "experiments/arena/thread_count.h"
#include "experiments/cluster/finished_attempts.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/study.h"
#include "experiments/store/done_places.h"
#include "experiments/tournament/dry_run.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/planned_openings.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/render.h"

namespace rootward::cluster {
namespace {

using tournament::GamePlaces;
using tournament::TournamentConfig;

class TournamentStudy final : public Study {
 public:
  explicit TournamentStudy(TournamentConfig config) : config_(std::move(config)) {}

  [[nodiscard]] std::string kind() const override { return std::string(tournament::kTournamentKind.name); }
  [[nodiscard]] std::string command() const override { return "run"; }
  [[nodiscard]] std::string records() const override { return "games"; }
  [[nodiscard]] std::string name() const override { return config_.name; }
  [[nodiscard]] std::string config_hash() const override { return tournament::config_hash(config_); }
  [[nodiscard]] config::YamlNode resolved() const override { return tournament::resolved_tree(config_); }
  [[nodiscard]] std::vector<config::NamedFile> named_files() const override { return config_.named_files; }
  [[nodiscard]] InputFiles inputs() const override { return planned_inputs(setup().input_files(), resolved()); }
  [[nodiscard]] std::uint64_t units() const override { return GamePlaces(config_).units(); }
  [[nodiscard]] bool is_reproducible() const override { return tournament::is_reproducible(config_); }

  void prepare_folder(const std::string& folder) const override {
    tournament::write_planned_openings(setup(), folder, default_thread_count());
    const tournament::ResultsFolder made(folder, config_, Shard{.index = 1, .count = 2}, inputs());
  }

  [[nodiscard]] std::vector<TaskWork> work(const WorkQuestion& question) const override {
    const GamePlaces places(config_);
    std::vector<TaskWork> tasks(question.tasks);
    for (std::uint64_t unit = 0; unit < places.units(); ++unit)
      tasks[shard_of_unit(unit, question.tasks) - 1].wanted += 2;
    if (!file_exists(manifest_path(question.folder))) return tasks;
    const FinishedAttempts finished(question.folder, question.tasks, config_.schedule.pairs);
    std::vector<bool> is_stored(2 * places.units(), false);
    RecordReader<GameRecord> reader(kGameFormat);
    const std::optional<DonePlaces> joined = read_done_places(question.folder, kGameFiles, places.pairings());
    if (joined) std::copy_n(joined->begin(), std::min(joined->size(), is_stored.size()), is_stored.begin());
    for (const std::string& file : finished.others(kGameFiles)) {
      if (joined && file == kGameFiles.path(question.folder)) continue;
      (void)reader.read(file, [&](const GameRecord& game, const std::string&) {
        if (const std::optional<std::uint64_t> place = places.place(game)) is_stored[*place] = true;
      });
    }
    for (std::uint64_t place = 0; place < is_stored.size(); ++place) {
      const std::uint32_t task = shard_of_unit(place / 2, question.tasks);
      if (is_stored[place] || finished.has(task)) ++tasks[task - 1].stored;
    }
    return tasks;
  }

  [[nodiscard]] std::uint64_t merge(const std::string& folder) const override {
    const MergeReport report = tournament::merge_results({folder}, folder, {});
    if (report.records > 0) (void)tournament::write_tables(tournament::read_results(folder, Detail::tables));
    return report.records;
  }

  [[nodiscard]] std::string table(const std::string& folder) const override {
    return tournament::render_table(tournament::write_tables(tournament::read_results(folder, Detail::tables)),
                                    TableFormat::text);
  }

  [[nodiscard]] Cost cost(const std::string& folder, double seconds) const override {
    constexpr std::size_t kEnough = 20;
    std::vector<GameRecord> games;
    std::string of = "stored games";
    if (file_exists(manifest_path(folder))) games = tournament::read_results(folder, Detail::scores).games;
    if (games.size() < kEnough) {
      games = tournament::play_sample(setup(), seconds);
      of = "games played now";
    }
    return cost_of(games, of);
  }

 private:
  [[nodiscard]] tournament::TournamentSetup& setup() const {
    if (!setup_) setup_.emplace(config_, tournament::RunSettings{});
    return *setup_;
  }
  [[nodiscard]] Cost cost_of(const std::vector<GameRecord>& games, const std::string& of) const {
    Cost cost{.sorts = {}, .longest_record = 0, .of = fmt::format("{} {}", games.size(), of)};
    std::map<std::array<std::string, 2>, std::size_t> sort_of;
    for (const tournament::Pairing& pairing : tournament::make_pairings(config_)) {
      sort_of.emplace(tournament::pairing_names(config_, pairing), cost.sorts.size());
      cost.sorts.push_back({.units = 2 * std::uint64_t{config_.schedule.pairs}, .seconds = {}});
    }
    for (const GameRecord& game : games) {
      const auto found = sort_of.find(game.pairing);
      if (found == sort_of.end()) continue;
      const double seconds = game.cpu_seconds[0] + game.cpu_seconds[1];
      cost.sorts[found->second].seconds.push_back(seconds);
      cost.longest_record = std::max(cost.longest_record, seconds);
    }
    if (std::ranges::none_of(cost.sorts, [](const CostSort& sort) { return sort.seconds.empty(); })) return cost;
    // Pairings without a whole game: from a move of each player and the length of random games.
    const std::vector<double> expected = tournament::expected_game_seconds(setup());
    for (std::size_t i = 0; i < cost.sorts.size(); ++i)
      if (cost.sorts[i].seconds.empty()) {
        cost.sorts[i].seconds.push_back(expected[i]);
        cost.longest_record = std::max(cost.longest_record, expected[i]);
      }
    cost.of += ", else from one move of each player";
    return cost;
  }

  TournamentConfig config_;
  mutable std::optional<tournament::TournamentSetup> setup_;  // reads books and networks, so not before it is asked
};

}  // namespace

std::unique_ptr<Study> tournament_study_of(const std::string& yaml, const std::string& file) {
  return std::make_unique<TournamentStudy>(tournament::parse_tournament(yaml, file));
}

std::unique_ptr<Study> read_tournament_study(const std::string& file, const std::vector<Override>& overrides,
                                             std::optional<std::uint32_t> games) {
  TournamentConfig config = tournament::read_tournament(file, overrides);
  if (games) config.schedule.pairs = std::min(config.schedule.pairs, *games / 2);
  if (config.sprt)
    throw UsageError(
        fmt::format("{}: a match with stop.sprt needs its pairs in order, so it cannot be cut into tasks", file));
  return std::make_unique<TournamentStudy>(std::move(config));
}

}  // namespace rootward::cluster
