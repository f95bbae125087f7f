// A study from wherever it stands: each step's members are run as soon as what they take from is there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/study/config.h"
#include "experiments/study/study_cluster.h"
#include "lab/arena/progress.h"
#include "lab/report/table_format.h"
#include "lab/store/folder_check.h"
#include "lab/store/run_folder.h"
#include "lab/store/shard.h"

namespace rootward::study {

struct StudySettings {
  std::string folder;               ///< "" = results/NAME
  std::size_t threads = 0;          ///< tunings at once, and threads of other runs; 0 = all it may use
  Shard shard;                      ///< plays its part alone, and writes no tables
  bool drops_games = false;         ///< plays nothing, and drops games that tables do not need any more
  bool is_quiet = false;            ///< no progress and no warnings
  Progress::Listener say;           ///< hears of each run that has ended, one thread at a time
  StudyCluster* cluster = nullptr;  ///< plays all; null: threads of this machine do
};

enum class StudyEnd : std::uint8_t {
  complete,
  interrupted,  ///< a signal came
  waiting       ///< a shard has played its part of what can be played: other shards have to play theirs first
};

/// What was dropped.
struct Dropped {
  std::uint64_t tunings = 0;
  std::uint64_t tournaments = 0;
};

struct StudyReport {
  std::string folder;
  StudyEnd end = StudyEnd::interrupted;
  std::string tables{};  ///< Markdown, of the steps that make some
  bool is_void = false;  ///< a table says that a player does not equal itself, so that it does not count
  Dropped dropped{};
};

extern const RunKind kStudyKind;

std::string study_folder_of(const StudyConfig& study, const StudySettings& settings);

/// The folder has the study's manifest, and a folder STEP or STEP/MEMBER of each run, as the single command makes it.
/// What is there is not run again. Tunings are run on one thread each and with one evaluation pending, so that none is
/// better served. Tables are written as table.md, each step's numbers as STEP.csv. Throws UsageError (the folder was
/// begun with another study), PlayerError, RunError; what was played is kept then.
StudyReport run_study(const StudyConfig& study, const StudySettings& settings);

/// The study that a folder is of, from its manifest. Throws UsageError where it has none, RunError.
StudyConfig stored_study(const std::string& folder);
/// Folders of the runs that have begun, step by step.
std::vector<std::string> run_folders(const std::string& folder);
/// The tables of a whole study, made from its runs, as text, Markdown or CSV. Throws UsageError for another format.
std::string study_tables(const std::string& folder, TableFormat format);
/// Its manifest, and whether the folder of each of its runs is there.
FolderCheck check_study_folder(const std::string& folder);

}  // namespace rootward::study
