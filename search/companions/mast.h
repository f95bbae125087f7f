// MAST: playouts prefer moves that did well anywhere in the game's searches.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
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
class Mast final : public Companion {
 public:
  static constexpr std::string_view kName = "mast";
  static constexpr CompanionNeeds kNeeds{.keys = true, .playouts = true};
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

  [[nodiscard]] bool wants_trace() const override { return counts_playouts_; }
  void new_game(std::uint64_t) override { moves_.clear(); }
  void begin(bool) override {
    moves_.resize(ground().key_count);
    moves_.decay(decay_);
  }
  void update(const FinishedSimulation& simulation) override { moves_.count(simulation, ground(), counts_playouts_); }
  [[nodiscard]] bool guides_playouts() const override { return true; }
  void guide() override { fill(moves_, ground().key_count, ground().policy); }

 protected:
  void meet(std::span<const std::unique_ptr<Companion>>) override { set_up(ground().policy); }

 private:
  static constexpr Value kUnseen = 1;
  bool is_gibbs_;
  double temperature_;
  double epsilon_;
  bool counts_playouts_;
  double decay_;
  MoveTable moves_;
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

}  // namespace rootward
