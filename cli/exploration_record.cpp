// One search with somebody listening, and its columns.
#include "cli/exploration_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "backup/formula_compiler.h"
#include "backup/formula_parameters.h"
#include "backup/guests.h"
#include "backup/registry.h"
#include "cli/exploration_page.h"
#include "cli/param_json.h"
#include "core/build_info.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/note.h"
#include "evaluators/static_judge.h"
#include "lab/config/parts.h"
#include "search/companion.h"
#include "search/search_core.h"

namespace rootward {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

std::string base64(const std::uint8_t* bytes, std::size_t size) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    const std::size_t left = size - i;
    const std::uint32_t three = static_cast<std::uint32_t>(bytes[i]) << 16 |
                                (left > 1 ? static_cast<std::uint32_t>(bytes[i + 1]) << 8 : 0U) |
                                (left > 2 ? static_cast<std::uint32_t>(bytes[i + 2]) : 0U);
    text += kDigits[three >> 18];
    text += kDigits[three >> 12 & 63];
    text += left > 1 ? kDigits[three >> 6 & 63] : '=';
    text += left > 2 ? kDigits[three & 63] : '=';
  }
  return text;
}

template <class Number>
std::string column(const std::vector<Number>& numbers) {
  return base64(reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size() * sizeof(Number));
}

Json json_of_tree(const ParamTree& tree) {
  if (tree.kind == ParamTree::Kind::number) return tree.number;
  if (tree.kind == ParamTree::Kind::text) return tree.text;
  Json made = tree.kind == ParamTree::Kind::map ? Json::object() : Json::array();
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    if (tree.kind == ParamTree::Kind::map)
      made[tree.keys[i]] = json_of_tree(tree.items[i]);
    else
      made.push_back(json_of_tree(tree.items[i]));
  }
  return made;
}

/// The parameters of a formula's own stand by themselves too, so that they can be moved: `parameters.g`.
Json json_of_operator(const NamedParams& op, const std::string& label, Value root) {
  const OperatorEntry& entry = get_operator(op.name);
  Json object = {{"label", label}, {"name", op.name}, {"help", entry.description.help}};
  object["formula"] = op.name == "formula" ? formula::rule_text(op.params) : entry.formula;
  Json parameters = Json::object();
  Json specs = Json::array();
  for (const auto& [key, value] : op.params.values()) {
    const auto* tree = std::get_if<ParamTree>(&value);
    parameters[key] = tree != nullptr ? json_of_tree(*tree) : param_json(value);
  }
  for (const ParamSpec& spec : entry.description.parameters) specs.push_back(param_json(spec));
  if (op.name == "formula") {
    for (ParamSpec spec : formula::own_parameters(op.params)) {
      spec.key = "parameters." + spec.key;
      parameters[spec.key] = param_json(spec.fallback);
      specs.push_back(param_json(spec));
    }
  }
  object["parameters"] = std::move(parameters);
  object["specs"] = std::move(specs);
  object["root"] = root;
  return object;
}

constexpr std::uint64_t kMostSimulations = 200'000;
constexpr std::uint64_t kManySimulations = 50'000;
constexpr std::size_t kMostRecordBytes = std::size_t{16} << 20;

void check_budget(const Budget& budget) {
  if (!budget.is_reproducible())
    throw UsageError("explore: the search's budget is time; a record needs budget: {simulations: N}");
  if (budget.simulations > kMostSimulations)
    throw UsageError(fmt::format("explore: {} simulations; allowed: at most {}", budget.simulations, kMostSimulations));
  if (budget.simulations > kManySimulations)
    note("warning: {} simulations make a page that is slow to open; {} are plenty", budget.simulations,
         kManySimulations);
}

/// The page has those of the program's own operators in it with which it was made.
void refuse_strangers(const SearchSettings& search) {
  const std::vector<std::string> held = page_operators(exploration_template());
  const auto refuse = [&held](const NamedParams& op) {
    if (find_guest_operator(op.name) != nullptr)
      throw UsageError(
          fmt::format("explore: {} is not an operator of rootward's own, which alone the page plays again", op.name));
    check_page_holds(op.name, held);
  };
  refuse(search.backup);
  std::ranges::for_each(search.shadows, refuse);
}

/// The page knows of the solver, and of nothing else that decides what operators see.
void refuse_hidden_children(const SearchSettings& search) {
  const auto refuse = [](const std::string& what) {
    throw UsageError(
        fmt::format("explore: {} decides what operators see of a node, which the page does not play again yet", what));
  };
  for (const NamedParams& companion : search.companions)
    if (companion_needs(companion.name).hides_children) refuse("search.companions." + companion.name);
  if (heuristic_of(search)) refuse("heuristic values of children (leaf: heuristic)");
  if (search.solver_aids != SolverAids{}) refuse("what search.solver does beside");
}

