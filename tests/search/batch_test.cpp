// Leaves judged together: virtual losses by hand, what operators see of them, and searches that repeat.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "search/backup_driver.h"
#include "search/checkpoints.h"
#include "search/side_by_side.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::companion;
using testing::Fixture;
using testing::named;
using testing::settings_with;
using testing::whole_tree;

SearchSettings batched(std::uint32_t leaves, std::uint64_t simulations, const std::string& backup = "average") {
  SearchSettings settings = settings_with(backup, simulations);
  settings.batch.leaves = leaves;
  return settings;
}

template <GameState P = Connect4Small>
std::vector<double> searched_tree(const SearchSettings& settings, std::uint64_t seed = 7) {
  Fixture<P> fixture(settings, seed);
  const typename P::Rules rules;
  (void)fixture.run(P(rules));
  return whole_tree(fixture.search->core());
}

/// A root of three children, the first of which has been visited.
struct OneVisitedChild {
  Tree tree{TreeLayout{.has_proofs = true}};
  BlockRef ref;
  OneVisitedChild() {
    const std::array<Action, 3> actions = {Action{10}, Action{11}, Action{12}};
    ref = tree.expand(tree.root(), Seat::first, actions);
    const Block block = tree.block(ref);
    block.admit(0);
    block.visits()[0] = 4;
    block.values()[0] = 0.5;
    block.means()[0] = 0.25;
    tree.block(tree.root().block).visits()[0] = 5;
  }
  [[nodiscard]] Block block() const { return tree.block(ref); }
};

TEST(VirtualLosses, CountAsLostSimulations) {
  OneVisitedChild small;
  VirtualLosses losses(2);
  const std::array<Slot, 2> path = {small.tree.root(), Slot{small.ref, 0}};
  losses.add(small.tree, path);
  EXPECT_EQ(small.block().visits()[0], 6U);
  EXPECT_DOUBLE_EQ(small.block().values()[0], (4 * 0.5 - 2) / 6);
  EXPECT_DOUBLE_EQ(small.block().means()[0], (4 * 0.25 - 2) / 6);
  EXPECT_EQ(losses.real_visits(small.block(), {small.ref, 0}), 4U);
  losses.add(small.tree, path);
  EXPECT_EQ(small.block().visits()[0], 8U);
  EXPECT_DOUBLE_EQ(small.block().values()[0], (4 * 0.5 - 4) / 8);
  EXPECT_EQ(losses.real_visits(small.block(), {small.ref, 0}), 4U);
  EXPECT_EQ(small.tree.block(small.tree.root().block).visits()[0], 9U);
}

TEST(VirtualLosses, CountAsWeightsWhereSelectionCountsThose) {
  Tree tree(TreeLayout{.extra_columns = 1});
  const BlockRef ref = tree.expand(tree.root(), Seat::first, std::array<Action, 2>{Action{1}, Action{2}});
  const Block block = tree.block(ref);
  block.admit(0);
  block.visits()[0] = 4;
  double& weight = block.real(kFirstExtraColumn)[0];
  weight = 2.5;
  VirtualLosses losses(3, kFirstExtraColumn);
  losses.add(tree, std::array<Slot, 1>{Slot{ref, 0}});
  EXPECT_EQ(weight, 5.5);
  losses.add(tree, std::array<Slot, 1>{Slot{ref, 0}});
  EXPECT_EQ(weight, 8.5);
  losses.undo(tree);
  EXPECT_EQ(weight, 2.5);
}

