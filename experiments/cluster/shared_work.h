// What is cut into tasks: a tournament or an estimates study, seen alike.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "experiments/cluster/cost.h"
#include "experiments/cluster/followed_work.h"
#include "lab/config/named_files.h"
#include "lab/config/overrides.h"
#include "lab/config/yaml_node.h"
#include "lab/store/manifest.h"

namespace rootward::cluster {

struct CostQuestion {
  std::string folder;       ///< of what is stored
  double seconds = 20;      ///< to be spent on playing
  std::uint32_t tasks = 1;  ///< that it is cut into, where that is known
  std::uint32_t cpus = 1;   ///< of a task: games are played as side by side as there
};

class SharedWork {
 public:
  SharedWork() = default;
  SharedWork(const SharedWork&) = delete;
  SharedWork& operator=(const SharedWork&) = delete;
  virtual ~SharedWork() = default;

  [[nodiscard]] virtual std::string kind() const = 0;     ///< as in the manifest
  [[nodiscard]] virtual std::string records() const = 0;  ///< "games", "searches"
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual std::string config_hash() const = 0;
  [[nodiscard]] virtual config::YamlNode resolved() const = 0;
  [[nodiscard]] virtual std::vector<config::NamedFile> named_files() const = 0;
  [[nodiscard]] virtual InputFiles inputs() const = 0;
  /// What cannot be cut in two: the most tasks that there can be.
  [[nodiscard]] virtual std::uint64_t units() const = 0;
  /// The most tasks of which no two compute the same beside it, as the truth of an instance.
  [[nodiscard]] virtual std::uint64_t coarse_units() const { return units(); }
  /// False where a budget is wall-clock time or engines play.
  [[nodiscard]] virtual bool is_reproducible() const = 0;
  /// Makes the folder, with its manifest, or checks that it holds this work. Throws UsageError where it does not.
  virtual void prepare_folder(const std::string& folder) const = 0;
  /// What FollowedWork has to know of it where it is cut into so many tasks. The work outlives it.
  [[nodiscard]] virtual std::unique_ptr<WorkLines> lines(std::uint32_t tasks) const = 0;
  /// Joins the folder in itself, as `merge` does, and writes its tables; returns how many records it holds.
  [[nodiscard]] virtual std::uint64_t merge(const std::string& folder) const = 0;
  /// The folder's table as text.
  [[nodiscard]] virtual std::string table(const std::string& folder) const = 0;
  /// What it costs, from what is stored, else by playing for some seconds.
  [[nodiscard]] virtual Cost cost(const CostQuestion& question) const = 0;
};

/// Reads and checks a configuration of either kind; `games` as `run --games`. Throws UsageError, also for what cannot
/// be cut into tasks.
std::unique_ptr<SharedWork> read_work(const std::string& file, const std::vector<Override>& overrides,
                                      std::optional<std::uint32_t> games);

/// Whether the file configures a tuning. Throws UsageError where it cannot be read.
bool is_tuning(const std::string& file);

/// Of one kind; see read_work().
std::unique_ptr<SharedWork> read_tournament_work(const std::string& file, const std::vector<Override>& overrides,
                                                 std::optional<std::uint32_t> games);
std::unique_ptr<SharedWork> read_estimates_work(const std::string& file, const std::vector<Override>& overrides);
/// From a manifest's text; `file` names it in errors.
std::unique_ptr<SharedWork> tournament_work_of(const std::string& yaml, const std::string& file);
std::unique_ptr<SharedWork> estimates_work_of(const std::string& yaml, const std::string& file);

}  // namespace rootward::cluster
