// Spreads a study's searches over threads and stores each as it ends.
#include "experiments/estimates/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <variant>

#include "core/errors.h"
#include "core/guest_failure.h"
#include "core/note.h"
#include "experiments/estimates/instance.h"
#include "experiments/estimates/measure.h"
#include "lab/arena/heartbeat.h"
#include "lab/arena/pool.h"
#include "lab/arena/progress.h"
#include "lab/arena/signals.h"
#include "lab/arena/thread_count.h"
#include "lab/store/refused_attempt.h"

namespace rootward::estimates {
namespace {

/// An instance of the study with the searches that it still lacks.
struct Work {
  std::size_t game = 0;
  std::uint32_t instance = 0;
  const TruthRecord* truth = nullptr;                           ///< where it is stored
  std::vector<std::pair<std::size_t, std::uint32_t>> searches;  ///< arm, repeat
};

/// Every instance of the shard with what is missing of it, and how many searches the shard has.
std::vector<Work> work_of(const EstimatesConfig& config, const EstimatesFolder& folder, const Shard& shard,
                          std::uint64_t& wanted) {
  const StoredEstimates& stored = folder.stored();
  std::vector<Work> all;
  const StudyUnits units(config, shard.count);
  for (std::uint32_t instance = 0; instance < config.instances; ++instance) {
    for (std::size_t game = 0; game < config.games.size(); ++game) {
      const auto truth = stored.truths.find(truth_id(config.games[game].name, instance));
      Work work{.game = game, .instance = instance, .searches = {}};
      if (truth != stored.truths.end()) work.truth = &truth->second;
      for (std::size_t arm = 0; arm < config.arms.size(); ++arm) {
        for (std::uint32_t repeat = 0; repeat < config.repeats; ++repeat) {
          const SearchPlace search{.game = game, .instance = instance, .arm = arm, .repeat = repeat};
          if (!shard.contains(units.of(search))) continue;
          ++wanted;
          if (!folder.has(search)) work.searches.emplace_back(arm, repeat);
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
  if (job.instance) {
    try {
      return measure(config, {job.instance.get(), job.arm, job.repeat}, job.stop);
    } catch (GuestFailure& failure) {
      failure.add_place(fmt::format("the search of {} at {}, repeat {}", config.arms[job.arm].name,
                                    truth_id(config.games[job.game].name, job.number), job.repeat));
      throw;
    }
  }
  const InstanceMaker maker(config, &book);
  std::optional<Instance> instance =
      job.truth != nullptr ? maker.rebuild(*job.truth) : maker.make(job.game, job.number, job.stop);
  if (!instance) return std::nullopt;
  // As it is stored: whoever goes on with the study later measures by that.
  instance->truth = *parse_record_line(to_json_line(instance->truth)).truth;
  return std::make_shared<const Instance>(std::move(*instance));
}

/// Every instance is a batch: job 0 makes it, and once that is done job i + 1 is the i-th of its searches. Instances
/// have their turns in order, so that few of them are in memory.
class Runner {
 public:
  Runner(const EstimatesConfig& config, const BookPositions& book, EstimatesFolder& folder, std::vector<Work> work,
         Progress& progress, Heartbeat& heartbeat, EstimatesRunReport& report, const RunSettings& settings)
      : config_(config),
        book_(book),
        folder_(folder),
        work_(std::move(work)),
        instances_(work_.size()),
        done_(work_.size()),
        progress_(progress),
        heartbeat_(heartbeat),
        report_(report),
        settings_(settings) {}

  void run(std::size_t threads) {
    const auto work = [this](EstimatesPool::Feed& feed, std::size_t) {
      while (const std::optional<EstimatesJob> job = feed.next(0))
        if (std::optional<JobResult> result = do_job(config_, book_, *job)) feed.finished(0, std::move(*result));
    };
    EstimatesPool pool(threads, work, {}, {}, settings_.seats);
    if (!pool.shortage().empty()) progress_.say("warning: " + pool.shortage());
    std::vector<Ticket> instances;
    for (std::uint32_t i = 0; i < work_.size(); ++i) {
      pool.open(i, [this, i](std::uint32_t index) { return job_of(i, index); });
      instances.push_back({.priority = i, .batch = i, .index = 0});
    }
    pool.add(instances);
    const auto take = [&](EstimatesPool::Event& event) {
      if (auto* record = std::get_if<SearchRecord>(&*event.result))
        take_search(pool, event, *record);
      else
        take_instance(pool, event.batch, std::get<0>(std::move(*event.result)));
    };
    const StopRequest stop{.is_made = SignalGuard::stop_requested,
                           .grace = settings_.grace,
                           .is_near = SignalGuard::end_is_near,
                           .wind_down = settings_.wind_down};
    serve_pool(pool, stop, take, [this, &pool] {
      look_at_siblings(pool);
      look();
    });
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
                          .seconds = std::chrono::duration<double>(Clock::now() - start_).count()};
    heartbeat_.tell(work);
    if (settings_.seats.is_first()) progress_.report(work);
  }

  /// What another start of this shard has stored by now is measured here no more, unless it is under way.
  void look_at_siblings(EstimatesPool& pool) {
    if (settings_.shard.is_whole() || Clock::now() - looked_ < settings_.look_again) return;
    looked_ = Clock::now();
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const SearchPlace& search : folder_.searches_of_siblings()) note_elsewhere(search, found);
    if (found.empty()) return;
    pool.withdraw(found);
    for (std::uint32_t batch = 0; batch < work_.size(); ++batch) end_if_done(pool, batch);
  }

  void note_elsewhere(const SearchPlace& search, std::set<std::pair<std::uint32_t, std::uint32_t>>& found) {
    const auto work = std::ranges::find_if(
        work_, [&](const Work& one) { return one.game == search.game && one.instance == search.instance; });
    if (work == work_.end()) return;
    const auto batch = static_cast<std::uint32_t>(work - work_.begin());
    const auto place = std::ranges::find(work->searches, std::pair(search.arm, search.repeat));
    if (place == work->searches.end()) return;
    const auto index = static_cast<std::uint32_t>(place - work->searches.begin());
    if (!done_[batch].insert(index).second) return;
    ++report_.done;
    found.emplace(batch, index + 1);
  }

  void end_if_done(EstimatesPool& pool, std::uint32_t batch) {
    if (done_[batch].size() < work_[batch].searches.size()) return;
    pool.cancel(batch);
    instances_[batch].reset();
  }

  void take_instance(EstimatesPool& pool, std::uint32_t batch, std::shared_ptr<const Instance> instance) {
    if (work_[batch].truth == nullptr) folder_.append(instance->truth);
    instances_[batch] = std::move(instance);
    std::vector<Ticket> searches;
    for (std::uint32_t i = 0; i < work_[batch].searches.size(); ++i)
      if (!done_[batch].contains(i)) searches.push_back({.priority = batch, .batch = batch, .index = i + 1});
    pool.add(searches);
  }

  void take_search(EstimatesPool& pool, const EstimatesPool::Event& event, const SearchRecord& record) {
    folder_.append(record);
    if (done_[event.batch].insert(event.index - 1).second) ++report_.done;
    if (!record.simulations.empty()) heartbeat_.games().add_simulations(record.simulations.back());
    end_if_done(pool, event.batch);
  }

  const EstimatesConfig& config_;
  const BookPositions& book_;
  EstimatesFolder& folder_;
  std::vector<Work> work_;
  std::vector<std::shared_ptr<const Instance>> instances_;  // by batch; those that have searches left
  std::vector<std::set<std::uint32_t>> done_;               // searches stored here or elsewhere, by batch
  Progress& progress_;
  Heartbeat& heartbeat_;
  EstimatesRunReport& report_;
  const RunSettings& settings_;
  Clock::time_point looked_ = Clock::now();  // at what other starts have stored
  const std::uint64_t first_done_ = report_.done;
  const Clock::time_point start_ = Clock::now();
};

void run_missing(const EstimatesConfig& config, std::vector<Work> work, EstimatesFolder& folder,
                 const RunSettings& settings, EstimatesRunReport& report) {
  config::check_named_files(config.named_files);
  if (report.done > 0 && !settings.is_quiet)
    note("{}: {} of {} searches are there already; continuing", report.folder, report.done, report.wanted);
  const std::size_t threads = settings.threads != 0 ? settings.threads : default_thread_count();
  const std::size_t missing = report.wanted - report.done;
  const BookPositions book(config);
  folder.session({threads, settings.check_machine, settings.sync}, [&]() -> std::string_view {
    Progress progress(settings.listener, settings.is_quiet, "searches");
    Heartbeat heartbeat(settings.shard.is_whole() ? report.folder : "");
    heartbeat.begin({.done = report.done, .wanted = report.wanted});
    Runner runner(config, book, folder, std::move(work), progress, heartbeat, report, settings);
    runner.run(std::min(missing, threads));
    progress.finish();
    report.is_complete = report.done == report.wanted;
    return report.is_complete ? kComplete : SignalGuard::end_reason();
  });
}

}  // namespace

EstimatesRunReport run_estimates(const EstimatesConfig& config, const RunSettings& settings) {
  const SignalGuard signals(settings.shard, TimeSignal::winds_down);
  EstimatesRunReport report;
  report.folder = settings.folder.empty() ? "results/" + config.name : settings.folder;
  const auto find_inputs = [&] { return inputs_of(config); };
  EstimatesFolder folder(report.folder, config, settings.shard,
                         noting_refusal(report.folder, settings.shard, config_hash(config), find_inputs));
  for (const std::string& warning : folder.warnings()) {
    if (!settings.is_quiet) note("warning: {}", warning);
  }
  std::vector<Work> work = work_of(config, folder, settings.shard, report.wanted);
  std::uint64_t missing = 0;
  for (const Work& one : work) missing += one.searches.size();
  report.done = report.wanted - missing;
  report.is_complete = missing == 0;
  // Two starts that do not know of each other meet in the middle.
  if (folder.has_open_sibling()) std::ranges::reverse(work);
  if (!report.is_complete) run_missing(config, std::move(work), folder, settings, report);
  if (settings.shard.is_whole()) report.estimates = folder.take_stored();
  return report;
}

StudyUnits::StudyUnits(const EstimatesConfig& config, std::uint32_t shards)
    : instances_(std::uint64_t{config.instances} * config.games.size()),
      games_(config.games.size()),
      repeats_(config.repeats),
      of_an_instance_(std::uint64_t{config.repeats} * config.arms.size()),
      is_fine_(instances_ < shards) {}

std::uint64_t StudyUnits::searches(const EstimatesConfig& config) {
  const StudyUnits units(config, 1);
  return units.instances_ * units.of_an_instance_;
}

std::uint64_t StudyUnits::of(const SearchPlace& search) const {
  const std::uint64_t unit = search.instance * games_ + search.game;
  return is_fine_ ? unit * of_an_instance_ + search.arm * repeats_ + search.repeat : unit;
}

MissingSearches missing_searches(const EstimatesConfig& config, const DonePlaces& done, std::uint32_t shards) {
  MissingSearches missing;
  const SearchPlaces places(config);
  const StudyUnits units(config, shards);
  for (std::uint64_t place = 0; place < places.count(); ++place) {
    const std::optional<SearchPlace> search = places.search_at(place);
    if (!search || (place < done.size() && done[place])) continue;
    ++missing.count;
    ++missing.by_shard[shard_of_unit(units.of(*search), shards)];
  }
  return missing;
}

}  // namespace rootward::estimates
