// What each key of an estimates study is, and how it is stored.
#include "experiments/estimates/fields.h"

#include <utility>

#include "lab/config/head_reader.h"
#include "lab/config/key_specs.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/yaml_build.h"
#include "lab/play/game.h"

namespace rootward::estimates {
namespace {

using config::add;
using config::count_node;
using config::Field;
using config::field;
using config::FieldTable;
using config::map_node;
using config::text_node;
using config::tree_field;
using config::YamlEntry;
using config::YamlNode;

/// A search whose budget stands elsewhere.
YamlNode search_without_budget(const SearchSettings& search) {
  YamlNode node = config::resolved_search(search);
  std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "budget"; });
  return node;
}

YamlNode game_node(const EstimatedGame& game) {
  YamlNode node = config::resolved_choice(game.id);
  if (game.is_family && !is_random_game(game.id))
    std::erase_if(node.entries, [](const YamlEntry& entry) { return entry.key == "seed"; });
  return node;
}

YamlNode arm_node(const Arm& arm) {
  YamlNode node = map_node();
  add(node, "backup", config::resolved_choice(arm.search.backup));
  add(node, "search", search_without_budget(arm.search));
  if (arm.operators.front() != arm.name) add(node, "driver", text_node(arm.operators.front()));
  if (arm.search.shadows.empty()) return node;
  YamlNode shadows = map_node();
  for (std::size_t i = 0; i < arm.search.shadows.size(); ++i)
    add(shadows, arm.operators[i + 1], config::resolved_choice(arm.search.shadows[i]));
  add(node, "shadows", std::move(shadows));
  return node;
}

YamlNode truth_node(const TruthSettings& truth) {
  YamlNode node = map_node();
  if (truth.kind == TruthSettings::Kind::exact) {
    add(node, "nodes", count_node(truth.nodes));
    return node;
  }
  if (truth.solves_first) add(node, "nodes", count_node(truth.nodes));
  add(node, "simulations", count_node(truth.reference.budget.simulations));
  add(node, "backup", config::resolved_choice(truth.reference.backup));
  add(node, "search", search_without_budget(truth.reference));
  return node;
}

YamlNode games_node(const EstimatesConfig& config) {
  YamlNode games = map_node();
  for (const EstimatedGame& game : config.games) add(games, game.name, game_node(game));
  return games;
}

YamlNode players_node(const EstimatesConfig& config) {
  YamlNode players = map_node();
  for (const Arm& arm : config.arms) add(players, arm.name, arm_node(arm));
  return players;
}

YamlNode comparisons_node(const EstimatesConfig& config) {
  YamlNode list = config::text_list({});
  for (const ComparedArms& one : config.comparisons) list.items.push_back(config::text_list({one.first, one.second}));
  return list;
}

/// The positions: games, instances and what is asked of them.
void put_positions(FieldTable<EstimatesConfig>& table) {
  using Config = EstimatesConfig;
  const auto put = [&table](Field<Config> one) { table.push_back(std::move(one)); };
  put(tree_field<Config>("games", "A map from names to games; one that leaves its parameter `seed` open is a family.",
                         games_node, true));
  put(field(&Config::instances, range_spec("instances", 1, 1e6, "Positions of each game.")));
  put(field(&Config::random_plies,
            range_spec("random_plies", 0, 1000, "Random moves from the start to an instance's position.")));
  put(field(&Config::spreads_plies,
            spec_of("spread_plies", "Each instance has 0 to random_plies random moves, any number as likely."))
          .stored_if([](const Config& config) { return config.spreads_plies; }));
  put(tree_field<Config>("opening",
                         "Positions from a book, {book: FILE} or {book: FILE, plies: N}, in place of random moves.",
                         [](const Config& config) { return config::resolved_opening(config.opening); })
          .stored_if([](const Config& config) { return !config.opening.book.empty(); }));
  put(field(&Config::skips_ties,
            spec_of("skip_ties", "Instances whose root moves are all equally good are drawn again.")));
  put(field(&Config::counts_alpha_beta, spec_of("alpha_beta", "Also counts the positions that alpha-beta looks at.")));
  put(field(&Config::trap_plies, range_spec("traps", 0, 100,
                                            "Moves that let the opponent force a win within so many plies are counted; "
                                            "0: not.")));
  put(field(&Config::feature_nodes,
            range_spec("features", 0, 1e9,
                       "The games' features are measured; positions that alpha-beta may look at to find whether a move "
                       "loses within 3, 5 or 7 plies. 0: not."))
          .stored_if([](const Config& config) { return config.feature_nodes > 0; }));
  put(field(&Config::plays_episodes,
            spec_of("episodes", "Each search is followed by a whole walk under its variant; single agents only.")));
}

