// Random playouts as an evaluator: the mean of `count` uniformly random games to the end.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.h"
#include "core/playout_trace.h"
#include "core/tactics.h"
#include "evaluators/entry.h"
#include "evaluators/stepped_playout.h"
#include "games/line_tactics.h"
#include "search/evaluator.h"

namespace rootward {

/// The game's random playout, guided and traced where somebody wants that and the game can; a game that guides
/// itself has no `cut`.
template <GameState P>
PlayoutResult random_playout(const EvaluationRequest<P>& request, const PlayoutCut<P>* cut = nullptr) {
  const P& position = *request.position;
  if constexpr (!GuidesItself<P>) {
    if (request.look_ahead > 0) [[unlikely]]
      return searched_playout(request, request.look_ahead, cut);
    if (cut != nullptr) [[unlikely]] {
      const auto legal = [](const P& at) {
        ActionList actions;
        at.legal_actions(actions);
        return actions;
      };
      return stepped_playout(request, legal, cut);
    }
  }
  if constexpr (KeyedMoves<P>) {
    if (request.policy != nullptr) {
      if constexpr (GuidesItself<P>)
        return position.guided_playout(*request.rng, request.trace, *request.policy);
      else
        return line_tactical_playout(position, 0, *request.rng, request.trace, request.policy);
    }
    if (request.trace != nullptr) return position.random_playout(*request.rng, *request.trace);
  }
  return position.random_playout(*request.rng);
}

/// The results of the playouts of one evaluation.
class PlayoutResults {
 public:
  /// Tells the result to the trace, too, which has this playout's moves; null: nobody wants them.
  void add(const PlayoutResult& result, PlayoutTrace* trace = nullptr) {
    if (trace != nullptr) trace->end(result.value);
    total_ += result.value;
    squares_ += result.value * result.value;
    plies_ += result.plies;
  }
  /// Their mean; its standard error as the uncertainty, which a lone playout does not tell (0).
  [[nodiscard]] Evaluation mean_of(std::uint32_t count) const {
    if (count == 1) return {.value = total_, .playout_plies = static_cast<std::uint32_t>(plies_)};
    const double n = count;
    const Value mean = total_ / n;
    const double variance = std::max(0.0, squares_ / n - mean * mean) / (n - 1);
    return {
        .value = mean, .playout_plies = static_cast<std::uint32_t>(plies_ / count), .uncertainty = std::sqrt(variance)};
  }

 private:
  Value total_ = 0;
  double squares_ = 0;
  std::uint64_t plies_ = 0;
};

/// The mean of `count` playouts; the trace is the last one's.
template <GameState P>
Evaluation played_out(const EvaluationRequest<P>& request, std::uint32_t count, const PlayoutCut<P>* cut = nullptr) {
  PlayoutResults results;
  for (std::uint32_t playout = 0; playout < count; ++playout) results.add(random_playout(request, cut), request.trace);
  return results.mean_of(count);
}

/// Turns evaluations of `count` playouts into single playouts, one lane a slot.
template <GameState P>
class PlayoutLanes final : public PlayoutSource<P> {
 public:
  PlayoutLanes(std::uint32_t count, std::size_t slots, EvaluationSource<P>& source)
      : count_(count), lanes_(slots), source_(source) {}

  std::optional<PlayoutRequest<P>> next(std::size_t index) override {
    if (index >= lanes_.size()) return std::nullopt;
    Lane& lane = lanes_[index];
    if (lane.left == 0) {
      std::optional<EvaluationRequest<P>> request = source_.next(index);
      for (; request && (request->policy != nullptr || request->look_ahead > 0); request = source_.next(index)) {
        const EvaluationRequest<P> guided = *request;  // lanes know neither
        source_.finished(index, played_out(guided, count_));
      }
      if (!request) return std::nullopt;
      lane = {.request = {.position = request->position, .rng = request->rng, .trace = request->trace}, .left = count_};
    }
    return lane.request;
  }

  void finished(std::size_t index, PlayoutResult result) override {
    Lane& lane = lanes_[index];
    lane.results.add(result, lane.request.trace);
    if (--lane.left > 0) return;
    source_.finished(index, lane.results.mean_of(count_));
  }

 private:
  struct Lane {
    PlayoutRequest<P> request;
    std::uint32_t left = 0;  ///< playouts of this evaluation that are not done
    PlayoutResults results{};
  };

  std::uint32_t count_;
  std::vector<Lane> lanes_;
  EvaluationSource<P>& source_;
};

/// Value: mean result of the playouts, first seat's view; playout_plies: their mean length, rounded down. The playout's
/// policy (uniform among which moves) is the game's own.
template <GameState P>
class Playouts final : public CutEvaluator<P> {
 public:
  /// `cut`: null for whole games.
  explicit Playouts(const Params& params, std::unique_ptr<PlayoutCut<P>> cut = nullptr)
      : CutEvaluator<P>(std::move(cut)), count_(static_cast<std::uint32_t>(params.integer("count"))) {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) evaluations[i] = played_out(requests[i], count_, this->cut());
  }

  [[nodiscard]] std::size_t slots(const typename P::Rules& rules) const override {
    if constexpr (LanedGame<P>) {
      return P::lanes(rules);
    } else {
      return Evaluator<P>::slots(rules);
    }
  }
  void stream(const typename P::Rules& rules, std::size_t slots, EvaluationSource<P>& source) override {
    if constexpr (LanedGame<P>) {
      if (this->cut() == nullptr && P::lanes(rules) > 1) {
        PlayoutLanes<P> lanes(count_, slots, source);
        return P::run_playouts(rules, lanes);
      }
    }
    Evaluator<P>::stream(rules, slots, source);
  }

 private:
  std::uint32_t count_;
};

struct PlayoutsEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "playouts";
  static Described describe() {
    Described description{.name = std::string(kName),
                          .help = "the mean result of uniformly random games to the end, or to where they are cut",
                          .source = "Coulom 2006; Kocsis & Szepesvari 2006",
                          .parameters = {count_spec()}};
    add_cut_specs(description.parameters);
    return description;
  }
  static bool gives_priors(const Params& params) {
    if (cuts_playouts(params)) (void)cutting_evaluator(params);  // what is wrong is told at once
    return false;
  }
  static bool plays_out(const Params&) { return true; }
  static bool knows_uncertainty(const Params& params, const std::string&) { return params.integer("count") > 1; }
  static std::string network(const Params& params, const std::string& folder) {
    return cutting_network(params, folder);
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    return std::make_unique<Playouts<P>>(params, make_cut<P>(params, rules, folder));
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    if (cuts_playouts(params)) {
      check_cut<P>(params, rules, GuidesItself<P>);
      return 1;
    }
    return Playouts<P>(params).slots(rules);
  }
};

}  // namespace rootward
