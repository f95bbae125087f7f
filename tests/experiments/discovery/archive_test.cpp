// What is read, generations, and who is best.
#include "experiments/discovery/archive.h"

#include <gmock/gmock.h>

#include <set>
#include <utility>

#include "core/errors.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::discovery {
namespace {

using ::testing::HasSubstr;

constexpr const char* kSmall =
    "name: small\nseed: 8\nportfolio: {ttt: {game: tictactoe}, hex: {game: {name: hex, size: 3}, c: 0.5}}\n"
    "held_out: {kalah: {game: {name: kalah, pits: 2, seeds: 2}}}\nsimulations: 8\nopening: {random_plies: 1}\n"
    "search: {generations: 2, formulas: 5, rungs: [1, 2], keep: 0.4, parents: 2, fresh: 0.4}\n"
    "tuning: {survivors: 1, evaluations: 2, pairs: 2}\nconfirmation: {pairs: 4, cost_pairs: 2}\n";

DiscoveryConfig small_config(const std::string& more = "") {
  const testing::ScratchFolder scratch;
  testing::write_text(scratch.path("d.yaml"), kSmall + more);
  return read_discovery(scratch.path("d.yaml"));
}

TEST(DiscoveryReader, TellsWhatIsWrong) {
  const auto error_of = [](const std::string& more) -> std::string {
    try {
      (void)small_config(more);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(error_of("rounds: 3\n"), HasSubstr("rounds: unknown key"));
  EXPECT_THAT(error_of("control: {games: 5}\n"), HasSubstr("games: 5 is not allowed; allowed: an even number"));
  EXPECT_EQ(error_of(""), "");
  const auto error_with = [](const std::string& held_out) -> std::string {
    std::string text = kSmall;
    const std::size_t from = text.find("held_out:");
    text.replace(from, text.find('\n', from) - from, "held_out: {" + held_out + "}");
    try {
      (void)parse_discovery(text, "d.yaml");
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(error_with("ttt: {game: connect4}"),
              HasSubstr("held_out.ttt: ttt names a domain of the portfolio, too; allowed: a name of its own"));
  EXPECT_THAT(error_with("again: {game: tictactoe, evaluator: {name: playouts}}"),
              HasSubstr("held_out.again: it has the game and the evaluator of portfolio.ttt; allowed: another"));
  EXPECT_EQ(error_with("again: {game: tictactoe, evaluator: {name: playouts, count: 2}}"), "");
  const std::string without = std::string(kSmall).substr(0, std::string(kSmall).find("confirmation:"));
  EXPECT_EQ(parse_discovery(without, "d.yaml").confirmation.cost_pairs, 100U)
      << "enough to know a cost to some percent";
  EXPECT_EQ(read_discovery(ROOTWARD_SOURCE_DIR "/configs/atlas/discovery.yaml").portfolio.size(), 4U);
}

TriedFormula tried_with(const std::string& id, const PairCounts& pairs) {
  TriedFormula tried{.id = id, .formula = {}};
  tried.games["a"] = pairs;
  return tried;
}

/// 20 drawn pairs beside: 2 won pairs are 44 points of 44 games' 88, that is 24 of 44 points.
TEST(Archive, FewGamesMakeNoHero) {
  const TriedFormula lucky = tried_with("lucky", {0, 0, 0, 0, 2});
  const TriedFormula good = tried_with("good", {10, 10, 60, 10, 60});
  EXPECT_GT(good.shrunk_elo(), lucky.shrunk_elo());
  EXPECT_NEAR(lucky.shrunk_elo(), 31.7, 0.1) << "a score of 24 in 44";
  const std::vector<TriedFormula> all = {lucky, good, {.id = "new", .formula = {}}};
  const std::vector<const TriedFormula*> best = best_of(all, 9);
  ASSERT_EQ(best.size(), 2U) << "nobody without games";
  EXPECT_EQ(best[0]->id, "good");
}

Formula weighted_mean(double share, std::vector<Gene> factors) {
  return {.is_return = false, .main = {.name = "share", .constants = {share}}, .factors = std::move(factors)};
}

TEST(Archive, SurvivorsAreOfDifferentStructures) {
  const Gene visits{.name = "visits", .constants = {}};
  const auto exp_value = [](double beta) { return Gene{.name = "exp_value", .constants = {beta}}; };
  std::vector<TriedFormula> tried;
  const auto add = [&](const std::string& id, const Formula& formula, std::uint64_t won) {
    tried.push_back(tried_with(id, {0, 0, 50, 0, won}));
    tried.back().formula = formula;
  };
  add("best", weighted_mean(0.5, {visits, exp_value(4)}), 40);
  add("other-constants", weighted_mean(0.7, {visits, exp_value(6)}), 35);
  add("other-order", weighted_mean(0.6, {exp_value(5), visits}), 30);
  add("without-visits", weighted_mean(0.5, {exp_value(4)}), 20);
  Formula all = weighted_mean(0.5, {visits, exp_value(4)});
  all.main = {.name = "all", .constants = {}};
  add("other-main", all, 10);
  add("another", weighted_mean(0.5, {visits}), 5);
  std::vector<std::string> ids;
  for (const TriedFormula* one : best_structures(tried, 3)) ids.push_back(one->id);
  EXPECT_THAT(ids, ::testing::ElementsAre("best", "without-visits", "other-main"));
  EXPECT_EQ(best_structures(tried, 9).size(), 4U);
  EXPECT_EQ(best_of(tried, 3)[1]->id, "other-constants") << "parents may have one structure";
}

TEST(Archive, GenerationsAreNewAndReadBack) {
  const DiscoveryConfig config = small_config();
  const auto all_sound = [](const Formula&) { return true; };
  std::vector<TriedFormula> tried = next_generation(config, {}, 1, all_sound);
  ASSERT_EQ(tried.size(), 5U);
  EXPECT_TRUE(tried[4].parents.empty());
  for (TriedFormula& one : tried) one.games["ttt"] = {0, 0, 1, 0, 0};
  const std::vector<TriedFormula> next = next_generation(config, tried, 2, all_sound);
  std::set<std::string> ids;
  for (const TriedFormula& one : tried) ids.insert(one.id);
  for (const TriedFormula& one : next) EXPECT_TRUE(ids.insert(one.id).second) << one.id;
  EXPECT_TRUE(next[1].parents.empty()) << "two of five are drawn anew";
  EXPECT_FALSE(next[2].parents.empty());
  const testing::ScratchFolder scratch;
  const std::string file = scratch.path("formulas.jsonl");
  testing::write_text(file, generation_text(next));
  const StoredGeneration read = read_generation(file);
  ASSERT_EQ(read.formulas.size(), next.size());
  EXPECT_EQ(read.tally.lines, next.size());
  EXPECT_EQ(read.formulas[3].formula, next[3].formula);
  EXPECT_EQ(generation_text(read.formulas), generation_text(next));
  EXPECT_EQ(generation_text(next_generation(config, tried, 2, all_sound)), generation_text(next));
}

TEST(DiscoveryArchive, AGenerationThatIsNotWholeIsRefusedWithItsPlace) {
  const testing::ScratchFolder scratch;
  const std::string file = scratch.path("formulas.jsonl");
  const std::string text = generation_text(next_generation(small_config(), {}, 1, [](const Formula&) { return true; }));
  const auto error_of = [&](const std::string& stored) -> std::string {
    testing::write_text(file, stored);
    try {
      (void)read_generation(file);
    } catch (const RunError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(text), "");
  EXPECT_THAT(error_of(""), HasSubstr("formulas.jsonl: it holds no formula"));
  EXPECT_THAT(error_of(text.substr(0, text.size() - 20)), HasSubstr("formulas.jsonl:5: "));
  EXPECT_THAT(error_of(text + text), HasSubstr("formulas.jsonl:6: id: "));
  EXPECT_THAT(error_of("{}\n" + text), HasSubstr("formulas.jsonl:1: "));
}

}  // namespace
}  // namespace rootward::discovery
