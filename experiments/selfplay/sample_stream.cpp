#include "experiments/selfplay/sample_stream.h"

#include <fmt/format.h>

#include <bit>
#include <type_traits>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "evaluators/net/safetensors.h"
#include "experiments/selfplay/byte_text.h"

namespace rootward::selfplay {
namespace {

constexpr const char* kSamplesSchema = "rootward.samples/1";
constexpr std::uint64_t kMostTensorBytes = std::uint64_t{1} << 32;

template <class T>
void append_all(std::string& bytes, const std::vector<T>& numbers) {
  for (const T number : numbers) {
    if constexpr (std::is_floating_point_v<T>)
      append_number(bytes, std::bit_cast<std::uint32_t>(number));
    else
      append_number(bytes, number);
  }
}

Json header_object(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings) {
  const SampleFacts facts = sample_facts(window, settings);
  return {{"schema", kSamplesSchema},
          {"game", window.header().game},
          {"lines", facts.shape.lines},
          {"columns", facts.shape.columns},
          {"planes", facts.shape.planes},
          {"plane_names", facts.planes},
          {"actions", facts.shape.actions},
          {"ownership", window.header().shape.points > 0},
          {"count", settings.count},
          {"batch", settings.batch},
          {"generation", request.generation},
          {"held_out", request.is_held_out},
          {"window_games", window.games()},
          {"window_rows", window.rows()},
          {"oldest_generation", window.oldest_generation()}};
}

/// Gathers all rows as float32.
class TensorWriter {
 public:
  explicit TensorWriter(const NetworkShape& shape) : shape_(shape) {}

  void add(const SampleBlock& block) {
    const std::size_t cells = shape_.planes * shape_.points(), bytes = (cells + 7) / 8;
    for (std::size_t row = 0; row < block.rows; ++row)
      for (std::size_t cell = 0; cell < cells; ++cell)
        planes_.push_back(static_cast<float>(block.planes[row * bytes + cell / 8] >> cell % 8 & 1));
    append(policy_, block.policy);
    append(result_, block.result);
    append(root_value_, block.root_value);
    append(ownership_, block.ownership);
    append(weight_, block.weight);
    append(ply_, block.ply);
  }

  net::TensorFile file() && {
    const std::size_t count = weight_.size(), lines = shape_.lines, columns = shape_.columns;
    net::TensorFile file;
    file.tensors["planes"] = {{count, shape_.planes, lines, columns}, std::move(planes_)};
    file.tensors["policy"] = {{count, shape_.actions}, std::move(policy_)};
    file.tensors["result"] = {{count}, std::move(result_)};
    file.tensors["root_value"] = {{count}, std::move(root_value_)};
    file.tensors["ownership"] = {{count, lines, columns}, std::move(ownership_)};
    file.tensors["weight"] = {{count}, std::move(weight_)};
    file.tensors["ply"] = {{count}, std::move(ply_)};
    return file;
  }

 private:
  template <class T>
  static void append(std::vector<float>& all, const std::vector<T>& numbers) {
    for (const T number : numbers) all.push_back(static_cast<float>(number));
  }

  NetworkShape shape_;
  std::vector<float> planes_, policy_, result_, root_value_, ownership_, weight_, ply_;
};

}  // namespace

std::string stream_header(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings) {
  return dump_json(header_object(window, request, settings)) + '\n';
}

std::string block_bytes(const SampleBlock& block) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint32_t>(block.rows));
  append_all(bytes, block.planes);
  append_all(bytes, block.policy);
  append_all(bytes, block.result);
  append_all(bytes, block.root_value);
  append_all(bytes, block.ownership);
  append_all(bytes, block.weight);
  append_all(bytes, block.ply);
  return bytes;
}

void write_sample_stream(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                         const std::function<void(std::string_view)>& write) {
  write(stream_header(window, request, settings));
  fill_samples(window, request, settings, [&](const SampleBlock& block) { write(block_bytes(block)); });
}

std::string sample_tensors(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings) {
  const NetworkShape shape = sample_facts(window, settings).shape;
  const std::uint64_t numbers = (shape.planes + 1) * shape.points() + shape.actions + 4;
  if (settings.count > kMostTensorBytes / sizeof(float) / numbers)
    throw UsageError(fmt::format("--count {}: the file would have over 4 GiB; allowed: at most {}", settings.count,
                                 kMostTensorBytes / sizeof(float) / numbers));
  TensorWriter writer(shape);
  fill_samples(window, request, settings, [&](const SampleBlock& block) { writer.add(block); });
  net::TensorFile file = std::move(writer).file();
  file.metadata["samples"] = dump_json(header_object(window, request, settings));
  return net::safetensors_bytes(file);
}

}  // namespace rootward::selfplay
