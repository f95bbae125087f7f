// The companions of one search at work: what the search tells them, and what they answer together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/playout_policy.h"
#include "core/playout_trace.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/selection.h"
#include "search/settings.h"
#include "search/tree.h"

namespace rootward {

class Companions {
 public:
  explicit Companions(const SearchSettings& settings);

  /// Real columns that a child's numbers take; the first one is place()'s.
  [[nodiscard]] int columns() const;
  /// `has_prior_column`: children have room for priors; `gives_priors`: the evaluator fills it.
  void place(int first_column, bool has_prior_column, bool gives_priors);
  /// Forgets everything; `seed` fixes every random choice until the next call.
  void new_game(std::uint64_t seed);
  /// A search begins. `keys`: by action, those of the game's moves; empty: it has none.
  void begin(std::vector<MoveKey> keys, bool keeps_tree);
  /// A block was made, all of whose children are unvisited.
  void made(const Block& block) {
    for (const auto& one : all_) one->made(block);
  }

  /// A simulation begins.
  void start();
  /// Where several simulations are under way: which of them is meant from now on, 0 up.
  void turn_to(std::size_t simulation) { turn_ = simulation; }
  /// Where the evaluator puts the leaf's playout; null: nobody wants one.
  [[nodiscard]] PlayoutTrace* trace() { return wants_trace_ ? &traces_[turn_] : nullptr; }
  /// Whether playouts are guided, each by what is on its path.
  [[nodiscard]] bool guides_playouts() const { return !guides_.empty(); }
  /// What guides the playout from the path's leaf, until the next is asked for; null: nothing.
  [[nodiscard]] PlayoutPolicy* policy(const Tree& tree, std::span<const Slot> path);
  /// A simulation is over: root first, leaf last; `value` is the leaf's return, first seat's view.
  void update(const Tree& tree, std::span<const Slot> path, Value value);

  /// Whether any of them has a say in the present simulation's choices.
  [[nodiscard]] bool has_say() const { return has_say_; }
  /// Whether any changes the values that the selection reads in the present simulation.
  [[nodiscard]] bool mixes() const { return !mixers_.empty(); }
  [[nodiscard]] bool sets_urgency() const { return urgency_ != nullptr; }
  /// What unvisited children score where nothing is known of them; only where sets_urgency().
  [[nodiscard]] Value urgency(const SelectionNode& node) const { return urgency_->urgency(node); }
  /// Before a node's children are looked at: brings the eligible ones to the front; returns how many there are.
  [[nodiscard]] std::uint32_t prepare(const SelectionNode& node);
  /// Leaves in scores() the values of a node's first `count` children as Companion::mix() has them.
  void mix(const SelectionNode& node, std::uint32_t count);
  [[nodiscard]] bool changes_draws() const { return !drawn_.empty(); }
  /// Changes the values of a node's first children that are drawn by.
  void change_draws(const Block& block, std::uint32_t visits, std::vector<double>& values) const {
    for (const Companion* one : drawn_) one->change_draws(block, visits, values);
  }
  [[nodiscard]] bool has_bonus() const { return !bonuses_.empty(); }
  /// What is added to the score of a child with this value; nothing where it is proven.
  [[nodiscard]] double bonus(const SelectionNode& node, std::uint32_t index, Value value, std::uint32_t visits) const {
    double sum = 0;
    if (node.block.is_proven(index)) return sum;
    for (const Companion* one : bonuses_) sum += one->bonus(node, index, value, visits);
    return sum;
  }
  /// Room for a node's scores, kept between nodes.
  [[nodiscard]] std::vector<double>& scores() { return scores_; }
  [[nodiscard]] std::span<const std::unique_ptr<Companion>> all() const { return all_; }

 private:
  std::vector<std::unique_ptr<Companion>> all_;
  CompanionGround ground_;
  // Of all_, those that
  std::vector<const Companion*> bonuses_;  // add bonuses
  std::vector<const Companion*> drawn_;    // change what is drawn by
  std::vector<Companion*> guides_;         // guide playouts
  const Companion* urgency_ = nullptr;     // says what unvisited children score
  bool wants_trace_ = false;
  bool wants_owners_ = false;
  // Of the present simulation:
  bool has_say_ = false;
  std::vector<const Companion*> mixers_;  // of all_, those that change values
  std::vector<PlayoutTrace> traces_;      // of simulations under way
  std::size_t turn_ = 0;
  std::vector<double> scores_;
};

}  // namespace rootward
