// Walking and naming the nodes of an explicit tree.
#include "games/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <limits>

#include "core/errors.h"
#include "core/sampling.h"
#include "core/text.h"

namespace rootward {
namespace {

bool equal_in_any_case(std::string_view a, std::string_view b) { return lower_case(a) == lower_case(b); }

}  // namespace

std::uint32_t ExplicitTree::Rules::add(std::uint32_t parent, const std::string& move) {
  if (move.empty() || move == "-" || move.find_first_of(" \t\r\n") != std::string::npos)
    throw UsageError(fmt::format("tree: '{}' is no name for a move: one word is asked for", move));
  if (nodes_[parent].children.size() == ActionList::kUsual)
    throw UsageError(fmt::format("tree: a node has more than {} moves", ActionList::kUsual));
  for (std::uint32_t sibling : nodes_[parent].children) {
    if (equal_in_any_case(nodes_[sibling].move, move))
      throw UsageError(fmt::format("tree: two moves of one node are called {}", move));
  }
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  Node node;
  node.move = move;
  node.parent = parent;
  nodes_.push_back(std::move(node));
  nodes_[parent].children.push_back(index);
  return index;
}

void ExplicitTree::legal_actions(ActionList& out) const {
  out.clear();
  for (std::size_t i = 0; i < here().children.size(); ++i) out.push_back(static_cast<Action>(i));
}

Value ExplicitTree::draw_result(Rng& rng) const {
  const Leaf& leaf = here().leaf;
  switch (leaf.kind) {
    case Leaf::Kind::value:
      break;
    case Leaf::Kind::bernoulli:
      return rng.uniform() < leaf.spread ? 1 : -1;
    case Leaf::Kind::normal:
      return leaf.mean + leaf.spread * standard_normal(rng);
  }
  return leaf.mean;
}

Action ExplicitTree::draw_outcome(Rng& rng) const {
  double left = rng.uniform();
  const std::size_t last = here().children.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    left -= child(static_cast<Action>(i)).probability;
    if (left < 0) return static_cast<Action>(i);
  }
  return static_cast<Action>(last);
}

Value ExplicitTree::exact_value(std::uint32_t index) const {
  const Node& node = (*nodes_)[index];
  if (node.children.empty()) return node.leaf.mean;
  const double sign = sign_of(node.seat);
  Value mean = 0;
  Value best = -std::numeric_limits<double>::infinity();
  for (const std::uint32_t below : node.children) {
    const Value value = exact_value(below);
    mean += (*nodes_)[below].probability * value;
    best = std::max(best, sign * value);
  }
  return node.is_chance ? mean : sign * best;
}

PlayoutResult ExplicitTree::random_playout(Rng& rng) const {
  ExplicitTree walker = *this;
  PlayoutResult playout;
  while (!walker.is_over()) {
    const auto moves = static_cast<std::uint32_t>(walker.here().children.size());
    walker.play(walker.is_chance() ? walker.draw_outcome(rng) : static_cast<Action>(rng.below(moves)));
    ++playout.plies;
  }
  playout.value = walker.draw_result(rng);
  return playout;
}

Judgements ExplicitTree::judgements(const Rules& rules) {
  Judgements judgements;
  if (rules.has_heuristics())
    judgements.heuristics.push_back(
        {.name = "written", .help = "what the node itself says", .source = "the tree", .scale = 0});
  return judgements;
}

std::string ExplicitTree::action_text(Action action) const { return child(action).move; }

std::optional<Action> ExplicitTree::parse_action(std::string_view text) const {
  for (std::size_t i = 0; i < here().children.size(); ++i) {
    const auto action = static_cast<Action>(i);
    if (equal_in_any_case(action_text(action), text)) return action;
  }
  return std::nullopt;
}

std::string ExplicitTree::to_text() const {
  if (node_ == 0) return "-";
  std::string text;
  for (std::uint32_t node = node_; node != 0; node = (*nodes_)[node].parent)
    text = text.empty() ? (*nodes_)[node].move : fmt::format("{} {}", (*nodes_)[node].move, text);
  return text;
}

ExplicitTree ExplicitTree::from_text(const Rules& rules, std::string_view text) {
  ExplicitTree position(rules);
  if (text == "-") return position;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view move = text.substr(start, end - start);
    const std::optional<Action> action = position.parse_action(move);
    if (!action) throw UsageError(fmt::format("tree: '{}' is no move at node {}", move, position.to_text()));
    position.play(*action);
    start = end + 1;
  }
  return position;
}

std::string ExplicitTree::drawing() const {
  if (is_over())
    return fmt::format("{}: leaf, {} {} for MAX\n", to_text(), has_noisy_result() ? "mean" : "value", result());
  std::string moves;
  for (std::uint32_t below : here().children) moves += fmt::format(" {}", (*nodes_)[below].move);
  const char* chooser = is_chance() ? "chance" : to_move() == Seat::first ? "MAX" : "MIN";
  return fmt::format("{}: {} chooses among{}\n", to_text(), chooser, moves);
}

}  // namespace rootward
