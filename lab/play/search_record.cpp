// Nodes come after their parents, so that they hang together as one tree.
#include "lab/play/search_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace rootward {
namespace {

constexpr std::size_t kMostNames = 65'000;
constexpr std::size_t kLongestName = 200;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// "": it is in the range.
std::string value_problem(const char* what, double value, const ReturnRange& range) {
  if (value >= range.low && value <= range.high) return "";
  return fmt::format("{} {} is not allowed; allowed: a number in [{}, {}], view of mover 1", what, value, range.low,
                     range.high);
}

}  // namespace

SearchRecordBuilder::SearchRecordBuilder(SearchRecord head) : record_(std::move(head)) {}

void SearchRecordBuilder::refuse_node(const std::string& message) const {
  throw RecordFault(RecordFault::Part::node, record_.search.nodes(), message);
}
void SearchRecordBuilder::refuse_simulation(const std::string& message) const {
  throw RecordFault(RecordFault::Part::simulation, record_.search.simulations(), message);
}

void SearchRecordBuilder::add(const RecordedNode& node) {
  RecordedSearch& search = record_.search;
  if (search.nodes() >= kMostRecordedNodes) refuse_node(fmt::format("more than {} nodes", kMostRecordedNodes));
  if (node.mover < 1 || node.mover > record_.seats)
    refuse_node(fmt::format("mover {} is not allowed; allowed: {}", node.mover, record_.seats == 2 ? "1, 2" : "1"));
  if (!node.is_end && !node.legal) refuse_node("legal is missing: how many moves are legal here");
  const std::uint64_t legal = node.legal.value_or(0);
  if (node.is_end ? legal != 0 : legal < 1 || legal > kMostNames)
    refuse_node(fmt::format("legal {} is not allowed; allowed: {}", legal,
                            node.is_end ? "0, the game is over here" : fmt::format("from 1 to {}", kMostNames)));
  if (node.is_end && node.is_chance) refuse_node("chance cannot decide where the game is over");
  if (node.prior && !(*node.prior >= 0 && *node.prior <= 1))
    refuse_node(fmt::format("prior {} is not allowed; allowed: a number in [0, 1]", *node.prior));
  if (const std::string problem = value_problem("exact", node.exact.value_or(0), {}); !problem.empty())
    refuse_node(problem);
  if (node.heuristic.has_value() != !search.heuristic.empty() && search.nodes() > 0)
    refuse_node(node.heuristic ? "heuristic: the nodes before have none" : "heuristic is missing: others have one");
  if (!node.unvisited.empty() && !node.heuristic) refuse_node("unvisited: is read beside heuristic alone");
  hang(node);
  add_heuristics(node);
  add_name(node);
  add_shown(node);
  search.legal.push_back(static_cast<std::uint16_t>(legal));
  search.seat.push_back(static_cast<std::uint8_t>(node.mover - 1));
  search.flags.push_back(static_cast<std::uint8_t>((node.is_chance ? kChanceNode : 0) | (node.is_end ? kEndNode : 0)));
  search.prior.push_back(static_cast<float>(node.prior.value_or(0)));
  search.parent.push_back(static_cast<std::uint32_t>(node.parent));
  child_count_.push_back(0);
  has_room_.push_back(false);
  has_prior_.push_back(node.prior.has_value());
  visits_.push_back(node.visits);
  if (search.nodes() == 1) make_room(0);
}

void SearchRecordBuilder::add_heuristics(const RecordedNode& node) {
  if (!node.heuristic) return;
  RecordedSearch& search = record_.search;
  const auto add = [&](const char* what, double value, std::vector<double>& column) {
    if (const std::string problem = value_problem(what, value, {}); !problem.empty()) refuse_node(problem);
    column.push_back(value);
  };
  add("heuristic", *node.heuristic, search.heuristic);
  if (node.unvisited.size() > kMostNames) refuse_node(fmt::format("unvisited: more than {} moves", kMostNames));
  for (const double value : node.unvisited) add("unvisited", value, search.unvisited);
  search.unvisited_count.push_back(static_cast<std::uint16_t>(node.unvisited.size()));
}

