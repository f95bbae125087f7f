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
#include "evaluators/entry.h"
#include "evaluators/playouts.h"
#include "games/breakthrough_tactics.h"
#include "games/connect4_tactics.h"
#include "games/go/tactical_playout.h"
#include "games/line_tactics.h"
#include "games/loading/position.h"
#include "games/othello_tactics.h"
#include "search/evaluator.h"

namespace rootward {

class Connect4Large;
class TicTacToe;
template <std::size_t Words>
class NoGo;

/// What a tactical playout looks for, by game.
enum class TacticsKind : std::uint8_t { none, lines, connect4, breakthrough, othello, go, weights };

template <class P>
inline constexpr TacticsKind kTacticsOf = TacticsKind::none;
template <>
inline constexpr TacticsKind kTacticsOf<TicTacToe> = TacticsKind::lines;
template <>
inline constexpr TacticsKind kTacticsOf<Connect4Large> = TacticsKind::connect4;
template <std::size_t Words>
inline constexpr TacticsKind kTacticsOf<NoGo<Words>> = TacticsKind::lines;
template <>
inline constexpr TacticsKind kTacticsOf<Connect4Small> = TacticsKind::connect4;
template <>
inline constexpr TacticsKind kTacticsOf<Breakthrough> = TacticsKind::breakthrough;
template <>
inline constexpr TacticsKind kTacticsOf<Othello> = TacticsKind::othello;
template <>
inline constexpr TacticsKind kTacticsOf<PluginPosition> = TacticsKind::weights;
template <class Board>
inline constexpr TacticsKind kTacticsOf<Go<Board>> = TacticsKind::go;

/// Value: mean result of `count` tactical playouts, first seat's view.
template <GameState P>
requires(kTacticsOf<P> != TacticsKind::none) class TacticalPlayouts final : public Evaluator<P> {
 public:
  /// `cut`: null for whole games.
  TacticalPlayouts(const Params& params, std::unique_ptr<PlayoutCut<P>> cut)
      : cut_(std::move(cut)),
        count_(static_cast<std::uint32_t>(params.integer("count"))),
        looks_ahead_(params.boolean("lines")),
        takes_(params.has("takes") ? static_cast<std::uint32_t>(params.integer("takes"))
                                   : BreakthroughTactics::kAlways),
        go_{.atari = params.boolean("atari"), .patterns = params.boolean("patterns")} {}

  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      PlayoutResults results;
      for (std::uint32_t playout = 0; playout < count_; ++playout) results.add(play(requests[i]), requests[i].trace);
      evaluations[i] = results.mean_of(count_);
    }
  }

 private:
  /// Every column of the widest Connect Four board; NoGo, whose openings have no wins to see, looks ahead from there
  /// on.
  static constexpr std::size_t kMostMoves = 32;

  PlayoutResult play(const EvaluationRequest<P>& request) const {
    const P& position = *request.position;
    Rng& rng = *request.rng;
    if (request.look_ahead > 0 && kTacticsOf<P> != TacticsKind::go) return random_playout(request, cut_.get());
    if (cut_) {
      return stepped_playout(
          request, [this](P& at) { return candidates(at); }, cut_.get());
    }
    if constexpr (kTacticsOf<P> == TacticsKind::go) {
      return go_tactical_playout(position, go_, rng, request.trace, request.policy);
    } else if constexpr (kTacticsOf<P> == TacticsKind::weights) {
      return position.weighted_playout(rng, request.trace, request.policy);
    } else if constexpr (kTacticsOf<P> == TacticsKind::breakthrough) {
      return breakthrough_tactical_playout(position, {.looks_ahead = looks_ahead_, .takes = takes_}, rng, request.trace,
                                           request.policy);
    } else if constexpr (kTacticsOf<P> == TacticsKind::othello) {
      return othello_tactical_playout(position, rng, request.trace, request.policy);
    } else {
      if (!looks_ahead_) return random_playout(request);
      if constexpr (kTacticsOf<P> == TacticsKind::connect4) {
        if (request.policy == nullptr) return connect4_tactical_playout(position, rng, request.trace);
      }
      return line_tactical_playout(position, kMostMoves, rng, request.trace, request.policy);
    }
  }

  /// What a move is drawn from.
  [[nodiscard]] ActionList candidates(P& position) const {
    ActionList actions;
    if constexpr (kTacticsOf<P> == TacticsKind::breakthrough) {
      breakthrough_tactical_moves(position, {.looks_ahead = looks_ahead_, .takes = takes_}, actions);
    } else if constexpr (kTacticsOf<P> == TacticsKind::othello) {
      othello_tactical_moves(position, actions);
    } else if constexpr (kTacticsOf<P> == TacticsKind::weights) {
      position.legal_actions(actions);
    } else {
      position.legal_actions(actions);
      if (looks_ahead_ && actions.size() <= kMostMoves) return tactical_moves(position);
    }
    return actions;
  }

  std::unique_ptr<PlayoutCut<P>> cut_;
  std::uint32_t count_;
  bool looks_ahead_;
  std::uint32_t takes_;
  GoTactics go_;
};

