// A tree of two blocks with companions beside it, for what they count of a simulation.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "search/companions.h"
#include "search/companions/amaf.h"
#include "search/tree.h"

namespace rootward::testing {

/// What a tree has of priors: nothing; room for them, all alike; those of the evaluator.
enum class Priors : std::uint8_t { none, room, given };

/// A root with three children, of whom the first has been visited and has a block, and companions beside it.
struct SmallTree {
  explicit SmallTree(const std::vector<NamedParams>& settings, Seat root_seat = Seat::first,
                     Priors priors = Priors::none, const SearchSettings& base = {})
      : companions([&] {
          SearchSettings search = base;
          search.companions = settings;
          return search;
        }()),
        tree({.has_priors = priors != Priors::none,
              .has_proofs = true,
              .extra_columns = 0,
              .kept_columns = companions.columns()}) {
    companions.place(tree.layout().first_kept_column(), priors != Priors::none, priors == Priors::given);
    companions.new_game(1);
    tree.clear(root_seat);
    companions.begin(keys_of_places(4), false);
    root = tree.expand(tree.root(), root_seat, std::array<Action, 3>{0, 1, 2});
    tree.block(root).header().visited = 1;
    below = tree.expand({root, 0}, other(root_seat), std::array<Action, 3>{1, 2, 3});
    tree.block(below).header().visited = 1;
    companions.start();
  }
  /// The simulation that played 0, then 1, then the trace, which ended with `result` where one is told.
  void simulate(std::initializer_list<MoveKey> trace, Value value, std::optional<Value> result = {}) {
    if (companions.trace() != nullptr) {
      companions.trace()->assign(tree.block(root).header().seat, std::vector<MoveKey>(trace));
      if (result) companions.trace()->end(*result);
    }
    const std::array<Slot, 3> path{tree.root(), Slot{root, 0}, Slot{below, 0}};
    companions.update(tree, path, value);
  }
  /// What guides a playout from the leaf.
  PlayoutPolicy& policy() {
    return *companions.policy(tree, std::array<Slot, 3>{tree.root(), Slot{root, 0}, Slot{below, 0}});
  }
  [[nodiscard]] SelectionNode node(BlockRef ref, std::uint32_t visits) const {
    const Block block = tree.block(ref);
    return {.block = block, .visits = visits, .sample_mean = 0, .counts = block.visits(), .reads = block.values()};
  }
  [[nodiscard]] AmafNumbers cell(BlockRef ref, std::uint32_t index) const {
    return dynamic_cast<const Amaf&>(*companions.all().front()).cell(node(ref, 1), index);
  }
  Companions companions;
  Tree tree;
  BlockRef root = kNoBlock;
  BlockRef below = kNoBlock;
};

}  // namespace rootward::testing
