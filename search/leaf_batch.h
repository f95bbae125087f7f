// Several simulations of one search whose leaves are judged together (`batch` in configurations).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/game_state.h"
#include "core/rng.h"
#include "search/evaluator.h"
#include "search/search_core.h"

namespace rootward {

template <GameState P>
class Search;

/// A simulation on its way down that waits for its leaf to be judged.
struct Descent {
  std::vector<Step> steps;
  std::optional<Value> known_value;  ///< first seat's view; nothing: the leaf is judged
  bool is_known_by_chance = false;
  BlockRef fills_priors = kNoBlock;
};

/// Rounds of simulations: gather() descends several times, every distinct leaf is judged once, complete() takes the
/// values up in the order of descent. A leaf that is reached again counts again. Each leaf has a random stream of its
/// own, so that the answers do not depend on whether leaves are judged in one call or one by one.
template <GameState P>
class LeafBatch {
 public:
  explicit LeafBatch(Search<P>& search) : search_(search), all_(search.core().batch_size()), leaves_(all_.size()) {}

  /// Whether a round is under way.
  [[nodiscard]] bool is_open() const { return count_ > 0; }

  /// A round that was given up is forgotten.
  void forget() { count_ = completed_ = 0; }

  /// Begins a round of at most `most` simulations, >= 1. It ends early with the root as a leaf: those that came after
  /// would all end there.
  void gather(std::uint64_t most) {
    const std::size_t wanted = std::min<std::uint64_t>(all_.size(), most);
    leaf_count_ = asked_ = 0;
    while (count_ < wanted) {
      turn_to(count_);
      P* leaf = search_.descend();
      const bool is_root = search_.core().path().size() == 1;
      Simulation& one = all_[count_++];
      if (leaf != nullptr) take_leaf(*leaf, one);
      search_.suspend(one.descent);
      one.leaf = leaf == nullptr ? kNoLeaf : leaf_of(one);
      if (is_root) break;
    }
    search_.core().take_losses_back();
  }

  /// The next leaf to be judged; nothing: all are, and complete() is due.
  [[nodiscard]] std::optional<EvaluationRequest<P>> next() {
    return asked_ < leaf_count_ ? std::optional(request(asked_)) : std::nullopt;
  }
  /// What the leaf of next() is worth.
  void answer(const Evaluation& evaluation) {
    Leaf& leaf = leaves_[asked_++];
    leaf.evaluation = evaluation;
    leaf.priors.assign(evaluation.priors.begin(), evaluation.priors.end());
    leaf.evaluation.priors = leaf.priors;
  }

  /// Judges all leaves: in one call, but where playouts are guided.
  void judge(Evaluator<P>& evaluator) {
    if (is_guided()) {
      Evaluation evaluation;
      while (const std::optional<EvaluationRequest<P>> one = next()) {
        evaluator.evaluate({&*one, 1}, {&evaluation, 1});
        answer(evaluation);
      }
      return;
    }
    requests_.clear();
    for (std::size_t i = 0; i < leaf_count_; ++i) requests_.push_back(request(i));
    evaluations_.resize(leaf_count_);
    if (leaf_count_ > 0) evaluator.evaluate(requests_, evaluations_);
    for (std::size_t i = 0; i < leaf_count_; ++i) answer(evaluations_[i]);
  }

  /// Takes up the next simulations of the round, at most `most`; the last one ends it.
  void complete(std::uint64_t most = UINT64_MAX) {
    for (; completed_ < count_ && most > 0; ++completed_, --most) {
      const std::size_t i = completed_;
      const Simulation& one = all_[i];
      turn_to(one.leaf == kNoLeaf ? i : leaves_[one.leaf].simulation);
      search_.resume(one.descent);
      Evaluation evaluation = one.leaf == kNoLeaf ? Evaluation{} : leaves_[one.leaf].evaluation;
      if (one.leaf != kNoLeaf && leaves_[one.leaf].simulation != i) evaluation.cached = 0;  // it was asked once
      search_.complete(evaluation);
    }
    if (completed_ == count_) forget();
  }

 private:
  static constexpr std::size_t kNoLeaf = SIZE_MAX;
  struct Simulation {
    Descent descent;
    std::size_t leaf = kNoLeaf;
  };
  struct Leaf {
    std::size_t simulation = 0;  ///< the first that came there
    std::optional<P> position;
    Rng rng;
    Evaluation evaluation;
    std::vector<float> priors;
  };

  /// Keeps the leaf in the next free place, which it has unless another simulation was there before.
  void take_leaf(const P& position, const Simulation& one) {
    Leaf& leaf = leaves_[leaf_count_];
    leaf.position = position;
    leaf.simulation = static_cast<std::size_t>(&one - all_.data());
  }
  std::size_t leaf_of(const Simulation& one) {
    const Step& end = one.descent.steps.back();
    for (std::size_t i = 0; i < leaf_count_; ++i)
      if (all_[leaves_[i].simulation].descent.steps.back() == end) return i;
    leaves_[leaf_count_].rng = Rng(derive_seed(search_.core().evaluation_rng().next(), "leaf"));
    return leaf_count_++;
  }

  void turn_to(std::size_t simulation) {
    if (Companions* companions = search_.core().companions()) companions->turn_to(simulation);
  }
  /// Whether each playout is guided by what is on its path.
  [[nodiscard]] bool is_guided() const {
    const Companions* companions = search_.core().companions();
    return companions != nullptr && companions->guides_playouts();
  }

  EvaluationRequest<P> request(std::size_t index) {
    Leaf& leaf = leaves_[index];
    turn_to(leaf.simulation);
    if (is_guided()) search_.core().resume(all_[leaf.simulation].descent.steps, false);
    EvaluationRequest<P> request = search_.request_for(&*leaf.position);
    request.rng = &leaf.rng;
    return request;
  }

  Search<P>& search_;
  std::vector<Simulation> all_;
  std::vector<Leaf> leaves_;
  std::size_t count_ = 0;
  std::size_t completed_ = 0;
  std::size_t leaf_count_ = 0;
  std::size_t asked_ = 0;
  std::vector<EvaluationRequest<P>> requests_;
  std::vector<Evaluation> evaluations_;
};

}  // namespace rootward
