// The root's rules: Gumbel's worked numbers and schedule, the improved policy, Dirichlet noise.
#include "search/root_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "search/roots/dirichlet.h"
#include "search/roots/gumbel.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::named;
using testing::settings_with;

const Connect4Rules kRootBoard;

/// P = (.5, .3, .2), q = (.6, .5, unvisited) on [0, 1], one visit each, v = .4.
struct WorkedNode {
  std::array<float, 3> priors{0.5F, 0.3F, 0.2F};
  std::array<std::uint32_t, 3> visits{1, 1, 0};
  std::array<double, 3> values{2 * 0.6 - 1, 2 * 0.5 - 1, 99};
  [[nodiscard]] MoveColumns columns() const {
    return {.count = 3, .priors = priors.data(), .visits = visits.data(), .values = values.data(), .own = 2 * 0.4 - 1};
  }
};

TEST(ImprovedPolicy, GivesTheWorkedNumbers) {
  const WorkedNode node;
  EXPECT_NEAR(0.5 * (mixed_value(node.columns()) + 1), 0.5083333333, 1e-7);
  for (const auto& [scale, expected] : std::map<double, std::array<double, 3>>{
           {1.0, {0.99266593, 0.00363122, 0.00370285}}, {0.1, {0.62076173, 0.22365881, 0.15557946}}}) {
    ValueTransform transform;
    transform.c_scale = scale;
    std::vector<double> policy;
    improved_logits(node.columns(), transform, policy);
    softmax(policy);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(policy[i], expected[i], 1e-6) << scale << " " << i;
  }
}

// Rescaled: completed q's .6, .5, .508333 become 1, 0, .083333; sigma is 51 x 0.1 times that.
TEST(ImprovedPolicy, RescalingSpreadsTheCompletedValues) {
  const WorkedNode node;
  ValueTransform transform;
  transform.c_scale = 0.1;
  transform.rescales = true;
  std::vector<double> logits;
  improved_logits(node.columns(), transform, logits);
  EXPECT_NEAR(logits[0] - std::log(0.5), 5.1, 1e-6);
  EXPECT_NEAR(logits[1] - std::log(0.3), 0.0, 1e-6);
  EXPECT_NEAR(logits[2] - std::log(0.2), 0.425, 1e-6);
}

TEST(ImprovedPolicy, ANodeWithoutVisitsIsWorthItsOwnEvaluation) {
  WorkedNode node;
  node.visits = {0, 0, 0};
  EXPECT_EQ(mixed_value(node.columns()), 2 * 0.4 - 1);
}

/// sum pi' q - sum P q, q in [0, 1].
double improvement(const MoveColumns& moves, const std::vector<double>& policy) {
  double gain = 0;
  for (std::uint32_t i = 0; i < moves.count; ++i)
    gain += (policy[i] - static_cast<double>(moves.priors[i])) * 0.5 * (moves.values[i] + 1);
  return gain;
}

TEST(ImprovedPolicy, ImprovesThePriorsWhereEveryMoveIsVisited) {
  Rng rng(7);
  int improved = 0;
  for (int position = 0; position < 1000; ++position) {
    const std::uint32_t count = 2 + rng.below(81);
    std::vector<double> shares(count);
    draw_dirichlet(10.83, shares, rng);
    std::vector<float> priors(shares.begin(), shares.end());
    std::vector<std::uint32_t> visits(count);
    std::vector<double> values(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      visits[i] = 1 + rng.below(20);
      values[i] = 2 * rng.uniform() - 1;
    }
    const MoveColumns moves{.count = count,
                            .priors = priors.data(),
                            .visits = visits.data(),
                            .values = values.data(),
                            .own = 2 * rng.uniform() - 1};
    ValueTransform transform;
    transform.rescales = position % 2 == 1;
    transform.c_scale = transform.rescales ? 0.1 : 1;
    std::vector<double> policy;
    improved_logits(moves, transform, policy);
    softmax(policy);
    improved += improvement(moves, policy) >= -1e-9 ? 1 : 0;  // priors are floats: they sum to 1 within 1e-7
  }
  EXPECT_EQ(improved, 1000);
}

std::vector<std::uint32_t> schedule(std::uint32_t moves, std::uint64_t simulations) {
  VisitSchedule schedule(moves, simulations);
  std::vector<std::uint32_t> levels;
  for (std::uint64_t i = 0; i < simulations; ++i) levels.push_back(schedule.next());
  return levels;
}

