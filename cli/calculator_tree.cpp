// Reading the tree, searching it with the default settings, and writing it out.
#include "cli/calculator_tree.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "cli/calculator_operator.h"
#include "core/json.h"
#include "evaluators/make_evaluator.h"
#include "evaluators/registry.h"
#include "evaluators/static_judge.h"
#include "games/tree.h"
#include "search/search.h"

namespace rootward {
namespace {

/// Throws UsageError for the first thing that is wrong.
ExplicitTree::Rules read_rules(const Json& given, const std::string& path, const NumberFrame& frame) {
  try {
    return read_tree(param_tree_of(given), path, frame.from_chooser(-1), frame.from_chooser(1));
  } catch (const ParamError& error) {
    refuse_field(error.key(), error.what());
  }
}

NamedParams with_defaults(const std::vector<Described>& registry, NamedParams id) {
  for (const Described& entry : registry) {
    if (entry.name == id.name) id.params = resolve_params(entry.parameters, {});
  }
  return id;
}

SearchSettings default_settings(NamedParams backup, std::uint64_t simulations) {
  SearchSettings settings;
  settings.budget.simulations = simulations;
  settings.selection = with_defaults(selections(), settings.selection);
  settings.evaluator = with_defaults(evaluators(), settings.evaluator);
  settings.final_move = with_defaults(final_moves(), settings.final_move);
  settings.backup = std::move(backup);
  return settings;
}

/// The tree as written, beside the search's tree as far as that grew.
class TreeWriter {
 public:
  TreeWriter(const std::vector<ExplicitTree::Node>& nodes, const Tree& tree, const NumberFrame& frame)
      : nodes_(nodes), tree_(tree), frame_(frame) {}

  [[nodiscard]] Json write(std::uint32_t node, std::optional<Slot> slot) const {
    Json out = numbers(slot);
    const ExplicitTree::Node& written = nodes_[node];
    if (written.children.empty()) return out;
    out["to_move"] = written.is_chance ? "chance" : written.seat == Seat::first ? "max" : "min";
    Json& children = out["children"] = Json::object();
    for (std::size_t i = 0; i < written.children.size(); ++i) {
      const std::uint32_t child = written.children[i];
      children[nodes_[child].move] = write(child, find(slot, static_cast<Action>(i)));
    }
    return out;
  }

 private:
  [[nodiscard]] Json numbers(std::optional<Slot> slot) const {
    if (!slot) return {{"visits", 0}};
    const Block block = tree_.block(slot->block);
    const std::uint32_t visits = block.visits()[slot->index];
    Json out = {{"visits", visits}};
    if (visits == 0) return out;
    const double sign = sign_of(block.header().seat);
    out["value"] = frame_.from_chooser(sign * block.values()[slot->index]);
    out["mean"] = frame_.from_chooser(sign * block.means()[slot->index]);
    return out;
  }

  [[nodiscard]] std::optional<Slot> find(std::optional<Slot> parent, Action action) const {
    const BlockRef ref = parent ? tree_.child_block(*parent) : kNoBlock;
    if (ref == kNoBlock) return std::nullopt;
    const Block block = tree_.block(ref);
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.actions()[i] == action) return Slot{ref, i};
    }
    return std::nullopt;
  }

  const std::vector<ExplicitTree::Node>& nodes_;
  const Tree& tree_;
  const NumberFrame& frame_;
};

}  // namespace

Json answer_tree(const Json& line) {
  const Fields fields(line, "", {"backup", "tree", "simulations", "seed", "range"});
  const NumberFrame frame = read_range(fields, false);
  const Json& given = fields.at("tree");
  const bool is_wrapped = given.is_object() && given.size() == 1 && given.contains("root");
  const ExplicitTree::Rules rules =
      read_rules(is_wrapped ? given["root"] : given, is_wrapped ? "tree.root" : "tree", frame);
  const auto& nodes = rules.nodes();
  if (nodes[0].children.empty()) refuse_field("tree", "the root is a leaf: there is nothing to search");

  const std::uint64_t simulations = fields.count("simulations", 1, 10'000'000);
  const std::uint64_t seed = fields.count("seed", 0, std::uint64_t{1} << 53, 1);
  const NamedParams id = read_operator(fields.at("backup"));
  OperatorContext context;
  context.simulations = simulations;
  context.branching = static_cast<int>(nodes[0].children.size());
  context.has_statics = rules.has_heuristics();
  const std::optional<Params> by = heuristic_of(id);
  if (by && !context.has_statics)
    refuse_field("tree",
                 "leaf: heuristic reads heuristic values: give each node with moves one, "
                 "{\"max\":{..},\"heuristic\":number} in MAX's view");
  SearchOperators operators;
  operators.driver = make_backup(id, context);
  const SearchSettings settings = default_settings(id, simulations);
  const auto search = make_search<ExplicitTree>(settings, std::move(operators), false);
  const auto evaluator = make_evaluator<ExplicitTree>(settings.evaluator, rules, "");
  if (by)
    search->look_by([judge = StaticJudge<ExplicitTree>(*by, rules)](const ExplicitTree& position) {
      return judge.first_seats(position);
    });
  search->core().new_game(seed);
  run_search<ExplicitTree>(*search, *evaluator, ExplicitTree(rules), std::nullopt, {});
  const Tree& tree = search->core().tree();
  return {{"root", TreeWriter(nodes, tree, frame).write(0, tree.root())}};
}

}  // namespace rootward
