// Texts of scripts and words of commands.
#include "experiments/cluster/scripts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/errors.h"
#include "core/text.h"
#include "experiments/cluster/tickets.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

/// Seconds before the limit at which SIGUSR1 comes: 90 to wind down, and some to write and end.
constexpr int kWarning = 120;
constexpr const char* kHandedOn = "--export=PATH,HOME,LD_LIBRARY_PATH,ROOTWARD_NETS";

std::string task_command(const Plan& plan, std::string_view number) {
  return fmt::format("{} run cluster/config.yaml --shard {}/{} --out . --quiet", plan.program, number, plan.tasks);
}

std::string task_head(const JobRequest& request) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task={} --mem-per-cpu={} --time={}\n"
      "#SBATCH --requeue --open-mode=append --signal=B:USR1@{}\n",
      request.cpus, request.mem_per_cpu, slurm_time(request.minutes), kWarning);
}

/// Which tasks, and where each of them writes.
void add_array(std::vector<std::string>& words, const JobRequest& request, const std::string& tasks,
               const std::string& logs) {
  words.push_back(fmt::format("--output={}/%A_%a.txt", logs));
  words.push_back(fmt::format("--array={}{}", tasks, request.at_once == 0 ? "" : fmt::format("%{}", request.at_once)));
}

std::vector<std::string> common_words(const std::string& folder, const std::string& name, const JobRequest& request) {
  std::vector<std::string> words = {"sbatch", "--parsable", "--chdir=" + folder, "--job-name=" + name, kHandedOn};
  words.insert(words.end(), request.sbatch_arguments.begin(), request.sbatch_arguments.end());
  return words;
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

std::string log_folder(std::size_t array) { return fmt::format("cluster/log/{:04}", array); }

std::string task_log(const std::string& folder, std::size_t array, std::uint64_t job, std::uint32_t task) {
  return path_in(folder, fmt::format("{}/{}_{}.txt", log_folder(array), job, task));
}

std::string slurm_time(std::uint32_t minutes) { return fmt::format("{:02}:{:02}:00", minutes / 60, minutes % 60); }

std::string array_script(const Plan& plan, const JobRequest& request) {
  return task_head(request) + fmt::format("exec {}\n", task_command(plan, "\"$SLURM_ARRAY_TASK_ID\""));
}

std::string evaluation_script(const Plan& plan, const JobRequest& request) {
  return task_head(request) + fmt::format(
                                  "exec {} tune objective cluster/config.yaml --tickets \"$1\" --task "
                                  "\"$SLURM_ARRAY_TASK_ID\" --out . --quiet\n",
                                  plan.program);
}

std::string evaluation_job_name(const Plan& plan, std::uint32_t number) {
  return fmt::format("rw-{}-{}", plan.name, number);
}

std::vector<std::string> evaluation_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                          std::uint32_t number, std::size_t tasks) {
  std::vector<std::string> words = common_words(folder, evaluation_job_name(plan, number), request);
  add_array(words, request, fmt::format("1-{}", tasks), log_folder(number));
  words.emplace_back("cluster/evaluate.sh");
  words.push_back(ticket_place(number));
  return words;
}

std::string driver_script(const Plan& plan, const JobRequest& request, const std::string& configuration) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu={} --time={}\n"
      "#SBATCH --requeue --open-mode=append --signal=B:USR1@{} --output=cluster/log/driver_%j.txt\n"
      "exec {} run {} --slurm --out . --quiet \"$@\"\n",
      request.mem_per_cpu, slurm_time(request.minutes), kWarning, plan.program, configuration);
}

std::string tuning_script(const std::string& program, const JobRequest& request, std::uint32_t evaluations,
                          const std::string& folder) {
  return task_head(request) + fmt::format(
                                  "tuning=${{!SLURM_ARRAY_TASK_ID}}\n"
                                  "exec {} run \"$tuning\" --evaluations {} --parallel 1 --no-start-test "
                                  "--out \"{}$(basename \"$tuning\" .yaml)\" --quiet\n",
                                  program, evaluations, folder);
}