/// The sequence as mctx computes it, all at once.
std::vector<std::uint32_t> sequence_of_mctx(std::uint32_t moves, std::uint64_t simulations) {
  std::vector<std::uint32_t> sequence;
  if (moves <= 1) {
    for (std::uint32_t i = 0; i < simulations; ++i) sequence.push_back(i);
    return sequence;
  }
  const auto phases = static_cast<std::uint64_t>(std::ceil(std::log2(moves)));
  std::vector<std::uint32_t> visits(moves, 0);
  std::uint64_t considered = moves;
  while (sequence.size() < simulations) {
    const std::uint64_t extra = std::max<std::uint64_t>(1, simulations / (phases * considered));
    for (std::uint64_t i = 0; i < extra; ++i)
      for (std::uint64_t move = 0; move < considered; ++move) sequence.push_back(visits[move]++);
    considered = std::max<std::uint64_t>(2, considered / 2);
  }
  sequence.resize(simulations);
  return sequence;
}

TEST(VisitSchedule, HalvesAsPublished) {
  EXPECT_EQ(schedule(8, 16), (std::vector<std::uint32_t>{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3}));
  EXPECT_EQ(schedule(16, 16), std::vector<std::uint32_t>(16, 0));
  std::vector<std::uint32_t> both(16, 0);
  both.insert(both.end(), 8, 1);
  both.insert(both.end(), 4, 2);
  both.insert(both.end(), 4, 3);
  EXPECT_EQ(schedule(16, 32), both);
}

TEST(VisitSchedule, IsTheSequenceOfMctx) {
  for (std::uint32_t moves = 1; moves <= 40; ++moves)
    for (const std::uint64_t simulations : {1U, 2U, 3U, 7U, 16U, 32U, 33U, 50U, 200U, 1000U})
      EXPECT_EQ(schedule(moves, simulations), sequence_of_mctx(moves, simulations)) << moves << " " << simulations;
}

SearchSettings gumbel_settings(std::uint64_t simulations, const GivenParams& given = {}) {
  SearchSettings settings = settings_with("average", simulations);
  settings.root = named(root_rules(), "gumbel", given);
  settings.selection = named(selections(), "improved_policy");
  return settings;
}

/// How many root children have how many visits.
std::map<std::uint32_t, int> visit_counts(const SearchResult& result) {
  std::map<std::uint32_t, int> counts;
  for (const RootChild& child : result.children) ++counts[child.visits];
  return counts;
}

TEST(GumbelRoot, VisitsAsTheScheduleSays) {
  Fixture<Connect4Small> fixture(gumbel_settings(16, {{"considered", std::int64_t{4}}}), 3);
  // (4, 16): 2 phases; 0 1 x4 each, then two moves share the other 8.
  EXPECT_EQ(visit_counts(fixture.run(Connect4Small(kRootBoard))),
            (std::map<std::uint32_t, int>{{0, 3}, {2, 2}, {6, 2}}));
  Fixture<Connect4Small> few(gumbel_settings(3), 3);  // fewer simulations than moves that are considered
  EXPECT_EQ(visit_counts(few.run(Connect4Small(kRootBoard))), (std::map<std::uint32_t, int>{{0, 4}, {1, 3}}));
}

// 7 legal moves, 16 considered: the 7 share the simulations in 3 phases.
TEST(GumbelRoot, ConsidersNoMoreMovesThanAreLegal) {
  Fixture<Connect4Small> fixture(gumbel_settings(7), 3);
  EXPECT_EQ(visit_counts(fixture.run(Connect4Small(kRootBoard))), (std::map<std::uint32_t, int>{{1, 7}}));
}

TEST(GumbelRoot, TheRootsOwnEvaluationIsNoSimulation) {
  SearchSettings settings = gumbel_settings(16);
  settings.expansion = {.kind = ExpansionKind::self, .after = 0};
  Fixture<Connect4Small> fixture(settings, 3);
  const SearchResult result = fixture.run(Connect4Small(kRootBoard));
  EXPECT_EQ(result.simulations, 16U);
  std::uint64_t visits = 0;
  for (const RootChild& child : result.children) visits += child.visits;
  EXPECT_EQ(visits, 16U);
  EXPECT_EQ(fixture.search->core().root_block().header().own_visits, 1U);
}

