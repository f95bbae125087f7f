// In which order a search came to its nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lab/play/recorded_game.h"

namespace rootward::python {

/// Listens to a searcher and keeps the moves that lead to each new node; nodes move about in a tree, and moves do not.
class VisitOrder final : public SimulationRecorder {
 public:
  /// `also`: who else is told; null: nobody.
  explicit VisitOrder(SimulationRecorder* also) : also_(also) {}

  void record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) override;

  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  /// Forgets the first `count` new nodes: their tree is gone.
  void forget(std::size_t count);
  /// The tree's root is by now what this move led to.
  void descend(Action move);

  /// Of nodes by parent (-1: root, which is the first) and move, parents before children: their numbers in the order of
  /// first visit.
  [[nodiscard]] std::vector<std::size_t> order(const std::vector<std::int64_t>& parent,
                                               const std::vector<Action>& move) const;

 private:
  [[nodiscard]] std::span<const Action> line(std::size_t i) const;

  SimulationRecorder* also_;
  std::vector<Action> moves_;      ///< of all lines, one behind the other
  std::vector<std::size_t> ends_;  ///< of each line in `moves_`
};

}  // namespace rootward::python
