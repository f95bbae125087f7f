// Reading children, counts, path and the operator's own numbers.
#include "cli/calculator_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "backup/guests.h"
#include "cli/calculator_operator.h"
#include "core/json.h"

namespace rootward {
namespace {

constexpr std::uint64_t kMostPlies = 1'000'000;
constexpr const char* kReadsNoHeuristics = "reads no heuristic values as it is given here";

/// A child's variance as given, else that of a node which has seen its returns and has no children.
double read_variance(const Fields& child, const NumberFrame& frame, Backup& backup, std::uint32_t visits, Value value) {
  if (child.has("variance")) return frame.variance_to_chooser(child.amount("variance"));
  double variance = 0;
  NodeView view;
  view.visits = view.own_visits = visits;
  view.mean = view.own_mean = value;
  view.columns[0] = &variance;
  backup.update(view, value);
  return variance;
}

/// Whether the operator keeps a number of this kind.
bool keeps(const Backup& backup, OwnColumn::Owner owner, bool is_value) {
  return std::ranges::any_of(
      backup.columns(), [&](const OwnColumn& column) { return column.owner == owner && column.is_value == is_value; });
}

/// Refuses the keys of a child that this operator does not read.
void check_child(const Fields& child, const Backup& backup, const OperatorEntry& entry) {
  const auto refuse_unless = [&](const char* key, bool is_read, const char* what) {
    if (child.has(key) && !is_read)
      refuse_field(child.path_of(key), fmt::format("{} {}", entry.description.name, what));
  };
  refuse_unless("variance", entry.keeps_variance, "keeps no variances");
  refuse_unless("mean", entry.reads_means, "does not read the children's means");
  refuse_unless("prior", entry.reads_priors, "does not read priors");
  refuse_unless("weight", keeps(backup, OwnColumn::Owner::parent, false), "keeps no weights of its children");
  refuse_unless("private", keeps(backup, OwnColumn::Owner::node, true), "keeps no second value");
  refuse_unless("heuristic", backup.reads_statics(), kReadsNoHeuristics);
}

/// A heuristic value, which must be there where it is read.
Value read_static(const Fields& fields, const NumberFrame& frame, const char* of_what) {
  if (!fields.has("heuristic"))
    refuse_field(fields.path_of("heuristic"), fmt::format("is required: the heuristic value of {}", of_what));
  return fields.value("heuristic", frame);
}

Value read_child_value(const Fields& child, const char* key, const NumberFrame& frame, bool is_unbounded) {
  return is_unbounded ? child.any_value(key, frame) : child.value(key, frame);
}

/// What a line says of a visited child.
struct VisitedChild {
  const Fields& fields;
  std::uint32_t visits;
  bool is_selected;
  Value value;
};

/// The operator's own number of a visited child, as given or as a node that has seen its returns would have it.
double read_child_number(const VisitedChild& child, const NumberFrame& frame, Backup& backup,
                         const OperatorEntry& entry, const OwnColumn& column) {
  const Fields& fields = child.fields;
  if (column.owner == OwnColumn::Owner::parent)
    return fields.has("weight") ? fields.amount("weight") : child.visits - child.is_selected;
  if (column.is_value) return fields.has("private") ? fields.value("private", frame) : child.value;
  return entry.keeps_variance ? read_variance(fields, frame, backup, child.visits, child.value) : 0;
}

void add_child(const VisitedChild& child, const NumberFrame& frame, Backup& backup, const OperatorEntry& entry,
               HandmadeNode& node) {
  const Fields& fields = child.fields;
  node.visits.push_back(child.visits);
  node.values.push_back(child.value);
  node.means.push_back(fields.has("mean") ? fields.value("mean", frame) : child.value);
  node.priors.push_back(fields.has("prior") ? fields.amount("prior") : 0.0);
  node.stored_priors.push_back(static_cast<float>(node.priors.back()));
  for (std::size_t c = 0; c < backup.columns().size(); ++c)
    node.child_numbers[c].push_back(read_child_number(child, frame, backup, entry, backup.columns()[c]));
}

void point_at_children(HandmadeNode& node, bool has_priors) {
  node.view.child_count = static_cast<std::uint32_t>(node.visits.size());
  node.view.child_visits = node.visits.data();
  node.view.child_values = node.values.data();
  node.view.child_means = node.means.data();
  node.view.child_statics = node.statics.data();
  node.view.child_priors = has_priors ? node.stored_priors.data() : nullptr;
  node.view.exact_priors = has_priors ? node.priors.data() : nullptr;
  for (std::size_t c = 0; c < kMostColumns; ++c) {
    node.view.child_columns[c] = node.child_numbers[c].data();
    node.view.columns[c] = &node.numbers[c];
  }
}

}  // namespace

void read_children(const Fields& line, const NumberFrame& frame, Backup& backup, const OperatorEntry& entry,
                   HandmadeNode& node) {
  const Json& children = line.at("children");
  if (!children.is_array()) refuse_field("children", fmt::format("{} is not a list", dump_json(children)));
  const bool has_selected = line.has("selected");
  const std::uint64_t selected =
      has_selected ? line.count("selected", 0, children.empty() ? 0 : children.size() - 1) : kNoChild;
  const bool may_leave = may_leave_range(read_operator(line.at("backup")));
  bool has_priors = false;
  std::vector<Value> unvisited;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const Fields child(children[i], fmt::format("children[{}]", i),
                       {"visits", "value", "variance", "mean", "prior", "weight", "private", "heuristic"});
    check_child(child, backup, entry);
    has_priors |= child.has("prior");
    const auto visits = static_cast<std::uint32_t>(child.count("visits", 0, kMostVisits));
    if (visits == 0) {
      if (has_selected && i == selected) refuse_field("selected", fmt::format("child {} has no visits", i));
      ++node.view.active_unvisited;
      if (backup.reads_statics()) unvisited.push_back(read_static(child, frame, "a child without visits"));
      continue;
    }
    if (i == selected) node.view.selected = static_cast<std::uint32_t>(node.visits.size());
    const Value value = read_child_value(child, "value", frame, may_leave);
    add_child({.fields = child, .visits = visits, .is_selected = i == selected, .value = value}, frame, backup, entry,
              node);
  }
  node.statics.assign(node.visits.size(), 0);  // those of visited children are not read
  node.statics.insert(node.statics.end(), unvisited.begin(), unvisited.end());
  point_at_children(node, has_priors);
}

