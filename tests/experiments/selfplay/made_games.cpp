// Plies by lot in the shape that a record has, or moves by lot on a real board.
#include "tests/experiments/selfplay/made_games.h"

#include "core/file_io.h"
#include "core/rng.h"
#include "experiments/selfplay/shard_rules.h"
#include "lab/config/parts.h"

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

ShardGame played_game(const Game& rules, std::uint64_t number) {
  constexpr std::size_t kOpening = 2;
  constexpr std::size_t kPlaysOn = 20;  // plies without a pass, which is the last legal action
  Rng rng(number + 77);
  ShardGame game;
  game.number = number;
  game.opening_plies = kOpening;
  const std::unique_ptr<Position> position = rules.start();
  while (!position->is_over()) {
    const std::vector<Action> legal = position->legal_actions();
    Ply ply;
    const bool passes = game.plies.size() >= kPlaysOn || legal.size() == 1 || !rules.facts().has_pass;
    ply.action = legal[rng.below(static_cast<std::uint32_t>(passes ? legal.size() : legal.size() - 1))];
    ply.root_value = stored_value(2 * rng.uniform() - 1);
    if (game.plies.size() < kOpening) {
      ply.kind = PlyKind::opening;
      ply.weight = 0;
    } else {
      const bool coasts = game.plies.size() % 5 == 4;
      ply.kind = coasts ? PlyKind::coast : PlyKind::full;
      ply.weight = coasts ? 20 : kWeightUnit;
      std::vector<std::pair<Action, double>> policy;
      for (const Action action : legal) policy.emplace_back(action, rng.uniform());
      ply.policy = policy_shares(policy);
    }
    game.plies.push_back(ply);
    position->play(ply.action);
  }
  score_by_rules(*position, game);
  return game;
}

ShardHeader played_header(const std::string& game, std::uint64_t generation) {
  const NamedParams id = parse_game(game, {});
  return {.game = game_yaml(id),
          .network = "0123abcd f32-fma",
          .network_file = "networks/00000.safetensors",
          .search = "{budget: {simulations: 16}}",
          .generation = generation,
          .seed = 20200125,
          .planes = "history 2, black_to_move",
          .shape = shard_shape(*make_game(id))};
}

std::string write_played_shard(const std::string& folder, const std::string& game, std::uint64_t generation,
                               std::uint64_t index, std::uint64_t count) {
  const std::unique_ptr<Game> rules = make_game(parse_game(game, {}));
  std::vector<ShardGame> games;
  for (std::uint64_t i = 0; i < count; ++i)
    games.push_back(played_game(*rules, generation * kGamesPerGeneration + index * kGamesPerShard + i));
  make_folders(folder + "/data");
  const std::string path = shard_path(folder + "/data", generation, index);
  write_file_atomically(path, shard_bytes(played_header(game, generation), std::move(games)));
  return path;
}

}  // namespace rootward::selfplay::testing
