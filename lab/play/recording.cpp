// Nodes are known by their parents and moves: places in blocks change while the search goes on.
#include "lab/play/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "core/errors.h"
#include "search/tree.h"

namespace rootward {

RecordKeeper::RecordKeeper() {
  record_.parent.push_back(0);
  record_.move.push_back(kNoAction);
  record_.flags.push_back(0);
  record_.prior.push_back(0);
  is_proven_.push_back(false);
  has_block_.push_back(false);
  unvisited_.emplace_back();
}

RecordedSearch RecordKeeper::recording() const {
  RecordedSearch record = record_;
  if (record.heuristic.empty()) return record;
  for (const std::vector<Unvisited>& moves : unvisited_) {
    record.unvisited_count.push_back(static_cast<std::uint16_t>(moves.size()));
    for (const Unvisited& move : moves) record.unvisited.push_back(move.heuristic);
  }
  return record;
}

std::uint32_t RecordKeeper::node_of(std::uint32_t parent, const Block& block, std::uint32_t index) {
  const Action action = block.actions()[index];
  const auto fresh = static_cast<std::uint32_t>(record_.nodes());
  const auto placed = known_.emplace(std::uint64_t{parent} << 16 | action, fresh);
  if (!placed.second) return placed.first->second;
  record_.parent.push_back(parent);
  record_.move.push_back(action);
  record_.flags.push_back(0);
  const bool has_prior = (record_.flags[parent] & kPriorsNode) != 0;
  record_.prior.push_back(has_prior ? block.priors()[index] : 1.0F / static_cast<float>(block.count()));
  is_proven_.push_back(false);
  has_block_.push_back(false);
  unvisited_.emplace_back();
  std::erase_if(unvisited_[parent], [action](const Unvisited& move) { return move.action == action; });
  return fresh;
}

/// What a look says of the moves of a block that is seen for the first time.
void RecordKeeper::note_heuristics(const Block& block, std::uint32_t node) {
  const double* statics = block.statics();
  if (statics == nullptr || has_block_[node]) return;
  has_block_[node] = true;
  for (std::uint32_t i = 0; i < block.count(); ++i)
    unvisited_[node].push_back({block.actions()[i], sign_of(block.header().seat) * statics[i]});
}

void RecordKeeper::note_block(const Tree& tree, std::uint32_t node, Slot slot) {
  const BlockRef ref = tree.child_block(slot);
  if (ref == kNoBlock) return;
  if (tree.layout().has_priors && tree.block(ref).header().has_priors) record_.flags[node] |= kPriorsNode;
  note_heuristics(tree.block(ref), node);
}

void RecordKeeper::record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) {
  std::uint32_t node = 0;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    const Slot slot = path[depth];
    const Block block = tree.block(slot.block);
    if (depth > 0) node = node_of(node, block, slot.index);
    if (const double* statics = block.statics(); statics != nullptr && record_.heuristic.size() < record_.nodes())
      record_.heuristic.push_back(sign_of(block.header().seat) * statics[slot.index]);
    note_block(tree, node, slot);
    if (block.is_proven(slot.index)) is_proven_[node] = true;
  }
  const bool has_block = tree.child_block(path.back()) != kNoBlock;
  record_.leaf.push_back(node);
  record_.value.push_back(leaf.value);
  record_.uncertainty.push_back(leaf.uncertainty);
  record_.plies.push_back(static_cast<std::uint16_t>(std::min<std::uint32_t>(leaf.playout_plies, 0xFFFF)));
  record_.ends.push_back(
      static_cast<std::uint8_t>((has_block ? kLeafHasBlock : 0) | (is_proven_[node] ? kLeafIsProven : 0)));
}

