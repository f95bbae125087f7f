// Makes the tree once: sums from the root down, normalised, values from the leaves up.
#include "games/synthetic_tree.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/sampling.h"
#include "games/tree_seed.h"

namespace rootward {
namespace {

std::vector<double> leaf_sums(const SyntheticTreeModel::Shape& shape) {
  Rng rng(derive_seed(shape.seed, "synthetic tree"));
  std::vector<double> sums{0};
  for (int level = 0; level < shape.depth; ++level) {
    std::vector<double> below;
    below.reserve(sums.size() * static_cast<std::size_t>(shape.branching));
    for (const double sum : sums) {
      for (int move = 0; move < shape.branching; ++move) below.push_back(sum + rng.uniform());
    }
    sums = std::move(below);
  }
  return sums;
}

/// Its shape and how it pays.
std::vector<ParamSpec> shape_specs() {
  return {{.key = "kind",
           .help = "plain: a single agent; minimax: MAX and MIN choose in turn",
           .type = ParamType::choice,
           .fallback = std::string("plain"),
           .choices = {"plain", "minimax"},
           .source = "Dam et al. 2021: plain"},
          {.key = "branching",
           .help = "moves at every node (k)",
           .type = ParamType::integer,
           .fallback = std::int64_t{8},
           .low = 2,
           .high = 512,
           .source = "Dam et al. 2021: 2 to 16, and up to 200"},
          {.key = "depth",
           .help = "steps to a leaf (d); branching^depth is at most 2^21",
           .type = ParamType::integer,
           .fallback = std::int64_t{3},
           .low = 1,
           .high = 21,
           .source = "Dam et al. 2021: 1 to 5"},
          {.key = "noise",
           .help = "standard deviation of a leaf's returns, whose means lie in [0, 1]",
           .fallback = 0.05,
           .low = 0,
           .high = 10,
           .source = "Dam et al. 2021"},
          {.key = "score",
           .help = "what a game ends with: the leaf's mean (mean), or a win for who has the better half of it "
                   "(win), so that two players can meet",
           .type = ParamType::choice,
           .fallback = std::string("mean"),
           .choices = {"mean", "win"},
           .source = "ours"},
          turns_spec(),
          tree_seed_spec()};
}

/// Who moves at every place, by level.
std::vector<std::vector<Seat>> movers_of(const SyntheticTreeModel& tree) {
  std::vector<std::vector<Seat>> movers{{Seat::first}};
  for (int level = 1; level < tree.depth(); ++level) {
    std::vector<Seat> below;
    for (const Seat before : movers.back())
      for (int move = 0; move < tree.branching(); ++move) below.push_back(tree.mover({level, below.size()}, before));
    movers.push_back(std::move(below));
  }
  return movers;
}

}  // namespace

SyntheticTreeModel::SyntheticTreeModel(const Shape& shape)
    : shape_(shape), values_(static_cast<std::size_t>(shape.depth) + 1) {
  std::vector<Value>& leaves = values_.back();
  leaves = leaf_sums(shape);
  const auto [low, high] = std::ranges::minmax(leaves);
  for (Value& value : leaves) value = 2 * (value - low) / (high - low) - 1;
  const auto branching = static_cast<std::size_t>(shape.branching);
  const std::vector<std::vector<Seat>> movers = movers_of(*this);
  for (auto level = static_cast<std::size_t>(shape.depth); level-- > 0;) {
    const std::vector<Value>& below = values_[level + 1];
    for (std::size_t first = 0; first < below.size(); first += branching) {
      const auto begin = below.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = begin + static_cast<std::ptrdiff_t>(branching);
      const bool is_max = movers[level][first / branching] == Seat::first;
      values_[level].push_back(is_max ? *std::max_element(begin, end) : *std::min_element(begin, end));
    }
  }
}

Value SyntheticTreeModel::draw(std::uint64_t index, Rng& rng) const {
  return leaf(index) + 2 * shape_.noise * standard_normal(rng);
}

const Described& synthetic_tree_description() {
  static const Described description{
      .name = "synthetic_tree",
      .help = "A full tree with random edge weights; leaves pay the normalised sum of their path with Gaussian noise.",
      .source = "Dam et al. 2021; the minimax kind is ours",
      .parameters = shape_specs()};
  return description;
}

SyntheticTreeModel make_synthetic_tree(const Params& params) {
  const SyntheticTreeModel::Shape shape{.branching = static_cast<int>(params.integer("branching")),
                                        .depth = static_cast<int>(params.integer("depth")),
                                        .is_minimax = params.text("kind") == "minimax",
                                        .changes = params.real("changes"),
                                        .noise = params.real("noise"),
                                        .is_won = params.text("score") == "win",
                                        .seed = static_cast<std::uint64_t>(params.integer("seed"))};
  if (shape.changes < 1 && !shape.is_minimax)
    throw ParamError("changes", "less than 1 is not allowed with kind plain: a single agent makes every move");
  if (shape.is_won && !shape.is_minimax)
    throw ParamError("score", "win is not allowed with kind plain: a single agent wins against nobody");
  std::uint64_t leaves = 1;
  for (int level = 0; level < shape.depth && leaves <= SyntheticTreeModel::kMostLeaves; ++level)
    leaves *= static_cast<std::uint64_t>(shape.branching);
  if (leaves > SyntheticTreeModel::kMostLeaves)
    throw ParamError("depth", fmt::format("{} is not allowed with branching {}: more than 2^21 leaves", shape.depth,
                                          shape.branching));
  return SyntheticTreeModel(shape);
}

}  // namespace rootward
