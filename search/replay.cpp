// The order of a block's visited run is the order of first visits, as it was in the search.
#include "search/replay.h"

#include <algorithm>
#include <utility>

namespace rootward {
namespace {

SearchSettings replay_settings(const RecordedSearch& recording) {
  SearchSettings settings;
  settings.solver = recording.solver;
  return settings;
}

/// Puts a TellingBackup around each operator; the driver's comes first.
std::vector<TellingBackup*> make_telling(SearchOperators& operators) {
  std::vector<TellingBackup*> all;
  const auto wrap = [&](std::unique_ptr<Backup>& op) {
    auto telling = std::make_unique<TellingBackup>(std::move(op));
    all.push_back(telling.get());
    op = std::move(telling);
  };
  wrap(operators.driver);
  for (std::unique_ptr<Backup>& shadow : operators.shadows) wrap(shadow);
  return all;
}

/// A node as a rule over its children sees it, its numbers copied so that they can be moved.
struct ProbedNode {
  std::vector<Value> values;
  NodeView view;

  ProbedNode(const Block& block, int column, bool has_priors) {
    const BlockHeader& head = block.header();
    values.assign(block.real(column), block.real(column) + head.visited);
    view.own_visits = head.own_visits;
    view.own_mean = head.own_mean;
    view.child_count = head.visited;
    view.child_visits = block.visits();
    view.child_means = block.means();
    view.child_priors = has_priors && head.has_priors ? block.priors() : nullptr;
    view.active_unvisited = head.open_unvisited();
  }

  /// The rule's value. What a rule over children does not read is set to what no node has.
  [[nodiscard]] Value run(Backup& op) const {
    constexpr Value kOdd = 0.123456789;
    NodeView copy = view;
    copy.child_values = values.data();
    copy.value = -kOdd;
    op.update(copy, kOdd);
    return copy.value;
  }

