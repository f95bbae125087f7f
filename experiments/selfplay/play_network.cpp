// Finding the network, or drawing its weights.
#include "experiments/selfplay/play_network.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "evaluators/net/random_residual.h"
#include "evaluators/net/safetensors.h"
#include "experiments/play/network_view.h"

namespace rootward::selfplay {

std::string network_path(const std::string& folder, std::uint64_t generation) {
  return fmt::format("{}/networks/{:05}.safetensors", folder, generation);
}

std::string random_network_bytes(const TrainingConfig& config, const Game& game) {
  const NetworkShape shape = make_network_view(game, config.network.planes)->shape();
  net::ResidualShape residual;
  residual.size = static_cast<int>(shape.lines);
  residual.columns = static_cast<int>(shape.columns);
  residual.actions = static_cast<int>(shape.actions);
  residual.planes = config.network.planes;
  residual.plane_count = static_cast<int>(shape.planes);
  residual.blocks = static_cast<int>(config.network.blocks);
  residual.filters = static_cast<int>(config.network.filters);
  residual.value_units = static_cast<int>(config.network.value_hidden);
  return net::safetensors_bytes(net::random_residual(residual, derive_seed(config.seed, "network")));
}

std::string playing_network(const TrainingConfig& config, const Game& game, const std::string& folder,
                            std::uint64_t generation, const std::string& given) {
  std::string path = given.empty() ? network_path(folder, generation) : given;
  if (!std::filesystem::exists(path)) {
    if (!given.empty()) throw UsageError(fmt::format("--network {}: no such file", given));
    if (generation > 0)
      throw UsageError(
          fmt::format("{} is not there: generation {} needs its network; --network names another", path, generation));
    path = folder + "/networks/random.safetensors";
    make_folders(folder + "/networks");
    (void)create_file_atomically(path, random_network_bytes(config, game));
  }
  return std::filesystem::absolute(path).string();
}

}  // namespace rootward::selfplay
