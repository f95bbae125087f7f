// An estimates study's tasks: instances, dealt out over all games.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "core/errors.h"
#include "experiments/cluster/plan.h"
#include "experiments/cluster/study.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"

namespace rootward::cluster {
namespace {

using estimates::EstimatesConfig;

class EstimatesStudy final : public Study {
 public:
  explicit EstimatesStudy(EstimatesConfig config) : config_(std::move(config)) {}

  [[nodiscard]] std::string kind() const override { return std::string(estimates::kEstimatesKind.name); }
  [[nodiscard]] std::string command() const override { return "converge"; }
  [[nodiscard]] std::string records() const override { return "searches"; }
  [[nodiscard]] std::string name() const override { return config_.name; }
  [[nodiscard]] std::string config_hash() const override { return estimates::config_hash(config_); }
  [[nodiscard]] config::YamlNode resolved() const override { return estimates::resolved_tree(config_); }
  [[nodiscard]] std::vector<config::NamedFile> named_files() const override { return config_.named_files; }
  [[nodiscard]] InputFiles inputs() const override { return planned_inputs(estimates::inputs_of(config_), resolved()); }
  [[nodiscard]] std::uint64_t units() const override { return estimates::StudyUnits::searches(config_); }
  [[nodiscard]] bool is_reproducible() const override { return true; }

  void prepare_folder(const std::string& folder) const override {
    const estimates::EstimatesFolder made(folder, config_, Shard{.index = 1, .count = 2}, inputs());
  }

  [[nodiscard]] std::vector<TaskWork> work(const WorkQuestion& question) const override {
    std::vector<TaskWork> tasks(question.tasks);
    const std::vector<std::uint64_t> wanted = estimates::StudyUnits(config_, question.tasks).wanted();
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i] = {.wanted = wanted[i], .stored = wanted[i]};
    estimates::StoredEstimates stored;
    if (file_exists(manifest_path(question.folder))) stored = estimates::read_estimates_folder(question.folder);
    stored.config = config_;
    for (const auto& [task, count] : estimates::missing_searches(stored, question.tasks).by_shard)
      tasks[task - 1].stored -= count;
    return tasks;
  }

  [[nodiscard]] std::uint64_t merge(const std::string& folder) const override {
    const MergeReport report = estimates::merge_estimates({folder}, folder);
    if (report.records > 0) estimates::write_estimates_files(estimates::read_estimates_folder(folder));
    return report.records;
  }

  [[nodiscard]] std::string table(const std::string& folder) const override {
    return estimates::render_estimates(estimates::read_estimates_folder(folder), TableFormat::text);
  }

  [[nodiscard]] Cost cost(const std::string& folder, double seconds) const override {
    constexpr std::size_t kEnough = 20;
    if (file_exists(manifest_path(folder))) {
      const estimates::StoredEstimates stored = estimates::read_estimates_folder(folder);
      if (stored.searches.size() >= kEnough) {
        Cost cost = empty_cost(fmt::format("{} stored searches", stored.searches.size()));
        for (const auto& [id, search] : stored.searches) add(search, cost);
        return cost;
      }
    }
    return measure_some(seconds);
  }

 private:
  [[nodiscard]] Cost empty_cost(std::string of) const {
    Cost cost{.sorts = {{.units = units(), .seconds = {}}}, .longest_record = 0, .of = std::move(of)};
    return cost;
  }
  static void add(const estimates::SearchRecord& search, Cost& cost) {
    cost.sorts.front().seconds.push_back(search.cpu_seconds);
    cost.longest_record = std::max(cost.longest_record, search.cpu_seconds);
  }

  /// Instance by instance of each game in turn, every arm once.
  [[nodiscard]] Cost measure_some(double seconds) const {
    const auto start = std::chrono::steady_clock::now();
    const auto is_over = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() > seconds;
    };
    Cost cost = empty_cost("");
    const estimates::BookPositions book(config_);
    const estimates::InstanceMaker maker(config_, &book);
    for (std::uint32_t number = 0; number < config_.instances; ++number)
      for (std::size_t game = 0; game < config_.games.size(); ++game) {
        if (!cost.sorts.front().seconds.empty() && is_over()) break;
        const std::optional<estimates::Instance> instance = maker.make(game, number, [] { return false; });
        for (std::size_t arm = 0; instance && arm < config_.arms.size(); ++arm)
          if (const auto search = estimates::measure(config_, {&*instance, arm, 0}, [] { return false; }))
            add(*search, cost);
      }
    cost.of = fmt::format("{} searches run now", cost.sorts.front().seconds.size());
    return cost;
  }

  EstimatesConfig config_;
};

}  // namespace

std::unique_ptr<Study> estimates_study_of(const std::string& yaml, const std::string& file) {
  return std::make_unique<EstimatesStudy>(estimates::parse_estimates(yaml, file));
}

std::unique_ptr<Study> read_estimates_study(const std::string& file, const std::vector<Override>& overrides) {
  return std::make_unique<EstimatesStudy>(estimates::read_estimates(file, overrides));
}

}  // namespace rootward::cluster
