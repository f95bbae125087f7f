// Counts games, and takes their cost from a timed move and the length of games in each domain.
#include "experiments/atlas/plan.h"

#include <fmt/format.h>

#include <vector>

#include "experiments/atlas/cells.h"
#include "experiments/config/resolved_tree.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/setup.h"

namespace rootward::atlas {
namespace {

constexpr double kSecondsAnHour = 3600;
constexpr double kBenchSeconds = 10;  // over all domains

/// What a game of the control against itself takes in a domain.
struct GameCost {
  double plies = 0;
  double seconds_a_simulation = 0;
};

GameCost cost_in(const AtlasConfig& config, const AtlasDomain& domain) {
  const std::uint64_t simulations = config.budgets.front();
  const std::string text = fmt::format(
      "name: plan\nseed: {}\ngame: {}\ndefaults: {{search: {}}}\nplayers: {{a: {{backup: average}}, b: {{backup: "
      "average}}}}\nschedule: {{type: pairings, pairings: [[a, b]], pairs: 1, opening: {}}}\n",
      config.seed, config::flow_text(config::resolved_choice(domain.rules)), search_text(domain, simulations),
      domain.opening);
  const tournament::TournamentConfig tournament = tournament::parse_tournament(text, "(plan of the atlas)");
  tournament::TournamentSetup setup(tournament, {});
  setup.openings().prepare(1, 1, [] { return false; });
  PowerPlan power = tournament::power_plan(tournament, 1);
  tournament::measure_cost(setup, kBenchSeconds / static_cast<double>(config.domains.size()), power);
  const double moves = power.plies_a_game * static_cast<double>(simulations);
  return {.plies = power.plies_a_game, .seconds_a_simulation = power.seconds_a_game.value_or(0) / moves};
}

void add_games(AtlasPlan& plan, const GameCost& cost, double games, std::uint64_t budget) {
  const double simulations = games * cost.plies * static_cast<double>(budget);
  plan.simulations += simulations;
  plan.core_hours += simulations * cost.seconds_a_simulation / kSecondsAnHour;
}

}  // namespace

AtlasPlan plan_atlas(const AtlasConfig& config) {
  AtlasPlan plan;
  std::vector<GameCost> costs;
  for (const AtlasDomain& domain : config.domains)
    costs.push_back(in_domain(domain, [&] { return cost_in(config, domain); }));
  const std::uint64_t tuning_games = games_of_tuning(config);
  const std::uint64_t tunings = config.operators.size() * config.tuning.seeds + 1;  // and the first pass
  for (std::size_t domain = 0; domain < config.domains.size(); ++domain) {
    for (const std::uint64_t at : config.tuning.at) {
      plan.tunings += tunings;
      plan.tuning_games += tunings * tuning_games;
      add_games(plan, costs[domain], static_cast<double>(tunings * tuning_games), at);
    }
  }
  double most_hours = 0;
  for (const AtlasStage& stage : make_stages(config)) {
    for (const AtlasCell& cell : cells_of(config, stage)) {
      const std::uint64_t games = games_of_cell(config);
      const std::uint64_t more = stage.op == 0 ? 0 : config.finals.most_games - config.finals.games;
      ++plan.cells;
      plan.final_games += games;
      plan.most_final_games += games + more;
      add_games(plan, costs[cell.domain], static_cast<double>(games), cell.budget.simulations);
      const GameCost& cost = costs[cell.domain];
      most_hours +=
          static_cast<double>(more * cell.budget.simulations) * cost.plies * cost.seconds_a_simulation / kSecondsAnHour;
    }
  }
  plan.most_core_hours = plan.core_hours + most_hours;
  return plan;
}

std::string plan_text(const AtlasConfig& config, const AtlasPlan& plan) {
  std::string text =
      fmt::format("{}: {} operators in {} domains at {} budgets: {} cells\n", config.name, config.operators.size(),
                  config.domains.size(), cell_budgets(config).size(), plan.cells);
  text += fmt::format("tunings: {}, {} games\n", plan.tunings, plan.tuning_games);
  text += fmt::format("finals: {} games, at most {} where undecided cells go on\n", plan.final_games,
                      plan.most_final_games);
  text += fmt::format("simulations: {:.3g}\n", plan.simulations);
  text += fmt::format(
      "core hours here: {:.1f}, at most {:.1f}, by timed moves of the average and games as long as "
      "random ones\n",
      plan.core_hours, plan.most_core_hours);
  return text;
}

}  // namespace rootward::atlas
