// Tables of fields: one declaration reads, stores, sums up, sets and lists a key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "lab/config/parts.h"
#include "lab/config/player_fields.h"
#include "lab/config/resolved_tree.h"
#include "lab/config/search_fields.h"
#include "lab/config/search_reader.h"
#include "lab/config/yaml_document.h"

namespace rootward::config {
namespace {

using ::testing::HasSubstr;

SearchSettings search_of(const std::string& yaml) {
  YamlNode node = parse_yaml(yaml, "test");
  assign_paths(node, "");
  ProblemList problems;
  SearchSettings settings = read_search(node, problems);
  problems.throw_if_any();
  return settings;
}

/// No key has its default.
const char* const kUnusual =
    "{budget: {game_seconds: 40, moves: 35}, selection: {name: puct, c: 0.25}, expansion: {kind: all, after: 3}, "
    "root: {name: dirichlet, share: 0.5}, max_nodes: 77, evaluator: {name: playouts, count: 4}, final_move: "
    "best_value, final_reads: mean, temperature: "
    "{value: 0.5, moves: 8}, companions: {amaf: {bias: 0.1}, widening: {form: coulom}}, batch: {leaves: 8}, solver: "
    "{bounds: "
    "true}, reuse_tree: true}";

TEST(SearchFields, EveryKeyIsStoredAndReadBack) {
  const SearchSettings settings = search_of(kUnusual);
  const YamlNode stored = resolved_search(settings);
  for (const Field<SearchSettings>& field : search_fields())
    EXPECT_NE(stored.find(field.spec.key), nullptr) << field.spec.key;
  EXPECT_EQ(stored.entries.size(), search_fields().size());
  EXPECT_EQ(search_of(flow_text(stored)), settings);
}

TEST(SearchFields, TheStructsOwnValuesAreTheDefaults) {
  const SearchSettings settings = search_of("{}");
  EXPECT_EQ(settings.budget, SearchSettings{}.budget);
  EXPECT_EQ(settings.expansion, SearchSettings{}.expansion);
  EXPECT_EQ(settings.temperature, SearchSettings{}.temperature);
  EXPECT_EQ(settings.selection.name, SearchSettings{}.selection.name);
  EXPECT_EQ(search_of("{expansion: self}").expansion.after, 0U);
}

TEST(SearchFields, EveryKeyIsListedWithHelp) {
  std::set<std::string> keys;
  for (const ParamSpec& spec : search_description().parameters) {
    EXPECT_NE(spec.help, "") << spec.key;
    EXPECT_TRUE(keys.insert(spec.key).second) << spec.key;
  }
  for (const char* key : {"budget.simulations", "budget.game_seconds", "expansion.after", "temperature.value"})
    EXPECT_TRUE(keys.contains(key)) << key;
}

TEST(PlayerNumbers, AreDeclaredAndSetByTheirPaths) {
  const NamedParams game = parse_game("tictactoe", {});
  PlayerSpec player = parse_search_player(kUnusual, "erwa", {}, game);
  const auto number = [&](const std::string& path) {
    for (const PlayerNumber& one : numbers_of(player))
      if (one.path == path) return one;
    ADD_FAILURE() << "no number " << path;
    return PlayerNumber{};
  };
  EXPECT_EQ(number("search.budget.game_seconds").declared->type, ParamType::real) << "though 40 is written";
  EXPECT_EQ(number("search.expansion.after").declared->type, ParamType::integer);
  EXPECT_EQ(number("search.max_nodes").declared->high, 1e9);
  EXPECT_EQ(number("backup.alpha").declared->key, "alpha");
  set_number(player, "search.expansion.after", std::int64_t{5});
  set_number(player, "search.selection.c", 0.75);
  set_number(player, "backup.alpha", 0.125);
  EXPECT_EQ(player.search.expansion.after, 5U);
  EXPECT_EQ(player.search.selection.params.real("c"), 0.75);
  EXPECT_EQ(player.search.backup.params.real("alpha"), 0.125);
  EXPECT_THROW(set_number(player, "search.max_nodes", std::int64_t{-1}), ParamError);
  EXPECT_THROW(set_number(player, "search.nothing", 1.0), ParamError);
  EXPECT_THROW(set_number(player, "backup.beta", 1.0), ParamError);
}

TEST(PlayerNumbers, LieWithinEvaluatorsOfEvaluatorsToo) {
  const NamedParams game = parse_game("tictactoe", {});
  PlayerSpec player =
      parse_search_player("{evaluator: {name: mix, a: {name: playouts, count: 2}, b: playouts}}", "average", {}, game);
  set_number(player, "search.evaluator.a.count", std::int64_t{6});
  EXPECT_THAT(player_summary(player), HasSubstr("count: 6"));
  EXPECT_THROW(set_number(player, "search.evaluator.a.count", std::int64_t{0}), ParamError);
}

TEST(PlayerNumbers, AnOperatorsSpanFollowsTheBudgetThatIsSet) {
  const NamedParams id = parse_game("tictactoe", {});
  const std::unique_ptr<Game> game = make_game(id);
  PlayerSpec player;
  player.search.backup = parse_backup("softmax");
  player.search = [&] {
    SearchSettings settings = search_of("{budget: {simulations: 50}}");
    settings.backup = parse_backup("softmax");
    return settings;
  }();
  PlayerSpec larger = player;
  set_number(larger, "search.budget.simulations", std::int64_t{400});
  fit_to_game(player, *game);
  fit_to_game(larger, *game);
  EXPECT_EQ(larger.search.backup, parse_search_player("{budget: {simulations: 400}}", "softmax", {}, id).search.backup);
  EXPECT_NE(larger.search.backup, player.search.backup);
}

}  // namespace
}  // namespace rootward::config
