// Evaluator cards: positions from a book, what an evaluator's answers are held against, figures by hand.
#include "experiments/estimates/cards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/errors.h"
#include "core/file_io.h"
#include "experiments/estimates/evaluation.h"
#include "experiments/estimates/render.h"
#include "experiments/estimates/run.h"
#include "tests/lab/store/scratch_folder.h"

namespace rootward::estimates {
namespace {

using rootward::testing::ScratchFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A study of one game and one evaluator, without records.
StoredEstimates empty_study() {
  StoredEstimates study;
  study.config.name = "made";
  study.config.asks_evaluators = true;
  study.config.games = {{.name = "g", .id = {"tictactoe", {}}, .is_family = false}};
  study.config.checkpoints = {1};
  study.config.arms = {{.name = "a", .search = {}, .operators = {"a"}}};
  return study;
}

void add_evaluation(StoredEstimates& study, std::size_t plies, double value, EvaluationRecord evaluation) {
  TruthRecord truth;
  truth.game = "g";
  truth.instance = static_cast<std::uint32_t>(study.truths.size());
  truth.value = value;
  truth.moves.assign(plies, "a1");
  truth.move_visits = {30, 10};
  study.truths[truth.id()] = truth;
  SearchRecord search;
  search.game = "g";
  search.instance = truth.instance;
  search.arm = "a";
  search.evaluation = std::move(evaluation);
  study.searches[search.id()] = search;
}

/// The correlation of siblings on a card whose positions' moves err like this.
std::optional<double> correlation_of_siblings(const std::vector<std::vector<double>>& groups) {
  StoredEstimates study = empty_study();
  for (const std::vector<double>& group : groups) {
    EvaluationRecord evaluation;
    evaluation.sibling_errors = group;
    add_evaluation(study, 0, 0, std::move(evaluation));
  }
  const std::vector<Card> cards = make_cards(study);
  const std::optional<Estimate>& siblings = cards.front().of(CardMeasure::siblings);
  return siblings ? std::optional(siblings->mean) : std::nullopt;
}

TEST(Cards, SiblingsCorrelateAsInTheWorkedExampleOfShroutAndFleiss) {
  // Six targets by four judges, 1979, table 2: ICC(1, 1) = .17.
  const std::vector<std::vector<double>> judged = {{9, 2, 5, 8}, {6, 1, 3, 2},  {8, 4, 6, 8},
                                                   {7, 1, 2, 6}, {10, 5, 6, 9}, {6, 2, 4, 7}};
  EXPECT_NEAR(correlation_of_siblings(judged).value(), 0.1657, 5e-5);
  EXPECT_NEAR(correlation_of_siblings({{1, 1}, {3, 3, 3}, {2, 2}}).value(), 1, 1e-12) << "groups of any size";
  EXPECT_LT(correlation_of_siblings({{-1, 1}, {-1, 1}}).value(), 0);
  EXPECT_FALSE(correlation_of_siblings({{1, 2}}));
  EXPECT_FALSE(correlation_of_siblings({{1}, {2}}));
}

StoredEstimates judged_by_hand() {
  StoredEstimates study = empty_study();
  add_evaluation(study, 4, 0.5,
                 {.value = 0.25, .best_prior = 0.5, .is_best_first = true, .cross_entropy = 0.7, .sibling_errors = {}});
  add_evaluation(study, 14, -0.5, {.value = 0.25, .best_prior = 0.1, .is_best_first = false, .cross_entropy = 0.9});
  return study;
}

TEST(Cards, FiguresAreThoseByHandInAllAndByPly) {
  const std::vector<Card> cards = make_cards(judged_by_hand());
  ASSERT_EQ(cards.size(), 3U);
  EXPECT_EQ(cards[0].plies, "all");
  EXPECT_EQ(cards[1].plies, "0-9");
  EXPECT_EQ(cards[2].plies, "10-19");
  const Card& all = cards[0];
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::bias)->mean, 0.25);  // errors -1/4 and 3/4
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::deviation)->mean, std::sqrt(0.5));
  // The jackknife of a mean is its standard error: sd / sqrt n = 0.5.
  EXPECT_NEAR(all.of(CardMeasure::bias)->interval.high, 0.25 + 1.959963984540054 * 0.5, 1e-12);
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::sign)->mean, 0.5);
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::first)->mean, 0.5);
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::best_prior)->mean, 0.3);
  EXPECT_DOUBLE_EQ(all.of(CardMeasure::cross_entropy)->mean, 0.8);
  const double entropy = -0.75 * std::log(0.75) - 0.25 * std::log(0.25);
  EXPECT_NEAR(all.of(CardMeasure::excess)->mean, 0.8 - entropy, 1e-12);
  EXPECT_FALSE(all.of(CardMeasure::siblings));
  EXPECT_DOUBLE_EQ(cards[2].of(CardMeasure::sign)->mean, 0);
  EXPECT_EQ(cards[2].positions, 1U);
}

