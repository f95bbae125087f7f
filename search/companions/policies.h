// What guides playouts: MAST and last good replies.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/math.h"
#include "core/params.h"
#include "core/playout_policy.h"
#include "core/types.h"
#include "search/companion.h"
#include "search/companions/move_table.h"

namespace rootward {

/// MAST: a playout's moves by x_a, the mean return of the move for its player in all simulations. gibbs draws with
/// probability proportional to exp(x_a / temperature); epsilon plays the best but for a share of uniform moves. A move
/// never seen counts as 1.
class Mast : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "mast";
  static constexpr bool kNeedsKeys = true;
  static constexpr bool kGuidesPlayouts = true;
  static Described describe();

  explicit Mast(const Params& params)
      : is_gibbs_(params.text("policy") == "gibbs"),
        temperature_(params.real("temperature")),
        epsilon_(params.real("epsilon")),
        counts_playouts_(params.text("where") == "tree_and_playout"),
        decay_(params.real("decay")) {}

  void set_up(PlayoutPolicy& policy) const {
    policy.use_mast(is_gibbs_ ? PlayoutPolicy::Mast::gibbs : PlayoutPolicy::Mast::epsilon, epsilon_);
  }
  /// Writes the policy's scores of every move.
  void fill(const MoveTable& moves, std::size_t keys, PlayoutPolicy& policy) const {
    for (const Seat seat : {Seat::first, Seat::second}) {
      std::vector<double>& scores = policy.scores(seat);
      scores.resize(keys);
      for (std::size_t key = 0; key < keys; ++key) {
        const double mean = moves.mean(seat, static_cast<MoveKey>(key), kUnseen);
        scores[key] = is_gibbs_ ? exp_exact((mean - 1) / temperature_) : mean;
      }
    }
  }
  [[nodiscard]] bool counts_playouts() const { return counts_playouts_; }
  [[nodiscard]] double decay() const { return decay_; }

 private:
  static constexpr Value kUnseen = 1;
  bool is_gibbs_;
  double temperature_;
  double epsilon_;
  bool counts_playouts_;
  double decay_;
};

inline std::vector<ParamSpec> mast_counts() {
  return {{.key = "where",
           .help = "which moves of a simulation are counted",
           .type = ParamType::choice,
           .fallback = std::string("tree_and_playout"),
           .choices = {"tree_and_playout", "tree"},
           .source = "Finnsson & Bjornsson 2008"},
          {.key = "decay",
           .help = "factor on all counts between a game's searches; 0 forgets",
           .fallback = 1.0,
           .low = 0,
           .high = 1,
           .tune_low = 0,
           .tune_high = 1,
           .source = "Tak et al. 2012"}};
}

inline Described Mast::describe() {
  Described described = {
      .name = std::string(kName),
      .help = "playouts prefer moves that did well for their player anywhere in this game's searches",
      .source = "Finnsson & Bjornsson 2008; epsilon: Tak, Winands & Bjornsson 2012",
      .parameters = {{.key = "policy",
                      .help = "gibbs: drawn proportional to exp(x / temperature); epsilon: the best, but for a "
                              "share of uniform moves",
                      .type = ParamType::choice,
                      .fallback = std::string("gibbs"),
                      .choices = {"gibbs", "epsilon"},
                      .source = "Finnsson & Bjornsson 2008; Tak et al. 2012"},
                     {.key = "temperature",
                      .help = "gibbs: of mean returns in [-1, 1]",
                      .fallback = 1.0,
                      .low = 0.005,
                      .high = 1000,
                      .tune_low = 0.05,
                      .tune_high = 4,
                      .scale = Scale::log,
                      .source = "Finnsson & Bjornsson 2008"},
                     {.key = "epsilon",
                      .help = "epsilon: share of uniform moves",
                      .fallback = 0.1,
                      .low = 0,
                      .high = 1,
                      .tune_low = 0.01,
                      .tune_high = 0.9,
                      .source = "Tak et al. 2012"}}};
  std::ranges::move(mast_counts(), std::back_inserter(described.parameters));
  return described;
}

/// Last good replies: the winner's moves become the replies to the moves before them, the loser's are forgotten where
/// they stand.
class Replies : public CompanionTraits {
 public:
  static constexpr std::string_view kName = "replies";
  static constexpr bool kNeedsKeys = true;
  static constexpr bool kGuidesPlayouts = true;
  static Described describe() {
    return {.name = std::string(kName),
            .help =
                "playouts answer as the winner of the last simulation with the same move, or the same two moves, "
                "before did",
            .source = "Drake 2009; forgetting: Baier & Drake 2010; Orego",
            .parameters = {{.key = "depth",
                            .help = "moves before that a reply is kept for; 2: two, else one",
                            .type = ParamType::integer,
                            .fallback = std::int64_t{2},
                            .low = 1,
                            .high = 2,
                            .source = "Drake 2009"},
                           {.key = "forget",
                            .help = "whether the loser's replies are erased",
                            .type = ParamType::boolean,
                            .fallback = true,
                            .source = "Baier & Drake 2010"}}};
  }

  explicit Replies(const Params& params)
      : depth_(static_cast<int>(params.integer("depth"))), forgets_(params.boolean("forget")) {}

  [[nodiscard]] int depth() const { return depth_; }
  /// The seat played `key` after `last` and `before`, and won or lost.
  void count(ReplyTable& table, Seat seat, MoveKey key, MoveKey last, MoveKey before, bool has_won) const {
    for (MoveKey* reply : {table.to_one(seat, last), table.to_two(seat, last, before)}) {
      if (reply == nullptr) continue;
      if (has_won)
        *reply = key;
      else if (forgets_ && *reply == key)
        *reply = kNoMoveKey;
    }
  }

 private:
  int depth_;
  bool forgets_;
};

}  // namespace rootward