TEST(VirtualLosses, LeaveNothingBehind) {
  OneVisitedChild small;
  VirtualLosses losses(1);
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t index = i == 0 ? 0 : small.block().admit(small.block().header().visited);
    losses.add(small.tree, std::array<Slot, 2>{small.tree.root(), Slot{small.ref, index}});
    EXPECT_EQ(small.block().values()[index], i == 0 ? 0.2 : -1.0);
  }
  EXPECT_EQ(small.block().header().visited, 3);
  small.block().prove_loss(small.block().index_of(Action{11}));  // children may change places meanwhile
  losses.undo(small.tree);
  EXPECT_EQ(small.block().header().visited, 1);
  EXPECT_EQ(small.block().header().active, 2);
  EXPECT_EQ(small.block().actions()[0], Action{10});
  EXPECT_EQ(small.block().visits()[0], 4U);
  EXPECT_EQ(small.block().values()[0], 0.5);
  EXPECT_EQ(small.block().means()[0], 0.25);
  EXPECT_EQ(small.tree.block(small.tree.root().block).visits()[0], 5U);
  const std::uint32_t lost = small.block().index_of(Action{11});
  EXPECT_EQ(small.block().visits()[lost], 0U);
  EXPECT_EQ(small.block().values()[lost], -1);
  EXPECT_TRUE(small.block().is_proven(lost));
}

TEST(Batch, OfOneLeafIsThePlainSearch) {
  for (const Described& rule : selections()) {
    if (reads_priors({rule.name, {}}) || reads_variances({rule.name, {}})) continue;
    SearchSettings settings = settings_with("average", 500);
    settings.selection = named(selections(), rule.name);
    const std::vector<double> plain = searched_tree(settings);
    settings.batch.virtual_loss = 3;
    EXPECT_EQ(searched_tree(settings), plain) << rule.name;
  }
}

TEST(Batch, SpendsItsBudgetToTheLastSimulationAndRepeats) {
  for (const OperatorEntry& entry : operators()) {
    const std::string& name = entry.description.name;
    SearchSettings settings = batched(16, 501, name);
    Fixture<Connect4Small> fixture(settings, 7);
    const Connect4Rules rules;
    EXPECT_EQ(fixture.run(Connect4Small(rules)).simulations, 501U) << name;
    const Tree& tree = fixture.search->core().tree();
    EXPECT_EQ(tree.block(tree.root().block).visits()[0], 501U) << name;
    EXPECT_EQ(searched_tree(settings), whole_tree(fixture.search->core())) << name;
    settings.batch = {};
    EXPECT_NE(searched_tree(settings), whole_tree(fixture.search->core())) << name;
  }
}

/// An operator that checks what it is shown.
struct Checks {
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsMeans = true;
  std::uint64_t* nodes;
  Value update(NodeView& node, Value sample) {
    ++*nodes;
    std::uint64_t visits = node.own_visits;
    double sum = node.own_visits * node.own_mean;
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      EXPECT_GE(node.child_visits[i], 1U);
      visits += node.child_visits[i];
      sum += node.child_visits[i] * node.child_means[i];
    }
    EXPECT_EQ(visits, node.visits);
    EXPECT_NEAR(sum / static_cast<double>(visits), node.mean, 1e-12) << "a mean of raw returns, none of them virtual";
    node.value = node.mean;
    return sample;
  }
};

TEST(Batch, OperatorsSeeNothingOfVirtualLosses) {
  for (const std::uint32_t virtual_loss : {1U, 3U}) {
    SearchSettings settings = batched(32, 2000);
    settings.batch.virtual_loss = virtual_loss;
    std::uint64_t nodes = 0;
    SearchOperators operators;
    operators.driver = make_backup_driver(Checks{&nodes});
    const auto search = make_search<Connect4Small>(settings, std::move(operators), false);
    search->core().new_game(3);
    Playouts<Connect4Small> evaluator(settings.evaluator.params);
    (void)run_search(*search, evaluator, Connect4Small(Connect4Rules{}), std::nullopt, nullptr);
    EXPECT_GT(nodes, 4000U);
  }
}

/// The average, which has every child looked at.
struct Looks {
  static constexpr auto kColumns = kNoColumns;
  static constexpr bool kNeedsTrail = false;
  static constexpr bool kReadsStatics = true;
  Value update(NodeView& node, Value sample) {
    node.value = node.mean;
    return sample;
  }
};

