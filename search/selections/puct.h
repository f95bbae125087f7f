// The rule of programs with networks.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "core/inline.h"
#include "core/params.h"
#include "core/rng.h"
#include "search/selection.h"

namespace rootward {

/// PUCT (Silver et al. 2017): q_i + c P_i sqrt(max(1, sum_b n_b)) / (1 + n_i), q on [-1, 1] (`value_scale: signed`) or
/// [0, 1] (`unit`). Without the max the first child would ignore the priors (our deviation). An unvisited child's q is
/// the first-play urgency. Ties go to the larger prior, then to a seeded random one. Sum of visits 10, children (n, q,
/// P) = (6, 0.5, 0.5), (3, 2/3, 0.3), (1, 0, 0.2), c = 0.5: 0.613, 0.785, 0.158.
class PuctSelection : public SelectionRule {
 public:
  static constexpr std::string_view kName = "puct";
  static constexpr bool kUnvisitedFirst = false;
  static constexpr bool kNeedsPriors = true;
  static constexpr bool kScores = true;
  static constexpr bool kTiesByPrior = true;
  static Described describe();

  explicit PuctSelection(const Params& params);
  std::uint32_t select(const SelectionNode& node, Rng& rng) const;

  struct Scorer {
    const float* priors;
    double root;
    bool unit_scale;
    Value unvisited;
    ROOTWARD_INLINE double operator()(std::uint32_t i, Value value, std::uint32_t visits) const {
      return unexplored(value) + root * static_cast<double>(priors[i]) / (1.0 + static_cast<double>(visits));
    }
    [[nodiscard]] double untried(std::uint32_t i, Value value) const { return (*this)(i, value, 0); }
    [[nodiscard]] double unexplored(Value value) const { return unit_scale ? 0.5 * (value + 1.0) : value; }
    [[nodiscard]] Value first_play() const { return unvisited; }
  };
  [[nodiscard]] Scorer scorer(const SelectionNode& node) const;

 private:
  enum class Base : std::uint8_t { constant, own_evaluation, sample_mean };
  [[nodiscard]] Value first_play_urgency(const SelectionNode& node) const;
  double c_;
  bool unit_scale_;
  Base base_;
  Value constant_;
  double reduction_;
};

inline Described PuctSelection::describe() {
  return {.name = std::string(kName),
          .help = "q_i + c P_i sqrt(max(1, sum n)) / (1 + n_i) with the evaluator's priors P",
          .source = "Silver et al. 2017; the max is ours",
          .parameters = {constant_spec("c", "exploration constant", 0.5, "Li & Lim 2020"),
                         {.key = "value_scale",
                          .help = "scale of q: signed = [-1, 1], unit = [0, 1]",
                          .type = ParamType::choice,
                          .fallback = std::string("signed"),
                          .choices = {"signed", "unit"},
                          .source = "ours"},
                         {.key = "fpu.base",
                          .help = "first-play urgency: an unvisited child's value, in [-1, 1]; own_evaluation: the "
                                  "node's own, its sample mean where it has none",
                          .type = ParamType::choice,
                          .fallback = std::string("constant"),
                          .choices = {"constant", "own_evaluation", "sample_mean"},
                          .source = "ours"},
                         {.key = "fpu.value",
                          .help = "the value under fpu.base constant",
                          .fallback = 0.0,
                          .low = -1,
                          .high = 1,
                          .tune_low = -1,
                          .tune_high = 1,
                          .source = "ours"},
                         {.key = "fpu.reduction",
                          .help = "subtracted from the first-play urgency",
                          .fallback = 0.0,
                          .low = 0,
                          .high = 2,
                          .tune_low = 0,
                          .tune_high = 1,
                          .source = "ours"},
                         reads_spec()}};
}

inline PuctSelection::PuctSelection(const Params& params)
    : c_(params.real("c")),
      unit_scale_(params.text("value_scale") == "unit"),
      base_(params.text("fpu.base") == "constant"         ? Base::constant
            : params.text("fpu.base") == "own_evaluation" ? Base::own_evaluation
                                                          : Base::sample_mean),
      constant_(params.real("fpu.value")),
      reduction_(params.real("fpu.reduction")) {}

inline Value PuctSelection::first_play_urgency(const SelectionNode& node) const {
  switch (base_) {
    case Base::constant:
      return constant_ - reduction_;
    case Base::own_evaluation:
      return own_evaluation(node) - reduction_;
    case Base::sample_mean:
      return node.sample_mean - reduction_;
  }
  return 0;
}

inline PuctSelection::Scorer PuctSelection::scorer(const SelectionNode& node) const {
  const std::uint32_t* visits = node.counts;
  std::uint64_t child_visits = 0;
  for (std::uint32_t i = 0; i < node.block.header().visited; ++i) child_visits += visits[i];
  return {.priors = node.block.priors(),
          .root = c_ * std::sqrt(static_cast<double>(child_visits == 0 ? 1 : child_visits)),
          .unit_scale = unit_scale_,
          .unvisited = first_play_urgency(node)};
}

/// Of the children from `first` to `end` the first of the largest prior, and how many have it.
inline std::pair<std::uint32_t, std::uint32_t> likeliest_of(const float* priors, std::uint32_t first,
                                                            std::uint32_t end) {
  std::uint32_t best = first;
  std::uint32_t alike = 1;
  for (std::uint32_t i = first + 1; i < end; ++i) {
    if (priors[i] > priors[best]) {
      best = i;
      alike = 1;
    } else if (priors[i] == priors[best]) {
      ++alike;
    }
  }
  return {best, alike};
}

inline std::uint32_t PuctSelection::select(const SelectionNode& node, Rng& rng) const {
  const BlockHeader& head = node.block.header();
  const float* priors = node.block.priors();
  const Scorer scores = scorer(node);
  const auto score = [&](std::uint32_t i) ROOTWARD_INLINED {
    return scores(i, i < head.visited ? node.reads[i] : scores.unvisited, node.counts[i]);
  };
  std::uint32_t best = 0;
  double best_score = -std::numeric_limits<double>::infinity();
  std::uint32_t ties = 0;
  const auto compare = [&](std::uint32_t i, std::uint32_t alike) ROOTWARD_INLINED {
    const double candidate = score(i);
    if (candidate > best_score || (candidate == best_score && priors[i] > priors[best])) {
      best_score = candidate;
      best = i;
      ties = alike;
    } else if (candidate == best_score && priors[i] == priors[best]) {
      ties += alike;
    }
  };
  for (std::uint32_t i = 0; i < head.visited; ++i) compare(i, 1);
  // Unvisited children differ by their priors alone.
  if (head.visited < head.active) {
    const auto [likeliest, alike] = likeliest_of(priors, head.visited, head.active);
    compare(likeliest, alike);
  }
  if (ties == 1) return best;
  std::uint32_t skip = rng.below(ties);
  for (std::uint32_t i = best; i < head.active; ++i) {
    if (priors[i] == priors[best] && score(i) == best_score && skip-- == 0) return i;
  }
  return best;  // no score is a number
}

}  // namespace rootward
