// Rules left to chance: every pair has a board of its own, which its record carries.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "core/errors.h"
#include "experiments/tournament/config.h"
#include "experiments/tournament/pairing_state.h"
#include "experiments/tournament/runner.h"
#include "experiments/tournament/setup.h"
#include "experiments/tournament/stored_results.h"
#include "experiments/tournament/table/result_table.h"
#include "lab/arena/openings.h"
#include "lab/arena/stored_games.h"
#include "lab/config/parts.h"

namespace rootward {
namespace {

bool never_asked() { return false; }

const std::string kConfig = R"(name: drawn
seed: 7
game: {name: connect4, width: [4, 12], height: [4, 9], blocked: random}
defaults: {search: {budget: {simulations: 20}}}
players:
  a: {backup: average}
  b: {backup: max}
  c: {player: random}
schedule: {type: round_robin, pairs: 6, opening: {random_plies: 2}}
)";

std::vector<GameRecord> play(const tournament::TournamentConfig& config, std::size_t threads) {
  tournament::RunSettings settings;
  settings.threads = threads;
  tournament::TournamentSetup setup(config, settings);
  setup.openings().prepare(config.schedule.pairs, threads, never_asked);
  std::vector<tournament::PairingState> pairings = tournament::load_pairings(setup.plan(), {});
  std::vector<GameRecord> games;
  tournament::RunHooks hooks;
  hooks.store = [&](const GameRecord& game) { games.push_back(game); };
  hooks.report = [](const tournament::RunStatus&) {};
  hooks.stop.is_made = never_asked;
  EXPECT_TRUE(tournament::run_games(setup.plan(), pairings, hooks));
  return games;
}

TEST(DrawnBoards, APairSharesOneAndEveryRecordRebuildsItsGame) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  const std::vector<GameRecord> games = play(config, 2);
  ASSERT_EQ(games.size(), 36U);
  std::map<std::uint32_t, std::set<std::string>> boards;
  std::set<std::string> distinct;
  for (const GameRecord& record : games) {
    boards[record.pair].insert(record.game);
    distinct.insert(record.game);
    const std::unique_ptr<Game> game = make_game(parse_game(record.game, {}));
    const std::int64_t width = game->id().params.integer("width");
    EXPECT_GE(width, 4);
    EXPECT_LE(width, 12);
    EXPECT_LE(game->id().params.integer("blocked.column"), width);
    const std::unique_ptr<Position> position = game->start();
    std::vector<std::string> moves = record.opening;
    EXPECT_EQ(moves.size(), 2U);
    moves.insert(moves.end(), record.moves.begin(), record.moves.end());
    for (const std::string& move : moves) {
      const std::optional<Action> action = position->parse_action(move);
      ASSERT_TRUE(action && position->is_legal(*action)) << record.id << " " << move;
      position->play(*action);
    }
    EXPECT_TRUE(position->is_over());
    EXPECT_EQ(0.5 + 0.5 * position->result(), record.score);
    EXPECT_EQ(parse_game_record(to_json_line(record)).game, record.game);
  }
  for (const auto& entry : boards) EXPECT_EQ(entry.second.size(), 1U) << "pair " << entry.first;
  EXPECT_GE(distinct.size(), 5U);
}

TEST(DrawnBoards, AreTheSameForAnyNumberOfThreads) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  const auto lines = [&](std::size_t threads) {
    std::multiset<std::string> all;
    for (GameRecord record : play(config, threads)) {
      record.cpu_seconds = {};
      all.insert(to_json_line(record));
    }
    return all;
  };
  EXPECT_EQ(lines(1), lines(3));
}

TEST(DrawnBoards, TablesTellThemApart) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  tournament::StoredResults results;
  results.config = config;
  results.games = play(config, 1);
  const tournament::ResultTable table = tournament::make_table(results, {});
  EXPECT_EQ(table.games, 36U);
  EXPECT_EQ(table.openings_distinct, 6U);
  results.games[0].game.clear();
  EXPECT_THROW((void)tournament::make_table(results, {}), RunError);
}

TEST(DrawnBoards, ResolvedConfigurationsReadBack) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  const std::string resolved = resolved_yaml(config);
  EXPECT_NE(resolved.find("blocked: random"), std::string::npos) << resolved;
  EXPECT_EQ(resolved_yaml(tournament::parse_tournament(resolved, "")), resolved);
}

