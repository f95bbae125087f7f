// Reading the tree, searching it with the default settings, and writing it out.
#include "cli/calculator_tree.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "cli/calculator_operator.h"
#include "evaluators/registry.h"
#include "games/tree.h"
#include "search/search.h"

namespace rootward {
namespace {

using nlohmann::json;

/// Deeper trees could exhaust the stack of the recursive reader and writer.
constexpr int kDeepest = 1000;

struct TreeReader {
  ExplicitTree::Rules rules{};
  NumberFrame frame{};

  void read_node(const json& given, std::uint32_t node, const std::string& path, int depth) {
    if (depth > kDeepest) refuse_field(path, fmt::format("is deeper than {} plies", kDeepest));
    if (given.is_number()) return rules.set_value(node, read_value(given, frame, path));
    const Fields fields(given, path, {"max", "min", "chance", "bernoulli", "normal"});
    if (given.size() != 1) refuse_field(path, "a node has exactly one key: max or min");
    const std::string& kind = given.begin().key();
    if (kind != "max" && kind != "min")
      refuse_field(path, fmt::format("{} is not allowed here; allowed: max, min, or a leaf's number", kind));
    const json& moves = given.begin().value();
    if (!moves.is_object() || moves.empty())
      refuse_field(fields.path_of(kind), "a map from each move's name to a node is asked for, with one move at least");
    rules.set_chooser(node, kind == "max" ? Seat::first : Seat::second);
    for (const auto& item : moves.items())
      read_node(item.value(), rules.add(node, item.key()), fmt::format("{}.{}.{}", path, kind, item.key()), depth + 1);
  }
};

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

  [[nodiscard]] json write(std::uint32_t node, std::optional<Slot> slot) const {
    json out = numbers(slot);
    const ExplicitTree::Node& written = nodes_[node];
    if (written.children.empty()) return out;
    out["to_move"] = written.seat == Seat::first ? "max" : "min";
    json& children = out["children"] = json::object();
    for (std::size_t i = 0; i < written.children.size(); ++i) {
      const std::uint32_t child = written.children[i];
      children[nodes_[child].move] = write(child, find(slot, static_cast<Action>(i)));
    }
    return out;
  }

 private:
  [[nodiscard]] json numbers(std::optional<Slot> slot) const {
    if (!slot) return {{"visits", 0}};
    const Block block = tree_.block(slot->block);
    const std::uint32_t visits = block.visits()[slot->index];
    json out = {{"visits", visits}};
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

json answer_tree(const json& line) {
  const Fields fields(line, "", {"backup", "tree", "simulations", "seed", "range"});
  TreeReader reader;
  reader.frame = read_range(fields, false);
  const json& given = fields.at("tree");
  const bool is_wrapped = given.is_object() && given.size() == 1 && given.contains("root");
  reader.read_node(is_wrapped ? given["root"] : given, 0, is_wrapped ? "tree.root" : "tree", 0);
  const auto& nodes = reader.rules.nodes();
  if (nodes[0].children.empty()) refuse_field("tree", "the root is a leaf: there is nothing to search");

  const std::uint64_t simulations = fields.count("simulations", 1, 10'000'000);
  const std::uint64_t seed = fields.count("seed", 0, std::uint64_t{1} << 53, 1);
  const NamedParams id = read_operator(fields.at("backup"));
  OperatorContext context;
  context.simulations = simulations;
  context.branching = static_cast<int>(nodes[0].children.size());
  SearchOperators operators;
  operators.driver = make_backup(id, context);
  const SearchSettings settings = default_settings(id, simulations);
  const auto search = make_search<ExplicitTree>(settings, std::move(operators), false);
  const auto evaluator = make_evaluator<ExplicitTree>(settings.evaluator);
  search->core().new_game(seed);
  run_search<ExplicitTree>(*search, *evaluator, ExplicitTree(reader.rules), std::nullopt, {});
  const Tree& tree = search->core().tree();
  return {{"root", TreeWriter(nodes, tree, reader.frame).write(0, tree.root())}};
}

}  // namespace rootward