namespace {

/// Where a board differs from the one before.
std::vector<std::pair<std::uint16_t, char>> changes(const std::vector<std::string>& before,
                                                    const std::vector<std::string>& after) {
  std::vector<std::pair<std::uint16_t, char>> cells;
  for (std::size_t row = 0; row < after.size(); ++row)
    for (std::size_t column = 0; column < after[row].size(); ++column)
      if (after[row][column] != before[row][column])
        cells.emplace_back(static_cast<std::uint16_t>(row * after[row].size() + column), after[row][column]);
  return cells;
}

/// The position above the node, and the move from there; the root itself has none.
std::pair<std::unique_ptr<Position>, std::optional<Action>> place_of(const RecordedSearch& record, const Position& root,
                                                                     std::uint32_t node) {
  std::vector<Action> way;
  for (std::uint32_t above = node; above != 0; above = record.parent[above]) way.push_back(record.move[above]);
  std::unique_ptr<Position> position = root.clone();
  for (; way.size() > 1; way.pop_back()) position->play(way.back());
  return {std::move(position), way.empty() ? std::nullopt : std::optional(way.front())};
}

RecordedNode shown_node(const RecordedSearch& record, const Position& root, std::uint32_t node, bool knows_exact) {
  const auto [position, move] = place_of(record, root, node);
  const std::vector<std::string> before = position->board_rows();
  RecordedNode shown;
  if (move) {
    shown.parent = record.parent[node];
    shown.move = position->action_text(*move);
    position->play(*move);
    if ((record.flags[record.parent[node]] & kPriorsNode) != 0) shown.prior = static_cast<double>(record.prior[node]);
  }
  shown.mover = position->to_move() == Seat::first ? 1 : 2;
  shown.is_end = position->is_over();
  shown.is_chance = !shown.is_end && position->is_chance();
  if (!shown.is_end) shown.legal = position->legal_actions().size();
  if (knows_exact) shown.exact = position->exact_value();
  if (knows_exact && !shown.exact && shown.is_end) shown.exact = position->result();
  if (before.empty()) {
    shown.text = position->drawing();
    if (shown.text.size() > kLongestRecordedText) shown.text.clear();
  } else {
    shown.cells = changes(before, position->board_rows());
  }
  return shown;
}

/// The node's heuristic values, where any were kept; `unvisited` moves over those of the nodes before.
void add_heuristics(const RecordedSearch& record, std::uint32_t node, std::size_t& unvisited, RecordedNode& shown) {
  if (record.heuristic.empty()) return;
  shown.heuristic = record.heuristic[node];
  const auto from = record.unvisited.begin() + static_cast<std::ptrdiff_t>(unvisited);
  shown.unvisited.assign(from, from + record.unvisited_count[node]);
  unvisited += record.unvisited_count[node];
}

}  // namespace

SearchRecord shown_record(const RecordedSearch& recording, const Position& root, SearchRecord head) {
  const bool knows_exact = root.exact_value().has_value();
  const bool knows_priors = head.context.has_priors;
  head.rows = root.board_rows();
  for (const double value : recording.value) {
    head.values.low = std::min(head.values.low, value);
    head.values.high = std::max(head.values.high, value);
  }
  SearchRecordBuilder builder(std::move(head));
  try {
    std::size_t unvisited = 0;
    for (std::uint32_t node = 0; node < recording.nodes(); ++node) {
      RecordedNode shown = shown_node(recording, root, node, knows_exact);
      add_heuristics(recording, node, unvisited, shown);
      builder.add(shown);
    }
    for (std::uint32_t k = 0; k < recording.simulations(); ++k)
      builder.add({.leaf = recording.leaf[k],
                   .value = recording.value[k],
                   .plies = recording.plies[k],
                   .uncertainty = recording.uncertainty[k],
                   .is_expanded = (recording.ends[k] & kLeafHasBlock) != 0,
                   .is_proven = (recording.ends[k] & kLeafIsProven) != 0});
    return builder.finish(knows_priors);
  } catch (const RecordFault& fault) {
    throw UsageError(fmt::format("the search makes no record: {}", fault.what()));
  }
}

}  // namespace rootward
