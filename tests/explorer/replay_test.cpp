// A recorded search played again has the search's numbers to the last bit: every node, every operator, at any time.
#include "search/replay.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "backup/registry.h"
#include "explorer/wasm/page_operator.h"
#include "lab/config/parts.h"
#include "lab/play/recording.h"
#include "search/search_core.h"

namespace rootward::testing {
namespace {

std::string written(const ParamValue& value) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "b 1" : "b 0";
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("i {}", *whole);
  if (const auto* text = std::get_if<std::string>(&value)) return fmt::format("t {}", *text);
  if (const auto* real = std::get_if<double>(&value))
    return fmt::format("r {:016x}", std::bit_cast<std::uint64_t>(*real));
  std::string list = "l";
  for (const double one : std::get<std::vector<double>>(value))
    list += fmt::format(" {:016x}", std::bit_cast<std::uint64_t>(one));
  return list;
}

/// An operator as the page names it.
std::string page_text(const NamedParams& op) {
  std::string text = op.name;
  for (const auto& [key, value] : op.params.values()) {
    if (!std::holds_alternative<std::monostate>(value)) text += fmt::format("\n{} {}", key, written(value));
  }
  return text;
}

/// Every operator that has defaults for all and asks nothing special of the evaluator.
std::vector<NamedParams> plain_operators() {
  std::vector<NamedParams> chosen;
  for (const OperatorEntry& entry : operators()) {
    bool is_plain = !entry.needs_uncertainty;
    for (const ParamSpec& spec : entry.description.parameters)
      is_plain &= !spec.required && spec.type != ParamType::tree;
    if (is_plain) chosen.push_back({entry.description.name, resolve_params(entry.description.parameters, {})});
  }
  return chosen;
}

struct Case {
  std::string name, game, search, driver;
};
void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

/// A search that was listened to, and what the page would be given.
struct Recorded {
  std::unique_ptr<Game> game;
  std::unique_ptr<Position> root;
  SearchSettings settings;
  RecordKeeper keeper;
  std::unique_ptr<Searcher> searcher;
  std::vector<SearchResult> results;  ///< half-way and at the end
  std::vector<std::uint64_t> times;
};

std::unique_ptr<Recorded> recorded(const Case& one) {
  auto made = std::make_unique<Recorded>();
  const NamedParams id = parse_game(one.game, {});
  made->game = make_game(id);
  made->root = made->game->start();
  made->settings = parse_search_player(one.search, one.driver, {}, id).search;
  const OperatorContext context = operator_context(*made->game, made->settings);
  for (NamedParams& op : plain_operators()) {
    try {
      (void)make_backup(op, context);
      made->settings.shadows.push_back(std::move(op));
    } catch (const ParamError&) {  // it asks for priors or a board
    }
  }
  made->searcher = dynamic_cast<const RecordedGame&>(*made->game).make_recorded_searcher(made->settings, made->keeper);
  made->searcher->new_game(7);
  made->times = {made->settings.budget.simulations / 2, made->settings.budget.simulations};
  made->searcher->think_through(
      *made->root, made->times, [&](std::size_t, const SearchResult& result) { made->results.push_back(result); },
      [] { return false; });
  return made;
}

/// What the page is given: moves are numbers of their names there.
SearchRecord for_page(const Recorded& made) {
  SearchRecord head;
  head.seats = made.game->facts().seats;
  head.context = operator_context(*made.game, made.settings);
  head.search.solver = made.settings.solver;
  return shown_record(made.keeper.recording(), *made.root, std::move(head));
}

Replay replay_of(const Recorded& made, const SearchRecord& record) {
  SearchOperators operators;
  operators.driver = explorer::read_operator(page_text(made.settings.backup), record.context);
  for (const NamedParams& shadow : made.settings.shadows)
    operators.shadows.push_back(explorer::read_operator(page_text(shadow), record.context));
  return {record.search, std::move(operators)};
}

std::uint32_t child_by_move(const RecordedSearch& record, Action move) {
  for (std::uint32_t node = 1; node < record.nodes(); ++node) {
    if (record.parent[node] == 0 && record.move[node] == move) return node;
  }
  return 0;
}

void expect_root_alike(const Replay& replay, const Recorded& made, const SearchResult& result) {
  EXPECT_EQ(replay.value(0, 0), result.value);
  for (std::uint32_t i = 0; i < result.shadow_values.size(); ++i)
    EXPECT_EQ(replay.value(0, i + 1), result.shadow_values[i]) << made.settings.shadows[i].name;
  int visited = 0;
  for (const RootChild& child : result.children) {
    if (child.visits == 0) continue;
    ++visited;
    const std::uint32_t node = child_by_move(made.keeper.recording(), child.action);
    ASSERT_NE(node, 0U) << child.action;
    EXPECT_EQ(replay.visits(node), child.visits);
    EXPECT_EQ(replay.mean(node), child.mean);
    EXPECT_EQ(replay.value(node, 0), child.value);
    for (std::uint32_t i = 0; i < child.shadows.size(); ++i)
      EXPECT_EQ(replay.value(node, i + 1), child.shadows[i]) << made.settings.shadows[i].name;
  }
  EXPECT_GT(visited, 1);
}

/// The search's own slot of a recorded node.
Slot searched_slot(const Tree& tree, const RecordedSearch& record, std::uint32_t node) {
  if (node == 0) return tree.root();
  const Slot above = searched_slot(tree, record, record.parent[node]);
  const BlockRef ref = tree.child_block(above);
  const Block block = tree.block(ref);
  for (std::uint32_t i = 0; i < block.count(); ++i) {
    if (block.actions()[i] == record.move[node]) return {ref, i};
  }
  return {kNoBlock, 0};
}

void expect_nodes_alike(const Replay& replay, const Recorded& made) {
  const RecordedSearch& record = made.keeper.recording();
  const SearchedTree searched = made.searcher->tree();
  const Tree& tree = searched.core->tree();
  for (std::uint32_t node = 0; node < record.nodes(); ++node) {
    const Slot slot = searched_slot(tree, record, node);
    ASSERT_NE(slot.block, kNoBlock) << node;
    const Block block = tree.block(slot.block);
    ASSERT_EQ(replay.visits(node), block.visits()[slot.index]) << node;
    ASSERT_EQ(replay.mean(node), block.means()[slot.index]) << node;
    ASSERT_EQ(replay.is_proven(node), block.is_proven(slot.index)) << node;
    for (std::uint32_t op = 0; op <= made.settings.shadows.size(); ++op) {
      const int column = op == 0 ? kValueColumn : searched.core->column_of_shadow(op - 1);
      ASSERT_EQ(replay.value(node, op), block.real(column)[slot.index]) << node << " operator " << op;
    }
  }
}

class EverySearch : public ::testing::TestWithParam<Case> {};

TEST_P(EverySearch, PlayedAgainHasTheSameBitsAtEveryNode) {
  const std::unique_ptr<Recorded> made = recorded(GetParam());
  ASSERT_EQ(made->results.size(), 2U);
  const SearchRecord record = for_page(*made);
  Replay replay = replay_of(*made, record);
  EXPECT_GT(made->settings.shadows.size(), 12U);
  for (std::size_t i = 0; i < 2; ++i) {
    replay.run_to(static_cast<std::uint32_t>(made->times[i]));
    expect_root_alike(replay, *made, made->results[i]);
  }
  expect_nodes_alike(replay, *made);
}

TEST_P(EverySearch, ARecorderDisturbsNothing) {
  const std::unique_ptr<Recorded> made = recorded(GetParam());
  const std::unique_ptr<Searcher> plain = made->game->make_searcher(made->settings);
  plain->new_game(7);
  const SearchResult result = plain->think(*made->root, std::nullopt, [] { return false; });
  const SearchResult& heard = made->results.back();
  EXPECT_EQ(result.value, heard.value);
  EXPECT_EQ(result.shadow_values, heard.shadow_values);
  ASSERT_EQ(result.children.size(), heard.children.size());
  for (std::size_t i = 0; i < result.children.size(); ++i) {
    EXPECT_EQ(result.children[i].action, heard.children[i].action);
    EXPECT_EQ(result.children[i].visits, heard.children[i].visits);
    EXPECT_EQ(result.children[i].value, heard.children[i].value);
  }
}

/// What one operator told of a simulation whose path is `way`, leaf first.
void expect_told(const Replay& replay, const std::vector<std::uint32_t>& way, std::uint32_t op) {
  const std::vector<BackupStep>& steps = replay.steps(op);
  ASSERT_EQ(steps.size(), way.size());
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].stored, replay.value(way[i], op)) << way[i];
    if (i > 0) {
      EXPECT_EQ(std::abs(steps[i].received), std::abs(steps[i - 1].passed_up)) << way[i];
    }
    if (steps[i].told.terms.empty()) continue;
    EXPECT_FALSE(steps[i].told.inputs.empty());
    EXPECT_EQ(steps[i].turn * steps[i].told.terms.back().numbers.front(), steps[i].stored) << way[i];
  }
}

