// A tree for Graphviz, cut to what can be read.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <ostream>
#include <string>

#include "core/escape.h"
#include "lab/play/trace.h"
#include "lab/play/traced_tree.h"

namespace rootward {
namespace {

constexpr std::uint32_t kShownDepth = 4;
constexpr std::size_t kShownNodes = 40;

class DotTrace {
 public:
  DotTrace(const SearchedTree& tree, const TraceOptions& options, std::ostream& out)
      : tree_(tree, options),
        options_(options),
        depth_(options.depth.value_or(kShownDepth)),
        min_visits_(options.min_visits ? *options.min_visits : readable_min_visits()),
        out_(out) {}

  void write(const Position& root) {
    out_ << "digraph search {\n  graph [fontname=\"sans-serif\", nodesep=0.12, ranksep=0.35];\n"
            "  node [fontname=\"sans-serif\", fontsize=11, margin=\"0.06,0.03\"];\n  edge [arrowsize=0.5];\n";
    write_node(tree_.root(), root, "root", 0);
    write_legend();
    out_ << "}\n";
  }

 private:
  /// Ties at the limit are shown where everything would go without them.
  [[nodiscard]] std::uint32_t readable_min_visits() const {
    const auto hundredth = static_cast<std::uint32_t>((std::uint64_t{tree_.visits(tree_.root())} + 99) / 100);
    const std::uint32_t least = std::max(1U, hundredth);
    std::vector<std::uint32_t> visits;
    collect(tree_.root(), 0, least, visits);
    if (visits.size() <= kShownNodes) return least;
    std::ranges::sort(visits, std::greater<>());
    const std::uint32_t limit = visits[kShownNodes];
    return limit < visits.front() ? limit + 1 : limit;
  }

  void collect(Slot slot, std::uint32_t depth, std::uint32_t least, std::vector<std::uint32_t>& visits) const {
    if (depth == depth_) return;
    for (const Slot child : tree_.visited_children(slot)) {
      if (tree_.visits(child) < least) continue;
      visits.push_back(tree_.visits(child));
      collect(child, depth + 1, least, visits);
    }
  }

  std::uint64_t write_node(Slot slot, const Position& position, const std::string& name, std::uint32_t depth) {
    const std::uint64_t number = shown_++;
    std::vector<Slot> children = tree_.visited_children(slot);
    const std::size_t all = children.size();
    if (depth >= depth_) children.clear();
    std::erase_if(children, [&](Slot child) { return tree_.visits(child) < min_visits_; });
    out_ << fmt::format("  n{} [shape={}, label={}];\n", number, shape_of(position),
                        dot_string(label_of(slot, name, all - children.size())));
    std::ranges::stable_sort(children, std::greater<>(), [&](Slot child) { return tree_.visits(child); });
    for (const Slot child : children) {
      const Action action = tree_.block(child).actions()[child.index];
      const std::unique_ptr<Position> below = position.clone();
      below->play(action);
      const std::uint64_t to = write_node(child, *below, position.action_text(action), depth + 1);
      out_ << fmt::format("  n{} -> n{} [penwidth={:.2f}];\n", number, to,
                          0.5 + 4 * trace_ratio(tree_.visits(child), tree_.visits(tree_.root())));
    }
    return number;
  }

  /// The driver's value stands bare, a shadow's behind its number in the legend: labels would make the picture wide.
  [[nodiscard]] std::string label_of(Slot slot, const std::string& name, std::size_t hidden) const {
    std::string text = fmt::format("{}\n{} visits\n{:+.3f}", name, tree_.visits(slot), tree_.real(slot, kValueColumn));
    for (std::size_t s = 0; s + 1 < options_.operators.size(); ++s)
      text += fmt::format("\n{}: {:+.3f}", s + 1, tree_.real(slot, tree_.core().column_of_shadow(s)));
    if (tree_.block(slot).is_proven(slot.index)) text += "\nproven";
    if (hidden > 0) text += fmt::format("\n({} more)", hidden);
    return text;
  }

  const char* shape_of(const Position& position) {
    if (position.is_over()) return used("box", "the game is over");
    if (position.is_chance()) return used("ellipse", "chance");
    if (position.to_move() == tree_.root_seat()) return used("house", "MAX moves:\nthe root's player");
    return used("invhouse", "MIN moves:\nthe other player");
  }

  const char* used(const char* shape, const char* meaning) {
    shapes_.emplace(shape, meaning);
    return shape;
  }

  /// The shapes that the picture has, and above it what its lines mean.
  void write_legend() {
    out_ << "  subgraph cluster_legend {\n    label=\"Legend\"; fontsize=11; color=gray; margin=6;\n";
    for (const auto& [shape, meaning] : shapes_)
      out_ << fmt::format("    legend_{0} [shape={0}, label={1}];\n", shape, dot_string(meaning));
    out_ << "  }\n  labelloc=t; labeljust=l; fontsize=11; label=" << dot_string(legend_text()) << ";\n";
  }

  [[nodiscard]] std::string legend_text() const {
    const DepthStatistics& depths = tree_.core().depths();
    std::string text = fmt::format("{} simulations, mean depth {:.2f}, greatest depth {}\n", depths.simulations,
                                   trace_ratio(depths.total_depth, depths.simulations), depths.max_depth);
    text += fmt::format("a node: move, visits, value by {} (the driver)\n", options_.operators.front());
    for (std::size_t i = 1; i < options_.operators.size(); ++i)
      text += fmt::format("{}{}: {}{}", i == 1 ? "shadows: " : ", ", i, options_.operators[i],
                          i + 1 == options_.operators.size() ? "\n" : "");
    text += "values: " + tree_.frame();
    text += fmt::format("\nshown: {} of {} visited nodes, those with {} visits or more down to depth {}", shown_,
                        tree_.statistics().visited + 1, min_visits_, depth_);
    return text + "\n(--min-visits N, --trace-depth N); a line is as thick as its share of visits\n";
  }

  TracedTree tree_;
  const TraceOptions& options_;
  std::uint32_t depth_;
  std::uint32_t min_visits_;
  std::ostream& out_;
  std::map<std::string, std::string> shapes_;  // those in the picture, with their meanings
  std::uint64_t shown_ = 0;
};

}  // namespace

void write_trace_dot(const SearchedTree& tree, const TraceOptions& options, std::ostream& out) {
  DotTrace(tree, options, out).write(*tree.root);
}

}  // namespace rootward
