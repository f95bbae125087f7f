// Tickets say who plays what, attempts and journal what was played.
#include "experiments/cluster/status.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/file_io.h"
#include "experiments/tuning/evaluation_attempts.h"
#include "experiments/tuning/evaluation_service.h"
#include "experiments/tuning/journal.h"
#include "lab/store/folder_layout.h"

namespace rootward::cluster {
namespace {

/// By evaluation: EvaluationGame::number().
using GamesByKey = std::map<std::string, std::set<std::uint32_t>>;

GamesByKey stored_games(const std::string& folder, const std::vector<Submission>& arrays) {
  GamesByKey games;
  for (const Submission& array : arrays)
    for (const EvaluationTicket& ticket : array.tickets) {
      const auto [entry, is_new] = games.try_emplace(ticket.key);
      if (!is_new) continue;
      for (const tuning::EvaluationGame& game : tuning::games_of_attempts(folder, ticket.key))
        entry->second.insert(game.number());
    }
  if (!file_exists(games_path(folder))) return games;
  (void)read_line_file(
      games_path(folder),
      [&](const std::string& line, std::size_t) {
        const tuning::JournalledGame game = tuning::parse_evaluation_game(line);
        if (const auto known = games.find(game.first); known != games.end()) known->second.insert(game.second.number());
      },
      "");
  return games;
}

/// Games of the ticket that no later one has.
std::vector<std::uint32_t> own_games(const EvaluationTicket& ticket, std::set<std::uint32_t>& given) {
  std::vector<std::uint32_t> own;
  for (std::uint32_t pair = ticket.first_pair; pair < ticket.games / 2; ++pair) {
    if (pair % ticket.shard.count + 1 != ticket.shard.index) continue;
    for (const std::uint32_t game : {2 * pair, 2 * pair + 1})
      if (given.insert(game).second) own.push_back(game);
  }
  return own;
}

std::vector<SeenAttempt> attempts_at(const std::string& folder, const EvaluationTicket& ticket) {
  std::vector<SeenAttempt> attempts;
  for (const std::string& file : tuning::attempt_files(folder, ticket.key)) {
    if (shard_of_attempt(file) != ticket.shard) continue;
    if (std::optional<AttemptFacts> facts = read_attempt_facts(file))
      attempts.push_back({.file = file, .shard = ticket.shard, .facts = std::move(*facts)});
  }
  std::ranges::stable_sort(attempts, {}, [](const SeenAttempt& one) { return one.facts.session.started; });
  return attempts;
}

const QueuedTask* living_job(const ClusterStatus& status, std::uint64_t job, std::uint32_t index) {
  const auto found = std::ranges::find_if(
      status.queue, [&](const QueuedTask& one) { return one.is_living() && one.job == job && one.task == index; });
  return found == status.queue.end() ? nullptr : &*found;
}

/// The last array's tickets first, as own_games() wants them.
void add_tasks(ClusterStatus& status) {
  const std::vector<Submission>& arrays = status.submissions;
  const GamesByKey stored = stored_games(status.folder, arrays);
  GamesByKey given;
  // Evaluations' shards whose attempts a later ticket has: key, index, count.
  std::set<std::tuple<std::string, std::uint32_t, std::uint32_t>> shown;
  for (std::size_t back = arrays.size(); back-- > 0;)
    for (auto i = static_cast<std::uint32_t>(arrays[back].tickets.size()); i-- > 0;) {
      const EvaluationTicket& ticket = arrays[back].tickets[i];
      const std::vector<std::uint32_t> games = own_games(ticket, given[ticket.key]);
      if (games.empty()) continue;
      TaskStatus task;
      task.work.wanted = games.size();
      const std::set<std::uint32_t>& there = stored.at(ticket.key);
      task.work.stored = static_cast<std::uint64_t>(
          std::ranges::count_if(games, [&](std::uint32_t game) { return there.contains(game); }));
      if (shown.emplace(ticket.key, ticket.shard.index, ticket.shard.count).second)
        task.attempts = attempts_at(status.folder, ticket);
      for (const SeenAttempt& attempt : task.attempts) note_cost(attempt, status);
      settle_task(task, living_job(status, arrays[back].array_job, i + 1), status);
      status.tasks.push_back(std::move(task));
    }
  std::ranges::reverse(status.tasks);
  for (std::uint32_t i = 0; i < status.tasks.size(); ++i) status.tasks[i].task = i + 1;
}

/// An evaluation that was stopped early or cancelled leaves games that nobody will play.
void want_what_is_played(ClusterStatus& status) {
  for (TaskStatus& task : status.tasks) {
    if (task.state != TaskState::ended && task.state != TaskState::fresh) continue;
    task.work.wanted = task.work.stored;
    task.state = TaskState::done;
    task.reason.clear();
  }
}

}  // namespace

bool is_tuning_folder(const std::string& folder) {
  if (const std::optional<Plan> plan = read_plan(folder)) return plan->kind == tuning::kTuningKind.name;
  return file_exists(path_in(folder, "cluster/driver"));
}

ClusterStatus look_at_tuning(const std::string& folder, const StatusQuestion& question) {
  ClusterStatus status;
  status.folder = folder;
  status.kind = std::string(tuning::kTuningKind.name);
  status.records = "games";
  status.submissions = found_submissions(folder);
  status.halt = read_halt(folder);
  ask_slurm(status, {}, question);
  add_tasks(status);
  const std::string configuration = planned_config_path(folder);
  const std::vector<Submission> drivers = task_submissions(status.submissions);
  const std::uint32_t evaluations = drivers.empty() ? 0 : asked_evaluations(drivers.back().words);
  status.is_ended = file_exists(configuration) && is_tuned(folder, tuning::read_tuning(configuration, {}), evaluations);
  if (status.is_ended) want_what_is_played(status);
  return status;
}

}  // namespace rootward::cluster
