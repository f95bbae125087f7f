// The declaration of P-games.
#include "games/p_game.h"

#include <fmt/format.h>

#include "games/tree_seed.h"

namespace rootward {

std::vector<ParamSpec> sign_tree_parameters() {
  return {{.key = "branching",
           .help = "moves at every node",
           .type = ParamType::integer,
           .fallback = std::int64_t{2},
           .low = 2,
           .high = 512,
           .source = "Kocsis & Szepesvari 2006: 2 and 8"},
          {.key = "depth",
           .help = "plies to a leaf",
           .type = ParamType::integer,
           .fallback = std::int64_t{12},
           .low = 1,
           .high = 62,
           .source = "Kocsis & Szepesvari 2006: 20 and 8"},
          tree_seed_spec(),
          {.key = "untied",
           .help = "true: the first tree from this seed on whose root moves are not all worth the same",
           .type = ParamType::boolean,
           .fallback = false,
           .source = "ours"}};
}

void check_tree_size(const Params& params) {
  const auto branching = static_cast<int>(params.integer("branching"));
  const auto depth = static_cast<int>(params.integer("depth"));
  if (!is_countable(branching, depth))
    throw ParamError("depth",
                     fmt::format("{} is not allowed with branching {}: more than 2^62 leaves", depth, branching));
}

const Described& p_game_description() {
  static const Described description{
      .name = "p_game",
      .help =
          "A full tree with random edge numbers 0..127: MAX adds his, MIN subtracts hers, the sign of the sum decides.",
      .source = "Kocsis & Szepesvari 2006, section 4.1",
      .parameters = [] {
        std::vector<ParamSpec> parameters = sign_tree_parameters();
        parameters.push_back(turns_spec());
        return parameters;
      }()};
  return description;
}

PGameModel make_p_game(const Params& params) {
  check_tree_size(params);
  return untied_tree(params, [&](std::uint64_t seed) {
    return PGameModel(static_cast<int>(params.integer("branching")), static_cast<int>(params.integer("depth")), seed,
                      params.real("changes"));
  });
}

}  // namespace rootward
