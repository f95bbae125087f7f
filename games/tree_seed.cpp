// The seed's declaration and its draw.
#include "games/tree_seed.h"

#include <cstdint>
#include <vector>

#include "core/sampling.h"

namespace rootward {

ParamSpec tree_seed_spec() {
  return {.key = "seed",
          .help = "which tree",
          .type = ParamType::integer,
          .fallback = std::int64_t{1},
          .low = 0,
          .high = 9007199254740992.0,
          .or_range = true,
          .source = "ours"};
}

ParamSpec turns_spec() {
  return {.key = "changes",
          .help = "probability that the other player is to move after a move; below 1 some moves give another one",
          .fallback = 1.0,
          .low = 0,
          .high = 1,
          .is_late = true,
          .source = "ours"};
}

bool has_drawn_seed(const Params& params) { return params.is_range("seed"); }

Params draw_from_range(const Described& game, const std::string& key, const Params& params, Rng& rng) {
  const std::vector<double>& range = params.list(key);
  GivenParams given = params.values();
  given[key] = uniform_integer(static_cast<std::int64_t>(range[0]), static_cast<std::int64_t>(range[1]), rng);
  return resolve_params(game.parameters, given);
}

}  // namespace rootward
