// Binds explicit trees.
#include "games/tree.h"

#include <algorithm>

#include "lab/play/bindings/bound_game.h"
#include "lab/play/bindings/registry.h"

namespace rootward::bindings {
namespace {

bool is_win_draw_loss(const ExplicitTree::Node& node) {
  using Kind = ExplicitTree::Leaf::Kind;
  if (!node.children.empty()) return true;
  const double mean = node.leaf.mean;
  return node.leaf.kind == Kind::bernoulli || (node.leaf.kind == Kind::value && (mean == -1 || mean == 0 || mean == 1));
}

}  // namespace

GameEntry describe_tree() {
  return {.description = tree_description(), .make = [](const NamedParams& id) -> std::unique_ptr<Game> {
            ExplicitTree::Rules rules = make_tree_rules(id.params);
            GameFacts facts;
            facts.is_win_draw_loss = std::ranges::all_of(rules.nodes(), is_win_draw_loss);
            return std::make_unique<BoundGame<ExplicitTree>>(id, std::move(rules), facts);
          }};
}

}  // namespace rootward::bindings
