// Playouts with a little knowledge, where a game has some: win at once, stop a loss, atari, patterns.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/errors.h"
#include "core/params.h"
#include "core/tactics.h"
#include "evaluators/entry.h"
#include "evaluators/playouts.h"
#include "search/evaluator.h"

namespace rootward {

/// Value: mean result of `count` tactical playouts, first seat's view.
template <PlaysTactics P>
class TacticalPlayouts final : public CutEvaluator<P> {
 public:
  /// `cut`: null for whole games.
  TacticalPlayouts(const Params& params, std::unique_ptr<PlayoutCut<P>> cut)
      : CutEvaluator<P>(std::move(cut)),
        count_(static_cast<std::uint32_t>(params.integer("count"))),
        tactics_{.lines = params.boolean("lines"),
                 .atari = params.boolean("atari"),
                 .patterns = params.boolean("patterns"),
                 .takes = params.has("takes") ? static_cast<std::uint32_t>(params.integer("takes"))
                                              : Tactics::kAlwaysTakes} {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      PlayoutResults results;
      for (std::uint32_t playout = 0; playout < count_; ++playout) results.add(play(requests[i]), requests[i].trace);
      evaluations[i] = results.mean_of(count_);
    }
  }

 private:
  PlayoutResult play(const EvaluationRequest<P>& request) const {
    if constexpr (!GuidesItself<P>)
      if (request.look_ahead > 0) return random_playout(request, this->cut());
    if constexpr (ListsTactics<P>) {
      const auto candidates = [this](P& at) {
        ActionList actions;
        at.tactical_actions(tactics_, actions);
        return actions;
      };
      if (this->cut() != nullptr) return stepped_playout(request, candidates, this->cut());
    }
    return request.position->tactical_playout(tactics_, *request.rng, request.trace, request.policy);
  }

  std::uint32_t count_;
  Tactics tactics_;
};

struct TacticalPlayoutsEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "tactical_playouts";
  static Described describe();
  static bool gives_priors(const Params& params) {
    if (cuts_playouts(params)) (void)cutting_evaluator(params);  // what is wrong is told at once
    return false;
  }
  static std::string network(const Params& params, const std::string& folder) {
    return cutting_network(params, folder);
  }
  static bool plays_out(const Params&) { return true; }
  static bool knows_uncertainty(const Params& params, const std::string&) { return params.integer("count") > 1; }
  template <GameState P>
  static void check(const Params& params) {
    if constexpr (!PlaysTactics<P>) refuse();
    if constexpr (!requires { P::kTakesForFree; })
      if (params.has("takes")) refuse_takes();
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    check<P>(params);
    if constexpr (requires { P::check_tactics(rules); }) P::check_tactics(rules);
    if constexpr (PlaysTactics<P>) {
      if (!ListsTactics<P> && cuts_playouts(params))
        throw UsageError("tactical_playouts: those of this game are whole games; cut `playouts` instead");
      return std::make_unique<TacticalPlayouts<P>>(params, make_cut<P>(params, rules, folder));
    }
    return nullptr;
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    if (cuts_playouts(params)) check_cut<P>(params, rules, GuidesItself<P>);
    return 1;
  }

 private:
  /// Names the games that have tactics.
  [[noreturn]] static void refuse();
  [[noreturn]] static void refuse_takes();
};

}  // namespace rootward
