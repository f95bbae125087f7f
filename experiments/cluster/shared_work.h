// What is cut into tasks, seen alike: a tournament, an estimates study, tunings and self-play of a study, the driver of
// a tuning.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/cost.h"
#include "experiments/cluster/followed_work.h"
#include "experiments/cluster/scripts.h"
#include "experiments/study/members.h"
#include "experiments/study/study_cluster.h"
#include "lab/config/overrides.h"
#include "lab/store/manifest.h"

namespace rootward::cluster {

struct CostQuestion {
  std::string folder;       ///< of what is stored
  double seconds = 20;      ///< to be spent on playing
  std::uint32_t tasks = 1;  ///< that it is cut into, where that is known
  std::uint32_t cpus = 1;   ///< of a task: games are played as side by side as there
};

struct WorkFacts {
  std::string kind;     ///< as in the manifest
  std::string records;  ///< "games", "searches"
  std::string name;
  std::string config_hash{};
  bool is_reproducible = true;  ///< no budget is wall-clock time, and no engine plays
  bool is_planned = true;       ///< it has a plan, whose program its tasks run: they are shards
};

class SharedWork {
 public:
  explicit SharedWork(WorkFacts of) : facts(std::move(of)) {}
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;
  virtual ~SharedWork() = default;

  const WorkFacts facts;

  [[nodiscard]] virtual InputFiles inputs() const { return {}; }
  /// What cannot be cut in two: the most tasks that there can be.
  [[nodiscard]] virtual std::uint64_t units() const = 0;
  /// The most tasks of which no two compute the same beside it, as the truth of an instance.
  [[nodiscard]] virtual std::uint64_t coarse_units() const { return units(); }
  /// Puts into the folder what tasks need beside the program, and its manifest, or checks that it holds this work.
  /// Throws UsageError where it does not.
  virtual void prepare(const std::string& folder, const std::string& program) = 0;
  /// What a task runs, with the script's arguments. Where a task has one each, they are those of an array's tasks.
  [[nodiscard]] virtual std::string command(const Plan& plan) const { return shard_command(plan, kTaskVariable); }
  [[nodiscard]] const std::vector<std::string>& arguments() const { return arguments_; }
  [[nodiscard]] virtual bool has_argument_each() const { return false; }
  /// What the job runs that follows an array, with the same arguments and the round; "" = there is none.
  [[nodiscard]] virtual std::string following_lines(const Plan& plan) const;
  /// What a task asks for where nothing is measured; nothing = that is known from cost(). An optimizer is a process
  /// beside it.
  [[nodiscard]] std::optional<JobRequest> usual_request() const {
    if (facts.is_planned) return std::nullopt;
    return JobRequest{.minutes = 24 * 60, .mem_per_cpu = 2000};
  }
  /// What it costs, from what is stored, else by playing for some seconds.
  [[nodiscard]] virtual Cost cost(const CostQuestion&) const { return {}; }
  /// The work outlives it.
  [[nodiscard]] virtual std::unique_ptr<TaskFollower> follow(const std::string& folder, std::uint32_t tasks) const = 0;
  /// Joins the folder in itself, as `merge` does, and writes its tables, where tasks are shards.
  virtual void merge(const std::string& /*folder*/) const {}
  /// The folder's table as text; never empty.
  [[nodiscard]] virtual std::string table(const std::string& folder) const = 0;

 protected:
  std::vector<std::string> arguments_{};
};

/// Reads and checks a configuration of either kind; `games` as `run --games`. Throws UsageError, also for what cannot
/// be cut into tasks.
std::unique_ptr<SharedWork> read_work(const std::string& file, const std::vector<Override>& overrides,
                                      std::optional<std::uint32_t> games);

/// Of one kind; see read_work().
std::unique_ptr<SharedWork> read_tournament_work(const std::string& file, const std::vector<Override>& overrides,
                                                 std::optional<std::uint32_t> games);
std::unique_ptr<SharedWork> read_estimates_work(const std::string& file, const std::vector<Override>& overrides);
/// From a manifest's text; `file` names it in errors.
std::unique_ptr<SharedWork> tournament_work_of(const std::string& yaml, const std::string& file);
std::unique_ptr<SharedWork> estimates_work_of(const std::string& yaml, const std::string& file);

/// Whole tunings of so many evaluations, a task each, in the folder that holds those of one step, or in that of its
/// only one. `tunings` outlives it.
std::unique_ptr<SharedWork> tunings_work(const std::vector<study::SentTuning>& tunings, std::uint32_t evaluations);

/// A generation of self-play in a folder of its own; its tasks write files of games, which whoever has sent them joins.
std::unique_ptr<SharedWork> generation_work(const study::PlayedGeneration& played);

/// One tuning, whose one task asks, hands evaluations in and tells; `options` are further ones of `run`.
struct DriverOptions {
  std::uint32_t evaluations = 60;
  std::uint32_t parallel = 2;
  std::vector<std::string> options{};
};
std::unique_ptr<SharedWork> driver_work(const tuning::TuningConfig& tuning, const DriverOptions& options);
/// Whether the fresh test that ends a tuning of so many evaluations has been played.
bool is_tuned(const std::string& folder, const tuning::TuningConfig& tuning, std::uint32_t evaluations);
/// How many evaluations a driver's submission asks for.
std::uint32_t asked_evaluations(const std::vector<std::string>& words);

}  // namespace rootward::cluster
