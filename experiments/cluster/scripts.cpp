// Texts of scripts and words of commands.
#include "experiments/cluster/scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.h"
#include "core/text.h"

namespace rootward::cluster {
namespace {

/// Seconds before the limit at which SIGUSR1 comes: 90 to wind down, and some to write and end.
constexpr int kWarning = 120;
constexpr const char* kHandedOn = "--export=PATH,HOME,LD_LIBRARY_PATH,ROOTWARD_NETS";

std::vector<std::string> common_words(const JobWords& job, const std::string& name, const JobRequest& request) {
  std::vector<std::string> words = {"sbatch", "--parsable", "--chdir=" + job.folder, "--job-name=rw-" + name,
                                    kHandedOn};
  words.insert(words.end(), request.sbatch_arguments.begin(), request.sbatch_arguments.end());
  return words;
}

void add_script(const JobWords& job, std::vector<std::string>& words) {
  words.push_back(job.script);
  words.insert(words.end(), job.arguments.begin(), job.arguments.end());
}

/// Options of sbatch that are ours, and what says it in their place.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kOurs{{
    {"array", "--tasks and --at-once"},
    {"output", "nothing: logs lie in DIR/cluster/log"},
    {"error", "nothing: logs lie in DIR/cluster/log"},
    {"chdir", "--out"},
    {"parsable", "nothing: it is always given"},
    {"wrap", "nothing: the script is ours"},
    {"dependency", "nothing: the joining job waits for the tasks"},
    {"open-mode", "nothing: logs are appended to"},
    {"signal", "nothing: tasks get a signal 120 s before the limit"},
    {"requeue", "nothing: tasks are requeued"},
    {"no-requeue", "nothing: tasks are requeued"},
    {"time", "--time"},
    {"cpus-per-task", "--cpus"},
    {"ntasks", "nothing: a task is one process"},
    {"nodes", "nothing: a task runs on one node"},
    {"wait", "--wait"},
    {"test-only", "--dry-run"},
}};
constexpr std::array<std::pair<char, std::string_view>, 10> kShortOptions{{{'a', "array"},
                                                                           {'o', "output"},
                                                                           {'e', "error"},
                                                                           {'D', "chdir"},
                                                                           {'d', "dependency"},
                                                                           {'t', "time"},
                                                                           {'c', "cpus-per-task"},
                                                                           {'n', "ntasks"},
                                                                           {'N', "nodes"},
                                                                           {'W', "wait"}}};

/// "array" of --array=1-3 and of -a1-3; "" of what is none of ours.
std::string_view option_name(std::string_view argument) {
  if (argument.starts_with("--")) return argument.substr(2, argument.find('=') - 2);
  for (const auto& [letter, word] : kShortOptions)
    if (argument.size() > 1 && argument[1] == letter) return word;
  return "";
}

}  // namespace

std::string log_folder(std::uint64_t number) { return fmt::format("cluster/log/{:04}", number); }

std::string slurm_time(std::uint32_t minutes) { return fmt::format("{:02}:{:02}:00", minutes / 60, minutes % 60); }

std::string shard_command(const Plan& plan, std::string_view number) {
  return fmt::format("{} run cluster/config.yaml --shard {}/{} --out . --quiet", plan.program, number, plan.tasks);
}

std::string array_script(const JobRequest& request, const std::string& command) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task={} --mem-per-cpu={} --time={}\n"
      "#SBATCH --requeue --open-mode=append --signal=B:USR1@{}\n"
      "exec {}\n",
      request.cpus, request.mem_per_cpu, slurm_time(request.minutes), kWarning, command);
}

std::string merge_script(const std::string& lines) {
  return "#!/bin/bash\n"
         "#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=2000 --time=02:00:00\n"
         "#SBATCH --requeue --open-mode=append --output=cluster/log/merge_%j.txt\n" +
         lines;
}

std::vector<std::string> array_words(const JobWords& job, const JobRequest& request, const std::string& tasks,
                                     std::uint64_t number) {
  std::vector<std::string> words = common_words(job, fmt::format("{}-{}", job.name, number), request);
  words.push_back(fmt::format("--output={}/%A_%a.txt", log_folder(number)));
  words.push_back(fmt::format("--array={}{}", tasks, request.at_once == 0 ? "" : fmt::format("%{}", request.at_once)));
  add_script(job, words);
  return words;
}

std::vector<std::string> merge_words(const JobWords& job, const JobRequest& request, const std::string& array_job) {
  std::vector<std::string> words = common_words(job, job.name, request);
  words.push_back(fmt::format("--dependency=afterany:{}", array_job));
  words.emplace_back("--kill-on-invalid-dep=yes");
  add_script(job, words);
  return words;
}

