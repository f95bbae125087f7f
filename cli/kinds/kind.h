// What the commands do with each kind of file and of folder: a row a kind (lab/config/kinds.def), and a file a row.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/figure_options.h"
#include "cli/report_page.h"
#include "core/json.h"
#include "core/note.h"
#include "experiments/tournament/table/render.h"
#include "experiments/watch/folder_watch.h"
#include "lab/config/kinds.h"
#include "lab/config/overrides.h"
#include "lab/report/power.h"
#include "lab/report/table_format.h"
#include "lab/store/folder_check.h"
#include "lab/store/folder_merge.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace rootward {

/// What `table` was asked for.
struct TableRequest {
  TableFormat format = TableFormat::text;
  DamagedLines damaged = DamagedLines::refuse;
  tournament::TableOptions options{};
  tournament::RenderOptions rendering{};
  FigureFiles& figures;
};
/// What a machine reads stays as it is.
void print_page(const std::string& page, TableFormat format);
/// What is read of a folder, its warnings noted.
template <class Stored>
Stored warned(Stored stored) {
  for (const std::string& warning : stored.warnings) note("warning: {}", warning);
  return stored;
}

/// What `plan` was asked.
struct PlanOptions {
  PowerRequest request{};
  std::optional<double> deviation{};           ///< of a pair's mean score
  std::optional<std::uint64_t> comparisons{};  ///< that Holm corrects together
  std::optional<double> seconds{};             ///< of CPU time, a thread, for games that are played now; 0: none are
};
PlanOptions given_plan(const CLI::App& command);
/// Where --bench does not say how long.
inline constexpr double kBenchSeconds = 10;
/// With what was given in place of what was measured. `head`: what would be played, in lines; JSON goes without.
std::string planned_page(const CLI::App& command, const std::string& head, PowerPlan plan);

/// How folders of a kind are joined, and what their records are called.
struct Joining {
  const char* records;  ///< "games"
  const char* whole;    ///< "schedule"
  MergeReport (*join)(const std::vector<std::string>& folders, const std::string& out, const MergeSettings& settings);
  void (*write_tables)(const std::string& out);
  /// Throws UsageError where merge --drop-moves cannot drop the folder's; null: there are none.
  void (*require_droppable)(const std::string& folder) = nullptr;
};

/// Null: nothing of the sort is done with this kind. All throw UsageError, and RunError for damaged files.
struct Kind {
  config::FileKind kind{};
  std::string_view options{};  ///< of commands that take a file, which not every kind takes; blanks between

  /// Of the command's CONFIG, with its options. `run` returns the exit code, `check` lines on what was found in order.
  int (*run)(const CLI::App& command) = nullptr;
  std::string (*check)(const CLI::App& command) = nullptr;
  /// A page of what it would take, of what that can show and of its cost; stores nothing.
  std::string (*plan)(const CLI::App& command) = nullptr;
  /// Hands what is missing to a cluster, of `plan` says only how; returns the exit code.
  int (*submit)(const CLI::App& command) = nullptr;
  /// Resolved; null: it is made of other files.
  Json (*resolved)(const std::string& file, const std::vector<Override>& overrides) = nullptr;

  /// Of folders: prints tables, and writes the figures that are asked for.
  void (*table)(const std::vector<std::string>& folders, const TableRequest& request) = nullptr;
  void (*load)(const std::string& folder, DamagedLines damaged, StoredParts& parts) = nullptr;
  const Joining* joining = nullptr;
  FolderCheck (*verify)(const std::string& folder) = nullptr;
  bool is_made_of_folders = false;
  watch::MakeBody look = nullptr;

  [[nodiscard]] const config::KindFacts& facts() const { return config::facts_of(kind); }
  [[nodiscard]] bool takes(std::string_view option) const;
};

std::span<const Kind> kinds();
/// Of the command's CONFIG; of a folder that was handed to a cluster what its plan says, where the command asks one.
/// Throws UsageError.
const Kind& kind_of_config(const CLI::App& command);
/// What the folder's manifest names; null where it has none. Throws RunError.
const Kind* kind_of_folder(const std::string& folder);
/// The same. Throws UsageError where it has none.
const Kind& kind_of_results(const std::string& folder);
/// See Kind::look.
std::unique_ptr<watch::Body> body_of(const std::string& folder, Detail detail);

/// "tournaments, estimates studies and training runs".
std::string names_of(std::span<const Kind* const> kinds);

/// Throws UsageError where the option is given, and files of this kind do not take it.
void check_option(const CLI::Option& option, const Kind& kind, const std::string& file);
/// Throws UsageError where options of a cluster are given without what they belong to.
void check_cluster_options(const CLI::App& command, const Kind& kind);
/// Options from the `first` on stand in the help under a heading that says which kinds of files take them.
void group_options(CLI::App& command, std::size_t first, std::string_view suffix);

/// Kind::submit of tournaments and estimates studies.
int submit_run(const CLI::App& command);
/// The same of the job that drives a tuning.
int submit_driver(const CLI::App& command);

}  // namespace rootward
