// The record of one search that the explorer's page plays again: nodes in order of first visit, simulations, proofs.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lab/play/recorded_game.h"

namespace rootward {

inline constexpr std::uint8_t kChanceNode = 1, kEndNode = 2, kPriorsNode = 4;
inline constexpr std::uint8_t kLeafHasBlock = 1, kLeafIsProven = 2;

/// A column a vector; node 0 is the root. Values of simulations and proofs are in the first seat's view.
struct Recording {
  std::vector<std::uint32_t> parent;
  std::vector<Action> move;
  std::vector<std::uint8_t> flags;
  std::vector<float> prior;
  std::vector<std::uint32_t> leaf;
  std::vector<double> value, uncertainty;
  std::vector<std::uint16_t> plies;
  std::vector<std::uint8_t> ends;
  std::vector<std::uint32_t> proof_simulation, proof_node;
  std::vector<double> proof_value;
  [[nodiscard]] std::size_t nodes() const { return parent.size(); }
};

/// Listens to a search and keeps its record.
class RecordKeeper final : public SimulationRecorder {
 public:
  RecordKeeper();
  void record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) override;
  [[nodiscard]] const Recording& recording() const { return record_; }

 private:
  std::uint32_t node_of(std::uint32_t parent, const Block& block, std::uint32_t index);
  void note_block(const Tree& tree, std::uint32_t node, Slot slot);

  Recording record_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;  ///< parent and action to node
  std::vector<bool> is_proven_;
};

/// The position of each node from the root's on: legal moves, who is to move, whether it is over, its board, its exact
/// value where the game knows it.
struct RecordedPositions {
  std::vector<std::string> moves;        ///< what moves are called, each once
  std::vector<std::uint16_t> move_name;  ///< of a node, into `moves`; the root's is not read
  std::vector<std::uint16_t> legal;
  std::vector<std::uint8_t> seat, flags;
  std::vector<double> exact;         ///< first seat's view, NaN = not known; empty: the game knows none
  bool is_drawing = false;           ///< the game has no board, and rows are its drawing's lines
  std::vector<std::string> rows;     ///< the root's board, all of one width; empty: none
  std::vector<std::uint16_t> cells;  ///< how many places differ from the parent's board
  std::vector<std::uint16_t> cell;   ///< row * width + column
  std::vector<std::uint8_t> stone;   ///< the character there
};
RecordedPositions recorded_positions(const Recording& record, const Position& root);

}  // namespace rootward
