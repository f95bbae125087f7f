// Names within a results folder, and what two stretches of playing into it must have in common.
#pragma once

#include <string>
#include <vector>

#include "experiments/store/manifest.h"
#include "experiments/store/shard.h"

namespace rootward {

/// Names within a results folder.
std::string manifest_path(const std::string& folder);
std::string games_path(const std::string& folder);
std::string shard_path(const std::string& folder, const Shard& shard);
/// shards/*.jsonl, sorted by name.
std::vector<std::string> shard_files(const std::string& folder);

/// Throws UsageError where a player's network is not the stored one.
void check_networks(const std::string& folder, const Manifest& manifest, const InputFiles& inputs);

}  // namespace rootward