  /// How run() changes with one of the node's numbers.
  [[nodiscard]] double slope(Backup& op, Value& number) const {
    constexpr double kStep = 1e-5;
    const Value kept = number;
    number = kept + kStep;
    const Value up = run(op);
    number = kept - kStep;
    const Value down = run(op);
    number = kept;
    return (up - down) / (2 * kStep);
  }
};

}  // namespace

Replay::Replay(const RecordedSearch& recording, SearchOperators operators)
    : recording_(recording),
      operators_(make_telling(operators)),
      core_(replay_settings(recording), std::move(operators), recording.has_priors) {
  actions_.assign(std::max<std::size_t>(recording.legal[0], 1), kNoAction);
  core_.begin(static_cast<Seat>(recording.seat[0]), actions_, (recording.flags[0] & kChanceNode) != 0);
  if (recording.has_priors && (recording.flags[0] & kPriorsNode) != 0) core_.root_block().header().has_priors = true;
  if (recording.heuristic.empty()) return;
  index_children();
  fill_statics(0, core_.root_block());
  const Block above = core_.tree().block(core_.tree().root().block);
  if (double* own = above.statics()) *own = sign_of(above.header().seat) * recording.heuristic[0];
}

void Replay::index_children() {
  const std::uint32_t nodes = recording_.nodes();
  first_child_.assign(nodes, 0);
  next_sibling_.assign(nodes, 0);
  for (std::uint32_t node = nodes; --node > 0;)
    next_sibling_[node] = std::exchange(first_child_[recording_.parent[node]], node);
  first_unvisited_.assign(nodes, 0);
  for (std::uint32_t node = 1; node < nodes; ++node)
    first_unvisited_[node] = first_unvisited_[node - 1] + recording_.unvisited_count[node - 1];
}

/// The heuristic values of a new block's children. Those that a simulation takes later have their moves at once, so
/// that they are found; in what order unvisited ones stand says nothing.
void Replay::fill_statics(std::uint32_t node, const Block& block) const {
  double* statics = block.statics();
  if (statics == nullptr) return;
  const double sign = sign_of(block.header().seat);
  std::uint32_t i = 0;
  for (std::uint32_t child = first_child_[node]; child != 0; child = next_sibling_[child], ++i) {
    block.actions()[i] = recording_.move[child];
    statics[i] = sign * recording_.heuristic[child];
  }
  for (std::uint32_t k = 0; k < recording_.unvisited_count[node]; ++k, ++i)
    statics[i] = sign * recording_.unvisited[first_unvisited_[node] + k];
}

BlockRef Replay::open(std::uint32_t node, Slot slot) {
  Tree& tree = core_.tree();
  if (const BlockRef there = tree.child_block(slot); there != kNoBlock) return there;
  actions_.assign(recording_.legal[node], kNoAction);
  const std::uint8_t flags = recording_.flags[node];
  const BlockRef made = (flags & kChanceNode) != 0
                            ? tree.expand_chance(slot, actions_)
                            : tree.expand(slot, static_cast<Seat>(recording_.seat[node]), actions_);
  if (recording_.has_priors && (flags & kPriorsNode) != 0) tree.block(made).header().has_priors = true;
  if (!recording_.heuristic.empty()) fill_statics(node, tree.block(made));
  return made;
}

void Replay::walk(std::uint32_t leaf) {
  way_.clear();
  for (std::uint32_t node = leaf; node != 0; node = recording_.parent[node]) way_.push_back(node);
  std::reverse(way_.begin(), way_.end());
  Path& path = core_.path();
  path.start(core_.tree().root());
  std::uint32_t above = 0;
  for (const std::uint32_t node : way_) {
    const BlockRef ref = open(above, path.back());
    const Block block = core_.tree().block(ref);
    const Action move = recording_.move[node];
    const Action* found = std::find(block.actions(), block.actions() + block.count(), move);
    auto index = static_cast<std::uint32_t>(found - block.actions());
    if (index == block.count() || block.visits()[index] == 0) {
      index = block.admit(index == block.count() ? block.header().visited : index);
      block.actions()[index] = move;
      if (recording_.has_priors && !recording_.prior.empty()) block.priors()[index] = recording_.prior[node];
    }
    path.push({ref, index});
    above = node;
  }
}

void Replay::play(std::uint32_t simulation) {
  const std::uint32_t leaf = recording_.leaf[simulation];
  walk(leaf);
  const std::uint8_t ends = recording_.ends[simulation];
  if ((ends & kLeafHasBlock) != 0) open(leaf, core_.path().back());
  const double uncertainty = recording_.uncertainty.empty() ? 0 : recording_.uncertainty[simulation];
  core_.complete({.value = recording_.value[simulation],
                  .playout_plies = recording_.plies[simulation],
                  .uncertainty = uncertainty},
                 (ends & kLeafIsProven) != 0);
}

void Replay::run_to(std::uint32_t count) {
  for (; done_ < count; ++done_) play(done_);
}

void Replay::run_only(std::span<const std::uint32_t> simulations) {
  for (const std::uint32_t one : simulations) play(one);
  done_ += static_cast<std::uint32_t>(simulations.size());
}

void Replay::run_told(std::uint32_t count) {
  run_to(count - 1);
  for (TellingBackup* op : operators_) op->set_telling(true);
  run_to(count);
  for (TellingBackup* op : operators_) op->set_telling(false);
}

Slot Replay::slot_of(std::uint32_t node) const {
  if (node == 0) return core_.tree().root();
  const Slot above = slot_of(recording_.parent[node]);
  if (above.block == kNoBlock) return {kNoBlock, 0};
  const BlockRef ref = core_.tree().child_block(above);
  if (ref == kNoBlock) return {kNoBlock, 0};
  const Block block = core_.tree().block(ref);
  const Action* end = block.actions() + block.count();
  const Action* found = std::find(static_cast<const Action*>(block.actions()), end, recording_.move[node]);
  return found == end ? Slot{kNoBlock, 0} : Slot{ref, static_cast<std::uint32_t>(found - block.actions())};
}

int Replay::column_of(std::uint32_t op) const { return op == 0 ? kValueColumn : core_.column_of_shadow(op - 1); }

/// The root's slot is in the view of the first seat that was to move there: the same as its chooser's.
double Replay::value(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  return core_.tree().block(slot.block).real(column_of(op))[slot.index];
}
double Replay::mean(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block == kNoBlock ? 0 : core_.tree().block(slot.block).means()[slot.index];
}
std::uint32_t Replay::visits(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block == kNoBlock ? 0 : core_.tree().block(slot.block).visits()[slot.index];
}
std::vector<Action> Replay::children(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  const BlockRef ref = slot.block == kNoBlock ? kNoBlock : core_.tree().child_block(slot);
  if (ref == kNoBlock) return {};
  const Block block = core_.tree().block(ref);
  return {block.actions(), block.actions() + block.header().visited};
}
bool Replay::is_proven(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  return slot.block != kNoBlock && core_.tree().block(slot.block).is_proven(slot.index);
}
std::uint32_t Replay::own_visits(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  const BlockRef ref = core_.tree().child_block(slot);
  return ref == kNoBlock ? visits(node) : core_.tree().block(ref).header().own_visits;
}
double Replay::own_mean(std::uint32_t node) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return 0;
  const BlockRef ref = core_.tree().child_block(slot);
  if (ref != kNoBlock) return core_.tree().block(ref).header().own_mean;
  const double flip =
      sign_of(static_cast<Seat>(recording_.seat[node])) * sign_of(core_.tree().block(slot.block).header().seat);
  return flip * mean(node);
}

Action Replay::preferred(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  if (slot.block == kNoBlock) return kNoAction;
  const BlockRef ref = core_.tree().child_block(slot);
  if (ref == kNoBlock) return kNoAction;
  const Block block = core_.tree().block(ref);
  const double* values = block.real(column_of(op));
  std::uint32_t best = kNoChild;
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    if (block.visits()[i] == 0) continue;
    if (best == kNoChild || values[i] > values[best] ||
        (values[i] == values[best] && block.visits()[i] > block.visits()[best]))
      best = i;
  }
  return best == kNoChild ? kNoAction : block.actions()[best];
}

Replay::Pulls Replay::pulls(std::uint32_t node, std::uint32_t op) const {
  const Slot slot = slot_of(node);
  const BlockRef ref = slot.block == kNoBlock ? kNoBlock : core_.tree().child_block(slot);
  if (ref == kNoBlock || !operators_[op]->columns().empty()) return {};
  const Block block = core_.tree().block(ref);
  if (block.header().is_chance || block.header().visited == 0) return {};
  ProbedNode probed(block, column_of(op), core_.tree().layout().has_priors);
  probed.view.visits = visits(node);
  probed.view.simulation = done_;
  const double flip = sign_of(block.header().seat) * sign_of(core_.tree().block(slot.block).header().seat);
  probed.view.mean = flip * mean(node);
  if (probed.run(*operators_[op]) != flip * value(node, op)) return {};
  Pulls pulls;
  pulls.own = probed.slope(*operators_[op], probed.view.own_mean);
  for (std::uint32_t i = 0; i < probed.values.size(); ++i)
    pulls.children.push_back({block.actions()[i], probed.slope(*operators_[op], probed.values[i])});
  return pulls;
}

}  // namespace rootward
