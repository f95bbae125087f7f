// Searches that tell of every simulation: what the explorer's record is made from.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lab/play/game.h"
#include "search/backup.h"
#include "search/tree.h"

namespace rootward {

/// Hears of each simulation once it is counted and proofs are drawn, before the operators run.
class SimulationRecorder {
 public:
  virtual ~SimulationRecorder() = default;
  virtual void record(const Tree& tree, std::span<const Slot> path, const Evaluation& leaf) = 0;
};

/// A driving operator that tells a recorder first; a search without one pays nothing.
class RecordingBackup final : public Backup {
 public:
  RecordingBackup(std::unique_ptr<Backup> inner, SimulationRecorder& recorder)
      : inner_(std::move(inner)), recorder_(&recorder) {}

  [[nodiscard]] std::span<const OwnColumn> columns() const override { return inner_->columns(); }
  void run(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
           OperatorColumns columns) override {
    recorder_->record(tree, path, leaf);
    inner_->run(tree, path, leaf, simulation, columns);
  }
  Value update(NodeView& node, Value sample) override { return inner_->update(node, sample); }
  void run_told(Tree& tree, std::span<const Slot> path, const Evaluation& leaf, std::uint64_t simulation,
                OperatorColumns columns, std::vector<BackupStep>& steps) override {
    recorder_->record(tree, path, leaf);
    inner_->run_told(tree, path, leaf, simulation, columns, steps);
  }
  Value update_told(NodeView& node, Value sample, Explanation& told) override {
    return inner_->update_told(node, sample, told);
  }
  [[nodiscard]] std::uint64_t fallbacks() const override { return inner_->fallbacks(); }
  [[nodiscard]] bool reads_statics() const override { return inner_->reads_statics(); }
  [[nodiscard]] bool counts_weights() const override { return inner_->counts_weights(); }

 private:
  std::unique_ptr<Backup> inner_;
  SimulationRecorder* recorder_;
};

/// The other face of a Game of ours.
class RecordedGame {
 public:
  virtual ~RecordedGame() = default;
  /// Game::make_searcher, with somebody listening; `recorder` outlives the searcher.
  [[nodiscard]] virtual std::unique_ptr<Searcher> make_recorded_searcher(const SearchSettings& settings,
                                                                         SimulationRecorder& recorder) const = 0;
};

}  // namespace rootward