TEST_P(EverySearch, IsTheSameToldAndTellsWhatIsStoredAndPassedUp) {
  const std::unique_ptr<Recorded> made = recorded(GetParam());
  const SearchRecord record = for_page(*made);
  Replay replay = replay_of(*made, record);
  std::size_t terms = 0;
  for (std::uint32_t k = 1; k <= record.search.leaf.size(); k += 1 + k / 16) {
    replay.run_told(k);
    std::vector<std::uint32_t> way = {record.search.leaf[k - 1]};
    while (way.back() != 0) way.push_back(record.search.parent[way.back()]);
    for (std::uint32_t op = 0; op <= made->settings.shadows.size(); ++op) {
      expect_told(replay, way, op);
      for (const BackupStep& step : replay.steps(op)) terms += step.told.terms.size();
    }
  }
  EXPECT_GT(terms, 1000U);
  replay.run_to(static_cast<std::uint32_t>(made->times[1]));
  expect_nodes_alike(replay, *made);
}

INSTANTIATE_TEST_SUITE_P(
    Replay, EverySearch,
    ::testing::Values(
        Case{"plain", "connect4", "{budget: {simulations: 600}}", "average"},
        Case{"max", "tictactoe", "{budget: {simulations: 400}}", "max"},
        Case{"solver", "{name: connect4, width: 4, height: 4}", "{solver: true, budget: {simulations: 1500}}",
             "softmax"},
        Case{"solver_tictactoe", "tictactoe", "{solver: true, budget: {simulations: 3000}}", "average"},
        Case{"all", "tictactoe", "{expansion: {kind: all}, budget: {simulations: 500}}", "average"},
        Case{"later", "connect4", "{expansion: {kind: one, after: 3}, budget: {simulations: 600}}", "max_lambda"},
        Case{"go", "go:5", "{budget: {simulations: 500}, selection: puct}", "average"},
        Case{"chance", "grid_world", "{budget: {simulations: 400}}", "average"},
        Case{"tree", "{name: tree, root: {max: {a: {chance: {x: [0.3, {bernoulli: 0.5}], y: [0.7, 0.2]}}, b: 0.1}}}",
             "{budget: {simulations: 300}}", "average"},
        Case{"gumbel", "connect4", "{root: gumbel, budget: {simulations: 300}}", "average"},
        Case{"amaf", "go:5", "{companions: {amaf: {}}, budget: {simulations: 300}}", "average"},
        Case{"batch", "connect4", "{batch: {leaves: 8}, budget: {simulations: 300}}", "average"},
        Case{"heuristics", "{name: breakthrough, size: 5}", "{budget: {simulations: 500}}",
             "{name: implicit_minimax, leaf: heuristic, children: all}"},
        Case{"heuristics_solver", "{name: connect4, width: 4, height: 4}",
             "{solver: true, budget: {simulations: 1500}}",
             "{name: implicit_minimax, a: 0.9, leaf: heuristic, children: all}"},
        Case{"heuristics_all", "kalah", "{expansion: {kind: all}, budget: {simulations: 400}}",
             "{name: implicit_minimax, a: 1, leaf: heuristic, children: all}"},
        Case{"heuristics_batch", "othello:6", "{batch: {leaves: 8}, budget: {simulations: 300}}",
             "{name: implicit_minimax, leaf: heuristic}"}),
    [](const auto& instance) { return instance.param.name; });

