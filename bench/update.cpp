// One update of one node by every operator, for nodes with few and many children.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "bench/update.h"
#include "core/rng.h"

namespace rootward {
namespace {

constexpr OperatorContext kContext{.simulations = 5'000, .board_points = 81, .branching = 82};

/// A node whose children's numbers are random; visits stay below the budget that spans g.
struct MadeNode {
  explicit MadeNode(std::size_t children) : visits(children), values(children), weights(children) {
    Rng rng(1);
    node.own_visits = 1;
    node.visits = 1;
    for (std::size_t i = 0; i < children; ++i) {
      visits[i] = 1 + rng.below(8);
      values[i] = 2 * rng.uniform() - 1;
      weights[i] = 0.1 / visits[i];
      node.visits += visits[i];
    }
    node.child_count = static_cast<std::uint32_t>(children);
    node.child_visits = visits.data();
    node.child_values = values.data();
    node.child_columns.fill(weights.data());
    node.selected = 0;
    node.columns.fill(&weight);
    node.trail = trail;
  }
  std::vector<std::uint32_t> visits;
  std::vector<Value> values;
  std::vector<double> weights;
  std::vector<Value> trail = std::vector<Value>(1, 0.25);
  double weight = 1;
  NodeView node;
};

void update(benchmark::State& state, const std::string& name) {
  const OperatorEntry& entry = *find_operator(name);
  const std::unique_ptr<Backup> backup = entry.make(resolve_params(entry.description.parameters, {}), kContext);
  MadeNode made(static_cast<std::size_t>(state.range(0)));
  Value sample = 0.5;
  for (auto _ : state) {
    sample = -backup->update(made.node, sample);
    benchmark::DoNotOptimize(made.node.value);
  }
}

}  // namespace

void register_updates() {
  for (const OperatorEntry& entry : operators())
    benchmark::RegisterBenchmark(("update/" + entry.description.name).c_str(), update, entry.description.name)
        ->Arg(7)
        ->Arg(82)
        ->Arg(362);
}

}  // namespace rootward
