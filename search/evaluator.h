// The seam between the search and whatever judges a leaf: playouts, nets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/game_state.h"
#include "core/rng.h"
#include "core/source.h"
#include "core/types.h"
#include "search/evaluation.h"

namespace rootward {

class SharedMemories;

/// A leaf to judge. The position may be changed on the way but is left as it was.
template <GameState P>
struct EvaluationRequest {
  P* position = nullptr;
  Rng* rng = nullptr;  ///< the asking search's own stream, so that an answer does not depend on its neighbours
  PlayoutTrace* trace = nullptr;      ///< empty; receives a playout's moves where there is one. Null: nobody wants them
  PlayoutPolicy* policy = nullptr;    ///< what guides a playout; null: nothing
  int look_ahead = 0;                 ///< plies that a playout's every move is searched for forced wins; 0: none
  const ActionList* legal = nullptr;  ///< the position's legal_actions(), where the asker has them
};

/// Where leaves that can be judged together come from, one slot a search.
template <GameState P>
using EvaluationSource = Source<EvaluationRequest<P>, const Evaluation&>;

/// Judges many leaves of independent searches at once.
template <GameState P>
class Evaluator {
 public:
  virtual ~Evaluator() = default;
  Evaluator() = default;
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  /// Fills evaluations[i] for requests[i]; the spans have one length.
  virtual void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) = 0;

  /// A new game begins: what was asked before counts as remembered no longer, and `seed` fixes what is drawn once for a
  /// game.
  virtual void new_game(std::uint64_t /*seed*/) {}
  /// From now on remembers together with those that used `memories` before and answer alike. In the game that has begun
  /// one of their seeds takes the place of new_game's.
  virtual void share(SharedMemories&) {}

  /// How many searches one thread should carry side by side for speed; 1: no more than one.
  [[nodiscard]] virtual std::size_t slots(const typename P::Rules&) const { return 1; }
  /// Judges whatever the source has, until all `slots` slots stay empty. The answers do not depend on how many there
  /// are. Here: one by one.
  virtual void stream(const typename P::Rules&, std::size_t slots, EvaluationSource<P>& source) {
    for (std::size_t slot = 0; slot < slots; ++slot) {
      while (std::optional<EvaluationRequest<P>> request = source.next(slot)) {
        Evaluation evaluation;
        evaluate({&*request, 1}, {&evaluation, 1});
        source.finished(slot, evaluation);
      }
    }
  }
};

}  // namespace rootward
