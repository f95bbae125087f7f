// Walks the whole tree below an instance with an operator's own formula.
#include "experiments/estimates/limits.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "backup/registry.h"
#include "core/errors.h"
#include "lab/play/game.h"

namespace rootward::estimates {
namespace {

/// Of each child: as many as `min_visits` can ask for.
constexpr std::uint32_t kVisitsInTheEnd = 1'000'000'000;

class RegularisedWalk {
 public:
  RegularisedWalk(Backup& backup, std::uint64_t nodes, const std::string& game)
      : backup_(backup), left_(nodes), nodes_(nodes), game_(game) {}

  /// First seat's view.
  Value value(const Position& position) {
    if (left_ == 0)
      throw RunError(
          fmt::format("games.{}: limits: the tree has more than {} positions; give more by truth: {{nodes: "
                      "N}}, or a smaller game",
                      game_, nodes_));
    --left_;
    if (position.is_over()) return position.result();
    if (position.is_chance()) return mean_of_outcomes(position);
    const double view = sign_of(position.to_move());
    std::vector<Value> values;
    for (const Action action : position.legal_actions()) values.push_back(view * value_after(position, action));
    const std::vector<std::uint32_t> visits(values.size(), kVisitsInTheEnd);
    NodeView node;
    node.visits = kVisitsInTheEnd;
    node.child_count = static_cast<std::uint32_t>(values.size());
    node.child_visits = visits.data();
    node.child_values = values.data();
    backup_.update(node, 0);
    return view * node.value;
  }

 private:
  Value value_after(const Position& position, Action action) {
    const std::unique_ptr<Position> after = position.clone();
    after->play(action);
    return value(*after);
  }

  Value mean_of_outcomes(const Position& position) {
    Value mean = 0;
    for (const Action outcome : position.legal_actions())
      mean += position.probability(outcome) * value_after(position, outcome);
    return mean;
  }

  Backup& backup_;
  std::uint64_t left_;
  std::uint64_t nodes_;
  const std::string& game_;
};

}  // namespace

Value limit_of(const EstimatesConfig& config, const Instance& instance, const Arm& arm, std::size_t op) {
  const NamedParams& id = op == 0 ? arm.search.backup : arm.search.shadows[op - 1];
  const auto regularises = get_operator(id.name).regularises;
  if (regularises == nullptr || !regularises(id.params)) return instance.truth.value;
  const std::unique_ptr<Backup> backup = make_backup(id, operator_context(*instance.game, arm.search));
  RegularisedWalk walk(*backup, config.truth.nodes, instance.truth.game);
  return sign_of(instance.position->to_move()) * walk.value(*instance.position);
}

}  // namespace rootward::estimates
