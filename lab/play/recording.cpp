// Nodes are known by their parents and moves: places in blocks change while the search goes on.
#include "lab/play/recording.h"

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "search/tree.h"

namespace rootward {

RecordKeeper::RecordKeeper() {
  record_.parent.push_back(0);
  record_.move.push_back(kNoAction);
  record_.flags.push_back(0);
  record_.prior.push_back(0);
  is_proven_.push_back(false);
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
  return fresh;
}

void RecordKeeper::note_block(const Tree& tree, std::uint32_t node, Slot slot) {
  const BlockRef ref = tree.child_block(slot);
  if (ref != kNoBlock && tree.layout().has_priors && tree.block(ref).header().has_priors)
    record_.flags[node] |= kPriorsNode;
}

void RecordKeeper::record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) {
  const auto simulation = static_cast<std::uint32_t>(record_.leaf.size());
  std::uint32_t node = 0;
  for (std::size_t depth = 0; depth < path.size(); ++depth) {
    const Slot slot = path[depth];
    const Block block = tree.block(slot.block);
    if (depth > 0) node = node_of(node, block, slot.index);
    note_block(tree, node, slot);
    if (!block.is_proven(slot.index) || is_proven_[node]) continue;
    is_proven_[node] = true;
    record_.proof_simulation.push_back(simulation + 1);
    record_.proof_node.push_back(node);
    record_.proof_value.push_back(block.proven_value(slot.index));
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

/// Writes down where a board differs from the one before.
void note_changes(const std::vector<std::string>& before, const std::vector<std::string>& after,
                  RecordedPositions& positions) {
  std::uint16_t changed = 0;
  for (std::size_t row = 0; row < after.size(); ++row) {
    for (std::size_t column = 0; column < after[row].size(); ++column) {
      if (after[row][column] == before[row][column]) continue;
      ++changed;
      positions.cell.push_back(static_cast<std::uint16_t>(row * after[row].size() + column));
      positions.stone.push_back(static_cast<std::uint8_t>(after[row][column]));
    }
  }
  positions.cells.push_back(changed);
}

void note_position(const Position& position, std::uint8_t flags, RecordedPositions& positions) {
  const bool is_over = position.is_over();
  positions.legal.push_back(is_over ? std::uint16_t{0} : static_cast<std::uint16_t>(position.legal_actions().size()));
  positions.seat.push_back(static_cast<std::uint8_t>(position.to_move()));
  positions.flags.push_back(static_cast<std::uint8_t>(flags | (is_over ? kEndNode : 0) |
                                                      (!is_over && position.is_chance() ? kChanceNode : 0)));
  positions.exact.push_back(
      position.exact_value().value_or(is_over ? position.result() : std::numeric_limits<double>::quiet_NaN()));
}

/// The position above the node, and the move from there; the root itself has none.
std::pair<std::unique_ptr<Position>, std::optional<Action>> place_of(const Recording& record, const Position& root,
                                                                     std::uint32_t node) {
  std::vector<Action> way;
  for (std::uint32_t above = node; above != 0; above = record.parent[above]) way.push_back(record.move[above]);
  std::unique_ptr<Position> position = root.clone();
  for (; way.size() > 1; way.pop_back()) position->play(way.back());
  return {std::move(position), way.empty() ? std::nullopt : std::optional(way.front())};
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// A board, or a drawing whose lines are filled up to one shape for all nodes.
class Shown {
 public:
  Shown(const Recording& record, const Position& root) : is_drawing_(root.board_rows().empty()) {
    for (std::uint32_t node = 0; is_drawing_ && node < record.nodes(); ++node) {
      const auto [position, move] = place_of(record, root, node);
      if (move) position->play(*move);
      const std::vector<std::string> lines = split_lines(position->drawing());
      height_ = std::max(height_, lines.size());
      for (const std::string& line : lines) width_ = std::max(width_, line.size());
    }
  }
  [[nodiscard]] bool is_drawing() const { return is_drawing_; }
  [[nodiscard]] std::vector<std::string> rows(const Position& position) const {
    if (!is_drawing_) return position.board_rows();
    if (height_ > kMostLines || width_ > kMostLetters) return {};
    std::vector<std::string> lines = split_lines(position.drawing());
    lines.resize(height_);
    for (std::string& line : lines) line.resize(width_, ' ');
    return lines;
  }

 private:
  static constexpr std::size_t kMostLines = 40, kMostLetters = 120;
  bool is_drawing_;
  std::size_t height_ = 0, width_ = 0;
};

}  // namespace

RecordedPositions recorded_positions(const Recording& record, const Position& root) {
  const Shown shown(record, root);
  RecordedPositions positions;
  positions.is_drawing = shown.is_drawing();
  positions.rows = shown.rows(root);
  std::map<std::string, std::uint16_t> names;
  for (std::uint32_t node = 0; node < record.nodes(); ++node) {
    const auto [position, move] = place_of(record, root, node);
    const std::vector<std::string> before = shown.rows(*position);
    const std::string text = move ? position->action_text(*move) : "";
    const auto placed = names.emplace(text, static_cast<std::uint16_t>(positions.moves.size()));
    if (placed.second) positions.moves.push_back(text);
    positions.move_name.push_back(placed.first->second);
    if (move) position->play(*move);
    note_position(*position, record.flags[node], positions);
    note_changes(before, shown.rows(*position), positions);
  }
  const bool knows_exact = root.exact_value().has_value();
  if (!knows_exact) positions.exact.clear();
  return positions;
}

}  // namespace rootward
