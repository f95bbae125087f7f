// Submissions as JSON, and sbatch between two writings.
#include "experiments/cluster/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/json_record.h"
#include "core/number_text.h"
#include "experiments/cluster/slurm.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/line_file.h"

namespace rootward::cluster {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSubmissionSchema = "rootward.submission/1";
constexpr const char* kFolder = "cluster/submissions";
constexpr std::uint64_t kMostGames = 20'000'000;
constexpr std::string_view kNameOption = "--job-name=";

Shard shard_of_ticket(const Json& object, const char* key) {
  const Json& shard = json_list(object, key, 2);
  return {.index = static_cast<std::uint32_t>(json_count(shard[0], key, kMostGames)),
          .count = static_cast<std::uint32_t>(json_count(shard[1], key, kMostGames))};
}

constexpr auto kTicketFields = [](auto& ticket, const auto& field) {
  field("evaluation", ticket.key);
  field.by(
      "params", ticket.params, [](const Json& object, const char* key) { return dump_json(json_field(object, key)); },
      parse_json);
  field("seed", ticket.seed);
  field("games", ticket.games, kMostGames);
  field("first_pair", ticket.first_pair, kMostGames);
  field.by("shard", ticket.shard, shard_of_ticket, [](const Shard& shard) { return Json{shard.index, shard.count}; });
  field.check([&] {
    if (ticket.shard.index < 1 || ticket.shard.index > ticket.shard.count) wrong_json("shard", "is not K of E");
    if (ticket.key.empty() || ticket.key.find_first_not_of("0123456789abcdef") != std::string::npos)
      wrong_json("evaluation", "is no key");
  });
};

std::optional<std::uint64_t> job_of(const Json& object, const char* key) {
  const Json& job = json_field(object, key);
  return job.is_null() ? std::nullopt : std::optional(json_count(job, key));
}
Json job_json(std::optional<std::uint64_t> job) { return job.value_or(0) == 0 ? Json() : Json(*job); }

constexpr auto kSubmissionFields = [](auto& submission, const auto& field) {
  field.by(
      "array_job", submission.array_job,
      [](const Json& object, const char* key) { return job_of(object, key).value_or(0); }, job_json);
  field.by("merge_job", submission.merge_job, job_of, job_json);
  field("tasks", submission.tasks);
  field("first", submission.first);
  field("of", submission.of);
  field.list("tickets", submission.tickets, kTicketFields);
  field("round", submission.round);
  field("stored", submission.stored);
  field("command", submission.words);
  field.object("request", submission.request, [](auto& request, const auto& part) {
    part("cpus", request.cpus);
    part("minutes", request.minutes);
    part("mem_per_cpu", request.mem_per_cpu);
    part("at_once", request.at_once);
    part("rounds", request.rounds);
    part("sbatch_arguments", request.sbatch_arguments);
    part("time_given", request.is_time_given);
  });
  field("time", submission.time);
};

std::string file_of(const std::string& folder, std::uint32_t number) {
  return path_in(folder, submission_place(number));
}

std::string text_of(const Submission& submission) {
  return dump_json(json_of_record(kSubmissionSchema, submission, kSubmissionFields), 2) + "\n";
}

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
  auto submission = read_naming(file, [&] {
    return record_of_json<Submission>(parse_json_record(read_whole_file(file), kSubmissionSchema), kSubmissionFields);
  });
  submission.number = parse_number<std::uint32_t>(fs::path(file).stem().string()).value_or(0);
  return submission;
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