std::vector<std::string> piece_words(const std::string& folder, const std::string& name, const JobRequest& request,
                                     const std::string& script, const std::vector<std::string>& arguments,
                                     const std::string& logs) {
  std::vector<std::string> words = common_words(folder, "rw-" + name, request);
  add_array(words, request, fmt::format("1-{}", arguments.size()), logs);
  words.push_back(script);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

std::string following_script(const Plan& plan, const std::string& configuration) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=500 --time=00:15:00\n"
      "#SBATCH --requeue --open-mode=append --output=cluster/log/driver_%j.txt\n"
      "exec {} run {} --slurm --driver --out . \"$@\"\n",
      plan.program, configuration);
}

std::vector<std::string> driver_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                      const std::vector<std::string>& options) {
  std::vector<std::string> words = common_words(folder, "rw-" + plan.name, request);
  words.emplace_back("cluster/driver.sh");
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

std::vector<std::string> following_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                         std::uint64_t driver, const std::vector<std::string>& options) {
  std::vector<std::string> words = common_words(folder, "rw-" + plan.name, request);
  words.push_back(fmt::format("--dependency=afterany:{}", driver));
  words.emplace_back("--kill-on-invalid-dep=yes");
  words.emplace_back("cluster/follow.sh");
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

std::string merge_script(const Plan& plan) {
  return fmt::format(
      "#!/bin/bash\n"
      "#SBATCH --ntasks=1 --cpus-per-task=1 --mem-per-cpu=2000 --time=02:00:00\n"
      "#SBATCH --requeue --open-mode=append --output=cluster/log/merge_%j.txt\n"
      "{0} merge .\n"
      "code=$?\n"
      "[ \"$code\" -eq 75 ] || exit \"$code\"\n"
      "exec {0} run . --slurm --round \"$1\"\n",
      plan.program);
}

std::vector<std::string> array_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                     const std::string& tasks, const std::string& logs) {
  std::vector<std::string> words = common_words(folder, "rw-" + plan.name, request);
  add_array(words, request, tasks, logs);
  words.emplace_back(kArrayScript);
  return words;
}

std::vector<std::string> merge_words(const std::string& folder, const Plan& plan, const JobRequest& request,
                                     const std::string& array_job, std::uint32_t round) {
  std::vector<std::string> words = common_words(folder, "rw-" + plan.name, request);
  words.push_back(fmt::format("--dependency=afterany:{}", array_job));
  words.emplace_back("--kill-on-invalid-dep=yes");
  words.emplace_back(kMergeScript);
  words.push_back(std::to_string(round));
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

std::string other_scheduler_lines(std::string_view scheduler, const std::string& folder, const Plan& plan,
                                  const JobRequest& request) {
  const std::string cd = fmt::format("cd {} || exit 1\n", shell_quoted(folder));
  const std::string after =
      fmt::format("# then: rootward status {0} --missing prints what to send again, rootward merge {0} joins\n",
                  shell_quoted(folder));
  const std::string time = slurm_time(request.minutes);
  const std::uint32_t memory = request.mem_per_cpu * request.cpus;
  const auto task = [&](std::string_view number) { return task_command(plan, number); };
  if (scheduler == "pbs")
    return fmt::format("#!/bin/bash\n#PBS -J 1-{}\n#PBS -l select=1:ncpus={}:mem={}mb -l walltime={}\n{}exec {}\n{}",
                       plan.tasks, request.cpus, memory, time, cd, task("\"$PBS_ARRAY_INDEX\""), after);
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
  throw UsageError(
      fmt::format("--print {}: no scheduler of ours; allowed: pbs, lsf, sge, parallel, ssh, slurm", scheduler));
}

}  // namespace rootward::cluster
