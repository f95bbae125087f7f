// Writing random networks, finding files, running them.
#include "cli/bench/networks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/bench/measure.h"
#include "core/rng.h"
#include "evaluators/net/safetensors.h"

namespace rootward::bench {
namespace {

constexpr std::uint64_t kWeightsSeed = 20200125;
constexpr std::uint64_t kPlanesSeed = 20200126;

/// A residual network of the paper's: post-activation, a stem, norms folded into biases.
struct Shape {
  int blocks = 4;
  int filters = 32;
  int size = 9;
  const char* planes = "history 5";
  int plane_count = 10;
};
constexpr Shape kSmall{};
constexpr Shape kLarge{
    .blocks = 10, .filters = 64, .size = 19, .planes = "history 8, black_to_move, white_to_move", .plane_count = 18};

std::string name_of(const Shape& shape) { return fmt::format("random {}x{}", shape.blocks, shape.filters); }

class Writer {
 public:
  explicit Writer(const Shape& shape) : shape_(shape) {}

  net::TensorFile write() {
    const auto points = static_cast<std::size_t>(shape_.size * shape_.size);
    const auto filters = static_cast<std::size_t>(shape_.filters);
    file_.metadata = {{"architecture", "residual, post-activation"},
                      {"board", fmt::format("{}", shape_.size)},
                      {"planes", shape_.planes},
                      {"head_activation", "relu"}};
    convolution("stem", static_cast<std::size_t>(shape_.plane_count), filters);
    for (int block = 0; block < shape_.blocks; ++block)
      for (const int half : {0, 1}) convolution(fmt::format("block{}.conv{}", block, half), filters, filters);
    head("policy", filters, 2);
    dense("policy.fc", 2 * points, points + 1);
    head("value", filters, 1);
    dense("value.fc0", points, filters);
    dense("value.fc1", filters, 1);
    return std::move(file_);
  }

 private:
  void add(const std::string& name, std::vector<std::size_t> shape, std::size_t fan_in) {
    std::size_t count = 1;
    for (const std::size_t size : shape) count *= size;
    net::Tensor tensor{std::move(shape), {}};
    const double scale = 1.0 / std::sqrt(static_cast<double>(fan_in));
    for (std::size_t i = 0; i < count; ++i)
      tensor.values.push_back(static_cast<float>(scale * (2 * rng_.uniform() - 1)));
    file_.tensors.emplace(name, std::move(tensor));
  }
  void convolution(const std::string& name, std::size_t in, std::size_t out) {
    add(name + ".weight", {3, 3, in, out}, 9 * in);
    add(name + ".bias", {out}, 9 * in);
  }
  void head(const std::string& name, std::size_t in, std::size_t out) {
    add(name + ".conv.weight", {in, out}, in);
    add(name + ".conv.bias", {out}, in);
  }
  void dense(const std::string& name, std::size_t in, std::size_t out) {
    add(name + ".weight", {in, out}, in);
    add(name + ".bias", {out}, in);
  }

  Shape shape_;
  Rng rng_{kWeightsSeed};
  net::TensorFile file_;
};

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
  for (const Shape& shape : {kSmall, kLarge}) networks.push_back({name_of(shape), "", shape.size});
  for (const std::string& path : files_of_user()) {
    const net::Model model = net::load_model(path);
    for (const int size : {9, 19})
      if (model.min_size <= size && size <= model.max_size)
        networks.push_back({std::filesystem::path(path).filename().string(), path, size});
  }
  return networks;
}

net::Model load(const BenchNetwork& network) {
  if (!network.path.empty()) return net::load_model(network.path);
  const Shape& shape = network.name == name_of(kSmall) ? kSmall : kLarge;
  return net::parse_model(net::safetensors_bytes(Writer(shape).write()), network.name);
}

NetworkRun::NetworkRun(const net::Model& model, int size, net::Path path)
    : runner_(net::make_runner(model.plan, size, path)),
      planes_(static_cast<std::size_t>(size * size) * static_cast<std::size_t>(net::plane_count(model.planes))),
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
