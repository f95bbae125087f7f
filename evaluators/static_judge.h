// A game's own judgement of a position, squashed into [-1, 1]: what the heuristic evaluator gives, where cut playouts
// end, and what operators store for every child.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/errors.h"
#include "core/heuristics.h"
#include "core/params.h"
#include "core/types.h"
#include "evaluators/feature_formula.h"
#include "search/settings.h"

namespace rootward {

/// tanh, the same on every machine: tanh_exact(0.5) = 0.46211715726000976; tanh_exact(-x) = -tanh_exact(x).
double tanh_exact(double x);

/// What one of a game's heuristics, or a formula over its features, comes to.
struct HeuristicChoice {
  std::size_t which = 0;                ///< in the game's list
  std::optional<FeatureFormula> value;  ///< in place of it
  double scale = 1;                     ///< s of tanh(v / s); 0: v is taken as it is
};
/// The parameters of the evaluator `heuristic` for a game with these judgements. Throws ParamError (a FormulaError
/// where the formula is wrong), UsageError where the game has none.
HeuristicChoice choose_heuristic(const Params& params, const Judgements& judgements);

/// The parameters of the heuristic by which an operator has every child looked at; nothing where it has none looked at.
/// Their keys stand below `heuristic` in the operator's.
std::optional<Params> heuristic_of(const NamedParams& backup);
/// The same of a search, shadows included. Throws UsageError where two of its operators want different ones.
std::optional<Params> heuristic_of(const SearchSettings& settings);

/// Such parameters in words: "by: mobility, scale: 3"; "" where nothing is given.
std::string heuristic_text(const Params& params);

/// The error for a game without any.
[[noreturn]] void refuse_unjudged();

template <GameState P>
class StaticJudge {
 public:
  /// Throws UsageError where the game has nothing to judge by, ParamError where the parameters do not fit it.
  StaticJudge(const Params& params, const typename P::Rules& rules) : judgements_(judgements_of(rules)) {
    choice_ = choose_heuristic(params, judgements_);
    features_.resize(judgements_.features.size());
  }

  /// In [-1, 1], in the view of the player to move; the position is not over.
  [[nodiscard]] Value judge(const P& position) const {
    if constexpr (JudgedByLook<P>) {
      double value = 0;
      if (choice_.value) {
        position.features(features_);
        value = choice_.value->at(features_);
      } else {
        value = position.heuristic(choice_.which);
      }
      if (std::isnan(value)) return 0;
      return choice_.scale > 0 ? tanh_exact(value / choice_.scale) : std::clamp(value, -1.0, 1.0);
    } else {
      refuse_unjudged();
    }
  }

  /// The same, or the result of a game that is over, in the first seat's view.
  [[nodiscard]] Value first_seats(const P& position) const {
    return position.is_over() ? position.result() : sign_of(position.to_move()) * judge(position);
  }

 private:
  static Judgements judgements_of(const typename P::Rules& rules) {
    if constexpr (JudgedByLook<P>) return P::judgements(rules);
    return {};
  }

  Judgements judgements_;
  HeuristicChoice choice_;
  mutable std::vector<double> features_;
};

}  // namespace rootward
