// An estimates study's tasks: instances, dealt out over all games.
#include <fmt/format.h>

#include <algorithm>

#include "core/cpu_time.h"
#include "core/errors.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/shared_work.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "lab/store/line_sample.h"

namespace rootward::cluster {
namespace {

using estimates::EstimatesConfig;

WorkFacts facts_of(const EstimatesConfig& config) {
  return {.kind = std::string(estimates::kEstimatesKind.name),
          .records = "searches",
          .name = config.name,
          .config_hash = estimates::config_hash(config)};
}

class EstimatesWork final : public SharedWork, public WorkLines {
 public:
  explicit EstimatesWork(EstimatesConfig config)
      : SharedWork(facts_of(config)), config_(std::move(config)), places_(config_) {}

  [[nodiscard]] const RecordFiles& files() const override { return estimates::kEstimatesFormat.files; }
  [[nodiscard]] std::string_view schema() const override { return estimates::kEstimatesSchema; }
  [[nodiscard]] std::size_t meaning() const override { return places_.meaning(); }
  [[nodiscard]] std::uint64_t places() const override { return places_.count(); }
  [[nodiscard]] std::uint64_t place(const std::string& line) const override {
    return places_.require(estimates::parse_record_line(line));
  }
  [[nodiscard]] std::uint32_t task(std::uint64_t place, std::uint32_t tasks) const override {
    const std::optional<estimates::SearchPlace> search = places_.search_at(place);
    return search ? shard_of_unit(estimates::StudyUnits(config_, tasks).of(*search), tasks) : 0;
  }
  /// It does not tell how many instances and repeats there were.
  [[nodiscard]] bool is_whole(const AttemptFacts&) const override { return false; }

  [[nodiscard]] InputFiles inputs() const override {
    return planned_inputs(estimates::inputs_of(config_), estimates::resolved_tree(config_));
  }
  [[nodiscard]] std::uint64_t units() const override { return estimates::StudyUnits::searches(config_); }
  [[nodiscard]] std::uint64_t coarse_units() const override {
    return std::uint64_t{config_.instances} * config_.games.size();
  }

  void prepare(const std::string& folder, const std::string& /*program*/) override {
    place_configuration(folder, config_.named_files, estimates::resolved_tree(config_));
    const estimates::EstimatesFolder made(folder, config_, Shard{.index = 1, .count = 2}, inputs());
  }

  [[nodiscard]] std::unique_ptr<TaskFollower> follow(const std::string& folder, std::uint32_t tasks) const override {
    return std::make_unique<FollowedWork>(folder, tasks, *this);
  }

  void merge(const std::string& folder) const override {
    check_planned_attempts(folder);
    if (estimates::merge_estimates({folder}, folder).records > 0)
      estimates::write_estimates_files(estimates::read_estimates_folder(folder));
  }

  [[nodiscard]] std::string table(const std::string& folder) const override {
    return estimates::render_estimates(estimates::read_estimates_folder(folder), TableFormat::text);
  }

  [[nodiscard]] Cost cost(const CostQuestion& question) const override {
    constexpr std::size_t kEnough = 20;
    constexpr std::size_t kSample = std::size_t{4} << 20;  // bytes of lines
    Cost cost = empty_cost(question.tasks);
    if (file_exists(manifest_path(question.folder)))
      sample_lines(estimates::record_files(question.folder), kSample, [&](const std::string& line) {
        if (!line.starts_with(kSearchStart)) return;
        const estimates::RecordLine record = estimates::parse_record_line(line);
        if (record.search) add(*record.search, cost);
      });
    const bool has_enough = searches_of(cost) >= kEnough;
    if (has_enough)
      cost.of = fmt::format("{} stored searches and truths found now", searches_of(cost));
    else
      cost = empty_cost(question.tasks);
    measure_some(question.seconds, !has_enough, cost);
    if (!has_enough) cost.of = fmt::format("{} searches run now and their truths", searches_of(cost));
    fill_gaps(cost);
    return cost;
  }

