// One update of one node by every operator, for nodes with few and many children.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
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

ParamTree text(std::string_view words) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::text;
  tree.text = words;
  return tree;
}
ParamTree list(const std::vector<double>& numbers) {
  ParamTree tree;
  tree.kind = ParamTree::Kind::list;
  for (const double number : numbers) {
    ParamTree& item = tree.items.emplace_back();
    item.kind = ParamTree::Kind::number;
    item.number = number;
  }
  return tree;
}
ParamTree map(const std::vector<std::pair<std::string, ParamTree>>& entries) {
  ParamTree tree;
  for (const auto& [key, value] : entries) {
    tree.keys.push_back(key);
    tree.items.push_back(value);
  }
  return tree;
}

/// Rules of built-in operators at their default parameters, written as formulas; each has its built-in beside it.
std::vector<std::pair<std::string, GivenParams>> written_rules() {
  const ParamTree g = map({{"g", map({{"value", list({-8, -7, -6, -5, -4})}})}});
  return {{"max", {{"value", std::string("max(q)")}}},
          {"softmax",
           {{"value", std::string("dot(u, q) / sum(u)")},
            {"define", map({{"u", text("n * exp(beta * (q - max(q)))")}, {"beta", text("grow(g, N)")}})},
            {"parameters", g}}},
          {"coulom",
           {{"value", std::string("(at(n, b) * at(q, b) + u * mean) / (at(n, b) + u)")},
            {"define", map({{"b", text("argmax(q, n)")}, {"u", text("where(N > 16 * 81, N * 2 / 16, 2 * 81)")}})},
            {"own", std::string("drop")}}}};
}

void update(benchmark::State& state, const std::string& name, const GivenParams& given) {
  const OperatorEntry& entry = *find_operator(name);
  const std::unique_ptr<Backup> backup = entry.make(resolve_params(entry.description.parameters, given), kContext);
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
    benchmark::RegisterBenchmark(("update/" + entry.description.name).c_str(), update, entry.description.name,
                                 GivenParams{})
        ->Arg(2)
        ->Arg(7)
        ->Arg(9)
        ->Arg(82)
        ->Arg(362);
  for (const auto& [name, given] : written_rules())
    benchmark::RegisterBenchmark(("update/formula:" + name).c_str(), update, std::string("formula"), given)
        ->Arg(2)
        ->Arg(7)
        ->Arg(9)
        ->Arg(82)
        ->Arg(362);
}

}  // namespace rootward
