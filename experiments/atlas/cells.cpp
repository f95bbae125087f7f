// Texts of configurations, which the readers of tunings and tournaments check.
#include "experiments/atlas/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/errors.h"
#include "core/rng.h"
#include "evaluators/registry.h"
#include "lab/config/resolved_tree.h"
#include "lab/play/game.h"
#include "search/settings.h"

namespace rootward::atlas {
namespace {

std::string game_line(const AtlasDomain& domain) { return config::flow_text(config::resolved_choice(domain.rules)); }

std::uint64_t final_seed(const AtlasConfig& config, const AtlasCell& cell, const char* what) {
  return derive_seed(config.seed, {hash_name(what), hash_name(config.domains[cell.domain].name),
                                   hash_name(cell.budget.label()), hash_name(config.operators[cell.op].label)});
}

std::string player_line(const std::string& name, const std::string& player) {
  return fmt::format("  {}: {}\n", name, player);
}

/// "hex-5+playouts/400/softmax".
std::string cell_path(const AtlasConfig& config, const AtlasCell& cell) {
  return fmt::format("{}/{}/{}", config.domains[cell.domain].name, cell.budget.label(),
                     config.operators[cell.op].label);
}

constexpr const char* kUsualRule = "ucb1";
constexpr const char* kTactics = "tactical_playouts";

/// "uct-0.7", "puct-0.5".
std::string untuned_name(const AtlasDomain& domain, double constant) {
  return fmt::format("{}-{}", domain.selection.name == kUsualRule ? "uct" : domain.selection.name, constant);
}

/// An operator with its defaults under the domain's rule.
std::string untuned_text(const AtlasDomain& domain, const char* backup, double constant) {
  return fmt::format("{{backup: {}, search: {{selection: {{name: {}, c: {}}}}}}}", backup, domain.selection.name,
                     constant);
}

/// Players that no tuning has met: twice the constant that tuning begins with, and an operator with its defaults.
std::vector<std::pair<std::string, std::string>> held_out_pool(const AtlasDomain& domain) {
  const double constant = domain.selection.params.real("c");
  return {{"pool-" + untuned_name(domain, 2 * constant), untuned_text(domain, "average", 2 * constant)},
          {"pool-coulom", untuned_text(domain, "coulom", constant)}};
}

/// The domain's rule with its c, and what else of it is not as usual.
std::string selection_text(const AtlasDomain& domain) {
  const auto described = std::ranges::find(selections(), domain.selection.name, &Described::name);
  const config::YamlNode usual =
      config::resolved_choice({domain.selection.name, resolve_params(described->parameters, {})});
  config::YamlNode rule = config::resolved_choice(domain.selection);
  std::erase_if(rule.entries, [&](const config::YamlEntry& entry) {
    if (entry.key == "name" || entry.key == "c") return false;
    const config::YamlNode* fallback = usual.find(entry.key);
    return fallback != nullptr && config::flow_text(*fallback) == config::flow_text(entry.value);
  });
  return config::flow_text(rule);
}

/// Name, game, players and the rest of a tournament between the cell's entrants and `opponents`.
std::string tournament_text(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players,
                            const std::vector<std::pair<std::string, std::string>>& opponents, std::uint32_t pairs,
                            const char* what) {
  const AtlasDomain& domain = config.domains[cell.domain];
  std::string text = fmt::format("name: {}-{}-{}\nseed: {}\ngame: {}\ndefaults: {{search: {}}}\nplayers:\n", what,
                                 cell.budget.label(), config.operators[cell.op].label, final_seed(config, cell, what),
                                 game_line(domain), search_text(domain, cell.budget.simulations));
  std::vector<std::string> pairings;
  for (const auto& [name, player] : opponents) text += player_line(name, player);
  for (const study::TunedPlayer& entrant : players.entrants) {
    const bool is_own = players.simulations != cell.budget.simulations;
    text +=
        player_line(entrant.label, config::flow_text(study::player_node(entrant, is_own ? players.simulations : 0)));
    for (const auto& [name, player] : opponents) pairings.push_back(fmt::format("[{}, {}]", entrant.label, name));
  }
  return text + fmt::format("schedule: {{type: pairings, pairings: [{}], reference: {}, pairs: {}, opening: {}}}\n",
                            fmt::join(pairings, ", "), opponents.front().first, pairs, domain.opening);
}

tournament::TournamentConfig against_control(const AtlasConfig& config, const AtlasCell& cell,
                                             const CellPlayers& players, std::uint32_t games, const char* what) {
  const auto pairs = games / (2 * static_cast<std::uint32_t>(players.entrants.size()));
  return tournament::parse_tournament(
      tournament_text(config, cell, players,
                      {{players.control.label, config::flow_text(study::player_node(players.control, 0))}}, pairs,
                      what),
      fmt::format("({}s of the atlas)", what));
}

}  // namespace

std::string CellBudget::label() const { return is_equal_time ? "equal-time" : std::to_string(simulations); }

std::vector<CellBudget> cell_budgets(const AtlasConfig& config) {
  std::vector<CellBudget> budgets;
  for (const std::uint64_t simulations : config.budgets) budgets.push_back({simulations, false});
  if (config.equal_time > 0) budgets.push_back({config.equal_time, true});
  return budgets;
}

std::vector<AtlasStage> make_stages(const AtlasConfig& config) {
  std::vector<AtlasStage> stages;
  for (const bool is_held_out : {false, true}) {
    std::vector<std::size_t> domains;
    for (std::size_t i = 0; i < config.domains.size(); ++i)
      if (config.domains[i].is_held_out == is_held_out) domains.push_back(i);
    for (std::size_t op = 0; op < config.operators.size() && !domains.empty(); ++op)
      stages.push_back({.op = op, .domains = domains});
  }
  return stages;
}

std::vector<AtlasCell> cells_of(const AtlasConfig& config, const AtlasStage& stage) {
  std::vector<AtlasCell> cells;
  for (const CellBudget& budget : cell_budgets(config)) {
    if (budget.is_equal_time && stage.op == 0) continue;  // A/A costs the same as it is
    for (const std::size_t domain : stage.domains)
      cells.push_back({.op = stage.op, .domain = domain, .budget = budget});
  }
  return cells;
}

std::size_t count_domains(const AtlasConfig& config, bool is_held_out) {
  return static_cast<std::size_t>(std::ranges::count(config.domains, is_held_out, &AtlasDomain::is_held_out));
}

bool is_in_part(const AtlasConfig& config, const Shard& part, std::size_t domain) {
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < domain; ++i)
    if (config.domains[i].is_held_out == config.domains[domain].is_held_out) ++rank;
  return part.contains(rank);
}