class CardStudies : public ::testing::Test {
 protected:
  CardStudies() {
    // The third is the second's mirror image; X wins at once in the last by c1.
    write_file_atomically(folder_.path("book.txt"), "a1 b2\na1\nc1\na1 a2 b1 b2\n");
  }
  [[nodiscard]] EstimatesConfig study(const std::string& more) const {
    return parse_estimates(
        "name: cards\nseed: 4\ngames: {ttt: tictactoe}\nopening: {book: book.txt}\n"
        "checkpoints: [1]\nevaluations: true\n" +
            more,
        folder_.path("study.yaml"));
  }
  [[nodiscard]] StoredEstimates run(const std::string& more, const std::string& out) const {
    RunSettings settings;
    settings.folder = folder_.path(out);
    settings.threads = 2;
    settings.is_quiet = true;
    return run_estimates(study(more), settings).estimates;
  }

  ScratchFolder folder_;
};

TEST_F(CardStudies, ABooksPositionsAreTheInstancesInItsOrder) {
  const StoredEstimates found = run("instances: 3\nevaluators: {right: exact+noise}\noperators: {a: average}\n", "out");
  ASSERT_EQ(found.truths.size(), 3U);
  EXPECT_THAT(found.truths.at("ttt:0").moves, ElementsAre("a1", "b2"));
  EXPECT_THAT(found.truths.at("ttt:1").moves, ElementsAre("a1"));
  EXPECT_THAT(found.truths.at("ttt:2").moves, ElementsAre("a1", "a2", "b1", "b2"));
  EXPECT_EQ(found.manifest.inputs.book_hash.size(), 16U);
  try {
    (void)run("instances: 4\nevaluators: {right: exact+noise}\noperators: {a: average}\n", "more");
    FAIL() << "the book has no fourth";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("4 are asked for, and book.txt has 3 different positions"));
  }
}

TEST_F(CardStudies, TheTruthHasAPerfectCardAndABiasShowsAsOne) {
  const StoredEstimates found =
      run("instances: 3\noperators: {a: average}\n"
          "evaluators: {right: exact+noise, biased: {name: exact+noise, bias: 0.25}}\n",
          "out");
  for (const Card& card : make_cards(found)) {
    if (card.plies != "all") continue;
    const bool is_biased = card.name == "biased";
    EXPECT_NEAR(card.of(CardMeasure::deviation)->mean, is_biased ? 0.25 * std::sqrt(4.0 / 3) : 0, 1e-12)
        << "the bias is the first player's, who is to move in two of three";
    EXPECT_NEAR(card.of(CardMeasure::bias)->mean, is_biased ? 0.25 / 3 : 0, 1e-12);
    EXPECT_EQ(card.of(CardMeasure::sign)->mean, 1);
    EXPECT_FALSE(card.of(CardMeasure::best_prior)) << "it has no priors";
  }
}

TEST_F(CardStudies, ASearchIsATruthWithVisitsAndAnEvaluatorIsAddedLater) {
  const std::string base = "instances: 2\ntruth: {simulations: 300}\nplayers:\n  one: {backup: average}\n";
  const StoredEstimates first = run(base, "out");
  const TruthRecord& truth = first.truths.at("ttt:0");
  ASSERT_EQ(truth.move_visits.size(), truth.root_moves.size());
  EXPECT_GT(target_entropy(truth), 0);
  const StoredEstimates both = run(base + "  two: {search: {evaluator: {name: playouts, count: 50}}}\n", "out");
  EXPECT_EQ(both.searches.size(), 4U);
  EXPECT_EQ(to_json_line(both.truths.at("ttt:0")), to_json_line(truth)) << "not computed again";
  for (const TableFormat format : {TableFormat::text, TableFormat::md, TableFormat::csv, TableFormat::json})
    EXPECT_THAT(render_estimates(both, format), HasSubstr("two"));
  EXPECT_THAT(render_estimates(both, TableFormat::csv), HasSubstr("ttt,two,,value_bias,"));
  EXPECT_THAT(render_estimates(both, TableFormat::md), HasSubstr("### ttt: evaluators by ply"));
}

TEST_F(CardStudies, EvaluationsReadBackAsTheyWereWritten) {
  const StoredEstimates found =
      run("instances: 2\ntruth: {simulations: 100}\nplayers: {one: {backup: average}}\n", "out");
  const StoredEstimates again = read_estimates_folder(folder_.path("out"));
  for (const auto& [id, search] : found.searches) {
    ASSERT_TRUE(search.evaluation);
    EXPECT_EQ(to_json_line(again.searches.at(id)), to_json_line(search));
  }
}

TEST(CardKeys, ABookAndRandomMovesExcludeEachOther) {
  const auto refusal = [](const std::string& more) -> std::string {
    try {
      (void)parse_estimates(
          "name: x\nseed: 1\ngames: {t: tictactoe}\noperators: {a: average}\ncheckpoints: [1]\n" + more, "s.yaml");
      return "";
    } catch (const UsageError& error) {
      return error.what();
    }
  };
  EXPECT_THAT(refusal("opening: {book: b.txt}\nrandom_plies: 2\n"), HasSubstr("only one of both is allowed"));
  EXPECT_THAT(refusal("opening: {random_plies: 2}\n"), HasSubstr("allowed: {book: FILE}"));
  EXPECT_THAT(refusal("opening: {book: b.txt}\nskip_ties: true\n"), HasSubstr("skip_ties is not allowed"));
  EXPECT_EQ(refusal("opening: {book: b.txt}\n"), "");
}

}  // namespace
}  // namespace rootward::estimates
