// Runs of a study as what `run --slurm` submits.
#include "experiments/cluster/study_arrays.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "core/file_io.h"
#include "core/text.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/submit.h"
#include "experiments/tuning/evaluation_players.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

using study::SentTuning;
using Tell = std::function<void(std::size_t)>;

class StudyArrays final : public study::StudyCluster {
 public:
  explicit StudyArrays(AskedTasks asked) : asked_(std::move(asked)) {
    for (const std::string& argument : asked_.sbatch_arguments) check_sbatch_argument(argument);
  }

  bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
            const Tell& tell) override {
    const std::string& first = tunings.front().place;
    const std::unique_ptr<SharedWork> work = tunings_work(tunings, evaluations);
    SubmitSettings settings = settings_for(path_in(folder, first.substr(0, first.find('/'))));
    settings.work = work.get();
    hand_in(settings);
    return await_run(settings, tell);
  }

  void send(const std::string& folder, const study::SentRun& run) override {
    const std::string place = absolute_folder(folder);
    SubmitSettings settings = settings_for(path_in(folder, run.place));
    settings.what = path_in(place, place_named_configuration(place, run.named_files, run.configuration,
                                                             fmt::format("cluster/runs/{}.yaml", run.place)));
    hand_in(settings);
  }

  void send(const std::string& folder, const std::string& place, const study::PlayedGeneration& played) override {
    SubmitSettings settings = settings_for(path_in(folder, place));
    settings.work = (generations_[settings.folder] = generation_work(played)).get();
    hand_in(settings);
  }

  bool await(const std::string& folder, const std::string& place) override {
    SubmitSettings settings = settings_for(path_in(folder, place));
    if (const auto generation = generations_.find(settings.folder); generation != generations_.end())
      settings.work = generation->second.get();
    return await_run(settings, [](std::size_t) {});
  }

 private:
  void hand_in(const SubmitSettings& settings) const {
    const SubmitReport report = submit(settings);
    if (report.array_job)
      asked_.say(fmt::format("sent {} as job {}{}", settings.folder, *report.array_job,
                             report.merge_job ? fmt::format(", joined by job {}", *report.merge_job) : ""));
  }

  static bool await_run(const SubmitSettings& settings, const Tell& tell) {
    std::set<std::uint32_t> told;
    const AwaitedLook last = await_whole(settings, absolute_folder(settings.folder), [&](const AwaitedLook& look) {
      for (const TaskStatus& task : look.status.tasks)
        if (task.work.is_done() && told.insert(task.task).second) tell(task.task - 1);
    });
    if (last.is_halted())
      throw tuning::EvaluationsHalted(fmt::format(
          "{}: nothing is submitted by itself: {}; the same command again goes on", settings.folder, last.status.halt));
    return last.is_whole();
  }

  [[nodiscard]] SubmitSettings settings_for(const std::string& folder) const {
    SubmitSettings settings;
    static_cast<AskedTasks&>(settings) = asked_;
    settings.folder = folder;
    return settings;
  }

  const AskedTasks asked_;
  std::map<std::string, std::unique_ptr<SharedWork>> generations_;  // by folder
};

}  // namespace

std::unique_ptr<study::StudyCluster> study_arrays(AskedTasks asked) {
  return std::make_unique<StudyArrays>(std::move(asked));
}

}  // namespace rootward::cluster
