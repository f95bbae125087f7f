// A game played down a full tree: every node above the leaves has the same number of moves. What a leaf is worth, and
// who chooses where, is a model's business (p_game, trap_tree, synthetic_tree).
#pragma once

#include <fmt/format.h>

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/errors.h"
#include "core/game_state.h"
#include "core/rng.h"
#include "core/types.h"
#include "games/text_reader.h"

namespace rootward {

/// A node: how deep it lies, and which of the nodes of its level it is, from the left.
struct TreePlace {
  int level = 0;
  std::uint64_t index = 0;
  friend bool operator==(const TreePlace&, const TreePlace&) = default;
};

/// Of a tree whose leaves can be counted.
inline constexpr int kMostLevels = 62;

/// Whether branching^depth leaves can be counted in 63 bits.
constexpr bool is_countable(int branching, int depth) {
  std::uint64_t leaves = 1;
  for (int level = 0; level < depth; ++level) {
    if (leaves > (std::uint64_t{1} << 62) / static_cast<std::uint64_t>(branching)) return false;
    leaves *= static_cast<std::uint64_t>(branching);
  }
  return true;
}

/// Whose choice it is after a move, where it is the other player's with probability `changes`: by the place, and so the
/// same whenever the place is met. 1: the players alternate. MAX begins.
struct Turns {
  double changes = 1;
  std::uint64_t seed = 0;

  [[nodiscard]] Seat after(Seat mover, const TreePlace& to) const {
    return changes >= 1 || is_changed(to) ? other(mover) : mover;
  }
  friend bool operator==(const Turns&, const Turns&) = default;

 private:
  [[nodiscard]] bool is_changed(const TreePlace& to) const {
    const std::uint64_t level = mix64(seed ^ mix64(hash_name("turns") + static_cast<std::uint64_t>(to.level)));
    return static_cast<double>(mix64(level ^ to.index) >> 11) * 0x1p-53 < changes;
  }
};

/// Model: `name()`, `branching()`, `depth()`; `mover(to, before)`: whose choice it is at a place, where `before` chose
/// the move to it; `leaf(index)`: a leaf's value, first seat's view; `exact(place, mover)`: the value under best play,
/// where it is known. Where `kIsNoisy`, also `draw(index, rng)`: a leaf's return, of which leaf() is the mean. Where
/// two players are scored otherwise, `match_result(index)` (ScoresMatches). Action i is the i-th move from the left.
template <class Model>
class UniformTree {
 public:
  using Rules = Model;
  struct Mark {
    TreePlace place;
    Seat mover = Seat::first;
  };

  explicit UniformTree(const Rules& rules) : rules_(&rules) {}

  [[nodiscard]] Seat to_move() const { return at_.mover; }
  [[nodiscard]] bool is_over() const { return at_.place.level == rules_->depth(); }
  [[nodiscard]] Value result() const { return rules_->leaf(at_.place.index); }
  [[nodiscard]] Ending ending() const { return Ending::rules; }
  void legal_actions(ActionList& out) const {
    out.clear();
    if (is_over()) return;
    for (int action = 0; action < rules_->branching(); ++action) out.push_back(static_cast<Action>(action));
  }
  [[nodiscard]] bool is_legal(Action action) const { return !is_over() && action < rules_->branching(); }
  void play(Action action) {
    assert(is_legal(action));
    const std::uint64_t first = at_.place.index * static_cast<std::uint64_t>(rules_->branching());
    at_.place = {at_.place.level + 1, first + action};
    at_.mover = rules_->mover(at_.place, at_.mover);
  }
  [[nodiscard]] Mark mark() const { return at_; }
  void rewind(const Mark& mark) { at_ = mark; }
  [[nodiscard]] std::uint64_t hash() const {
    return mix64(mix64(at_.place.index) ^ static_cast<std::uint64_t>(at_.place.level));
  }
  /// No two nodes are taken for equal.
  [[nodiscard]] std::uint64_t canonical_hash() const { return hash(); }
  PlayoutResult random_playout(Rng& rng) const {
    UniformTree walker = *this;
    PlayoutResult playout;
    for (; !walker.is_over(); ++playout.plies)
      walker.play(static_cast<Action>(rng.below(static_cast<std::uint32_t>(rules_->branching()))));
    if constexpr (Model::kIsNoisy) {
      playout.value = walker.draw_result(rng);
    } else {
      playout.value = walker.result();
    }
    return playout;
  }
  [[nodiscard]] bool has_noisy_result() const requires Model::kIsNoisy { return true; }
  [[nodiscard]] Value draw_result(Rng& rng) const requires Model::kIsNoisy {
    return rules_->draw(at_.place.index, rng);
  }
  [[nodiscard]] std::optional<Value> match_result() const requires requires(const Model& model) {
    model.match_result(0);
  }
  { return rules_->match_result(at_.place.index); }
  [[nodiscard]] std::optional<Value> exact_value() const { return rules_->exact(at_.place, at_.mover); }

  /// From 1.
  [[nodiscard]] std::string action_text(Action action) const { return fmt::format("{}", action + 1); }
  [[nodiscard]] std::optional<Action> parse_action(std::string_view text) const {
    TextReader reader(text);
    const bool is_number = !text.empty() && text.front() >= '1' && text.front() <= '9';
    const std::optional<int> number = is_number ? reader.number() : std::nullopt;
    if (!number || !reader.is_at_end() || *number > rules_->branching()) return std::nullopt;
    return static_cast<Action>(*number - 1);
  }
  /// The moves from the root, separated by blanks; `-` at the root.
  [[nodiscard]] std::string to_text() const {
    std::string text;
    std::uint64_t index = at_.place.index;
    const auto branching = static_cast<std::uint64_t>(rules_->branching());
    for (int level = 0; level < at_.place.level; ++level, index /= branching)
      text = fmt::format("{}{}{}", index % branching + 1, level == 0 ? "" : " ", text);
    return text.empty() ? "-" : text;
  }
  static UniformTree from_text(const Rules& rules, std::string_view text) {
    UniformTree position(rules);
    if (text == "-") return position;
    TextReader reader(text);
    do {
      const std::string_view word = reader.word();
      const std::optional<Action> action = position.parse_action(word);
      if (!action || position.is_over())
        throw UsageError(
            fmt::format("{} position: '{}' is no move at node {}", rules.name(), word, position.to_text()));
      position.play(*action);
    } while (reader.take(" "));
    return position;
  }
  [[nodiscard]] std::string drawing() const {
    if (is_over()) return fmt::format("{}: leaf, value {:.4f} for MAX\n", to_text(), rules_->leaf(at_.place.index));
    return fmt::format("{}: {} chooses among 1 .. {}, level {} of {}\n", to_text(),
                       to_move() == Seat::first ? "MAX" : "MIN", rules_->branching(), at_.place.level, rules_->depth());
  }

 private:
  const Rules* rules_;
  Mark at_;
};

}  // namespace rootward
