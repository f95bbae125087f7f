// Heartbeat, tasks, body.
#include "experiments/watch/folder_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/cluster/status.h"
#include "lab/config/kinds.h"
#include "lab/store/attempt_file.h"
#include "lab/store/folder_layout.h"
#include "lab/store/host_facts.h"
#include "lab/store/run_folder.h"

namespace rootward::watch {
namespace {

constexpr std::chrono::seconds kFilePause{10};  // between two looks at all tasks

bool has_tasks(const std::string& folder) {
  if (cluster::is_tuning_folder(folder) || file_exists(cluster::plan_path(folder))) return true;
  const std::vector<std::string> files = list_shards(folder);
  return std::ranges::any_of(files, [](const std::string& file) { return shard_of_attempt(file).has_value(); });
}

}  // namespace

FolderWatch::FolderWatch(std::string folder, const WatchSettings& settings) : settings_(settings) {
  look_.folder = std::move(folder);
}

const Look& FolderWatch::look() {
  look_.problem.clear();
  look_.has_news = false;
  try {
    if (!body_) find_body();
    if (body_) look_.has_news = body_->look();
    hear();
    ask_for_tasks();
    count();
  } catch (const RunError& error) {
    look_.problem = error.what();
  } catch (const UsageError& error) {
    look_.problem = error.what();
  }
  return look_;
}

void FolderWatch::find_body() {
  if (!file_exists(manifest_path(look_.folder))) return;
  look_.kind = read_manifest(look_.folder).kind;
  body_ = settings_.make(look_.folder, settings_.detail);
}

/// Clocks of two hosts differ: what is heard anew counts as alive, whatever time it tells.
void FolderWatch::hear() {
  look_.alive.reset();
  look_.silent.reset();
  std::optional<SignOfLife> sign = read_heartbeat(look_.folder);
  if (!sign) return;
  if (sign->now != heard_) {
    const std::optional<double> told = moment_of(sign->now);
    const std::optional<double> now = moment_of(utc_now());
    const bool is_first = heard_.empty();
    const bool is_recent = told && now && *now - *told <= static_cast<double>(kSilence.count());
    if (!is_first || is_recent) heard_at_ = Clock::now();
    heard_ = sign->now;
  }
  const bool is_alive = heard_at_ && Clock::now() - *heard_at_ <= kSilence;
  (is_alive ? look_.alive : look_.silent) = std::move(sign);
}

void FolderWatch::ask_for_tasks() {
  if (ask_again_ && Clock::now() < *ask_again_) return;
  if (look_.kind == config::facts_of(config::FileKind::training).name) return;  // its shards are no tasks
  if (!has_tasks(look_.folder)) return;
  if (!tasks_) tasks_.emplace(look_.folder);
  const cluster::ClusterStatus status = tasks_->look(settings_.question);
  look_.tasks = cluster::status_text(status);
  look_.tasks_json = cluster::status_json(status);
  seconds_left_of_tasks_ = status.seconds_left();
  ask_again_ = Clock::now() + kFilePause;
}

void FolderWatch::count() {
  if (body_) look_.standing = body_->standing();
  look_.seconds_left = seconds_left_of_tasks_;
  if (!look_.alive) return;
  if (!look_.standing.wanted || look_.alive->wanted > 0) look_.standing.wanted = look_.alive->wanted;
  look_.standing.done = std::max(look_.standing.done, look_.alive->done);
  look_.seconds_left = look_.alive->seconds_left;
}

std::string time_of_day(double seconds_since_1970) {
  const auto day_and_time = [](std::time_t moment, const char* format) {
    std::tm parts{};
    ::localtime_r(&moment, &parts);
    std::array<char, 32> text{};
    return std::string(text.data(), std::strftime(text.data(), text.size(), format, &parts));
  };
  const auto moment = static_cast<std::time_t>(seconds_since_1970);
  const bool is_today = day_and_time(moment, "%F") == day_and_time(std::time(nullptr), "%F");
  return day_and_time(moment, is_today ? "%H:%M" : "%F %H:%M");
}

std::string silence_text(const SignOfLife& sign) {
  const std::optional<double> moment = moment_of(sign.now);
  return fmt::format("no sign of life since {} (pid {} on {})", moment ? time_of_day(*moment) : sign.now, sign.pid,
                     sign.host);
}

}  // namespace rootward::watch
