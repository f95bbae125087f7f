#include "tests/experiments/selfplay/made_games.h"

#include "core/rng.h"

namespace rootward::selfplay::testing {
namespace {

Ply made_ply(Rng& rng, const ShardShape& shape, bool is_opening) {
  const auto actions = static_cast<std::uint32_t>(shape.actions);
  Ply ply;
  ply.action = static_cast<Action>(rng.below(actions));
  ply.root_value = stored_value(2 * rng.uniform() - 1);
  if (is_opening) {
    ply.kind = PlyKind::opening;
    ply.weight = 0;
    return ply;
  }
  ply.kind = static_cast<PlyKind>(1 + rng.below(3));
  ply.weight = static_cast<std::uint8_t>(rng.below(kWeightUnit + 1));
  std::vector<std::pair<Action, double>> policy;
  for (Action action = 0; action < shape.actions; ++action)
    if (rng.below(3) == 0) policy.emplace_back(action, rng.uniform() * rng.uniform());
  if (!policy.empty()) ply.policy = policy_shares(policy);
  return ply;
}

}  // namespace

ShardGame made_game(std::uint64_t number, const ShardShape& shape) {
  Rng rng(number + 1);
  ShardGame game;
  game.number = number;
  game.ending = static_cast<Ending>(rng.below(3));
  game.opening_plies = static_cast<std::uint8_t>(rng.below(4));
  game.score_halves = static_cast<std::int16_t>(static_cast<int>(rng.below(99)) - 49);
  for (std::size_t point = 0; point < shape.points; ++point) game.owner.push_back(static_cast<Owner>(rng.below(3)));
  const std::uint32_t plies = 5 + rng.below(20);
  for (std::uint32_t ply = 0; ply < plies; ++ply) game.plies.push_back(made_ply(rng, shape, ply < game.opening_plies));
  return game;
}

std::vector<ShardGame> made_games(std::uint64_t count, const ShardShape& shape) {
  std::vector<ShardGame> games;
  for (std::uint64_t number = 0; number < count; ++number) games.push_back(made_game(3'000'000 + number, shape));
  return games;
}

ShardHeader made_header(const ShardShape& shape) {
  return {.game = "{name: go, size: 5, komi: 24.5}",
          .network = "0123abcd",
          .network_file = "networks/00003.safetensors",
          .search = "{budget: {simulations: 16}}",
          .generation = 3,
          .seed = 20200125,
          .planes = "history 5",
          .shape = shape};
}

}  // namespace rootward::selfplay::testing