Json json_of_nodes(const Recording& record, const RecordedPositions& positions, bool has_priors) {
  Json nodes = {{"count", record.nodes()},         {"parent", column(record.parent)},
                {"move", column(record.move)},     {"name", column(positions.move_name)},
                {"seat", column(positions.seat)},  {"flags", column(positions.flags)},
                {"legal", column(positions.legal)}};
  if (has_priors) nodes["prior"] = column(record.prior);
  if (!positions.exact.empty()) nodes["exact"] = column(positions.exact);
  return nodes;
}

Json json_of_simulations(const Recording& record, bool needs_uncertainty) {
  Json simulations = {{"count", record.leaf.size()},
                      {"leaf", column(record.leaf)},
                      {"value", column(record.value)},
                      {"plies", column(record.plies)},
                      {"flags", column(record.ends)}};
  if (needs_uncertainty) simulations["uncertainty"] = column(record.uncertainty);
  return simulations;
}

Json json_of_settings(const RecordedSearch& search, bool has_priors) {
  const OperatorContext context = operator_context(search.game, search.player.search);
  const GameFacts& facts = search.game.facts();
  return {{"game", game_yaml(search.game.id())},
          {"kind", search.game.id().name},
          {"player", player_summary(search.player)},
          {"seed", search.seed},
          {"seats", facts.seats},
          {"seat_names", facts.black_white ? std::vector<std::string>{"Black", "White"}
                                           : std::vector<std::string>{"first", "second"}},
          {"returns", {facts.returns.low, facts.returns.high}},
          {"has_priors", has_priors},
          {"solver", search.player.search.solver},
          {"context",
           {{"simulations", context.simulations},
            {"board_points", context.board_points},
            {"branching", context.branching},
            {"has_priors", context.has_priors}}}};
}

Json json_of_operators(const RecordedSearch& search) {
  const SearchSettings& settings = search.player.search;
  Json operators = Json::array();
  operators.push_back(json_of_operator(settings.backup, search.labels[0], search.result.value));
  for (std::size_t i = 1; i < search.labels.size(); ++i)
    operators.push_back(
        json_of_operator(settings.shadows[i - 1], search.labels[i], search.result.shadow_values[i - 1]));
  return operators;
}

}  // namespace

void check_recordable(const SearchSettings& search) {
  check_budget(search.budget);
  refuse_strangers(search);
  refuse_hidden_children(search);
}

std::string exploration_record(const RecordedSearch& search) {
  const Recording& record = search.record;
  const RecordedPositions positions = recorded_positions(record, search.position);
  const SearchedTree tree = search.searcher.tree();
  const bool has_priors = tree.core->tree().layout().has_priors;
  const bool needs_uncertainty = std::ranges::any_of(record.uncertainty, [](double one) { return one != 0; });
  const Action move = search.result.move;
  Json document = {{"schema", "rootward.exploration/1"},
                   {"version", version()},
                   {"title", search.title},
                   {"look_for", search.look_for}};
  document.update(json_of_settings(search, has_priors));
  document["operators"] = json_of_operators(search);
  document["move"] = move == kNoAction ? Json(nullptr) : Json(search.position.action_text(move));
  document["names"] = positions.moves;
  document["nodes"] = json_of_nodes(record, positions, has_priors);
  if (!positions.rows.empty())
    document["board"] = {{"drawing", positions.is_drawing},
                         {"rows", positions.rows},
                         {"count", column(positions.cells)},
                         {"cell", column(positions.cell)},
                         {"stone", column(positions.stone)}};
  document["simulations"] = json_of_simulations(record, needs_uncertainty);
  document["proofs"] = {{"count", record.proof_node.size()},
                        {"simulation", column(record.proof_simulation)},
                        {"node", column(record.proof_node)},
                        {"value", column(record.proof_value)}};
  std::string text = dump_json(document);
  if (text.size() > kMostRecordBytes)
    throw UsageError(fmt::format("explore: the record has {} bytes; allowed: at most {}; fewer simulations need less",
                                 text.size(), kMostRecordBytes));
  return text;
}

std::string exploration_record(const ExplorationRequest& request, const Game& game, const Position& position,
                               const PlayerSpec& player, const std::vector<std::string>& labels) {
  check_recordable(player.search);
  RecordKeeper keeper;
  const std::unique_ptr<Searcher> searcher =
      dynamic_cast<const RecordedGame&>(game).make_recorded_searcher(player.search, keeper);
  searcher->new_game(request.seed);
  const SearchResult result = searcher->think(position, std::nullopt, [] { return false; });
  return exploration_record({.seed = request.seed,
                             .title = request.title,
                             .look_for = request.look_for,
                             .game = game,
                             .position = position,
                             .player = player,
                             .labels = labels,
                             .searcher = *searcher,
                             .record = keeper.recording(),
                             .result = result});
}

}  // namespace rootward
