// Finding the network, or drawing its weights; what follows from the configuration.
#include "experiments/selfplay/play_generation.h"

#include <fmt/format.h>

#include <filesystem>

#include "core/errors.h"
#include "core/file_io.h"
#include "core/rng.h"
#include "evaluators/net/embedded.h"
#include "evaluators/net/model.h"
#include "evaluators/net/random_residual.h"
#include "evaluators/net/safetensors.h"
#include "evaluators/registry.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/named_choice.h"
#include "lab/config/parts.h"
#include "lab/config/resolved_tree.h"
#include "lab/play/network_view.h"
#include "lab/play/player.h"

namespace rootward::selfplay {

std::string network_path(const std::string& folder, std::uint64_t generation) {
  return fmt::format("{}/networks/{:05}.safetensors", folder, generation);
}

PlayingNetwork playing_network(const TrainingConfig& config, const Game& game, const std::string& folder,
                               std::uint64_t generation, const std::string& given) {
  if (net::is_embedded(given)) return {.path = net::find_model_file(given, "")};
  PlayingNetwork network{.path = given.empty() ? network_path(folder, generation) : given};
  if (!std::filesystem::exists(network.path)) {
    if (!given.empty()) throw UsageError(fmt::format("--network {}: no such file", given));
    if (generation > 0)
      throw UsageError(fmt::format("{} is not there: generation {} needs its network; --network names another",
                                   network.path, generation));
    if (!config.start.empty())
      throw UsageError(
          fmt::format("{} is not there: the trainer makes it of `start`; --network names another", network.path));
    network = {.path = folder + "/networks/random.safetensors", .is_random = true};
    make_folders(folder + "/networks");
    (void)create_file_atomically(network.path, random_network_bytes(config, game));
  }
  network.path = std::filesystem::absolute(network.path).string();
  return network;
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
  net::TensorFile file = net::random_residual(residual, derive_seed(config.seed, "network"));
  file.metadata["head_activation"] = kHeadActivations[static_cast<std::size_t>(config.network.head_activation)];
  return net::safetensors_bytes(file);
}

GamePlan plan_of(const TrainingConfig& config, const Game& game, std::uint64_t generation) {
  GamePlan plan;
  plan.settings = config.selfplay;
  plan.seed = config.seed;
  plan.generation = generation;
  plan.simulations = phase_at(config, generation * config.training.generation).simulations;
  plan.board_points = make_network_view(game, config.network.planes)->shape().points();
  plan.shape = shard_shape(game);
  return plan;
}

SearchSettings generation_search(const TrainingConfig& config, std::uint64_t generation, const std::string& network) {
  SearchSettings search = config.selfplay.search;
  search.budget.simulations = phase_at(config, generation * config.training.generation).simulations;
  if (asks_network(config.selfplay)) config::set_parameter(evaluators(), search.evaluator, "file", network);
  return search;
}

Origin games_origin(const TrainingConfig& config) {
  if (config.start.empty()) return own_origin();
  const std::string path = start_path(config);
  const net::Model begun = net::load_model(path);
  const std::string name = std::filesystem::path(path).filename().string();
  return {.path = fmt::format("begun from {} ({})", name, begun.run.empty() ? "its file says nothing" : begun.run),
          .licence = told_licence(begun.licence)};
}

ShardHeader generation_header(const TrainingConfig& config, const GamePlan& plan, const SearchSettings& search) {
  config::YamlNode node = config::resolved_search(search);
  if (config::YamlNode* evaluator = node.find("evaluator"))
    std::erase_if(evaluator->entries, [](const config::YamlEntry& entry) { return entry.key == "file"; });
  ShardHeader header;
  header.game = game_yaml(config.game);
  header.network = network_of(search);
  if (asks_network(config.selfplay))
    header.network_file = std::filesystem::path(search.evaluator.params.text("file")).filename().string();
  header.search = config::flow_text(node);
  header.generation = plan.generation;
  header.seed = config.seed;
  header.planes = config.network.planes;
  header.shape = plan.shape;
  if (!config.start.empty()) {
    const Origin origin = games_origin(config);
    header.origin = origin.path;
    header.licence = origin.licence;
  }
  return header;
}

}  // namespace rootward::selfplay
