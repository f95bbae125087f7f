// Generations, and who is best.
#include "experiments/study/candidates.h"

#include <gmock/gmock.h>

#include <set>
#include <utility>

#include "core/errors.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::study {
namespace {

using ::testing::HasSubstr;

constexpr FormulaSearch kSearch{.generations = 2, .count = 5, .parents = 2, .fresh = 0.4};
constexpr std::uint64_t kSeed = 8;

bool every_one(const Formula&) { return true; }

Candidate tried_with(const std::string& id, const PairCounts& pairs) {
  Candidate tried{.id = id, .formula = {}};
  tried.games["a"] = pairs;
  return tried;
}

/// 20 drawn pairs beside: 2 won pairs are 44 points of 44 games' 88, that is 24 of 44 points.
TEST(Candidates, FewGamesMakeNoHero) {
  const Candidate lucky = tried_with("lucky", {0, 0, 0, 0, 2});
  const Candidate good = tried_with("good", {10, 10, 60, 10, 60});
  EXPECT_GT(good.shrunk_elo(), lucky.shrunk_elo());
  EXPECT_NEAR(lucky.shrunk_elo(), 31.7, 0.1) << "a score of 24 in 44";
  const std::vector<Candidate> all = {lucky, good, {.id = "new", .formula = {}}};
  const std::vector<const Candidate*> best = best_of(all, 9);
  ASSERT_EQ(best.size(), 2U) << "nobody without games";
  EXPECT_EQ(best[0]->id, "good");
}

Formula weighted_mean(double share, std::vector<Gene> factors) {
  return {.is_return = false, .main = {.name = "share", .constants = {share}}, .factors = std::move(factors)};
}

TEST(Candidates, SurvivorsAreOfDifferentStructures) {
  const Gene visits{.name = "visits", .constants = {}};
  const auto exp_value = [](double beta) { return Gene{.name = "exp_value", .constants = {beta}}; };
  std::vector<Candidate> tried;
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
  for (const Candidate* one : best_structures(tried, 3)) ids.push_back(one->id);
  EXPECT_THAT(ids, ::testing::ElementsAre("best", "without-visits", "other-main"));
  ids.clear();
  for (const Candidate* one : best_structures(tried, 5)) ids.push_back(one->id);
  EXPECT_EQ(ids.back(), "other-constants") << "where there are fewer structures the next best follow";
  EXPECT_EQ(best_of(tried, 3)[1]->id, "other-constants") << "parents may have one structure";
}

TEST(Candidates, GenerationsAreNewAndReadBack) {
  std::vector<Candidate> tried = next_generation(kSearch, kSeed, {}, 1, &every_one);
  ASSERT_EQ(tried.size(), 5U);
  EXPECT_TRUE(tried[4].parents.empty());
  for (Candidate& one : tried) one.games["ttt"] = {0, 0, 1, 0, 0};
  const std::vector<Candidate> next = next_generation(kSearch, kSeed, tried, 2, &every_one);
  std::set<std::string> ids;
  for (const Candidate& one : tried) ids.insert(one.id);
  for (const Candidate& one : next) EXPECT_TRUE(ids.insert(one.id).second) << one.id;
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
  EXPECT_EQ(generation_text(next_generation(kSearch, kSeed, tried, 2, &every_one)), generation_text(next));
}

TEST(Candidates, AGenerationThatIsNotWholeIsRefusedWithItsPlace) {
  const testing::ScratchFolder scratch;
  const std::string file = scratch.path("formulas.jsonl");
  const std::string text = generation_text(next_generation(kSearch, kSeed, {}, 1, &every_one));
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
}  // namespace rootward::study
