// A tournament's tasks: pairs of games, dealt out over all pairings.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "core/errors.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/scripts.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/tournament/game_cost.h"
#include "experiments/tournament/game_places.h"
#include "experiments/tournament/merge.h"
#include "experiments/tournament/planned_openings.h"
#include "experiments/tournament/reader.h"
#include "experiments/tournament/report/figures.h"
#include "experiments/tournament/results_folder.h"
#include "experiments/tournament/table/render.h"
#include "lab/arena/game_id.h"
#include "lab/arena/thread_count.h"
#include "lab/store/line_sample.h"

namespace rootward::cluster {
namespace {

using tournament::GamePlaces;
using tournament::TournamentConfig;

constexpr std::string_view kGameStart = R"({"schema":"rootward.game/)";

WorkFacts facts_of(const TournamentConfig& config) {
  return {.kind = std::string(tournament::kTournamentKind.name),
          .records = "games",
          .name = config.name,
          .config_hash = tournament::config_hash(config),
          .is_reproducible = tournament::is_reproducible(config)};
}

class TournamentWork final : public SharedWork, public WorkLines {
 public:
  explicit TournamentWork(TournamentConfig config)
      : SharedWork(facts_of(config)), config_(std::move(config)), places_(config_) {
    for (const PlayerSpec& player : config_.players) check_environment(player);
  }

  [[nodiscard]] const RecordFiles& files() const override { return kGameFiles; }
  [[nodiscard]] std::string_view schema() const override { return kGameFormat.schema; }
  [[nodiscard]] std::size_t meaning() const override { return places_.meaning(); }
  [[nodiscard]] std::uint64_t places() const override { return 2 * places_.units(); }
  [[nodiscard]] std::uint64_t place(const std::string& line) const override {
    const GameRecord game = kGameFormat.parse(line);
    places_.require(game);
    return places_.place(game).value();
  }
  [[nodiscard]] std::uint32_t task(std::uint64_t place, std::uint32_t tasks) const override {
    return shard_of_unit(place / 2, tasks);
  }
  [[nodiscard]] bool is_whole(const AttemptFacts& attempt) const override {
    return attempt.pairs >= config_.schedule.pairs;
  }

  [[nodiscard]] InputFiles inputs() const override {
    return planned_inputs(setup().input_files(), tournament::resolved_tree(config_));
  }
  [[nodiscard]] std::uint64_t units() const override { return places_.units(); }

  void prepare(const std::string& folder, const std::string& /*program*/) override {
    place_configuration(folder, config_.named_files, tournament::resolved_tree(config_));
    tournament::write_planned_openings(setup(), folder, default_thread_count());
    const tournament::ResultsFolder made(folder, config_, Shard{.index = 1, .count = 2}, inputs());
  }

  [[nodiscard]] std::unique_ptr<TaskFollower> follow(const std::string& folder, std::uint32_t tasks) const override {
    return std::make_unique<FollowedWork>(folder, tasks, *this);
  }

  void merge(const std::string& folder) const override {
    check_planned_attempts(folder);
    if (tournament::merge_results({folder}, folder, {}).records > 0)
      (void)tournament::write_tables(tournament::read_results(folder, Detail::tables));
  }

  [[nodiscard]] std::string table(const std::string& folder) const override {
    return tournament::render_table(tournament::write_tables(tournament::read_results(folder, Detail::tables)),
                                    TableFormat::text);
  }

  [[nodiscard]] Cost cost(const CostQuestion& question) const override {
    constexpr std::size_t kEnough = 20;
    constexpr std::size_t kSample = std::size_t{4} << 20;  // bytes of lines
    CostSample sample;
    if (file_exists(manifest_path(question.folder)))
      sample_lines(kGameFiles.all(question.folder), kSample, [&](const std::string& line) {
        if (line.starts_with(kGameStart)) sample.games.push_back(parse_game_record(line));
      });
    sample.of = fmt::format("{} stored games", sample.games.size());
    if (sample.games.size() < kEnough) {
      tournament::RunSettings settings;
      settings.threads = std::min<std::size_t>(question.cpus, default_thread_count());
      tournament::TournamentSetup sampled(config_, settings);
      sample = tournament::play_sample(sampled, question.seconds);
    }
    return cost_of(sample);
  }

 private:
  [[nodiscard]] tournament::TournamentSetup& setup() const {
    if (!setup_) setup_.emplace(config_, tournament::RunSettings{});
    return *setup_;
  }
  [[nodiscard]] Cost cost_of(const CostSample& sample) const {
    constexpr double kMoveSeconds = 10;
    const std::vector<GameRecord>& games = sample.games;
    Cost cost{.sorts = {}, .longest_record = 0, .of = sample.of};
    for (const GameRecord& game : games)
      cost.record_bytes += static_cast<double>(to_json_line(game).size()) / static_cast<double>(games.size());
    std::map<std::array<std::string, 2>, std::size_t> sort_of;
    for (const tournament::Pairing& pairing : tournament::make_pairings(config_)) {
      sort_of.emplace(tournament::pairing_names(config_, pairing), cost.sorts.size());
      cost.sorts.push_back({.units = 2 * std::uint64_t{config_.schedule.pairs}, .seconds = {}});
    }
    const auto take = [&cost](std::size_t sort, double seconds) {
      cost.sorts[sort].seconds.push_back(seconds);
      cost.longest_record = std::max(cost.longest_record, seconds);
    };
    for (const GameRecord& game : games)
      if (const auto found = sort_of.find(game.pairing); found != sort_of.end())
        take(found->second, game.cpu_seconds[0] + game.cpu_seconds[1]);
    const auto is_missing = [](const CostSort& sort) { return sort.seconds.empty(); };
    if (std::ranges::none_of(cost.sorts, is_missing)) return cost;
    const tournament::GameCosts costs = tournament::game_costs(setup(), sample, kMoveSeconds);
    if (costs.of != cost.of) cost.of += ", else from " + costs.of;
    for (std::size_t i = 0; i < cost.sorts.size(); ++i)
      if (is_missing(cost.sorts[i])) take(i, costs.seconds[i]);
    return cost;
  }

  const TournamentConfig config_;
  const GamePlaces places_;
  mutable std::optional<tournament::TournamentSetup> setup_;  // reads books and networks, so not before it is asked
};

}  // namespace

std::unique_ptr<SharedWork> tournament_work_of(const std::string& yaml, const std::string& file) {
  return std::make_unique<TournamentWork>(tournament::parse_tournament(yaml, file));
}

std::unique_ptr<SharedWork> read_tournament_work(const std::string& file, const std::vector<Override>& overrides,
                                                 std::optional<std::uint32_t> games) {
  TournamentConfig config = tournament::read_tournament(file, overrides);
  if (games) config.schedule.pairs = std::min(config.schedule.pairs, *games / 2);
  if (config.sprt)
    throw UsageError(
        fmt::format("{}: a match with stop.sprt needs its pairs in order, so it cannot be cut into tasks", file));
  return std::make_unique<TournamentWork>(std::move(config));
}

}  // namespace rootward::cluster