/// The searches: truth, arms and how often each is run.
void put_searches(FieldTable<EstimatesConfig>& table) {
  using Config = EstimatesConfig;
  const auto put = [&table](Field<Config> one) { table.push_back(std::move(one)); };
  put(tree_field<Config>("truth",
                         "Where the truth comes from: exact, {nodes: N}, or a search {simulations, backup, search}; "
                         "with nodes: the search where they do not suffice.",
                         [](const Config& config) { return truth_node(config.truth); }));
  put(field(&Config::asks_limits,
            spec_of("limits",
                    "Each root value is also held against what its operator comes to: under ments, tents and mellowmax "
                    "{weights: uniform} the value of the regularised tree, else the truth. For small trees whose truth "
                    "is exact."))
          .stored_if([](const Config& config) { return config.asks_limits; }));
  put(field(
          &Config::refuted,
          range_spec("refuted", 0, 2,
                     "The regret from which on the move at a search's first checkpoint counts as refuted; the share of "
                     "such searches that still make it is measured. 0: not."))
          .stored_if([](const Config& config) { return config.refuted > 0; }));
  put(tree_field<Config>(
      "operators", "A map from names to operators; with `selections` and `evaluators` a grid of variants.", nullptr));
  put(tree_field<Config>("selections", "A map from names to selection rules.", nullptr));
  put(tree_field<Config>("evaluators", "A map from names to evaluators.", nullptr));
  put(tree_field<Config>("defaults", "A map with `search`, merged into every variant.", nullptr));
  put(tree_field<Config>("players", "A map from names to players beside the grid, each a variant of its own.",
                         players_node));
  put(tree_field<Config>(
          "comparisons",
          "A list of [VARIANT, VARIANT], held against each other on the same instances: differences, p by Holm.",
          comparisons_node)
          .stored_if([](const Config& config) { return !config.comparisons.empty(); }));
  put(tree_field<Config>(
      "checkpoints", "Rising numbers of simulations, or a map {from, to, per_decade}.",
      [](const Config& config) { return config::count_list(config.checkpoints); }, true));
  put(field(&Config::repeats, range_spec("repeats", 1, 1e6, "Searches of each variant on each instance.")));
  put(field(&Config::is_shadow, spec_of("shadow", "One search serves all operators of a variant.")));
  put(field(&Config::asks_evaluators,
            spec_of("evaluations", "Each variant's evaluator is judged on each position and on those after its moves."))
          .stored_if([](const Config& config) { return config.asks_evaluators; }));
}

FieldTable<EstimatesConfig> make_estimates_fields() {
  FieldTable<EstimatesConfig> table = config::head_fields<EstimatesConfig>();
  put_positions(table);
  put_searches(table);
  return table;
}

}  // namespace

const FieldTable<EstimatesConfig>& estimates_fields() {
  static const FieldTable<EstimatesConfig> kTable = make_estimates_fields();
  return kTable;
}

Described key_description() {
  return {"estimates", "Keys at the top of an estimates study's file.", "", config::specs_of(estimates_fields())};
}

}  // namespace rootward::estimates
