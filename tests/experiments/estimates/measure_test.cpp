// One search through its checkpoints: the same search as by itself, measured right.
#include "experiments/estimates/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "core/errors.h"

namespace rootward::estimates {
namespace {

EstimatesConfig study(const std::string& more) {
  return parse_estimates("name: m\nseed: 5\noperators: {average: average, max: max}\n" + more, "study.yaml");
}

const std::string kTicTacToe = "games: {ttt: tictactoe}\nrandom_plies: 3\ninstances: 5\ncheckpoints: [20, 200, 600]\n";

Instance instance_of(const EstimatesConfig& config, std::uint32_t number) {
  return std::move(*InstanceMaker(config).make(0, number, {}));
}

TEST(Measure, LastCheckpointIsTheSearchByItself) {
  const EstimatesConfig config = study(kTicTacToe);
  const Instance instance = instance_of(config, 1);
  const std::optional<SearchRecord> record = measure(config, {.instance = &instance, .arm = 1, .repeat = 2}, {});
  ASSERT_TRUE(record);
  const auto searcher = instance.game->make_searcher(config.arms[1].search);
  searcher->new_game(search_seed(config, instance.truth, 2));
  const SearchResult alone = searcher->think(*instance.position, std::nullopt, [] { return false; });
  EXPECT_EQ(record->curves[0].values.back(), alone.value);
  EXPECT_EQ(record->simulations, (std::vector<std::uint64_t>{20, 200, 600}));
}

TEST(Measure, NumbersFollowFromRootAndTruth) {
  const EstimatesConfig config = study(kTicTacToe);
  for (std::uint32_t number = 0; number < 5; ++number) {
    const Instance instance = instance_of(config, number);
    const std::optional<SearchRecord> record = measure(config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
    ASSERT_TRUE(record);
    const CurveRecord& curve = record->curves[0];
    const auto& moves = instance.truth.root_moves;
    for (std::size_t i = 0; i < 3; ++i) {
      const auto found = std::ranges::find(moves, curve.moves[i]);
      ASSERT_NE(found, moves.end());
      const Value chosen = instance.truth.move_values[static_cast<std::size_t>(found - moves.begin())];
      EXPECT_EQ(curve.regrets[i], instance.truth.value - chosen);
      EXPECT_GE(curve.cumulative_regrets[i], 0);
      EXPECT_LE(curve.cumulative_regrets[i], 2.0 * static_cast<double>(record->simulations[i]));
      EXPECT_EQ(curve.optimal_shares[i] == 1, curve.cumulative_regrets[i] == 0);
      EXPECT_FALSE(curve.is_pv_right[i] == 1 && curve.regrets[i] > 0) << "the first move is part of the variation";
    }
  }
}

TEST(Measure, AShadowSearchSeesTheSameSimulationsAsItsDriverAlone) {
  const EstimatesConfig alone = study(kTicTacToe);
  const EstimatesConfig shadow = study(kTicTacToe + "shadow: true\n");
  const Instance instance = instance_of(alone, 0);
  const auto one = measure(alone, {.instance = &instance, .arm = 0, .repeat = 0}, {});
  const auto both = measure(shadow, {.instance = &instance, .arm = 0, .repeat = 0}, {});
  ASSERT_EQ(both->curves.size(), 2U);
  EXPECT_EQ(both->curves[0].values, one->curves[0].values);
  EXPECT_EQ(both->curves[1].optimal_shares, one->curves[0].optimal_shares) << "visits are the driver's";
  EXPECT_NE(both->curves[1].values, one->curves[0].values);
  ASSERT_EQ(both->profiles.size(), 2U);
  std::uint64_t by_visits = 0;
  std::uint64_t by_depth = 0;
  for (const ProfileCell& cell : both->profiles[0].by_visits) by_visits += cell.nodes;
  for (const ProfileCell& cell : both->profiles[0].by_depth) by_depth += cell.nodes;
  EXPECT_EQ(by_visits, by_depth);
  EXPECT_GT(by_visits, 10U);
}

/// The share of pairs in wrong order, plainly: every pair of the five most visited children that differ in truth.
double wrong_pairs(const SearchResult& result, const Instance& instance, std::size_t op) {
  std::vector<RootChild> children = result.children;
  std::ranges::stable_sort(children, {}, &RootChild::action);
  std::ranges::stable_sort(children, std::ranges::greater(), &RootChild::visits);
  if (children.size() > kRankedMoves) children.resize(kRankedMoves);
  const auto truth = [&](const RootChild& child) {
    const auto found = std::ranges::find(instance.truth.root_moves, instance.position->action_text(child.action));
    return instance.truth.move_values[static_cast<std::size_t>(found - instance.truth.root_moves.begin())];
  };
  const auto value = [op](const RootChild& child) { return op == 0 ? child.value : child.shadows[op - 1]; };
  double pairs = 0;
  double wrong = 0;
  for (const RootChild& better : children) {
    for (const RootChild& worse : children) {
      if (truth(better) <= truth(worse)) continue;
      ++pairs;
      wrong += value(better) < value(worse) ? 1 : value(better) == value(worse) ? 0.5 : 0;
    }
  }
  return pairs == 0 ? -1 : wrong / pairs;
}

/// Six children are there and five are ranked; operators that share the visits differ in the order of their values.
TEST(Measure, WrongOrderAmongTheRootsMostVisitedMoves) {
  const EstimatesConfig config = study(
      "games: {p: {name: p_game, branching: 6, depth: 4}}\ninstances: 20\ncheckpoints: [30, 300]\nshadow: true\n");
  int known = 0;
  int differ = 0;
  for (std::uint32_t number = 0; number < 20; ++number) {
    const Instance instance = instance_of(config, number);
    const auto record = measure(config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
    const auto searcher = instance.game->make_searcher(config.arms[0].search);
    searcher->new_game(record->seed);
    const SearchResult result = searcher->think(*instance.position, std::nullopt, [] { return false; });
    for (std::size_t op = 0; op < 2; ++op)
      EXPECT_DOUBLE_EQ(record->curves[op].wrong_orders.at(1), wrong_pairs(result, instance, op));
    known += record->curves[0].wrong_orders[1] >= 0 ? 1 : 0;
    differ += record->curves[0].wrong_orders[1] != record->curves[1].wrong_orders[1] ? 1 : 0;
  }
  EXPECT_GT(known, 5);
  EXPECT_GT(differ, 0);
}

TEST(Measure, TheTruthFindsOpeningsThatMatter) {
  EstimatesConfig config = study(kTicTacToe + "skip_ties: true\nalpha_beta: true\n");
  for (std::uint32_t number = 0; number < 5; ++number) {
    const TruthRecord truth = instance_of(config, number).truth;
    const auto [low, high] = std::ranges::minmax(truth.move_values);
    EXPECT_LT(low, high);
    EXPECT_EQ(truth.value, high);
    EXPECT_GT(truth.alpha_beta_nodes, 10U);
    const Instance rebuilt = InstanceMaker(config).rebuild(truth);
    EXPECT_EQ(rebuilt.position->to_text(), instance_of(config, number).position->to_text());
  }
}

TEST(Measure, RulesThatAreDrawnDifferByInstanceAndAreBuiltAgain) {
  const EstimatesConfig config = study(
      "games: {c4: {name: connect4, width: [4, 9], height: 4}, tree: {name: p_game, branching: 3, depth: 4, seed: [0, "
      "1000]}}\ninstances: 6\ncheckpoints: [1]\ntruth: {nodes: 10, simulations: 50}\n");
  EXPECT_EQ(resolved_yaml(parse_estimates(resolved_yaml(config), "")), resolved_yaml(config));
  for (std::size_t game = 0; game < 2; ++game) {
    std::vector<NamedParams> rules;
    for (std::uint32_t number = 0; number < 6; ++number) {
      const std::optional<Instance> instance = InstanceMaker(config).make(game, number, {});
      ASSERT_TRUE(instance.has_value());
      const Instance rebuilt = InstanceMaker(config).rebuild(instance->truth);
      EXPECT_EQ(rebuilt.game->id(), instance->game->id());
      EXPECT_FALSE(is_random_game(rebuilt.game->id()));
      if (std::ranges::find(rules, rebuilt.game->id()) == rules.end()) rules.push_back(rebuilt.game->id());
    }
    EXPECT_GE(rules.size(), 3U);
  }
}

/// Whether the seat wins by force within so many plies, whoever is to move.
bool forces_a_win(const Position& position, Seat seat, int plies) {
  if (position.is_over()) return position.result() == sign_of(seat);
  if (plies == 0) return false;
  const auto wins_after = [&](Action action) {
    const auto after = position.clone();
    after->play(action);
    return forces_a_win(*after, seat, plies - 1);
  };
  const std::vector<Action> actions = position.legal_actions();
  return position.to_move() == seat ? std::ranges::any_of(actions, wins_after)
                                    : std::ranges::all_of(actions, wins_after);
}

/// Moves that lose within so many plies, by forces_a_win(); a game that the opponent has won already is lost too.
std::uint32_t losing_moves(const Position& position, int plies) {
  std::uint32_t losing = 0;
  for (const Action action : position.legal_actions()) {
    const auto after = position.clone();
    after->play(action);
    if (forces_a_win(*after, other(position.to_move()), plies)) ++losing;
  }
  return losing;
}

const std::string kFeatureKeys = "random_plies: 5\nspread_plies: true\nevaluations: true\nfeatures: 100000\n";

TEST(Measure, LooksAheadOfEachPosition) {
  const EstimatesConfig config = study("games: {ttt: tictactoe}\ninstances: 30\ncheckpoints: [1]\n" + kFeatureKeys);
  std::set<std::size_t> plies;
  std::uint32_t all = 0;
  for (std::uint32_t number = 0; number < 30; ++number) {
    const Instance instance = instance_of(config, number);
    ASSERT_TRUE(instance.truth.look_ahead);
    for (std::size_t i = 0; i < kLossPlies.size(); ++i)
      EXPECT_EQ(instance.truth.look_ahead->losing[i], losing_moves(*instance.position, kLossPlies[i]))
          << instance.position->to_text();
    all += instance.truth.look_ahead->losing[0];
    plies.insert(instance.truth.moves.size());
    EXPECT_LE(instance.truth.look_ahead->plies_to_end, 9.0 - static_cast<double>(instance.truth.moves.size()));
    EXPECT_GE(instance.truth.look_ahead->plies_to_end, 1);
  }
  EXPECT_GT(all, 0U);
  EXPECT_EQ(plies, (std::set<std::size_t>{0, 1, 2, 3, 4, 5}));
}

/// After a single simulation a mover's children are one child, one ply down; more simulations make the tree deeper.
TEST(Measure, ShapesOfTheTreeAtEachCheckpoint) {
  const EstimatesConfig config =
      study("games: {ttt: tictactoe}\ninstances: 2\ncheckpoints: [1, 9, 500]\n" + kFeatureKeys);
  const Instance instance = instance_of(config, 0);
  const auto record = measure(config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
  ASSERT_TRUE(record);
  ASSERT_EQ(record->shapes.size(), 3U);
  for (const TreeShape& shape : record->shapes) {
    EXPECT_LE(shape.width, 9);
    EXPECT_LE(shape.best_share, 1);
  }
  EXPECT_GT(record->shapes[2].depth, record->shapes[1].depth);
  EXPECT_GT(record->shapes[2].depth, 1);
  EXPECT_GE(record->shapes[2].width, 1);
}

/// Ten positions suffice for a solver near the end alone: elsewhere the reference search says what is true.
TEST(Measure, TheReferenceSearchStandsInForTheSolver) {
  const EstimatesConfig config = study(
      "games: {ttt: tictactoe}\ninstances: 20\nrandom_plies: 8\nspread_plies: true\nevaluations: true\n"
      "checkpoints: [1]\ntruth: {nodes: 10, simulations: 300}\n");
  int searched = 0;
  for (std::uint32_t number = 0; number < 20; ++number)
    searched += instance_of(config, number).truth.move_visits.empty() ? 0 : 1;
  EXPECT_GT(searched, 0);
  EXPECT_LT(searched, 20);
}

/// How many of 40 instances have traps, all of which are counted as by forces_a_win().
int instances_with_traps(const std::string& game, int plies) {
  const EstimatesConfig config =
      study("games: {game: " + game + "}\nrandom_plies: 3\ninstances: 40\ntraps: " + std::to_string(plies) +
            "\ncheckpoints: [1]\n");
  int with_traps = 0;
  for (std::uint32_t number = 0; number < 40; ++number) {
    const Instance instance = instance_of(config, number);
    std::uint32_t traps = 0;
    for (const Action action : instance.position->legal_actions()) {
      const auto after = instance.position->clone();
      after->play(action);
      if (!after->is_over() && forces_a_win(*after, other(instance.position->to_move()), plies)) ++traps;
    }
    EXPECT_EQ(instance.truth.traps, traps) << instance.position->to_text();
    with_traps += traps > 0 ? 1 : 0;
  }
  return with_traps;
}

// X a1, O b1, X a3: O must answer a2. Every other reply lets X win with its next stone: eight plies of search know,
// one ply of traps sees.
TEST(Measure, TrapsAreMovesThatLetTheOpponentWin) { EXPECT_GT(instances_with_traps("tictactoe", 1), 3); }

// After a move that moves again, what wins at once is no trap.
TEST(Measure, TrapsAreTheOpponentsWinsAlsoWhereOneMovesTwice) {
  EXPECT_GT(instances_with_traps("{name: kalah, pits: 3, seeds: 2}", 4), 3);
}

TEST(Measure, AWalkReturnsWhatItsMovesBring) {
  const EstimatesConfig config =
      study("games: {chain: {name: d_chain, depth: 3}}\nepisodes: true\ncheckpoints: [500]\n");
  const Instance instance = instance_of(config, 0);
  const auto record = measure(config, {.instance = &instance, .arm = 1, .repeat = 0}, {});
  ASSERT_TRUE(record->episode_return);
  EXPECT_EQ(*record->episode_return, 1) << "max walks right to the end of a short chain";
}

TEST(Measure, ATruthBeyondReachIsAnError) {
  const EstimatesConfig config = study("games: {go: {name: go, size: 7}}\ncheckpoints: [10]\ntruth: {nodes: 1000}\n");
  EXPECT_THROW((void)InstanceMaker(config).make(0, 0, {}), RunError);
}

TEST(Measure, AReferenceSearchMayBeTheTruth) {
  const EstimatesConfig config =
      study("games: {go: {name: go, size: 5}}\nrandom_plies: 2\ncheckpoints: [10, 50]\ntruth: {simulations: 300}\n");
  const Instance instance = instance_of(config, 0);
  EXPECT_EQ(instance.truth.move_values.size(), instance.position->legal_actions().size());
  const auto record = measure(config, {.instance = &instance, .arm = 0, .repeat = 0}, {});
  EXPECT_EQ(record->curves[0].is_pv_right, (std::vector<int>{-1, -1})) << "only the root's truth is known";
}

}  // namespace
}  // namespace rootward::estimates
