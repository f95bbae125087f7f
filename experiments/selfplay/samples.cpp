// Draws rows, plays each game to its position, and writes planes and answers under a symmetry.
#include "experiments/selfplay/samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/errors.h"
#include "core/json.h"
#include "evaluators/net/safetensors.h"
#include "experiments/selfplay/byte_text.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/arena/parallel_for.h"

namespace rootward::selfplay {
namespace {

constexpr std::size_t kBlocksAThread = 4;

std::int8_t owner_for(Owner owner, Seat mover) {
  if (owner == Owner::nobody) return 0;
  return (owner == Owner::first) == (mover == Seat::first) ? 1 : -1;
}

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
          {"count", drawn_rows(window, settings)},
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

RowFiller::RowFiller(const SampleWindow& window, const std::string& planes)
    : window_(window), view_(make_network_view(window.game(), planes)) {
  seen_.resize(shape().planes * shape().points());
}

void RowFiller::add(const SampleDraw& draw, SampleBlock& block) {
  const ShardGame game = window_.game_of(draw.place);
  const std::unique_ptr<Position> position = replay(window_.game(), game, draw.place.ply);
  if (position->is_over()) throw UsageError(fmt::format("game {}: goes on after its end", game.number));
  add_planes(*position, draw.symmetry, block);
  add_policy(*position, game.plies[draw.place.ply], draw.symmetry, block);
  add_values(game, game.plies[draw.place.ply], position->to_move(), draw.symmetry, block);
  block.ply.push_back(static_cast<std::uint16_t>(draw.place.ply));
  ++block.rows;
}

void RowFiller::add_planes(const Position& position, int symmetry, SampleBlock& block) {
  view_->encode(position, symmetry, seen_);
  const std::size_t planes = shape().planes, points = shape().points();
  const std::size_t first = block.planes.size();
  block.planes.resize(first + (planes * points + 7) / 8, 0);
  for (std::size_t plane = 0; plane < planes; ++plane) {
    for (std::size_t point = 0; point < points; ++point) {
      if (seen_[point * planes + plane] == 0) continue;
      const std::size_t bit = plane * points + point;
      block.planes[first + bit / 8] = static_cast<std::uint8_t>(block.planes[first + bit / 8] | 1U << bit % 8);
    }
  }
}

void RowFiller::add_policy(const Position& position, const Ply& ply, int symmetry, SampleBlock& block) {
  const std::size_t first = block.policy.size();
  block.policy.resize(first + shape().actions, 0.0F);
  const auto at = [&](Action action) -> float& { return block.policy[first + view_->policy_index(action, symmetry)]; };
  const double smoothing = window_.header().smoothing;
  for (const PolicyShare& entry : ply.policy)
    at(entry.action) = static_cast<float>((1 - smoothing) * entry.share / kShareUnit);
  if (smoothing == 0 || ply.policy.empty()) return;
  const std::vector<Action> legal = position.legal_actions();
  for (const Action action : legal) at(action) += static_cast<float>(smoothing / static_cast<double>(legal.size()));
}

void RowFiller::add_values(const ShardGame& game, const Ply& ply, Seat mover, int symmetry, SampleBlock& block) {
  const std::size_t owners = block.ownership.size();
  block.ownership.resize(owners + shape().points(), kNoOwners);
  for (std::size_t point = 0; point < game.owner.size() && game.ending != Ending::resigned; ++point)
    block.ownership[owners + view_->policy_index(static_cast<Action>(point), symmetry)] =
        owner_for(game.owner[point], mover);
  const auto sign = static_cast<float>(sign_of(mover));
  const bool is_known = game.ending != Ending::unknown;
  block.result.push_back(is_known ? sign * static_cast<float>(result_of(game.score_halves))
                                  : std::numeric_limits<float>::quiet_NaN());
  block.root_value.push_back(static_cast<float>(ply.root_value) / static_cast<float>(kValueUnit));
  block.weight.push_back(1.0F);  // rows are drawn by weight already
}

SampleFacts sample_facts(const SampleWindow& window, const SampleSettings& settings) {
  const std::string planes = settings.planes.empty() ? window.header().planes : settings.planes;
  return {make_network_view(window.game(), planes)->shape(), planes};
}

std::uint64_t drawn_rows(const SampleWindow& window, const SampleSettings& settings) {
  return window.weight() == 0 ? 0 : settings.count;
}

SampleDraws::SampleDraws(const SampleWindow& window, const WindowRequest& request, int symmetries)
    : window_(window),
      symmetries_(static_cast<std::uint32_t>(symmetries)),
      rng_(derive_seed(window.header().seed,
                       {hash_name(request.is_held_out ? "held-out" : "samples"), request.generation})) {}

std::vector<SampleDraw> SampleDraws::next(std::uint64_t count) {
  std::vector<SampleDraw> draws;
  draws.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const SampleWindow::Place place = window_.draw(rng_);
    draws.push_back({place, static_cast<int>(rng_.below(symmetries_))});
  }
  return draws;
}

void fill_samples(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                  const std::function<void(const SampleBlock&)>& sink) {
  const std::string planes = sample_facts(window, settings).planes;
  SampleDraws all(window, request, RowFiller(window, planes).symmetries());
  const std::size_t group = settings.batch * kBlocksAThread * settings.threads;
  for (std::uint64_t left = drawn_rows(window, settings); left > 0;) {
    const std::vector<SampleDraw> draws = all.next(std::min<std::uint64_t>(group, left));
    std::vector<SampleBlock> blocks((draws.size() + settings.batch - 1) / settings.batch);
    parallel_for(
        blocks.size(), settings.threads, [&] { return RowFiller(window, planes); },
        [&](RowFiller& filler, std::size_t i) {
          const std::size_t begin = i * settings.batch;
          for (std::size_t row = begin; row < std::min(begin + settings.batch, draws.size()); ++row)
            filler.add(draws[row], blocks[i]);
        });
    for (const SampleBlock& block : blocks) sink(block);
    left -= draws.size();
  }
}

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
