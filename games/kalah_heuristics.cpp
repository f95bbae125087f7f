// What Kalah's positions look like: stores, and seeds in the pits.
#include <cstddef>
#include <span>

#include "games/kalah.h"

namespace rootward {

Judgements Kalah::judgements(const Rules&) {
  return {.heuristics = {{.name = "stores",
                          .help = "store - their_store",
                          .source = "Lanctot et al. 2014; scale ours",
                          .scale = 10},
                         {.name = "stores_seeds",
                          .help = "store - their_store + (seeds - their_seeds) / 2",
                          .source = "ours",
                          .scale = 10}},
          .features = {{"store", "seeds in the store of the player to move"},
                       {"their_store", "the opponent's"},
                       {"seeds", "seeds in his pits"},
                       {"their_seeds", "the opponent's"},
                       {"empty_pits", "his pits without seeds"},
                       {"their_empty_pits", "the opponent's"}}};
}

double Kalah::heuristic(std::size_t which) const {
  const double stores = static_cast<double>(store(to_move())) - store(other(to_move()));
  if (which == 0) return stores;
  return stores + 0.5 * (seeds_in_pits(to_move()) - seeds_in_pits(other(to_move())));
}

void Kalah::features(std::span<double> out) const {
  for (std::size_t i = 0; i < 2; ++i) {
    const Seat seat = i == 0 ? to_move() : other(to_move());
    int empty = 0;
    for (int pit = 0; pit < rules_->pits; ++pit) empty += seeds(seat, pit) == 0 ? 1 : 0;
    out[i] = store(seat);
    out[2 + i] = seeds_in_pits(seat);
    out[4 + i] = empty;
  }
}

}  // namespace rootward
