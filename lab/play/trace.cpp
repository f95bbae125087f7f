// Reads the tree once for the statistics and once for the nodes.
#include "lab/play/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "core/escape.h"
#include "lab/play/traced_tree.h"

namespace rootward {
namespace {

class JsonTrace {
 public:
  JsonTrace(const SearchedTree& tree, const TraceOptions& options, std::ostream& out)
      : tree_(tree, options), options_(options), out_(out) {}

  void write(const Position& root) {
    out_ << R"({"schema":"rootward.trace/2","frame":)" << json_string(tree_.frame()) << ",\n";
    write_operators();
    if (options_.depth || options_.min_visits) write_limits();
    write_statistics();
    out_ << "\"root\":";
    write_node(tree_.root(), root, "", 0);
    out_ << "}\n";
  }

 private:
  void write_operators() {
    out_ << R"("operators":{"driver":)" << json_string(options_.operators.front()) << R"(,"shadows":[)";
    for (std::size_t i = 1; i < options_.operators.size(); ++i)
      out_ << (i == 1 ? "" : ",") << json_string(options_.operators[i]);
    out_ << "]},\n";
  }
  void write_limits() {
    out_ << fmt::format(R"("limits":{{"depth":{},"min_visits":{}}},)",
                        options_.depth ? fmt::format("{}", *options_.depth) : "null", options_.min_visits.value_or(1))
         << '\n';
  }
  void write_statistics() {
    const TreeStatistics statistics = tree_.statistics();
    const DepthStatistics& depths = tree_.core().depths();
    out_ << fmt::format(
        R"("statistics":{{"simulations":{},"mean_depth":{},"max_depth":{},"expanded_nodes":{},"visited_nodes":{},)"
        R"("children_per_node":{},"visited_children_per_node":{},"nodes_by_depth":[{}]}},)",
        depths.simulations, trace_ratio(depths.total_depth, depths.simulations), depths.max_depth, statistics.expanded,
        statistics.visited + 1, trace_ratio(statistics.children, statistics.expanded),
        trace_ratio(statistics.visited, statistics.expanded), fmt::join(statistics.by_depth, ","));
    out_ << '\n';
  }

  void write_node(Slot slot, const Position& position, const std::string& move, std::uint32_t depth) {
    const Block block = tree_.block(slot);
    out_ << '{';
    if (!move.empty()) out_ << R"("move":)" << json_string(move) << ',';
    out_ << fmt::format(R"("visits":{},"value":{},"mean":{})", tree_.visits(slot), tree_.real(slot, kValueColumn),
                        tree_.real(slot, kMeanColumn));
    if (tree_.core().tree().layout().has_priors) out_ << fmt::format(R"(,"prior":{})", block.priors()[slot.index]);
    if (block.is_proven(slot.index)) out_ << R"(,"proven":true)";
    write_shadows(slot);
    if (tree_.is_chance(slot)) out_ << R"(,"chance":true)";
    if (tree_.child_block(slot) != kNoBlock) write_children(slot, position, depth);
    out_ << '}';
  }

  void write_shadows(Slot slot) {
    if (options_.operators.size() < 2) return;
    out_ << R"(,"shadows":{)";
    for (std::size_t s = 0; s + 1 < options_.operators.size(); ++s) {
      out_ << (s == 0 ? "" : ",") << json_string(options_.operators[s + 1])
           << fmt::format(":{}", tree_.real(slot, tree_.core().column_of_shadow(s)));
    }
    out_ << '}';
  }

  void write_children(Slot slot, const Position& position, std::uint32_t depth) {
    std::uint64_t hidden = 0, hidden_visits = 0;
    bool is_first = true;
    out_ << ",\n\"children\":[";
    for (const Slot child : tree_.visited_children(slot)) {
      if ((options_.depth && depth >= *options_.depth) || tree_.visits(child) < options_.min_visits.value_or(1)) {
        ++hidden;
        hidden_visits += tree_.visits(child);
        continue;
      }
      const Action action = tree_.block(child).actions()[child.index];
      const std::unique_ptr<Position> below = position.clone();
      below->play(action);
      out_ << (is_first ? "" : ",\n");
      is_first = false;
      write_node(child, *below, position.action_text(action), depth + 1);
    }
    out_ << ']';
    if (hidden > 0) out_ << fmt::format(R"(,"left_out":{{"children":{},"visits":{}}})", hidden, hidden_visits);
  }

  TracedTree tree_;
  const TraceOptions& options_;
  std::ostream& out_;
};

}  // namespace

std::string TracedTree::frame() const {
  if (!returns_.is_standard()) return fmt::format("the game's own units, in [{}, {}]", returns_.low, returns_.high);
  return fmt::format("view of the player to move at the root ({} seat), in [-1, 1]",
                     root_seat_ == Seat::first ? "first" : "second");
}

TreeStatistics TracedTree::statistics() const {
  TreeStatistics total;
  count(child_block(root()), 0, total);
  return total;
}

void TracedTree::count(BlockRef ref, std::size_t depth, TreeStatistics& total) const {
  if (total.by_depth.size() <= depth) total.by_depth.resize(depth + 1, 0);
  ++total.by_depth[depth];
  if (ref == kNoBlock) return;
  const Block block = core_.tree().block(ref);
  ++total.expanded;
  total.children += block.count();
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    if (block.visits()[i] == 0) continue;
    ++total.visited;
    count(block.children()[i], depth + 1, total);
  }
}

std::vector<Slot> TracedTree::visited_children(Slot slot) const {
  std::vector<Slot> children;
  const BlockRef ref = child_block(slot);
  if (ref == kNoBlock) return children;
  const Block block = core_.tree().block(ref);
  for (std::uint32_t i = 0; i < block.count(); ++i)
    if (block.visits()[i] > 0) children.push_back({ref, i});
  return children;
}

void write_trace_json(const SearchedTree& tree, const TraceOptions& options, std::ostream& out) {
  JsonTrace(tree, options, out).write(*tree.root);
}

}  // namespace rootward