std::string error_of(const std::string& game) {
  try {
    (void)parse_game(game, {});
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(DrawnBoards, WrongRangesAreRefused) {
  EXPECT_NE(error_of("{name: connect4, width: [9]}").find("or [low, high] to draw one from"), std::string::npos);
  EXPECT_NE(error_of("{name: connect4, width: [9, 8]}"), "");
  EXPECT_NE(error_of("{name: connect4, width: [3, 8]}"), "");
  EXPECT_NE(error_of("{name: connect4, width: [4.5, 8]}"), "");
  EXPECT_NE(error_of("{name: connect4, connect: [4, 5]}"), "");
  EXPECT_NE(error_of("{name: connect4, blocked: rondom}").find("did you mean random?"), std::string::npos);
  EXPECT_NE(error_of("{name: connect4, width: [5, 9], blocked: {column: 6, row: 1}}").find("off the board"),
            std::string::npos);
  EXPECT_EQ(error_of("{name: connect4, width: [6, 9], blocked: {column: 6, row: 1}}"), "");
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  EXPECT_THROW((void)make_game(config.game), UsageError);
}

TEST(DrawnBoards, ABookIsRefused) {
  tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  config.schedule.opening = {.random_plies = 0, .balance = {}, .book = "some.txt"};
  EXPECT_THROW(tournament::TournamentSetup(config, {}), UsageError);
}

std::string tree_config(const std::string& game) {
  return fmt::format(R"(name: trees
seed: 7
game: {}
defaults: {{search: {{budget: {{simulations: 20}}}}}}
players: {{a: {{backup: average}}, b: {{backup: max}}}}
schedule: {{type: round_robin, pairs: 8, opening: {{random_plies: 1}}}}
)",
                     game);
}

TEST(DrawnBoards, EveryPairHasATreeOfItsOwn) {
  for (const char* game : {"{name: p_game, branching: 3, depth: 7, seed: [0, 2147483647]}",
                           "{name: trap_tree, branching: 3, depth: 7, seed: [5, 9007199254740992]}",
                           "{name: synthetic_tree, kind: minimax, depth: 4, score: win, seed: [0, 1000000]}"}) {
    SCOPED_TRACE(game);
    const tournament::TournamentConfig config = tournament::parse_tournament(tree_config(game), "trees.yaml");
    std::map<std::uint32_t, std::set<std::string>> trees;
    std::set<std::string> distinct;
    for (const GameRecord& record : play(config, 2)) {
      EXPECT_EQ(record.game.find('['), std::string::npos) << record.game;
      EXPECT_TRUE(record.score == 0 || record.score == 0.5 || record.score == 1);
      trees[record.pair].insert(record.game);
      distinct.insert(record.game);
    }
    for (const auto& entry : trees) EXPECT_EQ(entry.second.size(), 1U) << "pair " << entry.first;
    EXPECT_EQ(distinct.size(), 8U);
  }
  EXPECT_NE(error_of("{name: p_game, seed: [3, 2]}"), "");
}

/// With two openings a tree, both of which are often won or lost by far.
TEST(DrawnBoards, APairWithoutAnEvenOpeningGetsAnotherBoard) {
  tournament::TournamentConfig config = tournament::parse_tournament(
      tree_config("{name: p_game, branching: 2, depth: 20, seed: [0, 1000]}"), "trees.yaml");
  config.schedule.opening.balance = {{0.2, 0.8}};
  tournament::RunSettings settings;
  tournament::TournamentSetup setup(config, settings);
  setup.openings().prepare(8, 2, never_asked);
  int others = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    const std::uint64_t seed = derive_seed(derive_seed(config.seed, "openings"), {hash_name("pair"), k});
    others += setup.openings().game(k)->id() != draw_game(config.game, seed) ? 1 : 0;
  }
  EXPECT_GT(others, 0);
}

TEST(DrawnBoards, BalanceIsJudgedOnThePairsBoard) {
  tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  config.schedule.opening.balance = {{0.3, 0.7}};
  tournament::RunSettings settings;
  tournament::TournamentSetup setup(config, settings);
  setup.openings().prepare(3, 2, never_asked);
  for (std::size_t k = 0; k < 3; ++k) {
    const std::shared_ptr<const Game> game = setup.openings().game(k);
    EXPECT_EQ(setup.openings().at(k).size(), 2U);
    EXPECT_FALSE(position_after(*game, setup.openings().at(k))->is_over());
  }
}

TEST(DrawnBoards, GoWhenNobodyPlaysOnThemAndComeBackTheSame) {
  const tournament::TournamentConfig config = tournament::parse_tournament(kConfig, "drawn.yaml");
  tournament::TournamentSetup setup(config, {});
  constexpr std::size_t kBoards = 40;
  setup.openings().prepare(kBoards, 2, never_asked);
  const std::shared_ptr<const Game> held = setup.openings().game(1);
  const NamedParams rules = setup.openings().game(0)->id();
  const std::weak_ptr<const Game> first = setup.openings().game(0);
  EXPECT_EQ(setup.openings().game(0), first.lock()) << "the games of a pair share it";
  for (std::size_t k = 2; k < kBoards; ++k) (void)setup.openings().game(k);
  EXPECT_TRUE(first.expired());
  EXPECT_EQ(setup.openings().game(0)->id(), rules);
  EXPECT_EQ(setup.openings().game(1), held);
}

TEST(StoredGames, GiveEachRecordItsBoardHoweverManyThereAre) {
  StoredGames boards(tournament::parse_tournament(kConfig, "drawn.yaml").game);
  for (int round = 0; round < 2; ++round) {
    for (int width = 4; width <= 12; ++width) {
      for (int height = 4; height <= 9; ++height) {
        GameRecord record;
        record.game = fmt::format("{{name: connect4, width: {}, height: {}}}", width, height);
        const Params params = boards.game_of(record)->id().params;
        EXPECT_EQ(params.integer("width"), width);
        EXPECT_EQ(params.integer("height"), height);
      }
    }
  }
}

}  // namespace
}  // namespace rootward
