// Paths and networks.
#include "experiments/store/folder_layout.h"

#include <fmt/format.h>

#include <utility>

#include "core/errors.h"
#include "core/file_io.h"

namespace rootward {

std::string manifest_path(const std::string& folder) { return folder + "/manifest.json"; }
std::string games_path(const std::string& folder) { return folder + "/games.jsonl"; }
std::string shard_path(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/shards/{}.jsonl", folder, shard.index);
}

std::vector<std::string> shard_files(const std::string& folder) {
  std::vector<std::string> files;
  for (std::string& file : list_folder(folder + "/shards"))
    if (file.ends_with(".jsonl")) files.push_back(std::move(file));
  return files;
}

void check_networks(const std::string& folder, const Manifest& manifest, const InputFiles& inputs) {
  for (const auto& [player, network] : inputs.networks) {
    const auto stored_network = manifest.inputs.networks.find(player);
    if (stored_network == manifest.inputs.networks.end() || stored_network->second == network) continue;
    throw UsageError(
        fmt::format("{} holds results of {} by another network or way of computing ({}, now {}); they may differ in "
                    "the last bits, so choose another --out or go back to it",
                    folder, player, stored_network->second, network));
  }
}

}  // namespace rootward
