// Spreads a study's searches over threads and stores each as it ends.
#include "experiments/estimates/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "core/errors.h"
#include "core/note.h"
#include "experiments/arena/heartbeat.h"
#include "experiments/arena/pool.h"
#include "experiments/arena/progress.h"
#include "experiments/arena/signals.h"
#include "experiments/arena/thread_count.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"
#include "experiments/store/refused_attempt.h"

namespace rootward::estimates {
namespace {

/// An instance of the study with the searches that it still lacks.
struct Work {
  std::size_t game = 0;
  std::uint32_t instance = 0;
  const TruthRecord* truth = nullptr;                           ///< where it is stored
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
  const StudyUnits units(config, shard.count);
  for (std::uint32_t instance = 0; instance < config.instances; ++instance) {
    for (std::size_t game = 0; game < config.games.size(); ++game) {
      const auto truth = stored.truths.find(truth_id(config.games[game].name, instance));
      Work work{.game = game, .instance = instance, .searches = {}};
      if (truth != stored.truths.end()) work.truth = &truth->second;
      for (std::size_t arm = 0; arm < config.arms.size(); ++arm) {
        for (std::uint32_t repeat = 0; repeat < config.repeats; ++repeat) {
          if (!shard.contains(units.of(game, instance, arm, repeat))) continue;
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

/// A search, or the making of the instance that an instance's searches need first.
struct EstimatesJob : PoolJob {
  std::shared_ptr<const Instance> instance;  ///< null: it is to be made
  const TruthRecord* truth = nullptr;        ///< of an instance to be made, where it is stored
  std::size_t game = 0;
  std::uint32_t number = 0;
  std::size_t arm = 0;
  std::uint32_t repeat = 0;
};
using JobResult = std::variant<std::shared_ptr<const Instance>, SearchRecord>;
using EstimatesPool = Pool<EstimatesJob, JobResult>;

/// Nothing where the job's `stop` ended it.
std::optional<JobResult> do_job(const EstimatesConfig& config, const BookPositions& book, const EstimatesJob& job) {
  if (job.instance) return measure(config, {job.instance.get(), job.arm, job.repeat}, job.stop);
  const InstanceMaker maker(config, &book);
  std::optional<Instance> instance =
      job.truth != nullptr ? maker.rebuild(*job.truth) : maker.make(job.game, job.number, job.stop);
  if (!instance) return std::nullopt;
  return std::make_shared<const Instance>(std::move(*instance));
}

/// Every instance is a batch: job 0 makes it, and once that is done job i + 1 is the i-th of its searches. Instances
/// have their turns in order, so that few of them are in memory.
class Runner {
 public:
  Runner(const EstimatesConfig& config, const BookPositions& book, EstimatesFolder& folder, std::vector<Work> work,
         Progress& progress, Heartbeat& heartbeat, EstimatesRunReport& report)
      : config_(config),
        book_(book),
        folder_(folder),
        work_(std::move(work)),
        instances_(work_.size()),
        left_(work_.size()),
        progress_(progress),
        heartbeat_(heartbeat),
        report_(report) {}

  void run(std::size_t threads, std::chrono::seconds wind_down) {
    EstimatesPool pool(threads, [this](EstimatesPool::Feed& feed, std::size_t) {
      while (const std::optional<EstimatesJob> job = feed.next(0))
        if (std::optional<JobResult> result = do_job(config_, book_, *job)) feed.finished(0, std::move(*result));
    });
    if (!pool.shortage().empty()) progress_.say("warning: " + pool.shortage());
    std::vector<Ticket> instances;
    for (std::uint32_t i = 0; i < work_.size(); ++i) {
      left_[i] = work_[i].searches.size();
      pool.open(i, [this, i](std::uint32_t index) { return job_of(i, index); });
      instances.push_back({.priority = i, .batch = i, .index = 0});
    }
    pool.add(instances);
    const auto take = [&](EstimatesPool::Event& event) {
      if (auto* record = std::get_if<SearchRecord>(&*event.result))
        take_search(pool, event.batch, *record);
      else
        take_instance(pool, event.batch, std::get<0>(std::move(*event.result)));
    };
    const StopRequest stop{
        .is_made = SignalGuard::stop_requested, .is_near = SignalGuard::end_is_near, .wind_down = wind_down};
    serve_pool(pool, stop, take, [this] { look(); });
  }

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] EstimatesJob job_of(std::uint32_t batch, std::uint32_t index) const {
    const Work& work = work_[batch];
    EstimatesJob job;
    job.game = work.game;
    job.number = work.instance;
    job.truth = work.truth;
    if (index == 0) return job;
    job.instance = instances_[batch];
    std::tie(job.arm, job.repeat) = work.searches[index - 1];
    return job;
  }

  void look() {
    const WorkStatus work{.done = report_.done,
                          .wanted = report_.wanted,
                          .fresh = report_.done - first_done_,
                          .seconds = std::chrono::duration<double>(Clock::now() - start_).count(),
                          .what = ""};
    heartbeat_.tell(work);
    progress_.report(work);
  }

  void take_instance(EstimatesPool& pool, std::uint32_t batch, std::shared_ptr<const Instance> instance) {
    if (work_[batch].truth == nullptr) folder_.append(instance->truth);
    instances_[batch] = std::move(instance);
    std::vector<Ticket> searches;
    for (std::uint32_t i = 0; i < work_[batch].searches.size(); ++i)
      searches.push_back({.priority = batch, .batch = batch, .index = i + 1});
    pool.add(searches);
  }

  void take_search(EstimatesPool& pool, std::uint32_t batch, const SearchRecord& record) {
    folder_.append(record);
    ++report_.done;
    if (!record.simulations.empty()) heartbeat_.games().add_simulations(record.simulations.back());
    if (--left_[batch] > 0) return;
    pool.cancel(batch);
    instances_[batch].reset();
  }

  const EstimatesConfig& config_;
  const BookPositions& book_;
  EstimatesFolder& folder_;
  std::vector<Work> work_;
  std::vector<std::shared_ptr<const Instance>> instances_;  // by batch; those that have searches left
  std::vector<std::size_t> left_;                           // searches, by batch
  Progress& progress_;
  Heartbeat& heartbeat_;
  EstimatesRunReport& report_;
  const std::uint64_t first_done_ = report_.done;
  const Clock::time_point start_ = Clock::now();
};

void run_missing(const EstimatesConfig& config, std::vector<Work> work, EstimatesFolder& folder,
                 const EstimatesRunSettings& settings, EstimatesRunReport& report) {
  config::check_named_files(config.named_files);
  if (report.done > 0 && !settings.is_quiet)
    note("{}: {} of {} searches are there already; continuing", report.folder, report.done, report.wanted);
  const std::size_t threads = settings.threads != 0 ? settings.threads : default_thread_count();
  const std::size_t missing = report.wanted - report.done;
  const BookPositions book(config);
  folder.session({threads, settings.check_machine, settings.sync}, [&]() -> std::string_view {
    Progress progress(stderr, Progress::style_of(stderr, settings.is_quiet), "searches");
    Heartbeat heartbeat(settings.shard.is_whole() ? report.folder : "");
    heartbeat.begin({.done = report.done, .wanted = report.wanted, .what = ""});
    Runner runner(config, book, folder, std::move(work), progress, heartbeat, report);
    runner.run(std::min(missing, threads), settings.wind_down);
    progress.finish();
    report.is_complete = report.done == report.wanted;
    return report.is_complete ? kComplete : SignalGuard::end_reason();
  });
}

}  // namespace

EstimatesRunReport run_estimates(const EstimatesConfig& config, const EstimatesRunSettings& settings) {
  const SignalGuard signals(settings.shard, TimeSignal::winds_down);
  EstimatesRunReport report;
  report.folder = settings.folder.empty() ? "results/" + config.name : settings.folder;
  const auto find_inputs = [&] { return inputs_of(config); };
  EstimatesFolder folder(report.folder, config, settings.shard,
                         noting_refusal(report.folder, settings.shard, config_hash(config), find_inputs));
  for (const std::string& warning : folder.warnings()) {
    if (!settings.is_quiet) note("warning: {}", warning);
  }
  std::vector<Work> work = work_of(config, folder.stored(), settings.shard, report.wanted);
  std::uint64_t missing = 0;
  for (const Work& one : work) missing += one.searches.size();
  report.done = report.wanted - missing;
  report.is_complete = missing == 0;
  if (!report.is_complete) run_missing(config, std::move(work), folder, settings, report);
  if (settings.shard.is_whole()) report.estimates = folder.take_stored();
  return report;
}

StudyUnits::StudyUnits(const EstimatesConfig& config, std::uint32_t shards)
    : instances_(std::uint64_t{config.instances} * config.games.size()),
      games_(config.games.size()),
      repeats_(config.repeats),
      of_an_instance_(std::uint64_t{config.repeats} * config.arms.size()),
      shards_(shards),
      is_fine_(instances_ < shards) {}

std::uint64_t StudyUnits::searches(const EstimatesConfig& config) {
  const StudyUnits units(config, 1);
  return units.instances_ * units.of_an_instance_;
}

std::uint64_t StudyUnits::of(std::size_t game, std::uint32_t instance, std::size_t arm, std::uint32_t repeat) const {
  const std::uint64_t unit = instance * games_ + game;
  return is_fine_ ? unit * of_an_instance_ + arm * repeats_ + repeat : unit;
}

std::vector<std::uint64_t> StudyUnits::wanted() const {
  std::vector<std::uint64_t> wanted(shards_);
  const std::uint64_t units = is_fine_ ? instances_ * of_an_instance_ : instances_;
  for (std::uint64_t unit = 0; unit < units; ++unit)
    wanted[shard_of_unit(unit, shards_) - 1] += is_fine_ ? 1 : of_an_instance_;
  return wanted;
}

MissingSearches missing_searches(const StoredEstimates& study, std::uint32_t shards) {
  MissingSearches missing;
  const StudyUnits units(study.config, shards);
  std::uint64_t wanted = 0;
  for (const Work& work : work_of(study.config, study, {}, wanted)) {
    missing.count += work.searches.size();
    for (const auto& [arm, repeat] : work.searches)
      ++missing.by_shard[shard_of_unit(units.of(work.game, work.instance, arm, repeat), shards)];
  }
  return missing;
}

}  // namespace rootward::estimates
