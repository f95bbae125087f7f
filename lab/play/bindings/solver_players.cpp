// Alpha-beta with iterative deepening, and perfect play.
#include "lab/play/bindings/solver_players.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/errors.h"
#include "evaluators/registry.h"
#include "lab/play/solver.h"

namespace rootward {
namespace {

constexpr int kDeepest = 400;  // plies; deeper trees are searched to the end or not at all

ParamSpec nodes_spec(std::int64_t fallback, std::string help) {
  return {.key = "nodes",
          .help = std::move(help),
          .type = ParamType::integer,
          .fallback = fallback,
          .low = 1,
          .high = 1e12,
          .source = "ours"};
}

/// Searches ever deeper until the depth is reached, the nodes are spent or the value is exact; plays the best move of
/// the last depth that was finished. Each game begins with an empty table.
class MinimaxPlayer final : public Player {
 public:
  MinimaxPlayer(const PlayerSpec& spec, const Game& game)
      : network_(network_of(spec)),
        solver_(game.make_solver(nested_evaluator(spec.params, "evaluator"), spec.search.folder)),
        depth_(static_cast<int>(spec.params.integer("depth"))),
        nodes_(static_cast<std::uint64_t>(spec.params.integer("nodes"))) {}

  void new_game(std::uint64_t seed) override { solver_->begin(derive_seed(seed, "minimax player")); }

  Choice choose(const Position& position, const std::function<bool()>& stop) override {
    Choice choice;
    std::uint64_t left = nodes_;
    const int deepest = depth_ == 0 ? kDeepest : depth_;
    for (int depth = 1; depth <= deepest && left > 0 && !(stop && stop()); ++depth) {
      const std::optional<Solution> found = solver_->solve(position, {.depth = depth, .nodes = left});
      if (!found && depth == 1)
        throw RunError(
            fmt::format("the minimax player cannot look one ply ahead: {} positions do not suffice, or chance "
                        "decides\n{}",
                        nodes_, position.drawing()));
      if (!found) break;
      left -= std::min(left, found->nodes);
      // A position proven lost says nothing about which move resists: the depth before knew better.
      const bool is_lost = found->is_exact && found->value == -1;
      if (found->best != kNoAction && (depth == 1 || !is_lost)) choice.action = found->best;
      if (found->is_exact) break;
    }
    return choice;
  }
  void observe(Action) override {}
  [[nodiscard]] const std::string& network() const override { return network_; }

 private:
  std::string network_;
  std::unique_ptr<Solver> solver_;
  int depth_;
  std::uint64_t nodes_;
};

/// Uniform among the best moves.
class ExactPlayer final : public Player {
 public:
  ExactPlayer(const Params& params, const Game& game)
      : truth_(game, static_cast<std::uint64_t>(params.integer("nodes"))), nodes_(params.integer("nodes")) {}

  void new_game(std::uint64_t seed) override { rng_ = Rng(derive_seed(seed, "exact player")); }

  Choice choose(const Position& position, const std::function<bool()>&) override {
    const std::optional<std::vector<SolvedMove>> moves = truth_.moves(position);
    if (!moves)
      throw RunError(
          fmt::format("the exact player cannot solve this position within {} positions; give more `nodes`, "
                      "take a smaller game, or a minimax player with a depth\n{}",
                      nodes_, position.drawing()));
    const std::vector<Action> best = best_moves(*moves);
    Choice choice;
    choice.action = best[rng_.below(static_cast<std::uint32_t>(best.size()))];
    return choice;
  }
  void observe(Action) override {}

 private:
  ExactTruth truth_;
  std::int64_t nodes_;
  Rng rng_;
};

}  // namespace

Described describe_minimax() {
  return {.name = "minimax",
          .help = "alpha-beta with a transposition table and iterative deepening; exact where the game ends in reach",
          .source = "Knuth & Moore 1975; Slate & Atkin 1977",
          .parameters = {{.key = "depth",
                          .help = "plies at most; 0 = as deep as the nodes allow",
                          .type = ParamType::integer,
                          .fallback = std::int64_t{0},
                          .low = 0,
                          .high = kDeepest,
                          .source = "ours"},
                         nodes_spec(100'000, "positions looked at for a move"),
                         evaluator_spec("evaluator", "what judges a position at the depth limit")}};
}

Described describe_exact() {
  return {
      .name = "exact",
      .help = "plays uniformly among the moves that are best by exact value: known to the game, or solved",
      .source = "ours",
      .parameters = {nodes_spec(50'000'000, "positions that alpha-beta may look at, where the game does not know")}};
}

std::unique_ptr<Player> make_minimax_player(const PlayerSpec& spec, const Game& game) {
  return std::make_unique<MinimaxPlayer>(spec, game);
}

std::unique_ptr<Player> make_exact_player(const Params& params, const Game& game) {
  return std::make_unique<ExactPlayer>(params, game);
}

}  // namespace rootward
