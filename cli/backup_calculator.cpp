// The calculator's forms: a sequence of returns, and a node with children.
#include "cli/backup_calculator.h"

#include <fmt/format.h>

#include <cctype>
#include <limits>
#include <memory>
#include <vector>

#include "backup/registry.h"
#include "cli/calculator_fields.h"
#include "cli/calculator_operator.h"
#include "cli/calculator_tree.h"
#include "core/errors.h"
#include "core/json.h"
#include "core/text.h"

namespace rootward {
namespace {

using nlohmann::json;

constexpr std::uint64_t kMostVisits = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostSimulations = 1'000'000'000'000'000;

bool is_minimising(const Fields& line) {
  if (!line.has("to_move")) return false;
  const json& given = line.at("to_move");
  const std::string text = given.is_string() ? lower_case(given.get<std::string>()) : "";
  if (text != "max" && text != "min")
    refuse_field("to_move", fmt::format("{} is not allowed; allowed: one of: max, min", given.dump()));
  return text == "min";
}

OperatorContext read_context(const Fields& line) {
  OperatorContext context;
  context.simulations = line.count("simulations", 1, kMostSimulations, 0);
  context.branching = 0;  // no game: an operator that wants one must be given numbers
  return context;
}

/// What the form cannot show of a rule over children; "" for operators that read the returns.
std::string returns_note(const OperatorEntry& entry) {
  if (entry.family != OperatorFamily::child_type || entry.keeps_variance) return "";
  return fmt::format(
      "{} reads children, not returns: a node without children is worth the mean of its own evaluations; give "
      "\"children\" to see the rule",
      entry.description.name);
}

json answer_returns(const Fields& line) {
  const NumberFrame frame = read_range(line, is_minimising(line));
  const NamedParams id = read_operator(line.at("backup"));
  const std::unique_ptr<Backup> backup = make_backup(id, read_context(line));
  const json& returns = line.at("returns");
  if (!returns.is_array()) refuse_field("returns", fmt::format("{} is not a list of numbers", returns.dump()));
  double weight = 0;
  NodeView node;
  if (backup->needs_weight()) node.weight = &weight;
  json values = json::array();
  for (const json& given : returns) {
    const Value sample = read_value(given, frame, fmt::format("returns[{}]", values.size()));
    node.simulation = ++node.visits;
    node.mean += (sample - node.mean) / node.visits;
    node.own_visits = node.visits;
    node.own_mean = node.mean;
    backup->update(node, sample);
    values.push_back(frame.from_chooser(node.value));
  }
  json reply = {{"values", values}};
  if (const std::string note = returns_note(get_operator(id.name)); !note.empty()) reply["note"] = note;
  return reply;
}

/// A node made by hand, with the memory its view points to.
struct HandmadeNode {
  std::vector<std::uint32_t> visits;
  std::vector<Value> values;
  std::vector<double> variances;  ///< of the children, for operators that keep them
  std::vector<Value> trail;
  double weight = 0;
  Value sample = 0;
  NodeView view;
};

/// A child's variance as given, else that of a node which has seen its returns and has no children.
double read_variance(const Fields& child, const NumberFrame& frame, Backup& backup, std::uint32_t visits, Value value) {
  if (child.has("variance")) return frame.variance_to_chooser(child.amount("variance"));
  double variance = 0;
  NodeView view;
  view.visits = view.own_visits = visits;
  view.mean = view.own_mean = value;
  view.weight = &variance;
  backup.update(view, value);
  return variance;
}

/// Reads the visited children; `selected` counts all that are given, the unvisited included.
void read_children(const Fields& line, const NumberFrame& frame, Backup& backup, const OperatorEntry& entry,
                   HandmadeNode& node) {
  const json& children = line.at("children");
  if (!children.is_array()) refuse_field("children", fmt::format("{} is not a list", children.dump()));
  const bool has_selected = line.has("selected");
  const std::uint64_t selected =
      has_selected ? line.count("selected", 0, children.empty() ? 0 : children.size() - 1) : kNoChild;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Fields child(children[i], fmt::format("children[{}]", i), {"visits", "value", "variance"});
    if (child.has("variance") && !entry.keeps_variance)
      refuse_field(child.path_of("variance"), fmt::format("{} keeps no variances", entry.description.name));
    const auto visits = static_cast<std::uint32_t>(child.count("visits", 0, kMostVisits));
    if (visits == 0) {
      if (has_selected && i == selected) refuse_field("selected", fmt::format("child {} has no visits", i));
      continue;
    }
    if (i == selected) node.view.selected = static_cast<std::uint32_t>(node.visits.size());
    node.visits.push_back(visits);
    node.values.push_back(child.value("value", frame));
    if (entry.keeps_variance) node.variances.push_back(read_variance(child, frame, backup, visits, node.values.back()));
  }
  node.view.child_count = static_cast<std::uint32_t>(node.visits.size());
  node.view.child_visits = node.visits.data();
  node.view.child_values = node.values.data();
  node.view.child_weights = node.variances.data();
}

void read_own(const Fields& line, const NumberFrame& frame, NodeView& view) {
  if (!line.has("own")) return;
  const Fields own(line.at("own"), "own", {"visits", "value"});
  view.own_visits = static_cast<std::uint32_t>(own.count("visits", 0, kMostVisits));
  if (view.own_visits > 0) view.own_mean = own.value("value", frame);
}

/// The visit-weighted mean of the children, of the own evaluations where there are no children.
Value default_mean(const HandmadeNode& node, std::uint64_t child_visits) {
  if (child_visits == 0) {
    if (node.view.own_visits == 0)
      refuse_field("mean", "is required where there are no visited children and no own evaluations");
    return node.view.own_mean;
  }
  double sum = 0;
  for (std::size_t i = 0; i < node.visits.size(); ++i) sum += node.visits[i] * node.values[i];
  return sum / static_cast<double>(child_visits);
}

void read_counts(const Fields& line, const NumberFrame& frame, HandmadeNode& node) {
  NodeView& view = node.view;
  std::uint64_t child_visits = 0;
  for (std::uint32_t visits : node.visits) child_visits += visits;
  const std::uint64_t counted = child_visits + view.own_visits;
  if (!line.has("visits") && (counted == 0 || counted > kMostVisits))
    refuse_field("visits", fmt::format("is required: an integer in [1, {}]", kMostVisits));
  view.visits = static_cast<std::uint32_t>(line.count("visits", 1, kMostVisits, counted));
  const Value mean_before = line.has("mean") ? line.value("mean", frame) : default_mean(node, child_visits);
  node.sample = line.has("return") ? line.value("return", frame) : mean_before;
  view.mean = mean_before + (node.sample - mean_before) / view.visits;
  const Value value_before = line.has("value") ? line.value("value", frame) : mean_before;
  view.value = view.visits > 1 ? value_before : 0;
  view.simulation = line.count("simulation", 1, kMostSimulations, view.visits);
}

/// What only some operators read: keys that the operator at hand does not read are refused.
void read_path(const Fields& line, const NumberFrame& frame, const OperatorEntry& entry, HandmadeNode& node) {
  const bool is_path_type = entry.family == OperatorFamily::path_type;
  for (const char* key : {"plies_to_end", "playout_plies", "trail", "selected"}) {
    const bool is_read = std::string_view(key) == "selected" ? entry.is_on_policy : is_path_type;
    if (line.has(key) && !is_read) refuse_field(key, fmt::format("{} does not read it", entry.description.name));
  }
  NodeView& view = node.view;
  if (entry.is_on_policy && view.selected == kNoChild && view.child_count > 0) {
    if (view.child_count > 1)
      refuse_field("selected", "is required: the index (from 0) of the child on the simulation's path");
    view.selected = 0;
  }
  if (line.has("trail")) {
    const json& trail = line.at("trail");
    if (!trail.is_array()) refuse_field("trail", fmt::format("{} is not a list of numbers", trail.dump()));
    for (const json& given : trail)
      node.trail.push_back(read_value(given, frame, fmt::format("trail[{}]", node.trail.size())));
  }
  view.trail = node.trail;
  view.plies_to_end = static_cast<std::uint32_t>(line.count("plies_to_end", 0, 1'000'000, node.trail.size()));
  if (view.plies_to_end < node.trail.size()) refuse_field("trail", "is longer than plies_to_end");
  view.playout_plies = static_cast<std::uint32_t>(line.count("playout_plies", 0, 1'000'000, 0));
}

void read_weight(const Fields& line, const Backup& backup, const OperatorEntry& entry, HandmadeNode& node) {
  node.view.weight = &node.weight;
  if (!backup.needs_weight() || entry.keeps_variance) {
    if (line.has("weight")) refuse_field("weight", "this operator keeps no weight at its nodes");
    return;
  }
  if (node.view.visits > 1) {
    if (!line.has("weight"))
      refuse_field("weight", "is required with clock: search: the sum of the weights of the earlier returns, > 0");
    node.weight = line.amount("weight");
  }
}

json answer_children(const Fields& line) {
  const NumberFrame frame = read_range(line, is_minimising(line));
  const NamedParams id = read_operator(line.at("backup"));
  const std::unique_ptr<Backup> backup = make_backup(id, read_context(line));
  const OperatorEntry& entry = get_operator(id.name);
  HandmadeNode node;
  read_children(line, frame, *backup, entry, node);
  read_own(line, frame, node.view);
  read_counts(line, frame, node);
  read_path(line, frame, entry, node);
  read_weight(line, *backup, entry, node);
  const Value passed_up = backup->update(node.view, node.sample);
  json reply = {{"value", frame.from_chooser(node.view.value)}, {"passed_up", frame.from_chooser(passed_up)}};
  if (entry.keeps_variance) reply["variance"] = frame.variance_from_chooser(node.weight);
  return reply;
}

json answer(const json& line) {
  if (line.is_object() && line.contains("returns"))
    return answer_returns({line, "", {"backup", "returns", "simulations", "to_move", "range"}});
  if (line.is_object() && line.contains("tree")) return answer_tree(line);
  return answer_children(
      {line,
       "",
       {"backup", "children", "visits", "mean", "value", "return", "own", "simulations", "simulation", "to_move",
        "range", "selected", "plies_to_end", "playout_plies", "trail", "weight", "returns", "tree"}});
}

}  // namespace

std::string calculate_line(const std::string& line, bool& failed) {
  std::string problem;
  try {
    return answer(parse_json(line)).dump();
  } catch (const ParamError& error) {
    problem = fmt::format("backup.{}: {}", error.key(), error.what());
  } catch (const UsageError& error) {
    problem = error.what();
  }
  failed = true;
  return dump_json({{"error", problem}});
}

}  // namespace rootward