 private:
  static constexpr std::string_view kSearchStart = R"({"schema":"rootward.convergence/)";

  /// By game: its truths, then its searches; a truth is found in each task that has searches of its instance.
  [[nodiscard]] Cost empty_cost(std::uint32_t tasks) const {
    const std::uint64_t of_an_instance = std::uint64_t{config_.arms.size()} * config_.repeats;
    const bool is_fine = coarse_units() < tasks;
    const std::uint64_t truths = is_fine ? std::min<std::uint64_t>(tasks, of_an_instance) : 1;
    Cost cost;
    for (std::size_t game = 0; game < config_.games.size(); ++game) {
      cost.sorts.push_back({.units = config_.instances * truths, .seconds = {}, .has_records = false});
      cost.sorts.push_back({.units = config_.instances * of_an_instance, .seconds = {}});
    }
    return cost;
  }
  static std::size_t searches_of(const Cost& cost) {
    std::size_t count = 0;
    for (std::size_t i = 1; i < cost.sorts.size(); i += 2) count += cost.sorts[i].seconds.size();
    return count;
  }
  void add(const estimates::SearchRecord& search, Cost& cost) const {
    const auto game = std::ranges::find(config_.games, search.game, &estimates::EstimatedGame::name);
    if (game == config_.games.end()) return;
    std::vector<double>& seconds = cost.sorts[2 * static_cast<std::size_t>(game - config_.games.begin()) + 1].seconds;
    seconds.push_back(search.cpu_seconds);
    cost.longest_record = std::max(cost.longest_record, search.cpu_seconds);
    const auto count = static_cast<double>(searches_of(cost));
    cost.record_bytes += (static_cast<double>(to_json_line(search).size()) - cost.record_bytes) / count;
  }

  /// Instance by instance of each game in turn: its truth, and every arm once.
  void measure_some(double seconds, bool runs_searches, Cost& cost) const {
    const auto is_over = [end = thread_cpu_seconds() + seconds] { return thread_cpu_seconds() > end; };
    const estimates::BookPositions book(config_);
    const estimates::InstanceMaker maker(config_, &book);
    for (std::uint32_t number = 0; number < config_.instances; ++number)
      for (std::size_t game = 0; game < config_.games.size(); ++game) {
        if ((number > 0 || game > 0) && is_over()) return;
        const double before = thread_cpu_seconds();
        const std::optional<estimates::Instance> instance = maker.make(game, number, [] { return false; });
        cost.sorts[2 * game].seconds.push_back(thread_cpu_seconds() - before);
        cost.longest_record = std::max(cost.longest_record, cost.sorts[2 * game].seconds.back());
        for (std::size_t arm = 0; instance && runs_searches && arm < config_.arms.size(); ++arm)
          if (const auto search = estimates::measure(config_, {&*instance, arm, 0}, [] { return false; }))
            add(*search, cost);
      }
  }

  /// Games for which there was no time cost what the others do.
  static void fill_gaps(Cost& cost) {
    for (const std::size_t first : {std::size_t{0}, std::size_t{1}}) {
      std::vector<double> all;
      for (std::size_t i = first; i < cost.sorts.size(); i += 2)
        all.insert(all.end(), cost.sorts[i].seconds.begin(), cost.sorts[i].seconds.end());
      for (std::size_t i = first; i < cost.sorts.size(); i += 2)
        if (cost.sorts[i].seconds.empty()) cost.sorts[i].seconds = all;
    }
  }

  const EstimatesConfig config_;
  const estimates::SearchPlaces places_;
};

}  // namespace

std::unique_ptr<SharedWork> estimates_work_of(const std::string& yaml, const std::string& file) {
  return std::make_unique<EstimatesWork>(estimates::parse_estimates(yaml, file));
}

std::unique_ptr<SharedWork> read_estimates_work(const std::string& file, const std::vector<Override>& overrides) {
  return std::make_unique<EstimatesWork>(estimates::read_estimates(file, overrides));
}

}  // namespace rootward::cluster
