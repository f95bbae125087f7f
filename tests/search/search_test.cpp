// The search as a whole: expansion kinds, counting, shadows, limits, reuse, determinism.
#include "search/search.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

#include "games/connect4.h"
#include "games/tictactoe.h"
#include "lab/config/parts.h"
#include "lab/play/game.h"
#include "tests/search/search_fixture.h"

namespace rootward {
namespace {

using testing::Fixture;
using testing::named;
using testing::operator_named;
using testing::settings_with;
using testing::whole_tree;

const TicTacToe::Rules kTicTacToe;
const Connect4Rules kConnect4;

TEST(Search, OneAndAllGiveTheSameStatisticsUnderUnvisitedFirst) {
  for (const char* rule : {"ucb1", "uct", "uct_scaled", "uniform"}) {
    SearchSettings settings = settings_with("softmax", 3000);
    settings.selection = named(selections(), rule);
    Fixture<Connect4Small> one(settings, 5);
    settings.expansion.kind = ExpansionKind::all;
    Fixture<Connect4Small> all(settings, 5);
    one.run(Connect4Small(kConnect4));
    all.run(Connect4Small(kConnect4));
    EXPECT_EQ(whole_tree(one.search->core()), whole_tree(all.search->core())) << rule;
  }
}

TEST(Search, PuctTellsOneFromAll) {
  SearchSettings settings = settings_with("average", 500);
  settings.selection = named(selections(), "puct", {{"fpu.value", -1.0}});
  Fixture<Connect4Small> one(settings, 5);
  settings.expansion.kind = ExpansionKind::all;
  Fixture<Connect4Small> all(settings, 5);
  one.run(Connect4Small(kConnect4));
  all.run(Connect4Small(kConnect4));
  EXPECT_NE(whole_tree(one.search->core()), whole_tree(all.search->core()));
}

/// N = own visits + children's visits at every node, and the mean is the mean of all leaf evaluations below.
void check_counts(const Tree& tree, Slot slot) {
  const Block parent = tree.block(slot.block);
  const BlockRef ref = parent.children()[slot.index];
  if (ref == kNoBlock) return;
  const Block block = tree.block(ref);
  std::uint64_t visits = block.header().own_visits;
  double sum = block.header().own_mean * block.header().own_visits;
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    visits += block.visits()[i];
    EXPECT_EQ(block.visits()[i] > 0, i < block.header().visited);
    if (block.visits()[i] > 0) {
      sum += block.means()[i] * block.visits()[i];
      check_counts(tree, {ref, i});
    }
  }
  EXPECT_EQ(visits, parent.visits()[slot.index]);
  const double flip = sign_of(block.header().seat) * sign_of(parent.header().seat);
  EXPECT_NEAR(flip * parent.means()[slot.index], sum / static_cast<double>(visits), 1e-12);
}

TEST(Search, TheDriverCountsAlikeUnderEveryOperator) {
  for (const OperatorEntry& entry : operators()) {
    for (const ExpansionKind kind : {ExpansionKind::one, ExpansionKind::self}) {
      SearchSettings settings = settings_with(entry.description.name, 2000);
      settings.expansion = {.kind = kind, .after = kind == ExpansionKind::self ? 0U : 1U};
      Fixture<Connect4Small> fixture(settings, 11);
      const SearchResult result = fixture.run(Connect4Small(kConnect4));
      EXPECT_EQ(result.simulations, 2000U);
      check_counts(fixture.search->core().tree(), fixture.search->core().tree().root());
    }
  }
}

TEST(Search, ShadowsLeaveTheSearchBitIdentical) {
  for (const OperatorEntry& driver : operators()) {
    SearchSettings settings = settings_with(driver.description.name, 1500);
    Fixture<Connect4Small> plain(settings, 3);
    plain.run(Connect4Small(kConnect4));
    for (const OperatorEntry& shadow : operators()) settings.shadows.push_back(operator_named(shadow.description.name));
    Fixture<Connect4Small> shadowed(settings, 3);
    const SearchResult result = shadowed.run(Connect4Small(kConnect4));
    EXPECT_EQ(whole_tree(plain.search->core()), whole_tree(shadowed.search->core())) << driver.description.name;
    EXPECT_EQ(result.shadow_values.size(), operators().size());
  }
}

// An operator in the shadow of a search that it does drive sees the same simulations, so it stores the same values.
TEST(Search, AnOperatorShadowingItselfStoresTheDriversValues) {
  for (const OperatorEntry& entry : operators()) {
    SearchSettings settings = settings_with(entry.description.name, 1500);
    settings.shadows = {operator_named(entry.description.name)};
    Fixture<Connect4Small> fixture(settings, 9);
    const SearchResult result = fixture.run(Connect4Small(kConnect4));
    EXPECT_EQ(result.shadow_values[0], result.value) << entry.description.name;
    for (const RootChild& child : result.children) EXPECT_EQ(child.shadows[0], child.value) << entry.description.name;
  }
}

TEST(Search, SameSeedSameSearchOtherSeedAnother) {
  const SearchSettings settings = settings_with("average", 500);
  Fixture<TicTacToe> a(settings, 1);
  Fixture<TicTacToe> b(settings, 1);
  Fixture<TicTacToe> c(settings, 2);
  a.run(TicTacToe(kTicTacToe));
  b.run(TicTacToe(kTicTacToe));
  c.run(TicTacToe(kTicTacToe));
  EXPECT_EQ(whole_tree(a.search->core()), whole_tree(b.search->core()));
  EXPECT_NE(whole_tree(a.search->core()), whole_tree(c.search->core()));
}

TEST(Search, AfterDelaysANodesBlock) {
  SearchSettings settings = settings_with("average", 2000);
  settings.expansion.after = 20;
  Fixture<Connect4Small> fixture(settings, 1);
  fixture.run(Connect4Small(kConnect4));
  const Tree& tree = fixture.search->core().tree();
  const BlockRef root = tree.child_block(tree.root());
  const auto check = [&](const auto& self, BlockRef ref) -> void {
    const Block block = tree.block(ref);
    for (std::uint32_t i = 0; i < block.count(); ++i) {
      if (block.children()[i] == kNoBlock) continue;
      EXPECT_EQ(tree.block(block.children()[i]).header().own_visits, 20U);
      self(self, block.children()[i]);
    }
  };
  check(check, root);
  EXPECT_GT(tree.expanded_nodes(), 5U);
}

TEST(Search, MaxNodesStopsTheTreeNotTheSearch) {
  SearchSettings settings = settings_with("softmax", 2000);
  settings.max_nodes = 30;
  Fixture<Connect4Small> fixture(settings, 1);
  const SearchResult result = fixture.run(Connect4Small(kConnect4));
  EXPECT_EQ(fixture.search->core().tree().expanded_nodes(), 30U);
  EXPECT_EQ(result.simulations, 2000U);
}

TEST(Search, ReuseKeepsVisitsAndReportsThemApart) {
  SearchSettings settings = settings_with("average", 1000);
  settings.reuse_tree = true;
  Fixture<Connect4Small> fixture(settings, 1);
  Connect4Small position(kConnect4);
  const SearchResult first = fixture.run(position);
  EXPECT_EQ(first.reused_visits, 0U);
  const std::uint32_t kept = first.children[0].visits;
  position.play(first.move);
  fixture.search->core().observe(first.move);
  const SearchResult second = fixture.run(position);
  EXPECT_EQ(second.reused_visits, kept);
  EXPECT_EQ(second.simulations, 1000U);
  check_counts(fixture.search->core().tree(), fixture.search->core().tree().root());
}

/// Another evaluator, but for one call that fails.
class FailsOnce final : public Evaluator<Connect4Small> {
 public:
  FailsOnce(std::unique_ptr<Evaluator<Connect4Small>> inner, int call) : inner_(std::move(inner)), left_(call) {}
  void evaluate(std::span<const EvaluationRequest<Connect4Small>> requests,
                std::span<Evaluation> evaluations) override {
    if (--left_ == 0) throw std::runtime_error("no answer");
    inner_->evaluate(requests, evaluations);
  }