struct TacticalPlayoutsEntry : EvaluatorEntry {
  static constexpr std::string_view kName = "tactical_playouts";
  static Described describe() {
    Described description{
        .name = std::string(kName),
        .help =
            "random games in which both sides see a little: breakthrough (takes for free), connect4, go, nogo, "
            "othello (corners), plugin (by the game's weights), tictactoe",
        .source =
            "win or stop a loss: a course report on Connect Four; Breakthrough: Lorentz & Horey 2013; Go: "
            "Gelly, Wang, Munos & Teytaud 2006",
        .parameters = {
            count_spec(),
            switch_spec("lines",
                        "breakthrough, connect4, nogo, tictactoe: win at once, else do not let the opponent win "
                        "at once (in nogo where at most 32 moves are legal)",
                        "a course report on Connect Four"),
            switch_spec("atari", "go: escape from atari and capture, near the last move", "Gelly et al. 2006"),
            switch_spec("patterns", "go: 3x3 patterns around the last move",
                        "Gelly et al. 2006 (patterns from memory)")}};
    description.parameters.push_back(
        {.key = "takes",
         .help = "breakthrough: how many times as likely as another move is one that takes an undefended pawn; unless "
                 "given, nothing else is played where there is one",
         .type = ParamType::integer,
         .low = 1,
         .high = 100,
         .is_late = true,
         .source = "4 in Lanctot et al. 2014"});
    add_cut_specs(description.parameters);
    return description;
  }
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
  static void check(const Params&) {
    if constexpr (kTacticsOf<P> == TacticsKind::none)
      throw UsageError(
          "tactical_playouts: this game has no tactics; games that have: breakthrough, connect4, go, nogo, othello, "
          "plugin (with weights), tictactoe");
  }
  template <GameState P>
  static std::unique_ptr<Evaluator<P>> make(const Params& params, const typename P::Rules& rules,
                                            const std::string& folder) {
    check<P>(params);
    if constexpr (kTacticsOf<P> == TacticsKind::weights) {
      if (!P::has_weights(rules)) throw UsageError("tactical_playouts: the game " + rules.name() + " has no `weights`");
      if (cuts_playouts(params))
        throw UsageError("tactical_playouts: those by a game's weights are whole games; cut `playouts` instead");
    }
    if constexpr (kTacticsOf<P> != TacticsKind::none)
      return std::make_unique<TacticalPlayouts<P>>(params, make_cut<P>(params, rules, folder));
    return nullptr;
  }
  template <GameState P>
  static std::size_t slots(const Params& params, const typename P::Rules& rules) {
    if (cuts_playouts(params)) check_cut<P>(params, rules, IsGo<P>::value);
    return 1;
  }

 private:
  static ParamSpec switch_spec(std::string key, std::string help, std::string source) {
    return {.key = std::move(key),
            .help = std::move(help),
            .type = ParamType::boolean,
            .fallback = true,
            .source = std::move(source)};
  }
};

}  // namespace rootward
