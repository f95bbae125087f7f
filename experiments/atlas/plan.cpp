// Counts games, and takes their cost from some games in each domain.
#include "experiments/atlas/plan.h"

#include <fmt/format.h>

#include <optional>
#include <vector>

#include "experiments/atlas/cells.h"
#include "experiments/tournament/power.h"
#include "experiments/tournament/setup.h"
#include "lab/arena/thread_count.h"
#include "lab/config/resolved_tree.h"

namespace rootward::atlas {
namespace {

constexpr double kSecondsAnHour = 3600;
constexpr double kBenchSeconds = 10;  // over all domains

/// What is timed in a domain.
struct GameCost {
  double plies = 0;
  double seconds_a_simulation = 0;  ///< of the control
  double tactical_seconds = 0;      ///< of the pool's tactical player; 0 where there is none
};

struct Timed {
  double plies = 0;
  double seconds_a_simulation = 0;
};

/// Twins of a player, whose budget is so many simulations a move.
Timed time_player(const AtlasConfig& config, const AtlasDomain& domain, const std::string& player,
                  std::uint64_t simulations, double seconds) {
  const std::string text = fmt::format(
      "name: plan\nseed: {}\ngame: {}\nplayers: {{a: {}, b: {}}}\nschedule: {{type: pairings, pairings: [[a, b]], "
      "pairs: 2, opening: {}}}\n",
      config.seed, config::flow_text(config::resolved_choice(domain.rules)), player, player, domain.opening);
  const tournament::TournamentConfig tournament = tournament::parse_tournament(text, "(plan of the atlas)");
  tournament::TournamentSetup setup(tournament, {});
  PowerPlan power = tournament::power_plan(tournament, tournament.schedule.pairs);
  tournament::measure_cost(setup, seconds, power);
  const double moves = power.plies_a_game * static_cast<double>(simulations);
  return {.plies = power.plies_a_game, .seconds_a_simulation = power.seconds_a_game.value_or(0) / moves};
}

GameCost cost_in(const AtlasConfig& config, const AtlasDomain& domain) {
  const std::uint64_t simulations = config.budgets.front();
  const std::string tactical = tactical_player(domain, simulations);
  const double seconds = kBenchSeconds / static_cast<double>(config.domains.size()) / (tactical.empty() ? 1.0 : 2.0);
  const std::string average = "{backup: average, search: " + search_text(domain, simulations) + "}";
  const Timed control = time_player(config, domain, average, simulations, seconds);
  GameCost cost{.plies = control.plies, .seconds_a_simulation = control.seconds_a_simulation};
  if (!tactical.empty())
    cost.tactical_seconds =
        time_player(config, domain, tactical, tactical_simulations(simulations), seconds).seconds_a_simulation;
  return cost;
}

/// Mean cost of an operator's simulations over some of an atlas's cells; nothing without such.
template <class IsOne>
std::optional<double> mean_cost(const AtlasResults& played, const std::string& op, IsOne is_one) {
  double sum = 0;
  double count = 0;
  for (const CellResult& cell : played.cells) {
    if (cell.op != op || cell.entrants.cpu_seconds <= 0 || !cell.is_at_equal_simulations() || !is_one(cell)) continue;
    sum += cell.cost;
    count += 1;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

/// Nothing without an atlas that has it.
std::optional<double> cost_in_all(const AtlasResults* played, const std::string& op) {
  return played == nullptr ? std::nullopt : mean_cost(*played, op, [](const CellResult&) { return true; });
}

/// `relative`: of a simulation on both sides' mean, in the control's.
void add_games(AtlasPlan& plan, const GameCost& cost, double games, std::uint64_t budget, double relative) {
  const double simulations = games * cost.plies * static_cast<double>(budget);
  plan.simulations += simulations;
  plan.core_hours += simulations * relative * cost.seconds_a_simulation / kSecondsAnHour;
}

/// Of a game between two whose simulations cost so much and 1.
double mean_with_control(double relative) { return 0.5 * (relative + 1); }

/// A tuning's games against a pool of so many players: the tactical one's moves have half the simulations. `relative`:
/// cost of a candidate's simulation.
void add_tuning(AtlasPlan& plan, const GameCost& cost, double games, std::uint64_t budget, double opponents,
                double relative) {
  if (cost.tactical_seconds == 0) return add_games(plan, cost, games, budget, mean_with_control(relative));
  const double tactical_games = games / opponents;
  add_games(plan, cost, games - tactical_games, budget, mean_with_control(relative));
  add_games(plan, cost, 0.5 * tactical_games, budget, relative);  // the candidate's half of those
  const double simulations = 0.5 * tactical_games * cost.plies * static_cast<double>(tactical_simulations(budget));
  plan.simulations += simulations;
  plan.core_hours += simulations * cost.tactical_seconds / kSecondsAnHour;
}

void add_tunings(AtlasPlan& plan, const AtlasConfig& config, const GameCost& cost, std::uint64_t at,
                 double mean_relative) {
  const auto games = static_cast<double>(games_of_tuning(config));
  const std::uint64_t tunings = config.operators.size() * config.tuning.seeds;
  const double first_pool = cost.tactical_seconds > 0 ? 2 : 1;
  plan.tunings += tunings + 1;
  plan.tuning_games += (tunings + 1) * games_of_tuning(config);
  add_tuning(plan, cost, games, at, first_pool, 1);
  add_tuning(plan, cost, static_cast<double>(tunings) * games, at, first_pool + 1, mean_relative);
}

/// Each arm's search of each position, and once a position that of the truth, which takes as long as the first arm's.
void add_features(AtlasPlan& plan, const AtlasConfig& config, const std::vector<GameCost>& costs) {
  for (std::size_t study = 0; study < config.studies.size(); ++study) {
    const estimates::EstimatesConfig& asked = config.studies[study];
    if (asked.arms.empty()) continue;
    plan.positions += std::uint64_t{asked.instances} * asked.games.size();
    const bool has_reference = asked.truth.kind == estimates::TruthSettings::Kind::search;
    const std::uint64_t truth = has_reference ? asked.truth.reference.budget.simulations : 0;
    for (std::size_t i = 0; i < config.domains.size(); ++i) {
      const AtlasDomain& domain = config.domains[i];
      if (domain.study != study) continue;
      const bool is_first = domain.evaluator == asked.arms.front().name;
      const double simulations = static_cast<double>(asked.instances) *
                                 static_cast<double>(asked.checkpoints.back() * asked.repeats + (is_first ? truth : 0));
      plan.most_feature_simulations += simulations;
      plan.most_feature_hours += simulations * costs[i].seconds_a_simulation / kSecondsAnHour;
    }
  }
}

void add_finals(AtlasPlan& plan, const AtlasConfig& config, const std::vector<GameCost>& costs,
                const AtlasResults* played) {
  double most_hours = 0;
  for (const AtlasStage& stage : make_stages(config)) {
    for (const AtlasCell& cell : cells_of(config, stage)) {
      const std::uint64_t games = games_of_cell(config, cell);
      const std::uint64_t more = stage.op == 0 ? 0 : config.finals.most_games - config.finals.games;
      ++plan.cells;
      plan.final_games += games;
      plan.most_final_games += games + more;
      const GameCost& cost = costs[cell.domain];
      const double own = cell.budget.is_equal_time ? 1 : cost_of(config, played, cell.op, cell.domain);
      const double relative = mean_with_control(own);
      add_games(plan, cost, static_cast<double>(games), cell.budget.simulations, relative);
      most_hours += static_cast<double>(more * cell.budget.simulations) * cost.plies * relative *
                    cost.seconds_a_simulation / kSecondsAnHour;
    }
  }
  plan.most_core_hours = plan.core_hours + most_hours;
}

}  // namespace

double cost_of(const AtlasConfig& config, const AtlasResults* played, std::size_t op, std::size_t domain) {
  if (op == 0) return 1;
  const std::string& label = config.operators[op].label;
  if (played != nullptr)
    if (const std::optional<double> here = mean_cost(
            *played, label, [&](const CellResult& cell) { return cell.domain == config.domains[domain].name; }))
      return *here;
  return cost_in_all(played, label).value_or(kUsualCost);
}

AtlasPlan plan_atlas(const AtlasConfig& config, const AtlasResults* played) {
  AtlasPlan plan;
  for (std::size_t op = 1; op < config.operators.size(); ++op)
    if (!cost_in_all(played, config.operators[op].label)) plan.guessed.push_back(config.operators[op].label);
  std::vector<GameCost> costs;
  for (const AtlasDomain& domain : config.domains)
    costs.push_back(in_domain(domain, [&] { return cost_in(config, domain); }));
  for (std::size_t i = 0; i < costs.size(); ++i) {
    double sum = 0;
    for (std::size_t op = 0; op < config.operators.size(); ++op) sum += cost_of(config, played, op, i);
    for (const std::uint64_t at : config.tuning.at)
      add_tunings(plan, config, costs[i], at, sum / static_cast<double>(config.operators.size()));
  }
  add_finals(plan, config, costs, played);
  add_features(plan, config, costs);
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
      "core hours here: {:.1f}, at most {:.1f}, of CPU time, by some games of the average and of tactical opponents; "
      "{}\n",
      plan.core_hours, plan.most_core_hours, machine_load_text());
  text += fmt::format(
      "features: {} positions, at most {:.3g} simulations and {:.1f} core hours beside, without what solvers take\n",
      plan.positions, plan.most_feature_simulations, plan.most_feature_hours);
  if (plan.guessed.empty()) return text + "costs of all operators over the average: as an atlas measured them\n";
  const bool are_all = plan.guessed.size() + 1 == config.operators.size();
  return text + fmt::format(
                    "costs over the average: {}taken to be {} for {}; simulations cost 1 to 5 times the average's "
                    "(docs/performance.md), most where playouts are short\n",
                    are_all ? "" : "as an atlas measured them, but ", kUsualCost,
                    are_all ? std::string("every operator") : fmt::format("{}", fmt::join(plan.guessed, ", ")));
}

}  // namespace rootward::atlas