// The losses of a round that failed on its way down are not taken back in the tree that comes after it.
TEST(Batch, ARoundThatFailsOnItsWayDownLeavesNothingBehind) {
  for (const std::uint64_t failing : {200U, 500U, 501U, 502U}) {
    SearchSettings settings = batched(32, 1000);
    settings.reuse_tree = true;
    SearchOperators operators;
    operators.driver = make_backup_driver(Looks{});
    const auto search = make_search<Connect4Small>(settings, std::move(operators), false);
    std::uint64_t looks = 0;
    search->look_by([&](const Connect4Small&) -> Value {
      if (++looks == failing) throw std::runtime_error("no look");
      return 0;
    });
    search->core().new_game(3);
    Playouts<Connect4Small> evaluator(settings.evaluator.params);
    const Connect4Rules rules;
    const Connect4Small root(rules);
    EXPECT_THROW((void)run_search(*search, evaluator, root, std::nullopt, nullptr), std::runtime_error);
    const SearchResult result = run_search(*search, evaluator, root, std::nullopt, nullptr);
    EXPECT_EQ(result.reused_visits, 0U);
    std::uint64_t visits = 0;
    for (const RootChild& child : result.children) visits += child.visits;
    EXPECT_EQ(visits, 1000U);
  }
}

/// Counts calls and leaves; gives every move the same prior and each position a value of its own.
template <GameState P>
class CountingEvaluator final : public Evaluator<P> {
 public:
  void evaluate(std::span<const EvaluationRequest<P>> requests, std::span<Evaluation> evaluations) override {
    calls += 1;
    leaves += requests.size();
    largest = std::max(largest, requests.size());
    std::set<const P*> positions;
    priors_.resize(std::max(priors_.size(), requests.size()));
    for (std::size_t i = 0; i < requests.size(); ++i) {
      positions.insert(requests[i].position);
      ActionList actions;
      requests[i].position->legal_actions(actions);
      if (requests[i].legal != nullptr) {
        ++asked_with_moves;
        EXPECT_TRUE(std::ranges::equal(*requests[i].legal, actions));
      }
      priors_[i].assign(actions.size(), 1.0F / static_cast<float>(actions.size()));
      evaluations[i] = {.value = requests[i].rng->uniform() - 0.5, .cached = 1, .priors = priors_[i]};
    }
    EXPECT_EQ(positions.size(), requests.size());
  }
  std::size_t calls = 0;
  std::size_t leaves = 0;
  std::size_t largest = 0;
  std::size_t asked_with_moves = 0;

 private:
  std::vector<std::vector<float>> priors_;
};

TEST(Batch, JudgesEachLeafOnceInOneCall) {
  SearchSettings settings = batched(8, 400);
  settings.selection = named(selections(), "puct");
  settings.expansion.kind = ExpansionKind::self;
  SearchOperators operators;
  operators.driver = make_backup(settings.backup, {});
  const auto search = make_search<Connect4Small>(settings, std::move(operators), true);
  search->core().new_game(3);
  CountingEvaluator<Connect4Small> evaluator;
  const SearchResult result = run_search(*search, evaluator, Connect4Small(Connect4Rules{}), std::nullopt, nullptr);
  EXPECT_EQ(result.cached_evaluations, evaluator.leaves);
  EXPECT_EQ(search->core().root_block().header().own_visits, 1U) << "the root is judged alone";
  EXPECT_EQ(evaluator.largest, 8U);
  EXPECT_GE(evaluator.calls, 400U / 8);
  EXPECT_LT(evaluator.calls, 70U);
  EXPECT_LT(evaluator.leaves, 400U) << "a leaf that is reached again is not judged again";
  EXPECT_GT(evaluator.leaves, 300U);
}

