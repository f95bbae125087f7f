// The scripts that Slurm runs, and the lines for other schedulers. They are the same for everybody but for numbers:
// what a user named reaches Slurm as words of an argument vector or lies in cluster/config.yaml.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cluster/plan.h"
#include "lab/play/player.h"

namespace rootward::cluster {

/// What a job asks of Slurm, and how often what is missing is submitted again.
struct JobRequest {
  std::uint32_t cpus = 1;           ///< of a task
  std::uint32_t minutes = 15;       ///< of a task, at most
  std::uint32_t mem_per_cpu = 500;  ///< MB
  std::uint32_t at_once = 0;        ///< tasks; 0 = no limit
  std::uint32_t rounds = 10;
  std::vector<std::string> sbatch_arguments{};  ///< the user's, handed over as they are
  bool is_time_given = false;                   ///< the minutes are the user's, and not an estimate
};

/// What a user asks for; what is not given is made out.
struct AskedTasks {
  std::optional<std::uint32_t> tasks{}, cpus{}, minutes{}, mem_per_cpu{}, at_once{}, rounds{};
  std::vector<std::string> sbatch_arguments{};
  double calibrate =
      20;  ///< seconds of playing for the estimate, where nothing is stored; of finding truths in any case
  std::chrono::milliseconds look{5'000};          ///< between two questions to Slurm
  std::function<std::string()> signature{};       ///< of this program's searches, on this machine
  std::function<void(const std::string&)> say{};  ///< told of what is sent, and of warnings
};

/// Where the tasks of the folder's array of this number write, a file each, from the folder. It has to be there before
/// they start, else Slurm fails the job without a word.
std::string log_folder(std::uint64_t number);

/// One task of an array: `exec` of a command, so that signals reach the program.
inline constexpr const char* kArrayScript = "cluster/array.sh";  // from the folder
std::string array_script(const JobRequest& request, const std::string& command);
/// The job that follows an array and submits again, and runs these lines.
inline constexpr const char* kMergeScript = "cluster/merge.sh";
std::string merge_script(const std::string& lines);
/// The command that plays a task; `number` is its number for the shell.
std::string shard_command(const Plan& plan, std::string_view number);
inline constexpr std::string_view kTaskVariable = "\"$SLURM_ARRAY_TASK_ID\"";

/// An array, or the job that follows one.
struct JobWords {
  std::string folder;  ///< absolute
  std::string name;    ///< of the configuration
  std::string script = kArrayScript;
  std::vector<std::string> arguments{};  ///< the script's
};
/// sbatch for an array of these tasks, with a name that no other of the folder has.
std::vector<std::string> array_words(const JobWords& job, const JobRequest& request, const std::string& tasks,
                                     std::uint64_t number);
/// sbatch for a job that follows the array.
std::vector<std::string> merge_words(const JobWords& job, const JobRequest& request, const std::string& array_job);
/// Both as lines of a shell, which hand them in by hand.
std::string sbatch_lines(const std::string& folder, const std::vector<std::string>& array,
                         const std::vector<std::string>& merge);
/// What merge_words() is given as array_job for sbatch_lines().
inline constexpr const char* kArrayVariable = "$array";

/// Tasks read what is stored. Throws UsageError where the player has variables of an environment, whose values are not.
void check_environment(const PlayerSpec& player);
/// Words of --sbatch-arg that are ours. Throws UsageError naming the option that says it.
void check_sbatch_argument(const std::string& argument);
/// Slurm expands % and \ in paths of folders. Throws UsageError for these and for control characters.
void check_folder_name(const std::string& folder);

/// Throws UsageError where lines for it cannot be printed.
void check_scheduler(std::string_view scheduler);
/// Lines that send the tasks to another scheduler: "pbs", "lsf", "sge", "parallel", "ssh".
std::string other_scheduler_lines(std::string_view scheduler, const std::string& folder, const Plan& plan,
                                  const JobRequest& request);

/// "01:05:00".
std::string slurm_time(std::uint32_t minutes);

}  // namespace rootward::cluster
