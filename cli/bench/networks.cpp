// Writing random networks, finding files, running them.
#include "cli/bench/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/bench/measure.h"
#include "core/rng.h"
#include "evaluators/net/calibration.h"
#include "evaluators/net/model_formats.h"
#include "evaluators/net/random_residual.h"

namespace rootward::bench {
namespace {

constexpr std::uint64_t kWeightsSeed = 20200125;
constexpr std::uint64_t kPlanesSeed = 20200126;

/// The residual networks of Li & Lim 2020.
net::ResidualShape small_shape() {
  return {.size = 9, .planes = "history 5", .plane_count = 10, .blocks = 4, .filters = 32, .value_units = 32};
}
net::ResidualShape large_shape() {
  return {.size = 19, .planes = "history 9", .plane_count = 18, .blocks = 10, .filters = 64, .value_units = 64};
}

std::string name_of(const net::ResidualShape& shape) {
  return fmt::format("random {}x{}", shape.blocks, shape.filters);
}

bool is_network_file(const std::string& name) {
  const std::string_view text = name;
  return text.ends_with(".safetensors") || text.ends_with(".bin.gz") || text.ends_with(".txt.gz");
}

std::vector<std::string> files_of_user() {
  const char* folder = std::getenv("ROOTWARD_NETS");
  std::vector<std::string> files;
  std::error_code missing;
  if (folder == nullptr) return files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
    if (is_network_file(entry.path().filename().string())) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

}  // namespace

std::vector<BenchNetwork> bench_networks() {
  std::vector<BenchNetwork> networks;
  for (const net::ResidualShape& shape : {small_shape(), large_shape()})
    networks.push_back({name_of(shape), "", shape.size});
  for (const std::string& path : files_of_user()) {
    const net::Model model = net::load_model(path);
    for (const int size : {9, 19})
      if (model.plays_on(size)) networks.push_back({std::filesystem::path(path).filename().string(), path, size});
  }
  return networks;
}

net::Model load(const BenchNetwork& network) {
  if (!network.path.empty()) return net::load_model(network.path);
  const net::ResidualShape shape = network.size == small_shape().size ? small_shape() : large_shape();
  return net::residual_model(net::random_residual(shape, kWeightsSeed));
}

NetworkRun::NetworkRun(const net::Model& model, net::BoardShape board, net::Path path)
    : model_(std::make_unique<net::Model>(model)),
      runner_(net::make_calibrated_runner(*model_, board, path, "the network")),
      planes_(static_cast<std::size_t>(board.points()) * static_cast<std::size_t>(net::plane_count(model.planes))),
      globals_(static_cast<std::size_t>(net::global_count(model.planes))) {
  Rng rng(kPlanesSeed);
  for (float& cell : planes_) cell = static_cast<float>(rng.below(2));
  runner_->run(planes_, globals_, output_);
}

double NetworkRun::seconds(std::uint64_t count) {
  return seconds_of([&] {
    for (std::uint64_t i = 0; i < count; ++i) runner_->run(planes_, globals_, output_);
  });
}

}  // namespace rootward::bench
