// Openings for fixed and for drawn rules; the one evaluator of all players.
#include "lab/arena/game_setup.h"

#include <fmt/format.h>

#include <optional>

#include "evaluators/registry.h"
#include "lab/arena/balance.h"
#include "lab/config/key_error.h"

namespace rootward {

SideBySidePlan side_by_side_plan(std::span<const PlayerSpec> players, const Game& game) {
  SideBySidePlan plan;
  bool has_evaluator = false;
  for (const PlayerSpec& player : players) {
    const std::optional<SearchSettings> search = search_of(player);
    if (!search) continue;
    if (!search->budget.is_reproducible()) return {};
    if (has_evaluator && search->evaluator != plan.evaluator) return {};
    plan.evaluator = search->evaluator;
    has_evaluator = true;
  }
  if (has_evaluator) plan.slots = game.slots(plan.evaluator);
  return plan;
}

bool asks_network_for_priors(const PlayerSpec& player) {
  return player.kind == "search" && gives_priors(player.search.evaluator);
}

void check_two_player_game(const Game& game) {
  const std::string& name = game.id().name;
  if (game.facts().seats != 2)
    config::refuse_key("game", fmt::format("{} is for a single agent; players need a game for two", name));
  if (!game.facts().is_win_draw_loss)
    config::refuse_key("game", fmt::format("players need results of win, draw and loss; this {} has others", name));
}

std::unique_ptr<Openings> make_openings(const NamedParams& game_id, const Game& game, const OpeningSettings& settings,
                                        std::uint64_t seed, const std::string& config_file) {
  const JudgeFactory make_judge = [seed](const Game& judged) { return std::make_unique<BalanceJudge>(judged, seed); };
  if (is_random_game(game_id)) return std::make_unique<Openings>(game_id, game, settings, seed, make_judge);
  return std::make_unique<Openings>(game, settings, seed, config_file, make_judge);
}

}  // namespace rootward
