// The same games with a teacher's answers for targets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "experiments/selfplay/shard_file.h"
#include "lab/play/player.h"

namespace rootward::selfplay {

struct Relabelling {
  std::vector<std::string> paths;  ///< folders with shards
  std::string out;                 ///< the folder to write; shards go into its folder `data`
  std::string evaluator;           ///< YAML, also what the new headers tell of the teacher
  bool searches = false;           ///< targets are the visits of a search with the evaluator, not its own answers
  std::string search;              ///< YAML of that search; "" = defaults
  std::string licence;             ///< of the labels; "" = as the teacher's file tells
  std::size_t threads = 1;
};

struct RelabelReport {
  std::uint64_t shards = 0;  ///< written now
  std::uint64_t kept = 0;    ///< there already
  std::uint64_t games = 0, positions = 0;
};

/// Gives every ply with a target a new one, by streams of the game's number: the same whatever the threads. Shards that
/// are there, finished, by the same teacher, are kept; those by another are refused. `stop` is polled between games:
/// the shard under way goes on where it was. Throws UsageError; RunError where another process writes into the folder.
RelabelReport relabel(const Relabelling& work, const std::function<bool()>& stop);

}  // namespace rootward::selfplay
