// Tunings as pieces of work, other runs as what `run --slurm` submits.
#include "experiments/cluster/study_arrays.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/text.h"
#include "experiments/cluster/placing.h"
#include "experiments/cluster/submit.h"
#include "experiments/cluster/tune_driver.h"
#include "experiments/tuning/evaluation_players.h"
#include "lab/arena/signals.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;
using study::SentTuning;

class StudyArrays final : public study::StudyCluster {
 public:
  explicit StudyArrays(StayingSettings settings) : settings_(std::move(settings)) {
    for (const std::string& argument : settings_.sbatch_arguments) check_sbatch_argument(argument);
  }

  bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
            const std::function<void(std::size_t)>& tell) override {
    const std::string place = absolute_folder(folder);
    std::vector<PieceOfWork> pieces;
    for (const SentTuning& one : tunings) pieces.push_back(piece_of(one, place));
    const std::string step = tunings.front().place.substr(0, tunings.front().place.find('/'));
    const PieceSort sort{.noun = "tuning",
                         .script = fmt::format("cluster/{}.sh", step),
                         .text =
                             [evaluations, &tunings](const std::string& program, const JobRequest& request) {
                               return tuning_script(program, request, evaluations, folder_of(tunings.front().place));
                             },
                         .name_of = [](const std::string& word) { return fs::path(word).stem().string(); }};
    return play_pieces(sort, settings_, place, pieces, tell);
  }

  void send(const std::string& folder, const study::SentRun& run) override {
    const std::string place = absolute_folder(folder);
    make_folders(place);
    const std::string file = place_named_configuration(place, run.named_files, run.configuration,
                                                       fmt::format("cluster/runs/{}.yaml", run.place));
    const SubmitReport report = submit(settings_for(path_in(place, file), path_in(folder, run.place)));
    if (report.array_job)
      settings_.say(fmt::format("sent {} as job {}, joined by job {}", path_in(folder, run.place), *report.array_job,
                                report.merge_job.value_or(0)));
  }

  bool await(const std::string& folder, const std::string& place) override {
    const std::string run = path_in(folder, place);
    while (!SignalGuard::stop_requested()) {
      const AwaitedLook look = await_look(settings_for("", run), absolute_folder(run));
      if (look.is_whole()) return true;
      if (!look.has_jobs && !look.sent)
        throw tuning::EvaluationsHalted(
            fmt::format("{}: nothing is submitted by itself: {}; to go on: rootward run {} --slurm, and then this "
                        "command again",
                        run, look.status.halt, shell_quoted(run)));
      pause(settings_.look);
    }
    return false;
  }

 private:
  /// "tune/" of "tune/softmax-1", "" of "tune".
  static std::string folder_of(const std::string& place) { return place.substr(0, place.rfind('/') + 1); }

  static PieceOfWork piece_of(const SentTuning& one, const std::string& folder) {
    const tuning::TuningConfig& tuning = *one.tuning;
    return {.name = tuning.name,
            .place =
                [&tuning, &one, folder] {
                  return place_named_configuration(folder, tuning.named_files, tuning::resolved_tree(tuning),
                                                   fmt::format("cluster/tunings/{}.yaml", one.place));
                },
            .is_whole = one.is_whole,
            .stored = [place = path_in(folder, one.place)] { return stored_tuning_games(place); }};
  }

  [[nodiscard]] SubmitSettings settings_for(const std::string& file, const std::string& folder) const {
    return {.what = file,
            .folder = folder,
            .overrides = {},
            .games = {},
            .tasks = settings_.tasks,
            .cpus = settings_.cpus,
            .minutes = settings_.minutes,
            .mem_per_cpu = settings_.mem_per_cpu,
            .at_once = settings_.at_once,
            .rounds = settings_.rounds,
            .sbatch_arguments = settings_.sbatch_arguments,
            .calibrate = settings_.calibrate,
            .scheduler = {},
            .signature = settings_.signature,
            .say = settings_.say};
  }

  StayingSettings settings_;
};

}  // namespace

std::unique_ptr<study::StudyCluster> study_arrays(StayingSettings settings) {
  return std::make_unique<StudyArrays>(std::move(settings));
}

}  // namespace rootward::cluster