std::uint64_t games_of_tuning(const AtlasConfig& config) {
  return std::uint64_t{config.tuning.evaluations} * config.tuning.games + config.tuning.test_games;
}

std::uint64_t games_of_cell(const AtlasConfig& config, const AtlasCell& cell) {
  return trial_games(config, cell) + config.finals.games + kPoolPlayers * config.finals.pool_games;
}

std::uint32_t trial_games(const AtlasConfig& config, const AtlasCell& cell) {
  constexpr std::uint32_t kEnough = 100;
  if (!cell.budget.is_equal_time) return 0;
  const std::uint32_t step = 2 * count_entrants(config, cell);
  const std::uint32_t games = std::min(kEnough, config.finals.games);
  return std::max(step, games - games % step);
}

std::uint32_t count_entrants(const AtlasConfig& config, const AtlasCell& cell) {
  return cell.op == 0 ? config.tuning.seeds - 1 : config.tuning.seeds;
}

std::vector<std::uint32_t> looks_of(const AtlasFinals& finals) {
  std::vector<std::uint32_t> looks = {finals.games};
  while (looks.back() < finals.most_games) looks.push_back(std::min(2 * looks.back(), finals.most_games));
  return looks;
}

std::string AtlasPlaces::features(const AtlasConfig& config, std::size_t study) const {
  return root + "/features/" + config.studies[study].name;
}

std::string AtlasPlaces::tuning_file(const AtlasConfig& config, std::size_t domain, std::uint64_t at) const {
  return fmt::format("{}/tunings/{}/{}.yaml", root, config.domains[domain].name, at);
}

std::string AtlasPlaces::first_file(const AtlasConfig& config, std::size_t domain, std::uint64_t at) const {
  return fmt::format("{}/tunings/{}/{}-{}.yaml", root, config.domains[domain].name, kFirstPass, at);
}

std::string AtlasPlaces::tuning(const AtlasConfig& config, std::size_t domain, std::uint64_t at,
                                const std::string& label) const {
  return fmt::format("{}/tunings/{}/{}/{}", root, config.domains[domain].name, at, label);
}

std::string AtlasPlaces::finals(const AtlasConfig& config, const AtlasCell& cell) const {
  return root + "/finals/" + cell_path(config, cell);
}