TEST(Replay, ThePreferredMoveHasTheHighestValueAndMoreVisitsWhereTwoAreAlike) {
  const std::unique_ptr<Recorded> made = recorded({"", "tictactoe", "{budget: {simulations: 300}}", "average"});
  const SearchRecord record = for_page(*made);
  Replay replay = replay_of(*made, record);
  EXPECT_EQ(replay.preferred(0, 0), kNoAction) << "nothing was searched yet";
  replay.run_to(300);
  for (std::uint32_t op = 0; op < 3; ++op) {
    const std::uint32_t best = child_by_move(record.search, replay.preferred(0, op));
    for (std::uint32_t node = 1; node < record.search.parent.size(); ++node) {
      if (record.search.parent[node] != 0) continue;
      EXPECT_LE(replay.value(node, op), replay.value(best, op));
      const bool is_tie = replay.value(node, op) == replay.value(best, op);
      EXPECT_TRUE(!is_tie || replay.visits(node) <= replay.visits(best));
    }
  }
}

/// The search of one tree, and what pulls at its root under one operator.
Replay::Pulls root_pulls(const std::string& op) {
  const std::unique_ptr<Recorded> made =
      recorded({"", "{name: tree, root: {max: {a: 0.5, b: 0.25, c: -0.5}}}", "{budget: {simulations: 40}}", op});
  const SearchRecord record = for_page(*made);
  Replay replay = replay_of(*made, record);
  replay.run_to(40);
  return replay.pulls(0, 0);
}

TEST(Replay, OnlyTheBestChildPullsAtAMaximum) {
  const Replay::Pulls pulls = root_pulls("max");
  ASSERT_EQ(pulls.children.size(), 3U);
  double sum = pulls.own;
  int pulling = 0;
  for (const auto& child : pulls.children) {
    sum += child.pull;
    pulling += child.pull > 1e-9 ? 1 : 0;
  }
  EXPECT_EQ(pulling, 1);
  EXPECT_NEAR(sum, 1, 1e-9);
}

TEST(Replay, EveryChildPullsAtASoftMaximum) {
  const Replay::Pulls pulls = root_pulls("{name: softmax, g: [-4]}");
  ASSERT_EQ(pulls.children.size(), 3U);
  double sum = pulls.own;
  for (const auto& child : pulls.children) {
    EXPECT_GT(child.pull, 0.005);
    sum += child.pull;
  }
  EXPECT_NEAR(sum, 1, 1e-6) << "all values raised alike raise a soft maximum as much";
}

TEST(Replay, AnAverageOfReturnsHasNoPulls) { EXPECT_TRUE(root_pulls("average").children.empty()); }

}  // namespace
}  // namespace rootward::testing
