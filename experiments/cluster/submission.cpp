// Submissions as JSON.
#include "experiments/cluster/submission.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

constexpr const char* kSubmissionSchema = "rootward.submission/1";
constexpr std::uint64_t kLargest32 = 0xffffffff;

std::uint32_t small_field(const Json& object, const char* key) {
  return static_cast<std::uint32_t>(count_field(object, key, kLargest32));
}

Json submission_json(const Submission& submission) {
  Json object;
  object["schema"] = kSubmissionSchema;
  object["array_job"] = submission.array_job;
  object["merge_job"] = submission.merge_job ? Json(*submission.merge_job) : Json();
  object["tasks"] = submission.tasks;
  object["round"] = submission.round;
  object["stored"] = submission.stored;
  object["command"] = submission.words;
  const JobRequest& request = submission.request;
  object["request"] = {{"cpus", request.cpus},
                       {"minutes", request.minutes},
                       {"mem_per_cpu", request.mem_per_cpu},
                       {"at_once", request.at_once},
                       {"rounds", request.rounds},
                       {"sbatch_arguments", request.sbatch_arguments},
                       {"time_given", request.is_time_given}};
  object["time"] = submission.time;
  return object;
}

std::string text_of(const Submission& submission) { return dump_json(submission_json(submission), 2) + "\n"; }

Submission submission_of(const std::string& text) {
  const Json object = parse_json_record(text, kSubmissionSchema);
  Submission submission;
  submission.array_job = count_field(object, "array_job");
  if (const Json& job = json_field(object, "merge_job"); !job.is_null())
    submission.merge_job = json_count(job, "merge_job");
  submission.tasks = text_field(object, "tasks");
  submission.round = small_field(object, "round");
  submission.stored = count_field(object, "stored");
  submission.words = texts_field(object, "command");
  const Json& request = json_field(object, "request");
  submission.request = {.cpus = small_field(request, "cpus"),
                        .minutes = small_field(request, "minutes"),
                        .mem_per_cpu = small_field(request, "mem_per_cpu"),
                        .at_once = small_field(request, "at_once"),
                        .rounds = small_field(request, "rounds"),
                        .sbatch_arguments = texts_field(request, "sbatch_arguments"),
                        .is_time_given = request.contains("time_given") && bool_field(request, "time_given")};
  submission.time = text_field(object, "time");
  return submission;
}

std::string submissions_folder(const std::string& folder) { return path_in(folder, "cluster/submissions"); }
std::string halt_path(const std::string& folder) { return path_in(folder, "cluster/halted.txt"); }

}  // namespace

std::vector<Submission> read_submissions(const std::string& folder) {
  std::vector<Submission> submissions;
  for (const std::string& file : list_folder(submissions_folder(folder))) {
    if (!file.ends_with(".json")) continue;
    try {
      submissions.push_back(submission_of(read_whole_file(file)));
    } catch (const UsageError& error) {
      throw RunError(fmt::format("{}: {}", file, error.what()));
    }
  }
  return submissions;
}

std::string next_logs(const std::string& folder) { return log_folder(read_submissions(folder).size() + 1); }

std::string add_submission(const std::string& folder, const Submission& submission) {
  make_folders(submissions_folder(folder));
  // Another submit may take the same number at the same time.
  for (std::size_t number = read_submissions(folder).size() + 1;; ++number) {
    std::string file = fmt::format("{}/{:04}.json", submissions_folder(folder), number);
    if (create_file_atomically(file, text_of(submission))) return file;
  }
}

void change_submission(const std::string& file, const Submission& submission) {
  write_file_atomically(file, text_of(submission));
}

std::string read_halt(const std::string& folder) {
  const std::string path = halt_path(folder);
  return file_exists(path) ? read_whole_file(path) : "";
}

void write_halt(const std::string& folder, const std::string& why) {
  if (!why.empty()) return write_file_atomically(halt_path(folder), why);
  std::error_code ignored;
  std::filesystem::remove(halt_path(folder), ignored);
}

}  // namespace rootward::cluster