void read_heuristic(const Fields& line, const NumberFrame& frame, const Backup& backup, const OperatorEntry& entry,
                    NodeView& view) {
  if (!backup.reads_statics() && line.has("heuristic"))
    refuse_field("heuristic", fmt::format("{} {}", entry.description.name, kReadsNoHeuristics));
  if (backup.reads_statics())
    view.own_static = line.has("heuristic") ? line.value("heuristic", frame) : std::numeric_limits<double>::quiet_NaN();
}

void check_heuristic(const Fields& line, const NodeView& view) {
  if (std::isnan(view.own_static) && std::isnan(view.value)) (void)read_static(line, {}, "this node");
}

void read_own(const Fields& line, const NumberFrame& frame, NodeView& view) {
  if (!line.has("own")) return;
  const Fields own(line.at("own"), "own", {"visits", "value"});
  view.own_visits = static_cast<std::uint32_t>(own.count("visits", 0, kMostVisits));
  if (view.own_visits > 0) view.own_mean = own.value("value", frame);
}

namespace {
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

}  // namespace

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

namespace {

/// What only some operators read: keys that the operator at hand does not read are refused.
void check_path_keys(const Fields& line, const OperatorEntry& entry) {
  const bool is_path_type = entry.family == OperatorFamily::path_type;
  const auto refuse_unless = [&](const char* key, bool is_read) {
    if (line.has(key) && !is_read) refuse_field(key, fmt::format("{} does not read it", entry.description.name));
  };
  refuse_unless("plies_to_end", is_path_type || entry.reads_plies_to_end);
  refuse_unless("playout_plies", is_path_type);
  refuse_unless("trail", is_path_type);
  // Whether a guest reads it is not known.
  refuse_unless("selected", entry.is_on_policy || find_guest_operator(entry.description.name) != nullptr);
  refuse_unless("selected_before", entry.reads_selected_before);
  refuse_unless("uncertainty", entry.needs_uncertainty);
}

void read_trail(const Fields& line, const NumberFrame& frame, HandmadeNode& node) {
  if (!line.has("trail")) return;
  const Json& trail = line.at("trail");
  if (!trail.is_array()) refuse_field("trail", fmt::format("{} is not a list of numbers", dump_json(trail)));
  for (const Json& given : trail)
    node.trail.push_back(read_value(given, frame, fmt::format("trail[{}]", node.trail.size())));
}

}  // namespace

