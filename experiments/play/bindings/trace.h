// A finished search's whole tree, written as JSON or DOT, with depth and branching statistics.
#pragma once

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <ostream>
#include <string>
#include <vector>

#include "search/search.h"

namespace rootward {

/// Writes trees of one search. Values are in the view of the player who chooses among the siblings.
template <GameState P>
class TraceWriter {
 public:
  TraceWriter(const SearchCore& core, P root, std::vector<std::string> shadow_names)
      : core_(core), position_(std::move(root)), shadow_names_(std::move(shadow_names)) {}

  /// {"schema":"rootward.trace/1","statistics":{..},"root":{"visits","value","mean","shadows","children":[..]}}
  void write_json(std::ostream& out) {
    const Statistics statistics = count(core_.tree().child_block(core_.tree().root()), 0);
    const DepthStatistics& depths = core_.depths();
    fmt::print(
        out,
        R"({{"schema":"rootward.trace/1","statistics":{{"simulations":{},"mean_depth":{},"max_depth":{},)"
        R"("expanded_nodes":{},"visited_nodes":{},"children_per_node":{},"visited_children_per_node":{},"nodes_by_depth":[{}]}},)",
        depths.simulations, ratio(depths.total_depth, depths.simulations), depths.max_depth, statistics.expanded,
        statistics.visited + 1, ratio(statistics.children, statistics.expanded),
        ratio(statistics.visited, statistics.expanded), fmt::join(statistics.by_depth, ","));
    out << "\n\"root\":";
    write_json_node(out, core_.tree().root(), "");
    out << "}\n";
  }

  /// Graphviz: a box a visited node (move, visits, value), an arrow from parent to child.
  void write_dot(std::ostream& out) {
    const DepthStatistics& depths = core_.depths();
    fmt::print(out, "// simulations {}, mean depth {:.2f}, greatest depth {}\n", depths.simulations,
               ratio(depths.total_depth, depths.simulations), depths.max_depth);
    out << "digraph search {\n  node [shape=box, fontname=\"sans-serif\"];\n";
    std::uint64_t next = 0;
    write_dot_node(out, core_.tree().root(), "root", next);
    out << "}\n";
  }

 private:
  struct Statistics {
    std::uint64_t expanded = 0, children = 0, visited = 0;
    std::vector<std::uint64_t> by_depth;
  };

  static double ratio(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  }

  Statistics count(BlockRef ref, std::size_t depth) const {
    Statistics total;
    total.by_depth.assign(depth + 1, 0);
    total.by_depth[depth] = 1;
    if (ref == kNoBlock) return total;
    const Block block = core_.tree().block(ref);
    ++total.expanded;
    total.children += block.count();
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] == 0) continue;
      const Statistics below = count(block.children()[i], depth + 1);
      total.expanded += below.expanded;
      total.children += below.children;
      total.visited += below.visited + 1;
      if (below.by_depth.size() > total.by_depth.size()) total.by_depth.resize(below.by_depth.size(), 0);
      for (std::size_t d = 0; d < below.by_depth.size(); ++d) total.by_depth[d] += below.by_depth[d];
    }
    return total;
  }

  /// Calls visit(child slot, the move's text) at each visited child with the position standing after its move.
  template <class Visit>
  void for_each_child(BlockRef ref, Visit visit) {
    if (ref == kNoBlock) return;
    const Block block = core_.tree().block(ref);
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.visits()[i] == 0) continue;
      const std::string move = position_.action_text(block.actions()[i]);
      const typename P::Mark mark = position_.mark();
      position_.play(block.actions()[i]);
      visit(Slot{ref, i}, move);
      position_.rewind(mark);
    }
  }

  void write_json_node(std::ostream& out, Slot slot, const std::string& move) {
    const Block block = core_.tree().block(slot.block);
    const std::uint32_t i = slot.index;
    out << '{';
    if (!move.empty()) fmt::print(out, R"("move":"{}",)", move);
    fmt::print(out, R"("visits":{},"value":{},"mean":{})", block.visits()[i], block.values()[i], block.means()[i]);
    if (core_.tree().layout().has_priors) fmt::print(out, R"(,"prior":{})", block.priors()[i]);
    if (block.is_proven(i)) out << R"(,"proven":true)";
    if (!shadow_names_.empty()) {
      out << R"(,"shadows":{)";
      for (std::size_t s = 0; s < shadow_names_.size(); ++s) {
        fmt::print(out, R"({}"{}":{})", s == 0 ? "" : ",", shadow_names_[s], block.real(core_.column_of_shadow(s))[i]);
      }
      out << '}';
    }
    const BlockRef ref = block.children()[i];
    if (ref != kNoBlock) {
      if (core_.tree().block(ref).header().is_chance) out << R"(,"chance":true)";
      out << ",\n\"children\":[";
      bool is_first = true;
      for_each_child(ref, [&](Slot child, const std::string& text) {
        if (!is_first) out << ",\n";
        is_first = false;
        write_json_node(out, child, text);
      });
      out << ']';
    }
    out << '}';
  }

  /// A chance node is an ellipse.
  std::uint64_t write_dot_node(std::ostream& out, Slot slot, const std::string& name, std::uint64_t& next) {
    const Block block = core_.tree().block(slot.block);
    const std::uint32_t i = slot.index;
    const std::uint64_t number = next++;
    const BlockRef ref = block.children()[i];
    const bool is_chance = ref != kNoBlock && core_.tree().block(ref).header().is_chance;
    fmt::print(out, "  n{} [label=\"{}\\n{} visits\\n{:.3f}\"{}];\n", number, name, block.visits()[i],
               block.values()[i], is_chance ? ", shape=ellipse" : "");
    for_each_child(ref, [&](Slot child, const std::string& text) {
      const std::uint64_t below = write_dot_node(out, child, text, next);
      fmt::print(out, "  n{} -> n{};\n", number, below);
    });
    return number;
  }

  const SearchCore& core_;
  P position_;
  std::vector<std::string> shadow_names_;
};

}  // namespace rootward
