// Short searches of wins and losses beside the tree: what they find is proven, and the solver's from then on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/params.h"
#include "search/companion.h"

namespace rootward {

/// Plies that a search of wins and losses looks ahead.
inline ParamSpec look_depth_spec() {
  return {.key = "depth",
          .help = "plies that are searched for a forced win or loss",
          .type = ParamType::integer,
          .fallback = std::int64_t{2},
          .low = 1,
          .high = 20,
          .source = "Baier & Winands 2013"};
}

/// Decisive and anti-decisive moves: at a node's first descent a move that wins at once proves the node, and moves
/// after which the opponent wins at once are proven losses.
class DecisiveMoves : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "decisive";
  static constexpr bool kNeedsSolver = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "a new node with a move that wins at once is proven, and its moves that let the opponent win at once "
                "are proven losses",
            .source = "Teytaud & Teytaud 2010",
            .parameters = {{.key = "tree",
                            .help = "whether the tree's nodes are looked at; playouts have `lines` of "
                                    "tactical_playouts",
                            .type = ParamType::boolean,
                            .fallback = true,
                            .source = "Teytaud & Teytaud 2010"}}};
  }

  explicit DecisiveMoves(const Params& params) : depth_(params.boolean("tree") ? kPlies : 0) {}
  [[nodiscard]] int depth() const { return depth_; }

 private:
  static constexpr int kPlies = 2;
  int depth_;
};

/// MCTS-MS: a search of wins and losses from a node at its `after`-th visit.
class SearchInTree : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "tree_search";
  static constexpr bool kNeedsSolver = true;
  static Described describe() {
    return {
        .name = std::string(kName),
        .help = "MCTS-MS: from a node's after-th visit on its forced wins and losses within `depth` plies are known",
        .source = "Baier & Winands 2013",
        .parameters = {look_depth_spec(),
                       {.key = "after",
                        .help = "the visit at which a node is searched, or its first descent after it",
                        .type = ParamType::integer,
                        .fallback = std::int64_t{10},
                        .low = 1,
                        .high = 1e9,
                        .source = "Baier & Winands 2013 try 0 to 50"}}};
  }

  explicit SearchInTree(const Params& params)
      : depth_(static_cast<int>(params.integer("depth"))),
        after_(static_cast<std::uint32_t>(params.integer("after"))) {}
  [[nodiscard]] int depth() const { return depth_; }
  [[nodiscard]] std::uint32_t after() const { return after_; }

 private:
  int depth_;
  std::uint32_t after_;
};

/// MCTS-MB: a search of wins and losses from the parent of a node that has just been proven.
class SearchAtProofs : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "proof_search";
  static constexpr bool kNeedsSolver = true;
  static Described describe() {
    return {
        .name = std::string(kName),
        .help = "MCTS-MB: where a node was proven, its parent is searched for a forced win or loss in `depth` plies",
        .source = "Baier & Winands 2013",
        .parameters = {look_depth_spec()}};
  }

  explicit SearchAtProofs(const Params& params) : depth_(static_cast<int>(params.integer("depth"))) {}
  [[nodiscard]] int depth() const { return depth_; }

 private:
  int depth_;
};

/// MCTS-MR: playouts whose every move is searched.
class SearchInRollouts : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "rollout_search";
  static constexpr bool kNeedsSolver = true;
  static constexpr bool kGuidesPlayouts = true;
  static Described describe() {
    return {
        .name = std::string(kName),
        .help =
            "MCTS-MR: each move of a playout wins by force within `depth` plies where it can, else does not lose so",
        .source = "Baier & Winands 2013",
        .parameters = {look_depth_spec()}};
  }

  explicit SearchInRollouts(const Params& params) : depth_(static_cast<int>(params.integer("depth"))) {}
  [[nodiscard]] int depth() const { return depth_; }

 private:
  int depth_;
};

}  // namespace rootward