std::string sbatch_lines(const std::string& folder, const std::vector<std::string>& array,
                         const std::vector<std::string>& merge) {
  const auto line = [](const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
      const bool is_variable = word.find(kArrayVariable) != std::string::npos && word.starts_with("--dependency=");
      text += fmt::format("{}{}", text.empty() ? "" : " ", is_variable ? '"' + word + '"' : shell_quoted(word));
    }
    return text;
  };
  // Where Slurm has several clusters the job's number is followed by its cluster.
  return fmt::format("cd {} || exit 1\narray=$({}) || exit 1\narray=${{array%%;*}}\n{}\n", shell_quoted(folder),
                     line(array), line(merge));
}

void check_sbatch_argument(const std::string& argument) {
  if (!argument.starts_with('-'))
    throw UsageError(fmt::format(
        "--sbatch-arg {}: an option of sbatch in one word is allowed, such as --partition=short", argument));
  const std::string_view name = option_name(argument);
  if (name.starts_with("mem")) throw UsageError(fmt::format("--sbatch-arg {}: --mem-per-cpu says it", argument));
  // sbatch takes every beginning of a name that is clear.
  const auto found =
      std::ranges::find_if(kOurs, [&](const auto& one) { return !name.empty() && one.first.starts_with(name); });
  if (found != kOurs.end())
    throw UsageError(fmt::format("--sbatch-arg {}: that is ours; what says it: {}", argument, found->second));
}

void check_folder_name(const std::string& folder) {
  const auto is_wrong = [](char c) {
    return c == '%' || c == '\\' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  };
  if (std::ranges::any_of(folder, is_wrong))
    throw UsageError(
        fmt::format("{}: Slurm does not take a folder with % or \\ or a control character in its name "
                    "literally; choose another --out",
                    shell_quoted(folder)));
}

void check_environment(const PlayerSpec& player) {
  for (const EnvironmentVariable& one : player.environment)
    if (one.value != kNotStored)
      throw UsageError(
          fmt::format("{}.environment.{}: a cluster's tasks read what is stored, and values of variables are "
                      "not; set it in the engine's command or a script that it names",
                      player.name, one.name));
}

std::string other_scheduler_lines(std::string_view scheduler, const std::string& folder, const Plan& plan,
                                  const JobRequest& request) {
  const std::string cd = fmt::format("cd {} || exit 1\n", shell_quoted(folder));
  const std::string after =
      fmt::format("# then: rootward status {0} --missing prints what to send again, rootward merge {0} joins\n",
                  shell_quoted(folder));
  const std::string time = slurm_time(request.minutes);
  const std::uint32_t memory = request.mem_per_cpu * request.cpus;
  const auto task = [&](std::string_view number) { return shard_command(plan, number); };
  if (scheduler == "pbs")  // which knows no array of one task
    return fmt::format("#!/bin/bash\n{}#PBS -l select=1:ncpus={}:mem={}mb -l walltime={}\n{}exec {}\n{}",
                       plan.tasks > 1 ? fmt::format("#PBS -J 1-{}\n", plan.tasks) : "", request.cpus, memory, time, cd,
                       task(plan.tasks > 1 ? "\"$PBS_ARRAY_INDEX\"" : "1"), after);
  if (scheduler == "lsf")
    return fmt::format(
        "#!/bin/bash\n#BSUB -J \"rw[1-{}]\"\n#BSUB -n {} -R \"span[hosts=1]\" -M {}MB -W {}\n{}exec {}\n{}", plan.tasks,
        request.cpus, memory, time.substr(0, time.rfind(':')), cd, task("\"$LSB_JOBINDEX\""), after);
  if (scheduler == "sge")
    return fmt::format("#!/bin/bash\n#$ -t 1-{}\n#$ -pe smp {} -l h_vmem={}M -l h_rt={}\n{}exec {}\n{}", plan.tasks,
                       request.cpus, request.mem_per_cpu, time, cd, task("\"$SGE_TASK_ID\""), after);
  if (scheduler == "parallel")
    return fmt::format("{}seq {} | parallel --sshlogin a,b,c --workdir . '{} --threads {}'\n{}", cd, plan.tasks,
                       task("{}"), request.cpus, after);
  if (scheduler == "ssh")
    return fmt::format(
        "hosts=(a b c)\n"
        "for i in \"${{!hosts[@]}}\"; do\n"
        "  for ((k = i + 1; k <= {}; k += ${{#hosts[@]}})); do\n"
        "    echo {}\n"
        "  done | ssh \"${{hosts[i]}}\" 'cd '{}' && bash' &\n"
        "done; wait\n{}",
        plan.tasks, task("$k"), shell_quoted(shell_quoted(folder)), after);
  return "";  // none that check_scheduler() lets through
}

void check_scheduler(std::string_view scheduler) {
  constexpr std::array kKnown = {"pbs", "lsf", "sge", "parallel", "ssh", "slurm"};
  if (std::ranges::find(kKnown, scheduler) == kKnown.end())
    throw UsageError(fmt::format("--print {}: no scheduler of ours; allowed: {}", scheduler, fmt::join(kKnown, ", ")));
}

}  // namespace rootward::cluster
