// Submissions as JSON, and sbatch between two writings.
#include "experiments/cluster/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_fields.h"
#include "core/number_text.h"
#include "experiments/cluster/slurm.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSubmissionSchema = "rootward.submission/1";
constexpr const char* kFolder = "cluster/submissions";
constexpr std::uint64_t kLargest32 = 0xffffffff;
constexpr std::uint64_t kMostGames = 20'000'000;
constexpr std::string_view kNameOption = "--job-name=";

std::uint32_t small_field(const Json& object, const char* key, std::uint64_t most = kLargest32) {
  return static_cast<std::uint32_t>(count_field(object, key, most));
}

Json ticket_json(const EvaluationTicket& ticket) {
  return {{"evaluation", ticket.key},
          {"params", parse_json(ticket.params)},
          {"seed", ticket.seed},
          {"games", ticket.games},
          {"first_pair", ticket.first_pair},
          {"shard", {ticket.shard.index, ticket.shard.count}}};
}

EvaluationTicket ticket_of(const Json& object) {
  EvaluationTicket ticket{.key = text_field(object, "evaluation"),
                          .params = dump_json(json_field(object, "params")),
                          .seed = count_field(object, "seed"),
                          .games = small_field(object, "games", kMostGames),
                          .first_pair = small_field(object, "first_pair", kMostGames),
                          .shard = {}};
  const Json& shard = json_list(object, "shard", 2);
  ticket.shard = {.index = static_cast<std::uint32_t>(json_count(shard[0], "shard", kMostGames)),
                  .count = static_cast<std::uint32_t>(json_count(shard[1], "shard", kMostGames))};
  if (ticket.shard.index < 1 || ticket.shard.index > ticket.shard.count) wrong_json("shard", "is not K of E");
  if (ticket.key.empty() || ticket.key.find_first_not_of("0123456789abcdef") != std::string::npos)
    wrong_json("evaluation", "is no key");
  return ticket;
}

Json submission_json(const Submission& submission) {
  const auto job = [](std::uint64_t number) { return number == 0 ? Json() : Json(number); };
  Json object;
  object["schema"] = kSubmissionSchema;
  object["array_job"] = job(submission.array_job);
  object["merge_job"] = job(submission.merge_job.value_or(0));
  object["tasks"] = submission.tasks;
  object["first"] = submission.first;
  object["of"] = submission.of;
  object["tickets"] = Json::array();
  for (const EvaluationTicket& ticket : submission.tickets) object["tickets"].push_back(ticket_json(ticket));
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

Submission submission_of(const std::string& text) {
  const Json object = parse_json_record(text, kSubmissionSchema);
  Submission submission;
  if (const Json& job = json_field(object, "array_job"); !job.is_null())
    submission.array_job = json_count(job, "array_job");
  if (const Json& job = json_field(object, "merge_job"); !job.is_null())
    submission.merge_job = json_count(job, "merge_job");
  submission.tasks = text_field(object, "tasks");
  submission.first = small_field(object, "first");
  submission.of = small_field(object, "of");
  for (const Json& ticket : json_list(object, "tickets")) submission.tickets.push_back(ticket_of(ticket));
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
                        .is_time_given = bool_field(request, "time_given")};
  submission.time = text_field(object, "time");
  return submission;
}

std::string file_of(const std::string& folder, std::uint32_t number) {
  return path_in(folder, submission_place(number));
}

std::string text_of(const Submission& submission) { return dump_json(submission_json(submission), 2) + "\n"; }

void write_again(const std::string& folder, const Submission& submission) {
  write_file_atomically(file_of(folder, submission.number), text_of(submission));
}

/// Finds an array by the name that no other of the folder has; 0 where Slurm knows of none.
std::uint64_t job_of_lost(const std::string& folder, const Submission& submission) {
  const auto name =
      std::ranges::find_if(submission.words, [](const std::string& word) { return word.starts_with(kNameOption); });
  if (name == submission.words.end()) return 0;
  const Said said =
      run_words({"squeue", "-h", "-r", "-t", "all", "-n", name->substr(kNameOption.size()), "-o", "%F|%K|%T|%r|%Z"});
  if (!said.is_done()) return 0;
  const std::vector<QueuedTask> named = parse_queue(said.out);
  const auto found = std::ranges::find(named, folder, &QueuedTask::node);  // %Z is the folder it runs in
  return found == named.end() ? 0 : found->job;
}

std::string halt_path(const std::string& folder) { return path_in(folder, "cluster/halted.txt"); }

}  // namespace

std::string submission_place(std::uint32_t number) { return fmt::format("{}/{:04}.json", kFolder, number); }

Submission read_submission(const std::string& file) {
  try {
    Submission submission = submission_of(read_whole_file(file));
    submission.number = parse_number<std::uint32_t>(fs::path(file).stem().string()).value_or(0);
    return submission;
  } catch (const UsageError& error) {
    throw RunError(fmt::format("{}: {}", file, error.what()));
  }
}

std::vector<Submission> read_submissions(const std::string& folder) {
  std::vector<Submission> submissions;
  for (const std::string& file : list_folder(path_in(folder, kFolder)))
    if (file.ends_with(".json")) submissions.push_back(read_submission(file));
  std::ranges::sort(submissions, {}, &Submission::number);
  return submissions;
}

std::vector<Submission> found_submissions(const std::string& folder) {
  std::vector<Submission> submissions = read_submissions(folder);
  for (Submission& submission : submissions)
    if (submission.array_job == 0) submission.array_job = job_of_lost(folder, submission);
  return submissions;
}

std::vector<Submission> task_submissions(std::vector<Submission> submissions) {
  std::erase_if(submissions, [](const Submission& one) { return !one.tickets.empty(); });
  return submissions;
}

std::uint32_t next_submission(const std::string& folder) {
  const std::vector<Submission> before = read_submissions(folder);
  return before.empty() ? 1 : before.back().number + 1;
}

void hand_in_array(const std::string& folder, Submission& submission, const WordsOf& words) {
  make_folders(path_in(folder, kFolder));
  submission.time = utc_now();
  // Another process may take the same number at the same time.
  do {
    submission.number = std::max(submission.number + 1, next_submission(folder));
    submission.words = words(submission.number);
  } while (!create_file_atomically(file_of(folder, submission.number), text_of(submission)));
  try {
    make_folders(path_in(folder, log_folder(submission.number)));
    submission.array_job = submit_job(submission.words, folder);
  } catch (const RunError&) {
    std::error_code ignored;
    fs::remove(file_of(folder, submission.number), ignored);
    fs::remove(path_in(folder, kFolder), ignored);  // where it is empty
    throw;
  }
  write_again(folder, submission);
}

void hand_in_joining(const std::string& folder, Submission& submission, const WordsOf& words) {
  submission.merge_job = submit_job(words(submission.array_job), folder);
  write_again(folder, submission);
}

std::string read_halt(const std::string& folder) {
  const std::string path = halt_path(folder);
  return file_exists(path) ? read_whole_file(path) : "";
}

void write_halt(const std::string& folder, const std::string& why) {
  if (!why.empty()) return write_file_atomically(halt_path(folder), why);
  std::error_code ignored;
  fs::remove(halt_path(folder), ignored);
}

}  // namespace rootward::cluster