TEST(GumbelRoot, NoiseVariesTheMoveAndWithoutItNothingDoes) {
  const auto moves = [](bool noise) {
    std::map<Action, int> counts;
    SearchSettings settings = gumbel_settings(2, {{"considered", std::int64_t{2}}, {"noise", noise}});
    settings.evaluator = named(evaluators(), "playouts");
    Fixture<Connect4Small> fixture(settings, 1);
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      fixture.search->core().new_game(seed);
      for (const RootChild& child : fixture.run(Connect4Small(kRootBoard)).children)
        if (child.visits > 0) ++counts[child.action];
    }
    return counts.size();
  };
  EXPECT_EQ(moves(true), 7U);
  EXPECT_EQ(moves(false), 2U);
}

// With P = 1/7 each and one playout a move the first considered move is drawn evenly.
TEST(GumbelRoot, ASingleSimulationDrawsByThePriors) {
  std::map<Action, int> drawn;
  Fixture<Connect4Small> fixture(gumbel_settings(1), 1);
  for (std::uint64_t seed = 0; seed < 7000; ++seed) {
    fixture.search->core().new_game(seed);
    ++drawn[fixture.run(Connect4Small(kRootBoard)).move];
  }
  for (const auto& [move, count] : drawn) EXPECT_NEAR(count, 1000, 5 * std::sqrt(1000 * 6 / 7.0)) << move;
}

TEST(GumbelRoot, ItsPolicySumsToOneAndFollowsTheValues) {
  Fixture<Connect4Small> fixture(gumbel_settings(700), 5);
  const SearchResult result = fixture.run(Connect4Small(kRootBoard));
  double sum = 0;
  for (const RootChild& child : result.children) sum += child.policy;
  EXPECT_NEAR(sum, 1.0, 1e-9);
  const auto best = std::ranges::max_element(result.children, {}, &RootChild::policy);
  const auto highest = std::ranges::max_element(result.children, {}, &RootChild::value);
  EXPECT_EQ(best->action, highest->action);  // the priors are alike
}

TEST(RootPolicy, IsTheShareOfTheVisitsWithoutGumbel) {
  Fixture<Connect4Small> fixture(settings_with("average", 100), 5);
  const SearchResult result = fixture.run(Connect4Small(kRootBoard));
  for (const RootChild& child : result.children) EXPECT_DOUBLE_EQ(child.policy, child.visits / 100.0);
}

TEST(GumbelRoot, PlaysAProvenWinAndGoesOnWhereConsideredMovesAreLost) {
  SearchSettings settings = gumbel_settings(4000, {{"considered", std::int64_t{2}}});
  settings.solver = true;
  const TicTacToe::Rules rules;
  TicTacToe win(rules);
  for (const char* move : {"a1", "b2", "b1", "c2"}) win.play(*win.parse_action(move));
  Fixture<TicTacToe> fixture(settings, 7);
  EXPECT_EQ(win.action_text(fixture.run(win).move), "c1");
  TicTacToe threatened(rules);  // all moves but b3 lose at once
  for (const char* move : {"b2", "a1", "b1"}) threatened.play(*threatened.parse_action(move));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    fixture.search->core().new_game(seed);
    EXPECT_EQ(threatened.action_text(fixture.run(threatened).move), "b3") << seed;
  }
}

TEST(GumbelRoot, CountsVisitsAnewInATreeThatIsKept) {
  SearchSettings settings = gumbel_settings(64);
  settings.reuse_tree = true;
  Fixture<Connect4Small> fixture(settings, 3);
  Connect4Small position(kRootBoard);
  for (int ply = 0; ply < 2; ++ply) {
    const SearchResult result = fixture.run(position);
    fixture.search->core().observe(result.move);
    position.play(result.move);
  }
  const SearchResult before = fixture.search->core().snapshot();
  std::map<Action, std::uint32_t> old;
  for (const RootChild& child : before.children) old[child.action] = child.visits;
  const SearchResult result = fixture.run(position);
  ASSERT_GT(result.reused_visits, 0U);
  std::uint32_t most = 0;
  std::uint32_t chosen = 0;
  std::uint64_t fresh = 0;
  for (const RootChild& child : result.children) {
    const std::uint32_t visits = child.visits - old[child.action];
    fresh += visits;
    most = std::max(most, visits);
    if (child.action == result.move) chosen = visits;
  }
  EXPECT_EQ(fresh, 64U);
  EXPECT_EQ(chosen, most);
}

