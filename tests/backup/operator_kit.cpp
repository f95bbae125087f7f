// Operators, nodes and trees for the operator tests.
#include "tests/backup/operator_kit.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <utility>

#include "evaluators/make_evaluator.h"
#include "evaluators/registry.h"

namespace rootward::kit {
namespace {

/// Values of one parameter that are worth a test.
std::vector<ParamValue> corner_values(const ParamSpec& spec) {
  const double low = spec.low_open ? spec.low + 1e-6 : spec.low;
  const double high = spec.high_open ? spec.high - 1e-6 : spec.high;
  switch (spec.type) {
    case ParamType::boolean:
      return {true, false};
    case ParamType::integer:
      return {static_cast<std::int64_t>(spec.low), static_cast<std::int64_t>(spec.high)};
    case ParamType::real:
      return {low, high};
    case ParamType::choice: {
      std::vector<ParamValue> values(spec.choices.begin(), spec.choices.end());
      if (spec.or_number) values.insert(values.end(), {low, high});
      return values;
    }
    case ParamType::text:
      return {};
    case ParamType::tree:
      return {ParamTree{}};
    case ParamType::real_list: {
      std::vector<double> rising(spec.max_count);
      for (std::size_t i = 0; i < rising.size(); ++i)
        rising[i] = std::lerp(spec.low, spec.high, static_cast<double>(i) / static_cast<double>(rising.size() - 1));
      std::vector<double> zigzag(spec.max_count);
      for (std::size_t i = 0; i < zigzag.size(); ++i) zigzag[i] = i % 2 == 0 ? spec.low : spec.high;
      return {std::vector<double>(spec.min_count, spec.low),
              std::vector<double>(spec.min_count, spec.high),
              std::vector<double>(spec.max_count, spec.low),
              std::vector<double>(spec.max_count, spec.high),
              rising,
              zigzag};
    }
  }
  return {};
}

bool can_be_made(const OperatorEntry& entry, const NamedParams& id) {
  try {
    (void)entry.make(id.params, usual_context());
    return true;
  } catch (const ParamError&) {
    return false;
  }
}

NamedParams default_of(const std::vector<Described>& registry, const std::string& name) {
  for (const Described& entry : registry) {
    if (entry.name == name) return {name, resolve_params(entry.parameters, {})};
  }
  throw std::logic_error("nothing is called " + name);
}

}  // namespace

NamedParams resolved(const std::string& name, const GivenParams& given) {
  return {name, resolve_params(get_operator(name).description.parameters, given)};
}

OperatorContext usual_context() { return {.simulations = 1000, .board_points = 81, .branching = 82}; }

std::unique_ptr<Backup> make(const std::string& name, const GivenParams& given, const OperatorContext& context) {
  return make_backup(resolved(name, given), context);
}

std::vector<NamedParams> settings_of(const OperatorEntry& entry) {
  const std::string& name = entry.description.name;
  std::vector<NamedParams> settings{resolved(name)};
  for (const ParamSpec& spec : entry.description.parameters) {
    if (name == "formula" && spec.key == "kind") continue;  // kind: return is another family: formula_test.cpp
    for (const ParamValue& value : corner_values(spec)) {
      if (const NamedParams id = resolved(name, {{spec.key, value}}); can_be_made(entry, id)) settings.push_back(id);
      if (spec.key == "profile") {
        for (double b : {-20.0, 20.0}) settings.push_back(resolved(name, {{spec.key, value}, {"b", b}, {"a", 1000.0}}));
      }
    }
  }
  if (name == "tail_mean") settings.push_back(resolved(name, {{"share", 0.01}, {"trim", 0.98}}));
  return settings;
}

std::string label(const NamedParams& id) {
  std::string changed;
  const NamedParams usual = resolved(id.name);
  for (const auto& [key, value] : id.params.values()) {
    if (value != usual.params.values().at(key)) changed += fmt::format("{}: {} ", key, param_text(value));
  }
  return fmt::format("{} {{{}}}", id.name, changed);
}

void Node::attach() {
  view.child_count = static_cast<std::uint32_t>(visits.size());
  view.child_visits = visits.data();
  view.child_values = values.data();
  weights.resize(values.size(), 0.05);
  view.child_columns.fill(weights.data());
  view.columns.fill(&weight);
}

RandomNode::RandomNode(Rng& rng, std::size_t children) : sample(random_value(rng)) {
  view.own_visits = 1 + rng.below(3);
  view.own_mean = random_value(rng);
  view.visits = view.own_visits;
  double sum = view.own_visits * view.own_mean;
  for (std::size_t i = 0; i < children; ++i) {
    visits.push_back(1 + rng.below(i % 3 == 0 ? 1000 : 10));
    values.push_back(random_value(rng));
    weights.push_back(0.02 * static_cast<double>(i % 5));
    view.visits += visits.back();
    sum += visits.back() * values.back();
  }
  view.mean = sum / view.visits;
  view.value = random_value(rng);
  view.simulation = view.visits;
  weight = view.visits;
  if (children > 0) view.selected = rng.below(static_cast<std::uint32_t>(children));
  trail = {random_value(rng), random_value(rng), random_value(rng)};
  view.plies_to_end = static_cast<std::uint32_t>(trail.size());
  view.playout_plies = rng.below(50);
  view.trail = trail;
  attach();
}

ExplicitTree::Rules random_tree(std::uint64_t seed, int depth, int branching) {
  ExplicitTree::Rules rules;
  Rng rng(seed);
  const std::function<void(std::uint32_t, int)> grow = [&](std::uint32_t node, int left) {
    if (left == 0) {
      const std::uint32_t kind = rng.below(5);
      rules.set_value(node, kind < 3 ? static_cast<double>(kind) - 1 : random_value(rng));
      return;
    }
    rules.set_chooser(node, (depth - left) % 2 == 0 ? Seat::first : Seat::second);
    for (int i = 0; i < branching; ++i) grow(rules.add(node, fmt::format("m{}", i)), left - 1);
  };
  grow(0, depth);
  return rules;
}

ExplicitTree::Rules mirrored(const ExplicitTree::Rules& rules) {
  ExplicitTree::Rules mirror = rules;
  for (std::uint32_t node = 0; node < rules.nodes().size(); ++node) {
    mirror.set_chooser(node, other(rules.nodes()[node].seat));
    mirror.set_value(node, -rules.nodes()[node].leaf.mean);
  }
  return mirror;
}

std::unique_ptr<Search<ExplicitTree>> search_tree(const ExplicitTree::Rules& rules, const NamedParams& backup,
                                                  std::uint64_t simulations, std::uint64_t seed) {
  SearchSettings settings;
  settings.budget.simulations = simulations;
  settings.selection = default_of(selections(), "ucb1");
  settings.evaluator = default_of(evaluators(), "playouts");
  settings.final_move = default_of(final_moves(), "most_visits");
  settings.backup = backup;
  OperatorContext context;
  context.simulations = simulations;
  context.board_points = 81;
  SearchOperators operators;
  operators.driver = make_backup(backup, context);
  auto search = make_search<ExplicitTree>(settings, std::move(operators), false);
  search->core().new_game(seed);
  const auto evaluator = make_evaluator<ExplicitTree>(settings.evaluator, rules, "");
  run_search<ExplicitTree>(*search, *evaluator, ExplicitTree(rules), std::nullopt, {});
  return search;
}

std::vector<SlotNumbers> numbers_of(const Tree& tree) {
  std::vector<SlotNumbers> numbers;
  const std::function<void(Slot)> walk = [&](Slot slot) {
    const Block block = tree.block(slot.block);
    if (block.visits()[slot.index] == 0) return;
    numbers.push_back({block.visits()[slot.index], block.values()[slot.index], block.means()[slot.index]});
    const BlockRef ref = tree.child_block(slot);
    if (ref == kNoBlock) return;
    for (std::uint32_t i = 0; i < tree.block(ref).count(); ++i) walk({ref, i});
  };
  walk(tree.root());
  return numbers;
}

}  // namespace rootward::kit