/// Below its parent.
void SearchRecordBuilder::hang(const RecordedNode& node) {
  const RecordedSearch& search = record_.search;
  if (search.nodes() == 0) return depth_.push_back(0);
  if (node.parent >= search.nodes())
    refuse_node(fmt::format("parent {} is not allowed; allowed: a node before this one, which is number {}",
                            node.parent, search.nodes()));
  const auto parent = static_cast<std::uint32_t>(node.parent);
  if ((search.flags[parent] & kEndNode) != 0) refuse_node(fmt::format("parent {}: the game is over there", parent));
  if (++child_count_[parent] > search.legal[parent])
    refuse_node(fmt::format("parent {} has more children than its {} legal moves", parent, search.legal[parent]));
  if (!make_room(parent)) refuse_node(fmt::format("more than {} legal moves in all", kMostRecordedMoves));
  if (depth_[parent] >= kDeepestRecordedNode) refuse_node(fmt::format("deeper than {} moves", kDeepestRecordedNode));
  depth_.push_back(depth_[parent] + 1);
}

bool SearchRecordBuilder::make_room(std::uint32_t node) {
  if (has_room_[node]) return true;
  has_room_[node] = true;
  moves_ += record_.search.legal[node];
  return moves_ <= kMostRecordedMoves;
}

void SearchRecordBuilder::add_name(const RecordedNode& node) {
  const std::uint32_t self = record_.search.nodes();
  if (self > 0 && node.move.empty()) refuse_node("move is missing: what leads here from the parent");
  if (node.move.size() > kLongestName) refuse_node(fmt::format("a move of more than {} letters", kLongestName));
  const auto [placed, is_new] = names_.emplace(node.move, static_cast<std::uint16_t>(record_.names.size()));
  if (is_new) {
    if (record_.names.size() >= kMostNames) refuse_node(fmt::format("more than {} different moves", kMostNames));
    record_.names.push_back(node.move);
  }
  record_.name.push_back(placed->second);
  record_.search.move.push_back(placed->second);
  if (self == 0) return;
  const auto [twin, is_first] = children_.emplace(node.parent << 16 | placed->second, self);
  if (!is_first)
    refuse_node(fmt::format("move {} of node {} leads to node {} already", node.move, node.parent, twin->second));
}

void SearchRecordBuilder::add_shown(const RecordedNode& node) {
  const std::uint32_t self = record_.search.nodes();
  if (node.exact) record_.exact.resize(self, kUnknown);
  if (node.exact || !record_.exact.empty()) record_.exact.push_back(node.exact.value_or(kUnknown));
  if (node.text.size() > kLongestRecordedText)
    refuse_node(fmt::format("a text of more than {} letters", kLongestRecordedText));
  if (!node.text.empty()) record_.text.resize(self);
  if (!node.text.empty() || !record_.text.empty()) record_.text.push_back(node.text);
  if (record_.rows.empty()) {
    if (!node.cells.empty()) refuse_node("cells: the first line has no board");
    return;
  }
  const std::size_t places = record_.rows.size() * record_.rows.front().size();
  for (const auto& [place, letter] : node.cells)
    if (place >= places) refuse_node(fmt::format("cell {} is not allowed; allowed: from 0 to {}", place, places - 1));
  record_.cells.push_back(node.cells);
}

