// Walking and naming the nodes of an explicit tree.
#include "games/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "core/errors.h"

namespace rootward {
namespace {

bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

std::uint32_t ExplicitTree::Rules::add(std::uint32_t parent, const std::string& move) {
  if (move.empty() || move == "-" || move.find_first_of(" \t\r\n") != std::string::npos)
    throw UsageError(fmt::format("tree: '{}' is no name for a move: one word is asked for", move));
  if (nodes_[parent].children.size() == ActionList::kCapacity)
    throw UsageError(fmt::format("tree: a node has more than {} moves", ActionList::kCapacity));
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

PlayoutResult ExplicitTree::random_playout(Rng& rng) const {
  ExplicitTree walker = *this;
  PlayoutResult playout;
  while (!walker.is_over()) {
    walker.play(static_cast<Action>(rng.below(static_cast<std::uint32_t>(walker.here().children.size()))));
    ++playout.plies;
  }
  playout.value = walker.result();
  return playout;
}

std::string ExplicitTree::action_text(Action action) const { return (*nodes_)[here().children[action]].move; }

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
  if (is_over()) return fmt::format("{}: leaf, value {} for MAX\n", to_text(), result());
  std::string moves;
  for (std::uint32_t child : here().children) moves += fmt::format(" {}", (*nodes_)[child].move);
  return fmt::format("{}: {} chooses among{}\n", to_text(), to_move() == Seat::first ? "MAX" : "MIN", moves);
}

}  // namespace rootward
