// The record as lines, and beside it what the page says of the operators.
#include "cli/exploration_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

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
#include "lab/play/replayed_search.h"
#include "lab/play/search_record_file.h"
#include "search/companion.h"

namespace rootward {
namespace {

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
  for (const ParamSpec& spec : entry.description.parameters) {
    specs.push_back(param_json(spec));
    if (!parameters.contains(spec.key)) parameters[spec.key] = nullptr;  // a late one at its default
  }
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
constexpr std::size_t kMostPageBytes = std::size_t{16} << 20;

void check_budget(const Budget& budget) {
  if (!budget.is_reproducible())
    throw UsageError("the search's budget is time; a record needs budget: {simulations: N}");
  if (budget.simulations > kMostSimulations)
    throw UsageError(
        fmt::format("{} simulations make no record; allowed: at most {}", budget.simulations, kMostSimulations));
}

/// A replay knows of the solver, and of nothing else that decides what operators see.
void refuse_hidden_children(const SearchSettings& search) {
  const auto refuse = [](const std::string& what) {
    throw UsageError(fmt::format("{} decides what operators see of a node, which cannot be played again yet", what));
  };
  for (const NamedParams& companion : search.companions)
    if (companion_needs(companion.name).hides_children) refuse("search.companions." + companion.name);
  if (search.solver_aids != SolverAids{}) refuse("what search.solver does beside");
}

/// All that a record says before its nodes.
SearchRecord record_head(const ListenedSearch& search) {
  const GameFacts& facts = search.game.facts();
  const SearchSettings& settings = search.player.search;
  SearchRecord head;
  head.version = version();
  head.title = search.title;
  head.look_for = search.look_for;
  head.game = search.game.id().name;
  head.rules = game_yaml(search.game.id());
  head.player = player_summary(search.player);
  head.seed = search.seed;
  head.seats = facts.seats;
  if (facts.black_white) head.seat_names = {"Black", "White"};
  head.returns = facts.returns;
  head.context = operator_context(search.game, settings);
  head.operators.push_back({.label = search.labels[0], .is = game_yaml(settings.backup)});
  for (std::size_t i = 1; i < search.labels.size(); ++i)
    head.operators.push_back({.label = search.labels[i], .is = game_yaml(settings.shadows[i - 1])});
  const Action move = search.result.move;
  if (move != kNoAction) head.move = search.position.action_text(move);
  head.search.solver = settings.solver;
  if (const std::optional<Params> by = heuristic_of(settings)) head.heuristic = heuristic_text(*by);
  return head;
}

/// What the page says of the operators, beside the record.
std::string page_notes(const SearchRecord& record, const RecordOperators& operators) {
  const ReplayedSearch played = replay_search(record, operators.operators);
  Json list = Json::array();
  for (std::size_t i = 0; i < operators.operators.size(); ++i)
    list.push_back(json_of_operator(operators.operators[i], operators.labels[i],
                                    i == 0 ? played.result.value : played.result.shadow_values[i - 1]));
  const OperatorContext& context = record.context;
  return dump_json({{"operators", std::move(list)},
                    {"context",
                     {{"simulations", context.simulations},
                      {"board_points", context.board_points},
                      {"branching", context.branching},
                      {"has_priors", context.has_priors},
                      {"has_heuristics", context.has_statics}}}});
}

}  // namespace

void check_recordable(const SearchSettings& search) {
  check_budget(search.budget);
  refuse_hidden_children(search);
}

SearchRecord search_record(const ListenedSearch& search) {
  return shown_record(search.recording, search.position, record_head(search));
}

void check_page_operators(const std::vector<NamedParams>& operators) {
  const std::vector<std::string> held = page_operators(exploration_template());
  for (const NamedParams& op : operators) {
    if (find_guest_operator(op.name) != nullptr)
      throw UsageError(
          fmt::format("explore: {} is not an operator of rootward's own, which alone the page plays again", op.name));
    check_page_holds(op.name, held);
  }
}

std::string explored_page(const SearchRecord& record, const RecordOperators& operators) {
  check_page_operators(operators.operators);
  if (record.search.simulations() > kManySimulations)
    note("warning: {} simulations make a page that is slow to open; {} are plenty", record.search.simulations(),
         kManySimulations);
  const std::string lines = search_record_text(record);
  if (lines.size() > kMostPageBytes)
    throw UsageError(
        fmt::format("explore: the record has {} bytes; allowed on a page: at most {}; fewer simulations "
                    "need less",
                    lines.size(), kMostPageBytes));
  return exploration_page(lines, page_notes(record, operators));
}

}  // namespace rootward