void SearchRecordBuilder::add(const RecordedSimulation& simulation) {
  RecordedSearch& search = record_.search;
  if (search.simulations() >= kMostRecordedSimulations)
    refuse_simulation(fmt::format("more than {} simulations", kMostRecordedSimulations));
  if (search.nodes() == 0) refuse_simulation("there is no node before it");
  if (simulation.leaf >= search.nodes())
    refuse_simulation(fmt::format("leaf {} is not allowed; allowed: a node before this simulation, from 0 to {}",
                                  simulation.leaf, search.nodes() - 1));
  if (const std::string problem = value_problem("value", simulation.value, record_.values); !problem.empty())
    refuse_simulation(problem);
  if (!(simulation.uncertainty >= 0) || !std::isfinite(simulation.uncertainty))
    refuse_simulation(
        fmt::format("uncertainty {} is not allowed; allowed: a number from 0 on", simulation.uncertainty));
  const auto leaf = static_cast<std::uint32_t>(simulation.leaf);
  if (simulation.is_expanded) {
    if (search.legal[leaf] == 0)
      refuse_simulation(fmt::format("leaf {} cannot be expanded: the game is over there", leaf));
    if (!make_room(leaf)) refuse_simulation(fmt::format("more than {} legal moves in all", kMostRecordedMoves));
  }
  if (simulation.is_proven && !search.solver) refuse_simulation("proven: the first line does not say solver: true");
  if (simulation.uncertainty > 0) search.uncertainty.resize(search.simulations(), 0.0);
  if (simulation.uncertainty > 0 || !search.uncertainty.empty()) search.uncertainty.push_back(simulation.uncertainty);
  search.leaf.push_back(leaf);
  search.value.push_back(simulation.value);
  search.plies.push_back(static_cast<std::uint16_t>(std::min<std::uint64_t>(simulation.plies, 0xFFFF)));
  search.ends.push_back(static_cast<std::uint8_t>((simulation.is_expanded ? kLeafHasBlock : 0) |
                                                  (simulation.is_proven ? kLeafIsProven : 0)));
}

/// Every visit that a node claims is one simulation that ended there or below.
void SearchRecordBuilder::count_visits() const {
  const RecordedSearch& search = record_.search;
  std::vector<std::uint64_t> visits(search.nodes(), 0);
  for (const std::uint32_t leaf : search.leaf) ++visits[leaf];
  for (std::uint32_t node = search.nodes(); --node > 0;) visits[search.parent[node]] += visits[node];
  for (std::uint32_t node = 0; node < search.nodes(); ++node)
    if (visits_[node] && *visits_[node] != visits[node])
      throw RecordFault(
          RecordFault::Part::node, node,
          fmt::format("visits {} do not add up: {} simulations ended here or below", *visits_[node], visits[node]));
}

/// A node whose children have priors says so; where one of them has none it is as likely as any.
void SearchRecordBuilder::fill_priors() {
  RecordedSearch& search = record_.search;
  for (std::uint32_t node = 1; node < search.nodes(); ++node)
    if (has_prior_[node]) search.flags[search.parent[node]] |= kPriorsNode;
  search.has_priors = std::ranges::find(has_prior_, true) != has_prior_.end();
  if (!search.has_priors) search.prior.clear();
  for (std::uint32_t node = 1; node < search.prior.size(); ++node)
    if (!has_prior_[node]) search.prior[node] = 1.0F / static_cast<float>(search.legal[search.parent[node]]);
}

/// Where there are heuristic values, every move of a node with children has one.
void SearchRecordBuilder::check_heuristics() const {
  const RecordedSearch& search = record_.search;
  if (search.heuristic.empty()) return;
  for (std::uint32_t node = 0; node < search.nodes(); ++node) {
    const std::uint64_t left = has_room_[node] ? search.legal[node] - child_count_[node] : 0;
    if (search.unvisited_count[node] != left)
      throw RecordFault(RecordFault::Part::node, node,
                        fmt::format("unvisited has {} heuristic values; allowed: {}, one for each move without a node",
                                    search.unvisited_count[node], left));
  }
}

SearchRecord SearchRecordBuilder::finish(std::optional<bool> knows_priors) {
  const auto refuse = [](const char* message) { throw RecordFault(RecordFault::Part::whole, 0, message); };
  if (record_.search.nodes() == 0) refuse("there is no node");
  if (record_.search.simulations() == 0) refuse("there is no simulation");
  if ((record_.search.flags[0] & kEndNode) != 0) refuse("the game is over at the root");
  count_visits();
  fill_priors();
  check_heuristics();
  record_.context.has_statics = !record_.search.heuristic.empty();
  record_.context.has_priors = knows_priors.value_or(record_.search.has_priors);
  if (record_.context.branching <= 0) record_.context.branching = record_.search.legal[0];
  if (record_.context.simulations == 0) record_.context.simulations = record_.search.simulations();
  return std::move(record_);
}

}  // namespace rootward
