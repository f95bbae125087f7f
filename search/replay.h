// A recorded search played again: the same tree, the same operators, one simulation after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "search/recorded_search.h"
#include "search/search_core.h"

namespace rootward {

/// An operator that tells of a simulation when it is asked to.
class TellingBackup final : public Backup {
 public:
  explicit TellingBackup(std::unique_ptr<Backup> inner) : inner_(std::move(inner)) {}

  [[nodiscard]] std::span<const OwnColumn> columns() const override { return inner_->columns(); }
  void run(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
           OperatorColumns columns) override {
    if (is_telling_)
      inner_->run_told(tree, path, leaf, simulation, columns, steps_);
    else
      inner_->run(tree, path, leaf, simulation, columns);
  }
  void run_told(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                OperatorColumns columns, std::vector<BackupStep>& steps) override {
    inner_->run_told(tree, path, leaf, simulation, columns, steps);
  }
  Value update(NodeView& node, Value sample) override { return inner_->update(node, sample); }
  Value update_told(NodeView& node, Value sample, Explanation& told) override {
    return inner_->update_told(node, sample, told);
  }
  [[nodiscard]] bool reads_statics() const override { return inner_->reads_statics(); }

  void set_telling(bool is_telling) { is_telling_ = is_telling; }
  /// Of the last simulation that was told.
  [[nodiscard]] const std::vector<BackupStep>& steps() const { return steps_; }

 private:
  std::unique_ptr<Backup> inner_;
  std::vector<BackupStep> steps_;
  bool is_telling_ = false;
};

/// The search over the record, driven by the first operator with the others as its shadows.
class Replay {
 public:
  /// The recording outlives the replay.
  Replay(const RecordedSearch& recording, SearchOperators operators);

  /// Plays simulations until `count` of them are done.
  void run_to(std::uint32_t count);
  /// Plays these simulations alone, numbers from 0, rising, after those before.
  void run_only(std::span<const std::uint32_t> simulations);
  /// run_to(), and the last of them is told; `count` is larger than done().
  void run_told(std::uint32_t count);
  /// What an operator did on the path of the last simulation that was told, the leaf's step first.
  [[nodiscard]] const std::vector<BackupStep>& steps(std::uint32_t op) const { return operators_[op]->steps(); }
  [[nodiscard]] std::uint32_t done() const { return done_; }
  /// Of a visited node, in the view of who chooses among its siblings; the root's in its own chooser's.
  [[nodiscard]] double value(std::uint32_t node, std::uint32_t op) const;
  [[nodiscard]] double mean(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t visits(std::uint32_t node) const;
  /// The moves of its visited children, in the order in which operators see them.
  [[nodiscard]] std::vector<Action> children(std::uint32_t node) const;
  [[nodiscard]] bool is_proven(std::uint32_t node) const;
  /// What ended at the node itself.
  [[nodiscard]] std::uint32_t own_visits(std::uint32_t node) const;
  [[nodiscard]] double own_mean(std::uint32_t node) const;
  /// The move to the visited child with the highest value, of those the one with most visits; kNoAction: there is none.
  [[nodiscard]] Action preferred(std::uint32_t node, std::uint32_t op) const;

  /// How much a node's value would rise if a child's value, or the mean of its own evaluations, rose by 1: the
  /// operator's rule run again with each of them moved a little.
  struct Pulls {
    struct Child {
      Action move = kNoAction;
      double pull = 0;
    };
    double own = 0;
    std::vector<Child> children;  ///< empty: the value is no function of the children alone
  };
  [[nodiscard]] Pulls pulls(std::uint32_t node, std::uint32_t op) const;

 private:
  [[nodiscard]] Slot slot_of(std::uint32_t node) const;
  [[nodiscard]] int column_of(std::uint32_t op) const;
  void index_children();
  BlockRef open(std::uint32_t node, Slot slot);
  void fill_statics(std::uint32_t node, const Block& block) const;
  void walk(std::uint32_t leaf);
  void play(std::uint32_t simulation);

  const RecordedSearch& recording_;
  std::vector<TellingBackup*> operators_;  ///< those in the core, the driver first
  SearchCore core_;
  std::vector<std::uint32_t> way_;
  std::vector<Action> actions_;
  // Where there are heuristic values, a node: its children in their order, and its first in `unvisited`.
  std::vector<std::uint32_t> first_child_, next_sibling_, first_unvisited_;
  std::uint32_t done_ = 0;
};

}  // namespace rootward
