// Keeps the record of one search of ours, and shows its positions: nodes in order of first visit, simulations.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lab/play/recorded_game.h"
#include "lab/play/search_record.h"

namespace rootward {

/// Listens to a search. Moves in its record are the game's own numbers; who moves where, and how many moves are legal,
/// is left to shown_record().
class RecordKeeper final : public SimulationRecorder {
 public:
  RecordKeeper();
  void record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) override;
  [[nodiscard]] RecordedSearch recording() const;

 private:
  std::uint32_t node_of(std::uint32_t parent, const Block& block, std::uint32_t index);
  void note_block(const Tree& tree, std::uint32_t node, Slot slot);
  void note_heuristics(const Block& block, std::uint32_t node);

  RecordedSearch record_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;  ///< parent and action to node
  std::vector<bool> is_proven_, has_block_;
  struct Unvisited {
    Action action;
    double heuristic;  ///< first seat's view
  };
  std::vector<std::vector<Unvisited>> unvisited_;  ///< a node; of those whose block was seen
};

/// The record with what the game says of its positions from the root's on. `head` is everything else (`rows` are the
/// game's). Throws UsageError for a search that is too large for a record.
SearchRecord shown_record(const RecordedSearch& recording, const Position& root, SearchRecord head);

}  // namespace rootward