TEST(DirichletNoise, HasTheDistributionsMeanAndVariance) {
  Rng rng(11);
  constexpr int kDraws = 20000;
  constexpr double kMoves = 20;
  std::vector<double> shares(20);
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    draw_dirichlet(10.83, shares, rng);
    EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1.0, 1e-9);
    sum += shares[3];
    squares += shares[3] * shares[3];
  }
  const double mean = sum / kDraws;
  EXPECT_NEAR(mean, 1 / kMoves, 0.002);
  // Variance of a share: m (1 - m) / (1 + concentration), m = 1 / moves.
  const double variance = (1 / kMoves) * (1 - 1 / kMoves) / (1 + 10.83);
  EXPECT_NEAR(squares / kDraws - mean * mean, variance, 0.05 * variance);
}

SearchSettings dirichlet_settings(double share) {
  SearchSettings settings = settings_with("average", 200);
  settings.selection = named(selections(), "puct");
  settings.root = named(root_rules(), "dirichlet", {{"share", share}});
  return settings;
}

TEST(DirichletRoot, MixesTheRootsPriorsAndTellsThePlainOnes) {
  Fixture<Connect4Small> fixture(dirichlet_settings(0.25), 5);
  const SearchResult result = fixture.run(Connect4Small(kRootBoard));
  const Block root = fixture.search->core().root_block();
  double sum = 0;
  double distance = 0;
  for (std::uint32_t i = 0; i < root.count(); ++i) {
    sum += static_cast<double>(root.priors()[i]);
    distance += std::abs(static_cast<double>(root.priors()[i]) - 1.0 / 7);
    EXPECT_GE(root.priors()[i], 0.75F / 7);
  }
  EXPECT_NEAR(sum, 1.0, 1e-6);
  EXPECT_GT(distance, 0.01);
  for (const RootChild& child : result.children) EXPECT_NEAR(child.prior, 1.0 / 7, 1e-7);
}

TEST(DirichletRoot, TellsTheNoisyPriorsWhereThereIsNoise) {
  Fixture<Connect4Small> fixture(dirichlet_settings(0.25), 5);
  const auto expect_none = [](const SearchResult& result) {
    for (const RootChild& child : result.children) EXPECT_FALSE(child.noisy_prior);
  };
  const SearchResult noisy = fixture.run(Connect4Small(kRootBoard));
  const Block root = fixture.search->core().root_block();
  for (const RootChild& child : noisy.children)
    EXPECT_EQ(child.noisy_prior, static_cast<double>(root.priors()[root.index_of(child.action)]));
  fixture.search->core().adjust(200, false);
  expect_none(fixture.run(Connect4Small(kRootBoard)));
  Fixture<Connect4Small> without_share(dirichlet_settings(0), 5);
  expect_none(without_share.run(Connect4Small(kRootBoard)));
  Fixture<Connect4Small> gumbel(gumbel_settings(16), 5);
  expect_none(gumbel.run(Connect4Small(kRootBoard)));
}

TEST(DirichletRoot, WithoutExplorationItIsThePlainSearch) {
  SearchSettings plain = dirichlet_settings(0.25);
  plain.root = {"none", {}};
  Fixture<Connect4Small> without(plain, 5);
  Fixture<Connect4Small> with(dirichlet_settings(0.25), 5);
  with.search->core().adjust(200, false);
  without.run(Connect4Small(kRootBoard));
  with.run(Connect4Small(kRootBoard));
  EXPECT_EQ(testing::whole_tree(with.search->core()), testing::whole_tree(without.search->core()));
}

TEST(DirichletRoot, DrawsAnewForEachSearchOfAKeptRoot) {
  SearchSettings settings = dirichlet_settings(1);
  settings.reuse_tree = true;
  Fixture<Connect4Small> fixture(settings, 5);
  const auto priors = [&] {
    std::map<Action, float> by_action;
    const Block root = fixture.search->core().root_block();
    for (std::uint32_t i = 0; i < root.count(); ++i) by_action[root.actions()[i]] = root.priors()[i];
    return by_action;
  };
  fixture.run(Connect4Small(kRootBoard));
  const auto first = priors();
  fixture.run(Connect4Small(kRootBoard));
  EXPECT_NE(priors(), first);
  fixture.search->core().adjust(200, false);
  fixture.run(Connect4Small(kRootBoard));
  for (const auto& [action, prior] : priors()) EXPECT_EQ(prior, 1.0F / 7) << action;
}

}  // namespace
}  // namespace rootward
