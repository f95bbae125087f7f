// What a submission did, for people and as JSON.
#include <fmt/format.h>

#include "core/json.h"
#include "core/text.h"
#include "experiments/cluster/submit.h"
#include "lab/arena/progress.h"

namespace rootward::cluster {
namespace {

std::string estimate_text(const SubmitReport& report) {
  const Estimate& estimate = report.estimate;
  return fmt::format(
      "estimate: {:.2f} core-hours ({:.2f} to {:.2f}), {} a task; from {}\n"
      "a task gets {} and {} MB; {} files are made, with {:.1f} MB of results\n",
      estimate.core_hours, estimate.low, estimate.high, duration_text(estimate.task_seconds), estimate.of,
      slurm_time(estimate.minutes), estimate.memory_mb, estimate.files, estimate.bytes / 1e6);
}

/// Scripts and commands, so that they can be used by hand.
std::string dry_run_text(const SubmitReport& report) {
  std::string text;
  if (!report.slurm_words.empty()) text += fmt::format("Slurm says: {}\n", report.slurm_words);
  text += fmt::format("\n# {}:\n{}\n# {}:\n{}\n", kArrayScript, report.script, kMergeScript, report.merge_script);
  text += "# In a folder that the same command with --print slurm of `run` has made, without --slurm:\n";
  return text + sbatch_lines(report.folder, report.command, report.merge_command);
}

}  // namespace

std::string submit_text(const SubmitReport& report, bool is_dry_run) {
  std::string text = fmt::format("{}: {} of {} {} are stored, {} tasks\n", report.folder, report.stored, report.wanted,
                                 report.records, report.tasks);
  if (!report.table.empty()) return text + report.table;
  if (!report.halted.empty())
    return text + fmt::format("nothing is submitted by itself: {}; to go on: rootward run {} --slurm\n", report.halted,
                              shell_quoted(report.folder));
  if (report.is_queued) return text + "all that is missing is queued or under way\n";
  if (report.command.empty()) return text + "nothing is missing\n";
  if (!report.estimate.of.empty()) text += estimate_text(report);
  if (!report.lines.empty()) return text;
  if (is_dry_run) return text + dry_run_text(report);
  text += fmt::format("submitted: tasks {} as job {}", task_list(report.submitted), report.array_job.value_or(0));
  if (report.merge_job) text += fmt::format(", joined by job {}", *report.merge_job);
  text +=
      fmt::format("\nfollow with: rootward status {} --watch\nstop with: scancel {}{}\n", shell_quoted(report.folder),
                  report.array_job.value_or(0), report.merge_job ? fmt::format(" {}", *report.merge_job) : "");
  return text;
}

std::string submit_json(const SubmitReport& report) {
  Json object;
  object["schema"] = "rootward.submit/1";
  object["folder"] = report.folder;
  object["kind"] = report.kind;
  object["tasks"] = report.tasks;
  object["submitted"] = task_list(report.submitted);
  object["array_job"] = report.array_job ? Json(*report.array_job) : Json();
  object["merge_job"] = report.merge_job ? Json(*report.merge_job) : Json();
  object["games"] = {{"wanted", report.wanted}, {"stored", report.stored}};
  const Estimate& estimate = report.estimate;
  object["estimate"] = Json();
  if (!estimate.of.empty())
    object["estimate"] = {{"core_hours", estimate.core_hours},
                          {"low", estimate.low},
                          {"high", estimate.high},
                          {"task_seconds", estimate.task_seconds},
                          {"memory_mb", estimate.memory_mb}};
  object["command"] = report.command;
  object["script"] = report.script;
  if (!report.lines.empty()) object["lines"] = report.lines;
  return dump_json(object);
}

}  // namespace rootward::cluster
