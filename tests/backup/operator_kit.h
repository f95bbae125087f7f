// Tools of the operator tests: operators by name, nodes made by hand, searches of explicit trees.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "core/rng.h"
#include "games/tree.h"
#include "search/search.h"

namespace rootward::kit {

/// An operator with some parameters given and the rest at their defaults.
NamedParams resolved(const std::string& name, const GivenParams& given = {});

/// A context with a budget of 1000 simulations on a 9x9 board.
OperatorContext usual_context();

std::unique_ptr<Backup> make(const std::string& name, const GivenParams& given = {},
                             const OperatorContext& context = usual_context());

/// Every parameter at its default, then each parameter alone at every value worth a test: both ends of a range, every
/// choice, lists of every length's end filled with both ends; without those that the operator refuses together.
std::vector<NamedParams> settings_of(const OperatorEntry& entry);

/// "softmax {g: [-100], ..}": what differs from the defaults.
std::string label(const NamedParams& id);

/// A node with memory of its own.
struct Node {
  std::vector<std::uint32_t> visits;
  std::vector<Value> values;
  std::vector<double> weights;  ///< the children's private numbers; 0.05 where left out
  double weight = 0;
  NodeView view;

  /// Points the view at the children; call after changing their number.
  void attach();
};

/// A random node in mid-search: children, own evaluations, a stored value, a return.
struct RandomNode : Node {
  Value sample = 0;
  std::vector<Value> trail;
  RandomNode(Rng& rng, std::size_t children);
};

/// Uniform in [-1, 1].
inline Value random_value(Rng& rng) { return 2 * rng.uniform() - 1; }

/// A random tree, `depth` plies deep, MAX and MIN in turn; leaves in [-1, 1], many of them -1, 0 or 1.
ExplicitTree::Rules random_tree(std::uint64_t seed, int depth, int branching);
/// The same tree with the seats exchanged and the leaves negated.
ExplicitTree::Rules mirrored(const ExplicitTree::Rules& rules);

/// Searches a tree (UCB1, playouts) under an operator; the tree stays readable in the result.
std::unique_ptr<Search<ExplicitTree>> search_tree(const ExplicitTree::Rules& rules, const NamedParams& backup,
                                                  std::uint64_t simulations, std::uint64_t seed);

/// One visited child slot of a search tree: numbers in the view of the player who chooses it.
struct SlotNumbers {
  std::uint32_t visits = 0;
  Value value = 0;
  Value mean = 0;
  friend bool operator==(const SlotNumbers&, const SlotNumbers&) = default;
};
/// Every visited slot, depth first, the root's own first.
std::vector<SlotNumbers> numbers_of(const Tree& tree);

}  // namespace rootward::kit
