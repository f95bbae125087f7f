// Spreads a study's searches over threads and stores each as it ends.
#include "experiments/estimates/run.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <mutex>
#include <utility>

#include "core/errors.h"
#include "experiments/arena/parallel_for.h"
#include "experiments/arena/progress.h"
#include "experiments/arena/signals.h"
#include "experiments/arena/thread_count.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"

namespace rootward::estimates {
namespace {

/// An instance of the study with the searches that it still lacks.
struct Work {
  std::size_t game = 0;
  std::uint32_t instance = 0;
  std::vector<std::pair<std::size_t, std::uint32_t>> searches;  ///< arm, repeat
};

std::string id_of(const EstimatesConfig& config, std::size_t game, std::uint32_t instance, std::size_t arm,
                  std::uint32_t repeat) {
  SearchRecord record;
  record.game = config.games[game].name;
  record.instance = instance;
  record.arm = config.arms[arm].name;
  record.repeat = repeat;
  return record.id();
}

/// Every instance of the shard with what is missing of it, and how many searches the shard has.
std::vector<Work> work_of(const EstimatesConfig& config, const StoredEstimates& stored, const Shard& shard,
                          std::uint64_t& wanted) {
  std::vector<Work> all;
  for (std::uint32_t instance = 0; instance < config.instances; ++instance) {
    if (!shard.contains(instance)) continue;
    for (std::size_t game = 0; game < config.games.size(); ++game) {
      Work work{.game = game, .instance = instance, .searches = {}};
      for (std::size_t arm = 0; arm < config.arms.size(); ++arm) {
        for (std::uint32_t repeat = 0; repeat < config.repeats; ++repeat) {
          ++wanted;
          if (!stored.searches.contains(id_of(config, game, instance, arm, repeat)))
            work.searches.emplace_back(arm, repeat);
        }
      }
      if (!work.searches.empty()) all.push_back(std::move(work));
    }
  }
  return all;
}

/// A search to run; the instance is made by whoever needs it first.
struct Task {
  std::size_t work = 0;
  std::size_t arm = 0;
  std::uint32_t repeat = 0;
};

class Runner {
 public:
  Runner(const EstimatesConfig& config, EstimatesFolder& folder, std::vector<Work> work, std::uint64_t done,
         std::uint64_t wanted, Progress& progress)
      : config_(config),
        folder_(folder),
        work_(std::move(work)),
        instances_(work_.size()),
        done_(done),
        wanted_(wanted),
        progress_(progress) {
    progress_.report(done_, wanted_);
    for (std::size_t i = 0; i < work_.size(); ++i) {
      instances_[i] = std::make_unique<Slot>();
      instances_[i]->left = work_[i].searches.size();
      for (const auto& [arm, repeat] : work_[i].searches) tasks_.push_back({i, arm, repeat});
    }
  }

  void run(std::size_t threads) {
    parallel_for(
        tasks_.size(), threads, [] { return 0; }, [this](int&, std::size_t i) { run_one(tasks_[i]); });
  }

  [[nodiscard]] std::uint64_t done() const { return done_; }

 private:
  struct Slot {
    std::mutex mutex;
    std::optional<Instance> instance;
    std::atomic<std::size_t> left{0};
  };

  void run_one(const Task& task) {
    const auto stop = [] { return SignalGuard::stop_requested(); };
    if (stop()) return;
    Slot& slot = *instances_[task.work];
    if (!prepare(task.work, slot, stop)) return;
    const std::optional<SearchRecord> record =
        measure(config_, {.instance = &*slot.instance, .arm = task.arm, .repeat = task.repeat}, stop);
    if (!record) return;
    const std::lock_guard lock(mutex_);
    folder_.append(*record);
    progress_.report(++done_, wanted_);
    if (--slot.left == 0) slot.instance.reset();
  }

  bool prepare(std::size_t index, Slot& slot, const std::function<bool()>& stop) {
    const std::lock_guard lock(slot.mutex);
    if (slot.instance) return true;
    const Work& work = work_[index];
    const InstanceMaker maker(config_);
    const auto& truths = folder_.stored().truths;
    const auto stored = truths.find(truth_id(config_.games[work.game].name, work.instance));
    if (stored != truths.end()) {
      slot.instance = maker.rebuild(stored->second);
      return true;
    }
    slot.instance = maker.make(work.game, work.instance, stop);
    if (!slot.instance) return false;
    const std::lock_guard folder_lock(mutex_);
    folder_.append(slot.instance->truth);
    return true;
  }

  const EstimatesConfig& config_;
  EstimatesFolder& folder_;
  std::vector<Work> work_;
  std::vector<std::unique_ptr<Slot>> instances_;
  std::vector<Task> tasks_;
  std::mutex mutex_;  // guards folder_, done_ and progress_
  std::uint64_t done_;
  std::uint64_t wanted_;
  Progress& progress_;
};

}  // namespace

EstimatesRunReport run_estimates(const EstimatesConfig& config, const EstimatesRunSettings& settings) {
  const ExitCode second_signal = settings.shard.is_whole() ? ExitCode::interrupted : ExitCode::incomplete;
  const SignalGuard signals(static_cast<int>(second_signal));
  EstimatesRunReport report;
  report.folder = settings.folder.empty() ? "results/" + config.name : settings.folder;
  EstimatesFolder folder(report.folder, config, settings.shard);
  for (const std::string& warning : folder.stored().warnings) {
    if (!settings.is_quiet) fmt::print(stderr, "warning: {}\n", warning);
  }
  std::vector<Work> work = work_of(config, folder.stored(), settings.shard, report.wanted);
  std::uint64_t missing = 0;
  for (const Work& one : work) missing += one.searches.size();
  report.done = report.wanted - missing;
  report.is_complete = missing == 0;
  if (report.is_complete) return report;
  config::check_named_files(config.named_files);
  if (report.done > 0 && !settings.is_quiet)
    fmt::print(stderr, "{}: {} of {} searches are there already; continuing\n", report.folder, report.done,
               report.wanted);
  folder.begin_session();
  Progress progress(stderr, Progress::style_of(stderr, settings.is_quiet), "searches");
  Runner runner(config, folder, std::move(work), report.done, report.wanted, progress);
  runner.run(settings.threads != 0 ? settings.threads : default_thread_count());
  progress.finish();
  report.done = runner.done();
  report.is_complete = report.done == report.wanted;
  folder.end_session(report.is_complete);
  return report;
}

std::vector<std::string> missing_searches(const StoredEstimates& study) {
  std::uint64_t wanted = 0;
  std::vector<std::string> ids;
  for (const Work& work : work_of(study.config, study, {}, wanted)) {
    for (const auto& [arm, repeat] : work.searches)
      ids.push_back(id_of(study.config, work.game, work.instance, arm, repeat));
  }
  return ids;
}

}  // namespace rootward::estimates
