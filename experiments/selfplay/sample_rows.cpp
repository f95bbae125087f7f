#include "experiments/selfplay/sample_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/errors.h"
#include "experiments/arena/parallel_for.h"

namespace rootward::selfplay {
namespace {

constexpr std::size_t kBlocksAThread = 4;

std::int8_t owner_for(Owner owner, Seat mover) {
  if (owner == Owner::nobody) return 0;
  return (owner == Owner::first) == (mover == Seat::first) ? 1 : -1;
}

}  // namespace

RowFiller::RowFiller(const SampleWindow& window, const std::string& planes)
    : window_(window), view_(make_network_view(window.game(), planes)) {
  seen_.resize(shape().planes * shape().points());
}

void RowFiller::add(const SampleDraw& draw, SampleBlock& block) {
  const ShardGame game = window_.game_at(draw.place.game);
  const std::unique_ptr<Position> position = window_.game().start();
  for (std::size_t ply = 0; ply < draw.place.ply; ++ply) {
    if (!position->is_legal(game.plies[ply].action))
      throw UsageError(fmt::format("game {}: move {} is not legal (data check tells more)", game.number, ply + 1));
    position->play(game.plies[ply].action);
  }
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
  block.ownership.resize(owners + shape().points(), 0);
  for (std::size_t point = 0; point < game.owner.size(); ++point)
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

std::vector<SampleDraw> draw_samples(const SampleWindow& window, const WindowRequest& request, int symmetries,
                                     std::uint64_t count) {
  const char* stream = request.is_held_out ? "held-out" : "samples";
  Rng rng(derive_seed(window.header().seed, {hash_name(stream), request.generation}));
  std::vector<SampleDraw> draws;
  draws.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const SampleWindow::Place place = window.draw(rng);
    draws.push_back({place, static_cast<int>(rng.below(static_cast<std::uint32_t>(symmetries)))});
  }
  return draws;
}

void fill_samples(const SampleWindow& window, const WindowRequest& request, const SampleSettings& settings,
                  const std::function<void(const SampleBlock&)>& sink) {
  const std::string planes = sample_facts(window, settings).planes;
  const int symmetries = RowFiller(window, planes).symmetries();
  const std::vector<SampleDraw> draws = draw_samples(window, request, symmetries, settings.count);
  const std::size_t group = settings.batch * kBlocksAThread * settings.threads;
  for (std::size_t first = 0; first < draws.size(); first += group) {
    const std::size_t end = std::min(first + group, draws.size());
    std::vector<SampleBlock> blocks((end - first + settings.batch - 1) / settings.batch);
    parallel_for(
        blocks.size(), settings.threads, [&] { return RowFiller(window, planes); },
        [&](RowFiller& filler, std::size_t i) {
          const std::size_t begin = first + i * settings.batch;
          for (std::size_t row = begin; row < std::min(begin + settings.batch, end); ++row)
            filler.add(draws[row], blocks[i]);
        });
    for (const SampleBlock& block : blocks) sink(block);
  }
}

}  // namespace rootward::selfplay
