// Attempts that have ended are read once, as joining reads them; others are followed.
#include "experiments/cluster/followed_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/file_io.h"
#include "lab/store/done_places.h"
#include "lab/store/folder_layout.h"
#include "lab/store/packed_file.h"

namespace rootward::cluster {

std::vector<SeenAttempt> AttemptNews::look(const std::string& folder) {
  std::vector<SeenAttempt> attempts;
  for (std::string& file : list_shards(folder)) {
    const std::optional<Shard> shard = shard_of_attempt(file);
    if (!shard) continue;
    if (const auto known = ended_.find(file); known != ended_.end()) {
      attempts.push_back(known->second);
      continue;
    }
    std::optional<AttemptFacts> facts = read_attempt_facts(file);
    if (!facts) continue;
    attempts.push_back({.file = std::move(file), .shard = *shard, .facts = std::move(*facts)});
    if (attempts.back().has_ended()) ended_.emplace(attempts.back().file, attempts.back());
  }
  return attempts;
}

std::vector<SeenAttempt> attempts_of(const std::string& folder) { return AttemptNews().look(folder); }

FollowedWork::FollowedWork(std::string folder, std::uint32_t tasks, const WorkLines& lines)
    : folder_(std::move(folder)), count_(tasks), lines_(lines), tasks_(tasks) {
  for (std::uint64_t place = 0; place < lines_.places(); ++place)
    if (const std::uint32_t task = lines_.task(place, count_); task > 0) ++tasks_[task - 1].wanted;
  begin_anew();
}

void FollowedWork::begin_anew() {
  is_stored_.assign(lines_.places(), false);
  for (TaskWork& task : tasks_) task.stored = 0;
  read_.clear();
  open_.clear();
}

void FollowedWork::note(std::uint64_t place) {
  if (is_stored_[place]) return;
  is_stored_[place] = true;
  if (const std::uint32_t task = lines_.task(place, count_); task > 0) ++tasks_[task - 1].stored;
}

std::vector<TaskWork> FollowedWork::look(std::vector<SeenAttempt>& attempts) {
  if (file_exists(manifest_path(folder_))) {
    finished_.clear();
    joined_ = read_joined(folder_, lines_.files());
    // A last line is believed until a merge has told what is there: it may have left out what was damaged.
    for (const SeenAttempt& attempt : attempts)
      if (!joined_ && attempt.shard.count == count_ && attempt.facts.reason == "complete" &&
          lines_.is_whole(attempt.facts))
        finished_.insert(attempt.shard.index);
    read_again_what_changed(attempts);
  }
  std::vector<TaskWork> tasks = tasks_;
  for (const std::uint32_t task : finished_) tasks[task - 1].stored = tasks[task - 1].wanted;
  return tasks;
}

/// What was counted when something failed, or has gone since, cannot be taken back.
void FollowedWork::read_again_what_changed(std::vector<SeenAttempt>& attempts) {
  try {
    if (read_all(attempts)) return;
    begin_anew();
    (void)read_all(attempts);
  } catch (...) {
    begin_anew();
    throw;
  }
}

bool FollowedWork::read_all(std::vector<SeenAttempt>& attempts) {
  std::map<std::string, SeenAttempt*> by_file;
  for (SeenAttempt& attempt : attempts) by_file.emplace(plain_name(attempt.file), &attempt);
  const auto is_gone = [&](const std::string& file) { return shard_of_attempt(file) && !by_file.contains(file); };
  if (std::ranges::any_of(read_, is_gone)) return false;
  if (std::ranges::any_of(open_, [&](const auto& one) { return is_gone(one.first); })) return false;
  const std::string joined = lines_.files().path(folder_);
  const bool is_joined_known = take_joined();
  for (const std::string& file : lines_.files().needed(folder_)) {
    if (is_finished(file) || (is_joined_known && file == joined)) continue;
    const auto attempt = by_file.find(file);
    if (!read_file(file, attempt == by_file.end() ? nullptr : attempt->second)) return false;
  }
  return true;
}

bool FollowedWork::take_joined() {
  if (!joined_ || joined_->meaning != lines_.meaning()) return false;
  for (std::size_t place = 0; place < std::min(joined_->places.size(), is_stored_.size()); ++place)
    if (joined_->places[place]) note(place);
  return true;
}

bool FollowedWork::is_finished(const std::string& file) const {
  const std::optional<Shard> shard = shard_of_attempt(file);
  return shard && shard->count == count_ && finished_.contains(shard->index);
}

bool FollowedWork::read_file(const std::string& file, SeenAttempt* attempt) {
  const bool is_attempt = shard_of_attempt(file).has_value();
  if (is_attempt && attempt == nullptr) return true;  // its first line cannot be read: nothing of it counts
  if (is_attempt && attempt->has_ended()) {
    if (!read_.insert(file).second) return true;
    const LineFileState state =
        read_attempt(file, lines_.schema(), [&](const std::string& line, std::size_t) { note(lines_.place(line)); });
    // Of what it told while it was open not all may count.
    return open_.erase(file) == 0 || state.warning.empty();
  }
  Followed& followed = open_.try_emplace(file, Followed{.lines = LineFollower(file)}).first->second;
  const std::string start = fmt::format(R"({{"schema":"{})", lines_.schema());
  const LineNews news = followed.lines.look([&](const std::string& line, std::size_t) {
    if (is_attempt && (!line.starts_with(start) || line.starts_with(R"({"schema":"rootward.attempt)"))) return;
    note(lines_.place(line));
    ++followed.records;
  });
  if (!is_attempt && !news.damaged.empty()) throw RunError(news.damaged.front());
  if (attempt != nullptr) attempt->facts.games = followed.records;
  return !news.is_shorter;
}

}  // namespace rootward::cluster