 private:
  std::unique_ptr<Evaluator<Connect4Small>> inner_;
  int left_;
};

// The child that the failed simulation was to visit has no visits and no value.
TEST(Search, ATreeThatAnErrorLeftUnfinishedIsDropped) {
  for (const std::uint32_t leaves : {1U, 4U}) {
    for (const bool is_played : {false, true}) {
      SCOPED_TRACE(::testing::Message() << leaves << is_played);
      SearchSettings settings = settings_with("average", 500);
      settings.reuse_tree = true;
      settings.batch.leaves = leaves;
      Fixture<Connect4Small> fixture(settings, 1);
      fixture.evaluator = std::make_unique<FailsOnce>(std::move(fixture.evaluator), 60);
      Connect4Small position(kConnect4);
      EXPECT_THROW((void)fixture.run(position), std::runtime_error);
      if (is_played) {
        position.play(Action{3});
        fixture.search->core().observe(Action{3});
      }
      const SearchResult result = fixture.run(position);
      EXPECT_EQ(result.reused_visits, 0U);
      EXPECT_EQ(result.simulations, 500U);
      check_counts(fixture.search->core().tree(), fixture.search->core().tree().root());
    }
  }
}

// A formula in the shadow of the average that counts its returns in its own number: it stays the average through a
// shadow's columns, a kept tree and a second search.
TEST(Search, AFormulasOwnNumberIsKeptInShadowsAndKeptTrees) {
  SearchSettings settings = settings_with("average", 1000);
  settings.reuse_tree = true;
  settings.shadows = {operator_named(
      "formula",
      {{"kind", std::string("return")}, {"state", std::string("w + 1")}, {"value", std::string("v + (r - v) / w")}})};
  Fixture<Connect4Small> fixture(settings, 1);
  Connect4Small position(kConnect4);
  for (int search = 0; search < 3; ++search) {
    const SearchResult result = fixture.run(position);
    EXPECT_EQ(result.reused_visits > 0, search > 0);
    EXPECT_NEAR(result.shadow_values[0], result.value, 1e-12);
    for (const RootChild& child : result.children) EXPECT_NEAR(child.shadows[0], child.value, 1e-12);
    position.play(result.move);
    fixture.search->core().observe(result.move);
  }
}

// A formula that has no number at a node's 30th return, beside one that always has, as driver and as shadow.
TEST(Search, FallbacksAreCountedOfEachOperatorAndEachSearch) {
  const auto formula = [](const std::string& value) {
    return operator_named("formula", {{"kind", std::string("return")}, {"value", value}});
  };
  const NamedParams odd = formula("v + (r - v) / N + 0 / (N - 30)");
  const NamedParams even = formula("v + (r - v) / N");
  for (const bool drives : {false, true}) {
    SearchSettings settings = settings_with("average", 400);
    settings.backup = drives ? odd : even;
    settings.shadows = {drives ? even : odd};
    Fixture<Connect4Small> fixture(settings, 1);
    const SearchResult first = fixture.run(Connect4Small(kConnect4));
    ASSERT_EQ(first.shadow_fallbacks.size(), 1U);
    EXPECT_GT(drives ? first.fallbacks : first.shadow_fallbacks[0], 0U);
    EXPECT_EQ(drives ? first.shadow_fallbacks[0] : first.fallbacks, 0U);
    fixture.search->core().new_game(1);
    const SearchResult again = fixture.run(Connect4Small(kConnect4));
    EXPECT_EQ(again.fallbacks, first.fallbacks);
    EXPECT_EQ(again.shadow_fallbacks, first.shadow_fallbacks);
  }
}

TEST(Search, ValuesAreInTheChoosersView) {
  // First to move wins at once at a3 (row of three); a search for the second seat from the mirrored position agrees.
  TicTacToe position(kTicTacToe);
  for (const char* move : {"a1", "b2", "b1", "c2"}) position.play(*position.parse_action(move));
  Fixture<TicTacToe> fixture(settings_with("average", 400), 1);
  const SearchResult result = fixture.run(position);
  EXPECT_EQ(position.action_text(result.move), "c1");
  EXPECT_GT(result.value, 0.5);
  position.play(*position.parse_action("a3"));
  const SearchResult second = fixture.run(position);
  EXPECT_EQ(position.action_text(second.move), "a2");
  EXPECT_GT(second.value, 0.5);
}

TEST(Search, TheFirstSimulationsVisitTheRootsChildrenInRandomOrder) {
  std::map<Action, int> firsts;
  for (std::uint64_t seed = 0; seed < 900; ++seed) {
    Fixture<TicTacToe> fixture(settings_with("average", 1), seed);
    ++firsts[fixture.run(TicTacToe(kTicTacToe)).move];
  }
  ASSERT_EQ(firsts.size(), 9U);
  double chi_square = 0;
  for (const auto& entry : firsts) chi_square += (entry.second - 100.0) * (entry.second - 100.0) / 100.0;
  EXPECT_LT(chi_square, 26.1);  // 8 degrees of freedom, 0.1 %
}

/// Every visit and value of a search under this operator.
std::vector<double> tree_of(const NamedParams& backup) {
  SearchSettings settings = settings_with("average", 300);
  settings.backup = backup;
  Fixture<TicTacToe> fixture(settings, 1);
  (void)fixture.run(TicTacToe(testing::kTicTacToe));
  return whole_tree(fixture.search->core());
}

TEST(WeightedVisits, CountTheWeightsOfReturns) {
  const auto feedback = [](GivenParams given, bool is_weighted) {
    given["weighted_visits"] = is_weighted;
    return tree_of(operator_named("feedback", given));
  };
  for (const char* clock : {"node", "search"}) {
    const GivenParams alike{{"profile", std::string("linear")}, {"a", 0.0}, {"clock", std::string(clock)}};
    EXPECT_EQ(feedback(alike, true), feedback(alike, false)) << "weights of 1 are visits";
    const GivenParams gby{{"profile", std::string("gby")}, {"clock", std::string(clock)}};
    EXPECT_NE(feedback(gby, true), feedback(gby, false));
    EXPECT_EQ(feedback(gby, true), feedback(gby, true));
  }
}

/// Visits of two moves that are worth 0.5 and 0.25, under UCB1.
using TwoVisits = std::array<std::uint32_t, 2>;

TwoVisits visits_of_search(const Game& game, int simulations) {
  const SearchSettings settings =
      parse_search_player(
          fmt::format("{{budget: {{simulations: {}}}, selection: {{name: ucb1, c: 0.7}}}}", simulations),
          "{name: feedback, profile: step, weighted_visits: true}", {}, game.id())
          .search;
  const std::unique_ptr<Searcher> searcher = game.make_searcher(settings);
  searcher->new_game(1);
  const std::unique_ptr<Position> start = game.start();
  TwoVisits visits{};
  for (const RootChild& child : searcher->think(*start, std::nullopt, [] { return false; }).children)
    visits.at(start->action_text(child.action) == "a" ? 0 : 1) = child.visits;
  return visits;
}

/// The same by the rule's formula on sums of weights; move `first` was visited first.
TwoVisits visits_by_formula(std::size_t first, int simulations) {
  TwoVisits visits{};
  std::array<double, 2> weight{};
  const auto score = [&](std::size_t move) {
    return (1.5 - 0.25 * static_cast<double>(move)) / 2 +
           0.7 * std::sqrt(std::log(weight[0] + weight[1]) / weight[move]);
  };
  for (int simulation = 1; simulation <= simulations; ++simulation) {
    const std::size_t move = simulation == 1 ? first : simulation == 2 ? 1 - first : score(0) > score(1) ? 0 : 1;
    const double x = simulation / static_cast<double>(simulations);
    weight[move] += x <= 0.25 ? 1 : x <= 0.5 ? 2 : x <= 0.75 ? 4 : 8;
    ++visits[move];
  }
  return visits;
}

/// A search of a small tree with a chance node or a move that is soon proven: the better move is `good`.
struct RootMoves {
  std::string played;
  std::map<std::string, std::uint32_t> visits;
};
constexpr const char* kGamble = "{max: {bad: {chance: {h: [0.5, -1], t: [0.5, -0.6]}}, good: 0.5}}";
constexpr const char* kDraw =
    "{max: {draw: {min: {x: 0, y: 1}}, good: {min: {p: {max: {k: 0.4, l: 0.2}}, q: {max: {k: 0.5, l: 0.1}}}}}}";

RootMoves search_tree(const std::string& tree, bool has_solver, const std::string& backup) {
  const std::unique_ptr<Game> game = make_game(parse_game("{name: tree, root: " + tree + "}", {}));
  const SearchSettings settings =
      parse_search_player(fmt::format("{{solver: {}, budget: {{simulations: 2000}}}}", has_solver), backup, {},
                          game->id())
          .search;
  const std::unique_ptr<Searcher> searcher = game->make_searcher(settings);
  searcher->new_game(1);
  const std::unique_ptr<Position> start = game->start();
  const SearchResult result = searcher->think(*start, std::nullopt, [] { return false; });
  RootMoves moves{.played = start->action_text(result.move), .visits = {}};
  for (const RootChild& child : result.children) moves.visits[start->action_text(child.action)] = child.visits;
  return moves;
}

TEST(WeightedVisits, ChanceAndProvenNodesCountTheirReturnsToo) {
  for (const auto& [tree, has_solver] : {std::pair{kGamble, false}, std::pair{kGamble, true}, std::pair{kDraw, true}}) {
    for (const char* clock : {"node", "search"}) {
      SCOPED_TRACE(::testing::Message() << tree << has_solver << clock);
      const std::string alike = fmt::format("name: feedback, profile: linear, a: 0, clock: {}", clock);
      EXPECT_EQ(search_tree(tree, has_solver, "{" + alike + ", weighted_visits: true}").visits,
                search_tree(tree, has_solver, "{" + alike + "}").visits)
          << "weights of 1 are visits";
      for (const char* name : {"feedback", "monotone"})
        EXPECT_EQ(
            search_tree(tree, has_solver, fmt::format("{{name: {}, clock: {}, weighted_visits: true}}", name, clock))
                .played,
            "good")
            << name;
    }
  }
}

TEST(WeightedVisits, ARuleCountsTheirSums) {
  const std::unique_ptr<Game> game = make_game(parse_game("{name: tree, root: {max: {a: 0.5, b: 0.25}}}", {}));
  const std::size_t first = visits_of_search(*game, 1)[0] == 1 ? 0 : 1;
  for (int simulations = 2; simulations <= 120; ++simulations)
    EXPECT_EQ(visits_of_search(*game, simulations), visits_by_formula(first, simulations)) << simulations;
}

}  // namespace
}  // namespace rootward
