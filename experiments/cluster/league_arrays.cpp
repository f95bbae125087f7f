// Tunings as pieces of work, finals as tournaments that are submitted.
#include "experiments/cluster/league_arrays.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "core/errors.h"
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
using league::SentTuning;

class LeagueArrays final : public league::LeagueCluster {
 public:
  explicit LeagueArrays(StayingSettings settings) : settings_(std::move(settings)) {
    for (const std::string& argument : settings_.sbatch_arguments) check_sbatch_argument(argument);
  }

  bool tune(const std::string& folder, const std::vector<SentTuning>& tunings, std::uint32_t evaluations,
            const std::function<void(std::size_t)>& tell) override {
    const std::string place = absolute_folder(folder);
    std::vector<PieceOfWork> pieces;
    for (const SentTuning& one : tunings) pieces.push_back(piece_of(one, place));
    const PieceSort sort{
        .noun = "tuning",
        .script = "cluster/tune.sh",
        .text = [evaluations](const std::string& program,
                              const JobRequest& request) { return tuning_script(program, request, evaluations); },
        .name_of = [](const std::string& word) { return fs::path(word).stem().string(); }};
    return play_pieces(sort, settings_, place, pieces, tell);
  }

  void send(const std::string& file, const std::string& folder) override {
    const SubmitReport report = submit(settings_for(file, folder));
    if (report.array_job)
      settings_.say(
          fmt::format("sent {} as job {}, joined by job {}", folder, *report.array_job, report.merge_job.value_or(0)));
  }

  bool await(const std::string& folder) override {
    while (!SignalGuard::stop_requested()) {
      const AwaitedLook look = await_look(settings_for("", folder), absolute_folder(folder));
      if (look.is_whole()) return true;
      if (!look.has_jobs && !look.sent)
        throw tuning::EvaluationsHalted(
            fmt::format("{}: nothing is submitted by itself: {}; to go on: rootward submit {} --slurm, and then this "
                        "command again",
                        folder, look.status.halt, shell_quoted(folder)));
      pause(settings_.look);
    }
    return false;
  }

 private:
  static PieceOfWork piece_of(const SentTuning& one, const std::string& folder) {
    const tuning::TuningConfig& tuning = *one.tuning;
    return {.name = tuning.name,
            .place =
                [&tuning, folder] {
                  return place_named_configuration(folder, tuning.named_files, tuning::resolved_tree(tuning),
                                                   fmt::format("cluster/tunings/{}.yaml", tuning.name));
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

std::unique_ptr<league::LeagueCluster> league_arrays(StayingSettings settings) {
  return std::make_unique<LeagueArrays>(std::move(settings));
}

}  // namespace rootward::cluster