std::string AtlasPlaces::pool(const AtlasConfig& config, const AtlasCell& cell) const {
  return root + "/pool/" + cell_path(config, cell);
}

std::string AtlasPlaces::cost(const AtlasConfig& config, const AtlasCell& cell) const {
  return root + "/cost/" + cell_path(config, cell);
}

std::string AtlasPlaces::kept(const AtlasConfig& config, const AtlasCell& cell) const {
  return root + "/cells/" + cell_path(config, cell) + ".json";
}

std::vector<std::string> AtlasPlaces::of_domain(const AtlasConfig& config, std::size_t domain) const {
  std::vector<std::string> places;
  for (const char* stage : {"tunings", "cost", "finals", "pool", "cells"})
    places.push_back(fmt::format("{}/{}/{}", root, stage, config.domains[domain].name));
  return places;
}

std::string search_text(const AtlasDomain& domain, std::uint64_t simulations) {
  return fmt::format("{{budget: {{simulations: {}}}, selection: {}, evaluator: {}}}", simulations,
                     selection_text(domain), domain.judge_text);
}

bool has_tactics(const NamedParams& rules) {
  const auto described = std::ranges::find(evaluators(), kTactics, &Described::name);
  try {
    (void)make_game(draw_game(rules, 0))->slots({kTactics, resolve_params(described->parameters, {})});
    return true;
  } catch (const UsageError&) {
    return false;
  }
}

std::uint64_t tactical_simulations(std::uint64_t simulations) { return std::max<std::uint64_t>(1, simulations / 2); }

std::string tactical_player(const AtlasDomain& domain, std::uint64_t simulations) {
  if (domain.judge.name == kTactics || !has_tactics(domain.rules)) return "";
  const std::string rule =
      domain.selection.name == kUsualRule ? selection_text(domain) : fmt::format("{{name: {}, c: 0.7}}", kUsualRule);
  return fmt::format("{{backup: average, search: {{evaluator: {}, budget: {{simulations: {}}}, selection: {}}}}}",
                     kTactics, tactical_simulations(simulations), rule);
}

std::string tuning_text(const AtlasConfig& config, const AtlasDomain& domain, std::uint64_t at,
                        std::optional<double> first_constant) {
  std::string text = fmt::format(
      "name: tuning\nseed: {}\ngame: {}\ndefaults: {{search: {}}}\ncandidate: {{backup: average}}\nopponents:\n",
      config.seed, game_line(domain), search_text(domain, at));
  text += player_line(untuned_name(domain, domain.selection.params.real("c")), "{backup: average}");
  if (const std::string tactical = tactical_player(domain, at); !tactical.empty())
    text += player_line("tactical", tactical);
  if (first_constant) text += player_line("first-pass", untuned_text(domain, "average", *first_constant));
  return text + fmt::format(
                    "opening: {}\ngames: {}\ntest_games: {}\nparameters: "
                    "{{search.selection.c: {{low: 0.2, high: 3, scale: log}}}}\n",
                    domain.opening, config.tuning.games, config.tuning.test_games);
}

std::vector<study::TunedPlayer> entrants_of(const AtlasConfig& config, const AtlasPlaces& places, std::size_t op,
                                            std::size_t domain, std::uint64_t at) {
  return study::make_tuned_players(places.tuning_file(config, domain, at), {config.operators[op]},
                                   config.seed % 1'000'000 + 1, config.tuning.seeds);  // a part of the players' names
}

study::TunedPlayer first_entrant(const AtlasConfig& config, const AtlasPlaces& places, std::size_t domain,
                                 std::uint64_t at) {
  return study::make_tuned_players(places.first_file(config, domain, at), {config.operators.front()}, 0, 1).front();
}

tournament::TournamentConfig finals_config(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players,
                                           std::uint32_t games) {
  return against_control(config, cell, players, games, "final");
}

tournament::TournamentConfig trial_config(const AtlasConfig& config, const AtlasCell& cell,
                                          const CellPlayers& players) {
  return against_control(config, cell, players, trial_games(config, cell), "trial");
}

tournament::TournamentConfig pool_config(const AtlasConfig& config, const AtlasCell& cell, const CellPlayers& players) {
  const auto opponents = held_out_pool(config.domains[cell.domain]);
  const auto pairs =
      std::max<std::uint32_t>(1, config.finals.pool_games / (2 * static_cast<std::uint32_t>(players.entrants.size())));
  return tournament::parse_tournament(tournament_text(config, cell, players, opponents, pairs, "pool"),
                                      "(pool of the atlas)");
}

}  // namespace rootward::atlas
