// The scripts that Slurm runs, and the lines for other schedulers. They are the same for everybody but for numbers:
// what a user named reaches Slurm as words of an argument vector or lies in cluster/config.yaml.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cluster/plan.h"

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

/// Where the tasks of the folder's so many-th array write, a file each, from the folder. It has to be there before they
/// start, else Slurm fails the job without a word.
std::string log_folder(std::size_t array);
/// What a task of that array, which is a job, writes.
std::string task_log(const std::string& folder, std::size_t array, std::uint64_t job, std::uint32_t task);

/// One task: `exec`, so that signals reach the program.
inline constexpr const char* kArrayScript = "cluster/array.sh";  // from the folder
std::string array_script(const Plan& plan, const JobRequest& request);
/// Joins, and where games are missing submits again; its argument is the round.
inline constexpr const char* kMergeScript = "cluster/merge.sh";
std::string merge_script(const Plan& plan);

/// One task of evaluations; its argument is the file of tickets.
std::string evaluation_script(const Plan& plan, const JobRequest& request);
/// sbatch for an array of `tasks` tasks with the tickets of this number, under a name that no other has.
std::vector<std::string> evaluation_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                          std::uint32_t number, std::size_t tasks);
/// That name.
std::string evaluation_job_name(const Plan& plan, std::uint32_t number);

/// The driver of a tuning, whose arguments are options of `run`, and what follows when it has ended, whose arguments
/// are options of `run`.
std::string driver_script(const Plan& plan, const JobRequest& request, const std::string& configuration);
std::string following_script(const Plan& plan, const std::string& configuration);
std::vector<std::string> driver_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                      const std::vector<std::string>& options);
std::vector<std::string> following_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                         std::uint64_t driver, const std::vector<std::string>& options);

/// One whole tuning of so many evaluations; its arguments are the tunings' configurations, of which each task takes
/// one. It is stored in NAME behind `folder` ("tune/") for "../NAME.yaml".
std::string tuning_script(const std::string& program, const JobRequest& request, std::uint32_t evaluations,
                          const std::string& folder);
/// sbatch for an array of a script with these arguments, one task each.
std::vector<std::string> piece_words(const std::string& folder, const std::string& name, const JobRequest& request,
                                     const std::string& script, const std::vector<std::string>& arguments,
                                     const std::string& logs);

/// sbatch for an array of these tasks, or for the job that joins after it. `folder` is absolute.
std::vector<std::string> array_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                     const std::string& tasks, const std::string& logs);
std::vector<std::string> merge_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                     const std::string& array_job, std::uint32_t round);
/// Both as lines of a shell, which hand them in by hand.
std::string sbatch_lines(const std::string& folder, const std::vector<std::string>& array,
                         const std::vector<std::string>& merge);
/// What merge_words() is given as array_job for sbatch_lines().
inline constexpr const char* kArrayVariable = "$array";

/// Words of --sbatch-arg that are ours. Throws UsageError naming the option that says it.
void check_sbatch_argument(const std::string& argument);
/// Slurm expands % and \ in paths of folders. Throws UsageError for these and for control characters.
void check_folder_name(const std::string& folder);

/// Lines that send the tasks to another scheduler: "pbs", "lsf", "sge", "parallel", "ssh". Throws UsageError for
/// others.
std::string other_scheduler_lines(std::string_view scheduler, const std::string& folder, const Plan& plan,
                                  const JobRequest& request);

/// "01:05:00".
std::string slurm_time(std::uint32_t minutes);

}  // namespace rootward::cluster