void read_path(const Fields& line, const NumberFrame& frame, const OperatorEntry& entry, HandmadeNode& node) {
  check_path_keys(line, entry);
  NodeView& view = node.view;
  if (entry.is_on_policy && view.selected == kNoChild && view.child_count > 0) {
    if (view.child_count > 1)
      refuse_field("selected", "is required: the index (from 0) of the child on the simulation's path");
    view.selected = 0;
  }
  read_trail(line, frame, node);
  view.trail = node.trail;
  view.plies_to_end = static_cast<std::uint32_t>(line.count("plies_to_end", 0, kMostPlies, node.trail.size()));
  if (view.plies_to_end < node.trail.size()) refuse_field("trail", "is longer than plies_to_end");
  view.playout_plies = static_cast<std::uint32_t>(line.count("playout_plies", 0, kMostPlies, 0));
  view.selected_before =
      line.has("selected_before") ? line.value("selected_before", frame) : std::numeric_limits<double>::quiet_NaN();
  view.uncertainty = line.has("uncertainty") ? frame.deviation_to_chooser(line.amount("uncertainty")) : 0;
}

void read_number(const Fields& line, const Backup& backup, const OperatorEntry& entry, HandmadeNode& node) {
  if (!keeps(backup, OwnColumn::Owner::node, false) || entry.keeps_variance) {
    if (line.has("weight")) refuse_field("weight", "this operator keeps no weight at its nodes");
    return;
  }
  if (node.view.visits > 1) {
    if (!line.has("weight"))
      refuse_field("weight",
                   "is required: the sum of the weights of the earlier returns, > 0 (kept by weights that do "
                   "not follow from the node's visits)");
    node.numbers[0] = line.amount("weight");
  }
}

namespace {

/// A list as long as the returns, one for each; nothing where the key is absent.
template <class Number, class Read>
std::vector<Number> read_beside(const Fields& line, const char* key, bool is_read, const OperatorEntry& entry,
                                std::size_t returns, Read read) {
  if (!line.has(key)) return {};
  if (!is_read) refuse_field(key, fmt::format("{} does not read it", entry.description.name));
  const Json& given = line.at(key);
  if (!given.is_array() || given.size() != returns)
    refuse_field(
        key, fmt::format("{} is not allowed; allowed: a list of {} numbers, one a return", dump_json(given), returns));
  std::vector<Number> numbers;
  for (const Json& item : given) {
    const std::string path = fmt::format("{}[{}]", key, numbers.size());
    numbers.push_back(read(item.is_number() ? item.get<double>() : -1.0, item, path));
  }
  return numbers;
}

}  // namespace

ReturnsBeside::ReturnsBeside(const Fields& line, const NumberFrame& frame, const OperatorEntry& entry,
                             std::size_t returns)
    : uncertainties_(read_beside<double>(line, "uncertainties", entry.needs_uncertainty, entry, returns,
                                         [&](double number, const Json& item, const std::string& path) {
                                           if (number < 0)
                                             refuse_field(path, fmt::format("{} is not allowed; allowed: a number >= 0",
                                                                            dump_json(item)));
                                           return frame.deviation_to_chooser(number);
                                         })),
      plies_(read_beside<std::uint32_t>(
          line, "plies_to_ends", entry.reads_plies_to_end, entry, returns,
          [](double number, const Json& item, const std::string& path) {
            if (number < 0 || number > static_cast<double>(kMostPlies) || number != std::floor(number))
              refuse_field(
                  path, fmt::format("{} is not allowed; allowed: an integer in [0, {}]", dump_json(item), kMostPlies));
            return static_cast<std::uint32_t>(number);
          })) {}

void ReturnsBeside::fill(std::size_t index, NodeView& node) const {
  if (!uncertainties_.empty()) node.uncertainty = uncertainties_[index];
  if (!plies_.empty()) node.plies_to_end = plies_[index];
}

}  // namespace rootward