TEST(Batch, HandsTheMovesOverWhereTheyAreAtHand) {
  for (const ExpansionKind kind : {ExpansionKind::self, ExpansionKind::one, ExpansionKind::all})
    for (const std::uint32_t leaves : {1U, 8U}) {
      SearchSettings settings = batched(leaves, 400);
      settings.expansion.kind = kind;
      settings.expansion.after = kind == ExpansionKind::self ? 0 : 1;
      settings.selection = named(selections(), "puct");
      SearchOperators operators;
      operators.driver = make_backup(settings.backup, {});
      const auto search = make_search<Connect4Small>(settings, std::move(operators), true);
      search->core().new_game(3);
      CountingEvaluator<Connect4Small> evaluator;
      (void)run_search(*search, evaluator, Connect4Small(Connect4Rules{}), std::nullopt, nullptr);
      const bool hands_over = kind == ExpansionKind::self && leaves == 1;
      EXPECT_EQ(evaluator.asked_with_moves, hands_over ? evaluator.leaves - 1 : 0) << "the root's block was there";
    }
}

/// Searches of one slot, one after another.
struct OneSearch final : SearchSource<Connect4Small> {
  explicit OneSearch(SearchTask<Connect4Small> one) : task(one) {}
  std::optional<SearchTask<Connect4Small>> next(std::size_t) override { return std::exchange(task, std::nullopt); }
  void finished(std::size_t, SearchResult result) override { simulations = result.simulations; }
  std::optional<SearchTask<Connect4Small>> task;
  std::uint64_t simulations = 0;
};

std::vector<std::vector<NamedParams>> company() {
  return {{},
          {companion("amaf")},
          {companion("amaf", {{"schedule", std::string("grave")}, {"random_off", 0.3}})},
          {companion("history"), companion("widening")},
          {companion("mast"), companion("replies")},
          {companion("progressive_bias")}};
}

TEST(Batch, OneCallOneByOneAndOnTheWayAreTheSameSearch) {
  const Connect4Rules rules;
  const Connect4Small root(rules);
  const std::function<bool()> never;
  for (const std::vector<NamedParams>& companions : company()) {
    SearchSettings settings = batched(8, 400, "softmax");
    settings.companions = companions;
    SCOPED_TRACE(companions.empty() ? "alone" : companions.front().name);
    const std::vector<double> together = searched_tree(settings);

    Fixture<Connect4Small> streamed(settings, 7);
    OneSearch source({.search = streamed.search.get(), .root = &root, .stop = &never});
    SideBySide<Connect4Small>(source, 1).run(rules, *streamed.evaluator);
    EXPECT_EQ(source.simulations, 400U);
    EXPECT_EQ(whole_tree(streamed.search->core()), together);

    Fixture<Connect4Small> watched(settings, 7);
    const std::array<std::uint64_t, 4> looks = {1, 99, 100, 400};
    EXPECT_TRUE(run_checkpoints<Connect4Small>(
        *watched.search, *watched.evaluator, root, looks,
        [&](std::size_t look, const SearchResult& result) { EXPECT_EQ(result.simulations, looks[look]); }, never));
    EXPECT_EQ(whole_tree(watched.search->core()), together);
  }
}

TEST(Batch, TheSolverStaysRightBesideEveryHybrid) {
  for (const SolverAids& aids : {SolverAids{}, SolverAids{.bounds = true}, SolverAids{.decisive = true},
                                 SolverAids{.tree_depth = 2}, SolverAids{.proof_depth = 2}}) {
    for (const std::uint32_t leaves : {1U, 2U, 7U, 64U}) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SearchSettings settings = batched(leaves, 200'000, "softmax");
        settings.solver = true;
        settings.selection = named(selections(), "uniform");
        settings.solver_aids = aids;
        Fixture<TicTacToe> fixture(settings, seed);
        const SearchResult result = fixture.run(testing::after({"a1", "b2", "c3"}));
        EXPECT_TRUE(fixture.search->core().is_root_proven())
            << aids.bounds << aids.decisive << aids.tree_depth << aids.proof_depth << leaves;
        EXPECT_EQ(result.value, 0.0) << aids.bounds << aids.decisive << aids.tree_depth << aids.proof_depth << leaves;
      }
    }
  }
}

}  // namespace
}  // namespace rootward
