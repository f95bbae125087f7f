// One child process a question.
#include "experiments/cluster/slurm.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <ranges>
#include <string_view>

#include "core/errors.h"
#include "core/number_text.h"
#include "experiments/cluster/scripts.h"
#include "lab/engines/process/child_process.h"

namespace rootward::cluster {
namespace {

using Moment = std::chrono::steady_clock;

std::string without_control_characters(std::string text) {
  std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n'; });
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The pieces between the bars.
std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t bar = line.find('|');
    fields.push_back(line.substr(0, bar));
    if (bar == std::string_view::npos) return fields;
    line.remove_prefix(bar + 1);
  }
}

}  // namespace

std::string Said::trouble(const std::string& program) const {
  if (!has_ended) return fmt::format("{} {}", program, error.empty() ? "does not answer" : error);
  return fmt::format("{} ended with exit code {}{}{}", program, exit_code, error.empty() ? "" : ": ", error);
}

Said run_words(const std::vector<std::string>& words, const WordsSettings& settings) {
  Said said;
  try {
    ChildProcess child({.command = "", .arguments = words, .directory = settings.folder, .environment = {}});
    const auto left = [start = Moment::now(), &settings] {
      return settings.patience - std::chrono::duration<double>(Moment::now() - start).count();
    };
    if (!settings.input.empty() && child.write_line(settings.input, left())) child.end_input();
    LineRead read;
    while (left() > 0) {
      read = child.read_line(left());
      if (read.status != LineStatus::line) break;
      said.out += read.line + '\n';
    }
    if (read.status == LineStatus::closed) child.shut_down(1);
    const std::optional<int> code = child.exit_code();
    said.has_ended = read.status == LineStatus::closed && code.has_value();
    said.exit_code = code.value_or(-1);
    said.error = without_control_characters(child.final_error_tail());
    if (!said.has_ended) said.error = fmt::format("does not answer within {:.0f} s", settings.patience);
  } catch (const RunError& error) {
    said.error = error.what();
  }
  return said;
}

std::string task_list(const TaskSet& tasks) {
  std::string text;
  for (auto first = tasks.begin(); first != tasks.end();) {
    auto last = first;
    auto next = std::next(first);
    while (next != tasks.end() && *next == *last + 1) last = next++;
    text += fmt::format("{}{}", text.empty() ? "" : ",", *first);
    if (first != last) text += fmt::format("-{}", *last);
    first = next;
  }
  return text;
}

bool QueuedTask::is_running() const {
  return state == "RUNNING" || state == "COMPLETING" || state == "CONFIGURING" || state == "STAGE_OUT" ||
         state == "SIGNALING" || state == "SUSPENDED" || state == "STOPPED";
}

bool QueuedTask::is_waiting() const {
  return state == "PENDING" || state == "REQUEUED" || state == "REQUEUE_HOLD" || state == "REQUEUE_FED" ||
         state == "RESV_DEL_HOLD" || state == "SPECIAL_EXIT" || state == "RESIZING";
}

const std::optional<std::vector<QueuedTask>>& QueueNews::hear() {
  const auto now = std::chrono::steady_clock::now();
  if (!asked_ || now - *asked_ >= age_) {
    asked_ = now;
    queue_ = queued_tasks();
  }
  return queue_;
}

std::vector<QueuedTask> parse_queue(const std::string& text) {
  std::vector<QueuedTask> tasks;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const std::vector<std::string_view> fields = fields_of(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (fields.size() != 5) continue;
    const std::optional<std::uint64_t> job = parse_number<std::uint64_t>(fields[0]);
    if (!job) continue;
    tasks.push_back({.job = *job,
                     .task = parse_number<std::uint32_t>(fields[1]),
                     .state = without_control_characters(std::string(fields[2])),
                     .reason = without_control_characters(std::string(fields[3])),
                     .node = without_control_characters(std::string(fields[4]))});
  }
  return tasks;
}

std::optional<std::vector<QueuedTask>> queued_tasks() {
  const Said said = run_words({"squeue", "-h", "-r", "-t", "all", "-o", "%F|%K|%T|%r|%N"});
  if (!said.is_done()) return std::nullopt;
  return parse_queue(said.out);
}

std::uint32_t largest_array() {
  const Said said = run_words({"scontrol", "show", "config"});
  if (!said.is_done()) throw RunError(said.trouble("scontrol"));
  constexpr std::string_view kKey = "MaxArraySize";
  const std::size_t at = said.out.find(kKey);
  const std::size_t start = at == std::string::npos ? at : said.out.find_first_of("0123456789", at);
  if (start == std::string::npos) throw RunError("scontrol show config has no MaxArraySize");
  const std::size_t end = said.out.find_first_not_of("0123456789", start);
  return parse_number<std::uint32_t>(std::string_view(said.out).substr(start, end - start)).value_or(1);
}

std::uint32_t most_array_tasks() { return std::clamp(largest_array(), 2U, kMostArrayTasks + 1) - 1; }

std::string test_job(std::vector<std::string> command, const std::string& script) {
  command.insert(command.begin() + 1, "--test-only");
  command.erase(std::ranges::find(command, kArrayScript), command.end());  // it comes as input
  const Said said = run_words(command, {.input = script});
  if (!said.is_done()) throw RunError(said.trouble("sbatch --test-only"));
  return said.error.empty() ? without_control_characters(said.out) : said.error;
}

std::uint64_t submit_job(const std::vector<std::string>& command, const std::string& folder) {
  const Said said = run_words(command, {.folder = folder});
  if (!said.is_done()) throw RunError(said.trouble("sbatch"));
  // "123", or "123;cluster" where there are several.
  const std::string_view text = std::string_view(said.out).substr(0, said.out.find_first_of(";\n"));
  const std::optional<std::uint64_t> job = parse_number<std::uint64_t>(text);
  if (!job) throw RunError(fmt::format("sbatch gave no job number: {}", without_control_characters(said.out)));
  return *job;
}

}  // namespace rootward::cluster
