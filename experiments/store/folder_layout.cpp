// Paths and networks.
#include "experiments/store/folder_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/errors.h"

namespace rootward {

std::string manifest_path(const std::string& folder) { return folder + "/manifest.json"; }
std::string games_path(const std::string& folder) { return folder + "/games.jsonl"; }
std::string shard_path(const std::string& folder, const Shard& shard) {
  return fmt::format("{}/shards/{}.jsonl", folder, shard.index);
}

std::vector<std::string> shard_files(const std::string& folder) {
  std::vector<std::string> files;
  std::error_code missing;
  for (const auto& entry : std::filesystem::directory_iterator(folder + "/shards", missing))
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path().string());
  std::ranges::sort(files);
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
