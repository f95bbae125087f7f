// An atlas from wherever it stands: features, tunings, finals, tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "experiments/atlas/atlas_cluster.h"
#include "experiments/atlas/config.h"
#include "experiments/atlas/kept_cells.h"
#include "lab/store/shard.h"

namespace rootward::atlas {

struct AtlasSettings {
  std::string folder;               ///< "" = results/NAME
  std::size_t threads = 0;          ///< tunings at once, and threads of finals; 0 = all it may use
  bool is_quiet = false;            ///< no progress and no warnings
  Shard part;                       ///< its domains alone, the held-out ones last: no features, no files of tables
  bool only_tables = false;         ///< plays nothing: tables of what is there
  bool drops_games = false;         ///< plays nothing: drop_games() (kept_cells.h), then tables
  AtlasCluster* cluster = nullptr;  ///< plays first what is missing; nullptr: threads do
  std::uint32_t parts = 0;          ///< into which it deals the domains; 0 = one a domain
};

struct AtlasReport {
  std::string folder;
  bool is_complete = false;  ///< false: a signal ended it; tables are then those of what is there
  std::string table{};       ///< Markdown
  Dropped dropped{};
};

std::string atlas_folder_of(const AtlasConfig& config, const AtlasSettings& settings);

/// Reads every domain's tunings as they would be played. Throws UsageError.
void check_atlas(const AtlasConfig& config);

/// One process plays the whole; it has the folder's lock and makes its manifest. A part has neither, and any number of
/// them play at once; its held-out domains wait until the open ones of all parts are played, and it is started again.
///
/// Measures the features of its domains, then goes through the stages (cells.h): tunes an operator in all of a stage's
/// domains, and plays its finals there. What is there is not played again; a cell that is undecided between 10 and 30
/// Elo goes on in steps that double its games. At the end, or where a signal ended it, it writes atlas.md, .csv,
/// .json, figures and a page. Throws UsageError (a folder begun with another configuration), PlayerError, RunError;
/// what was played is kept then.
AtlasReport run_atlas(const AtlasConfig& config, const AtlasSettings& settings);

}  // namespace rootward::atlas
